// Jobs: work that takes longer than a request. Jobs are queued and run one at a time. Clients
// follow and cancel them by id.
#ifndef INSPECTOR_SERVER_RUNS_JOBS_H_
#define INSPECTOR_SERVER_RUNS_JOBS_H_

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/base/json.h"
#include "inspector/server/http/cancellation.h"

namespace fft::inspector {

struct JobEvent {
  int number = 0;    // counted from 1
  std::string kind;  // "progress", or "end" for the last one
  Json data;
};

// What a job's work uses: it reports progress and checks whether it is cancelled.
class JobControl {
 public:
  virtual ~JobControl() = default;
  virtual void Report(Json progress) = 0;
  virtual const Cancellation& cancellation() const = 0;
  bool cancelled() const { return cancellation().cancelled(); }
};

using JobWork = std::function<absl::StatusOr<Json>(JobControl& control)>;

// The queue of jobs. Thread safe. The destructor cancels all jobs and waits for the running one.
class JobQueue {
 public:
  static constexpr int kMaxWaiting = 8;  // the most waiting jobs; more are refused
  static constexpr int kMaxKept = 64;    // the most jobs; the oldest ended ones are dropped

  JobQueue();
  ~JobQueue();
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;

  // Queues a job and returns its id. Unavailable if too many jobs wait.
  absl::StatusOr<std::string> Submit(std::string subject, JobWork work);

  // The job {id, subject, state, progress, result, error}. Its state is "waiting", "running",
  // "done", "failed" or "cancelled". NotFound if the id is unknown.
  absl::StatusOr<Json> Describe(const std::string& id);

  // The running and waiting jobs, in the order of execution: [{id, subject, state, progress}].
  Json ListOpen();

  // Ends a waiting job, or asks a running one to end. FailedPrecondition if the job has ended.
  absl::Status Cancel(const std::string& id);

  // The events with numbers above `after`. Waits up to `patience` for one. If no more events can
  // come, there are none and `ended` is true.
  struct Events {
    std::vector<JobEvent> events;
    bool ended = false;
  };
  absl::StatusOr<Events> EventsAfter(const std::string& id, int after,
                                     std::chrono::milliseconds patience);

 private:
  struct Job;
  std::shared_ptr<Job> Find(const std::string& id);
  void Work();
  void End(Job& job, const std::string& state);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Job>> jobs_;  // in the order of their ids
  int next_id_ = 1;
  bool stopping_ = false;
  std::thread worker_;
};

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_RUNS_JOBS_H_
