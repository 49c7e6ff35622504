// Executes and times plans of one problem on a device, with random input.
#ifndef INSPECTOR_SERVER_RUNS_PLAN_RUNNER_H_
#define INSPECTOR_SERVER_RUNS_PLAN_RUNNER_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/base/json.h"
#include "fft/exec/context.h"
#include "fft/exec/pipeline.h"
#include "fft/rtc/device.h"
#include "inspector/server/http/cancellation.h"
#include "inspector/server/runs/run_check.h"

namespace fft::inspector {

// Whether the caller's data is in caches when a timed execution begins. kWarm leaves the caches as
// the previous work left them. kCold removes the data from them. Data of the library, such as
// twiddles and code, is not removed.
enum class Caches { kWarm, kCold };

// The member "cold_caches" of a body, which is true, false, or left out.
absl::StatusOr<Caches> CachesMember(const Json& body);

// Runs plans of one problem. It holds the problem's arrays on the device.
class PlanRunner {
 public:
  PlanRunner(const PlanDescription& plan, rtc::Device& device, Caches caches = Caches::kWarm)
      : plan_(plan), device_(device), caches_(caches) {}

  // Allocates the arrays with a workspace of `workspace_bytes` and fills the input.
  absl::Status Prepare(int64_t workspace_bytes);

  // Executes the plan after restoring the input. Returns the milliseconds.
  absl::StatusOr<double> Time(const Plan& plan);
  // Executes the plan step by step. Returns the milliseconds of each step.
  absl::StatusOr<std::vector<double>> TimeSteps(const Plan& plan);
  // Executes the plan again and compares the output with a reference.
  absl::StatusOr<ErrorFigures> Check(const Plan& plan);

 private:
  // Allocates and fills the input's window.
  absl::Status MakeWindow();
  // Restores the input, since values would otherwise grow with each execution. Clears an
  // out-of-place output, so that an earlier result cannot be taken for the new one.
  absl::Status Reset();
  // Removes the data from the caches if they are to be cold.
  absl::Status Cool();
  ExecuteArguments Arguments() const;

  const PlanDescription& plan_;
  rtc::Device& device_;
  const Caches caches_;
  rtc::ScopedStream stream_;
  rtc::ScopedEvent start_;
  rtc::ScopedEvent stop_;
  // An in-place problem has no separate input arrays. `pristine_` holds the values to which its
  // arrays are restored.
  std::vector<rtc::DeviceBuffer> in_;
  std::vector<rtc::DeviceBuffer> out_;
  std::vector<rtc::DeviceBuffer> pristine_;
  rtc::DeviceBuffer workspace_;
  rtc::DeviceBuffer window_;
  rtc::DeviceBuffer other_;  // other data that fills a GPU's cache
  RunArrays arrays_;         // the arrays' values on this machine
};

// The median of the values; 0 if there are none. Sorts the values.
double Median(std::vector<double>* values);

// Bytes of device memory that a run of `candidate` needs.
int64_t RunBytes(const PlanDescription& plan, int candidate);

// Additional bytes of device memory that cold caches need.
int64_t CoolingBytes(const rtc::Device& device, Caches caches);

// The most memory that a run may take. 0 stands for the value of DefaultRunLimits.
struct RunLimits {
  int64_t device_bytes = 0;  // --run-memory
  int64_t host_bytes = 0;    // --run-host-memory; for host copies of the data and the reference
};

// Half of the device's memory, and half of this machine's memory or of its control group's limit.
// If the device uses the machine's memory, a quarter of each.
RunLimits DefaultRunLimits(const rtc::Device& device);

// Bytes of this machine's memory that a run needs in addition to device memory.
int64_t RunHostBytes(const Problem& problem);

// Checks that a plan can run here. FailedPrecondition if its target is not the context's,
// Unimplemented if the problem cannot be run, ResourceExhausted if the run needs too much memory;
// the message states the estimate and the limit.
absl::Status CheckRunnable(const PlanDescription& plan, int64_t device_bytes, Context& context,
                           const RunLimits& limits = {});
// The bytes of device memory for runs of these candidates, one after the other. The error is
// CheckRunnable's.
absl::StatusOr<int64_t> CheckRun(const PlanDescription& plan, const std::vector<int>& candidates,
                                 Caches caches, Context& context, const RunLimits& limits = {});

// Makes the plan of a candidate, and returns it with the time that this took.
absl::StatusOr<std::shared_ptr<const Plan>> BuildCandidate(const PlanDescription& plan,
                                                           int candidate, Context& context,
                                                           const Cancellation& cancellation,
                                                           double* milliseconds);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_RUNS_PLAN_RUNNER_H_
