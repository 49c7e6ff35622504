// Work that takes longer than a request: queued, run one at a time, watched and cancelled by id.
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
  int number = 0;    // from 1
  std::string kind;  // "progress", or "end" for the last one
  Json data;
};

// The watchers of a job, as the job sees them.
class JobControl {
 public:
  virtual ~JobControl() = default;
  virtual void Report(Json progress) = 0;
  virtual const Cancellation& cancellation() const = 0;
  bool cancelled() const { return cancellation().cancelled(); }
};

using JobWork = std::function<absl::StatusOr<Json>(JobControl& control)>;

// The queue of jobs. Thread safe. Destruction cancels everything and waits for the job that runs.
class JobQueue {
 public:
  static constexpr int kMaxWaiting = 8;  // more are refused
  static constexpr int kMaxKept = 64;    // the oldest that have ended are forgotten

  JobQueue();
  ~JobQueue();
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;

  // Queues a job and returns its id. Unavailable when too many wait.
  absl::StatusOr<std::string> Submit(std::string subject, JobWork work);

  // A job: {id, subject, state, progress, result, error}; state is "waiting", "running", "done",
  // "failed" or "cancelled". NotFound when the id is not known.
  absl::StatusOr<Json> Describe(const std::string& id);

  // The jobs that wait or run, in their turn: [{id, subject, state, progress}].
  Json ListOpen();

  // Ends a job that waits and asks one that runs to end. FailedPrecondition when it has ended.
  absl::Status Cancel(const std::string& id);

  // The events after number `after`, waiting up to `patience` for one. Empty and `ended` when there
  // is nothing more to come.
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
