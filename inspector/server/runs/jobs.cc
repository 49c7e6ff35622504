#include "inspector/server/runs/jobs.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace fft::inspector {

// A job of the queue. The queue's mutex guards all members except `cancel`.
struct JobQueue::Job : public JobControl {
  explicit Job(JobQueue& owner) : queue(owner) {}

  void Report(Json progress) override {
    std::lock_guard<std::mutex> lock(queue.mutex_);
    events.push_back({static_cast<int>(events.size()) + 1, "progress", std::move(progress)});
    queue.changed_.notify_all();
  }
  const Cancellation& cancellation() const override { return cancel; }
  bool ended() const { return state != "waiting" && state != "running"; }

  Json Describe() const {
    Json progress = nullptr;
    for (const JobEvent& event : events) {
      if (event.kind == "progress") progress = event.data;
    }
    return {{"id", id},         {"subject", subject},
            {"state", state},   {"progress", std::move(progress)},
            {"result", result}, {"error", error}};
  }

  JobQueue& queue;
  std::string id;
  std::string subject;
  JobWork work;
  std::string state = "waiting";
  std::vector<JobEvent> events;
  Json result;
  std::string error;
  Cancellation cancel;
};

JobQueue::JobQueue() : worker_([this] { Work(); }) {}

JobQueue::~JobQueue() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
    for (const auto& job : jobs_) job->cancel.Cancel();
    changed_.notify_all();
  }
  worker_.join();
}

std::shared_ptr<JobQueue::Job> JobQueue::Find(const std::string& id) {
  const auto it =
      std::find_if(jobs_.begin(), jobs_.end(), [&](const auto& job) { return job->id == id; });
  return it == jobs_.end() ? nullptr : *it;
}

void JobQueue::End(Job& job, const std::string& state) {
  job.state = state;
  job.work = nullptr;
  job.events.push_back({static_cast<int>(job.events.size()) + 1, "end", job.Describe()});
  changed_.notify_all();
}

void JobQueue::Work() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!stopping_) {
    const auto next = std::find_if(jobs_.begin(), jobs_.end(),
                                   [](const auto& job) { return job->state == "waiting"; });
    if (next == jobs_.end()) {
      changed_.wait(lock);
      continue;
    }
    const std::shared_ptr<Job> job = *next;
    job->state = "running";
    JobWork work = std::move(job->work);
    lock.unlock();
    absl::StatusOr<Json> result = work(*job);
    lock.lock();
    if (result.ok()) job->result = *std::move(result);
    if (!result.ok()) job->error = std::string(result.status().message());
    End(*job, job->cancelled() ? "cancelled" : result.ok() ? "done" : "failed");
  }
}

absl::StatusOr<std::string> JobQueue::Submit(std::string subject, JobWork work) {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto waiting = std::count_if(jobs_.begin(), jobs_.end(),
                                     [](const auto& job) { return job->state == "waiting"; });
  if (waiting >= kMaxWaiting) {
    return absl::UnavailableError(absl::StrCat(waiting, " jobs wait already; try again later"));
  }
  auto job = std::make_shared<Job>(*this);
  job->id = absl::StrCat(next_id_++);
  job->subject = std::move(subject);
  job->work = std::move(work);
  jobs_.push_back(job);
  for (auto it = jobs_.begin(); it != jobs_.end() && jobs_.size() > kMaxKept;) {
    it = (*it)->ended() ? jobs_.erase(it) : it + 1;
  }
  changed_.notify_all();
  return job->id;
}

absl::StatusOr<Json> JobQueue::Describe(const std::string& id) {
  std::lock_guard<std::mutex> lock(mutex_);
  const std::shared_ptr<Job> job = Find(id);
  if (job == nullptr) return absl::NotFoundError("no job of this id is known");
  return job->Describe();
}

Json JobQueue::ListOpen() {
  std::lock_guard<std::mutex> lock(mutex_);
  Json list = Json::array();
  for (const std::shared_ptr<Job>& job : jobs_) {
    if (job->ended()) continue;
    Json json = job->Describe();
    json.erase("result");
    json.erase("error");
    list.push_back(std::move(json));
  }
  return list;
}

absl::Status JobQueue::Cancel(const std::string& id) {
  std::lock_guard<std::mutex> lock(mutex_);
  const std::shared_ptr<Job> job = Find(id);
  if (job == nullptr) return absl::NotFoundError("no job of this id is known");
  if (job->ended()) return absl::FailedPreconditionError("the job has ended: " + job->state);
  job->cancel.Cancel();
  if (job->state == "waiting") End(*job, "cancelled");
  return absl::OkStatus();
}

absl::StatusOr<JobQueue::Events> JobQueue::EventsAfter(const std::string& id, int after,
                                                       std::chrono::milliseconds patience) {
  std::unique_lock<std::mutex> lock(mutex_);
  const std::shared_ptr<Job> job = Find(id);
  if (job == nullptr) return absl::NotFoundError("no job of this id is known");
  const size_t seen = std::max(after, 0);
  changed_.wait_for(lock, patience,
                    [&] { return job->events.size() > seen || job->ended() || stopping_; });
  Events events;
  for (size_t i = seen; i < job->events.size(); ++i) events.events.push_back(job->events[i]);
  events.ended = events.events.empty() && (job->ended() || stopping_);
  return events;
}

}  // namespace fft::inspector
