// Executes plans of one problem on a device, with random input, and times them.
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

// Where the data is when a timed execution begins: in caches, as the work before it left it, or in
// memory alone. Data that the library keeps (twiddles, code) stays where it is.
enum class Caches { kWarm, kCold };

// "cold_caches" of a body: true, false, or left out.
absl::StatusOr<Caches> CachesMember(const Json& body);

// Holds the arrays of a problem on the device. All plans given to it must be for that problem.
class PlanRunner {
 public:
  PlanRunner(const PlanDescription& plan, rtc::Device& device, Caches caches = Caches::kWarm)
      : plan_(plan), device_(device), caches_(caches) {}

  // Allocates the arrays with a workspace of `workspace_bytes` and fills the input.
  absl::Status Prepare(int64_t workspace_bytes);

  // Milliseconds of one execution. The input is restored before it.
  absl::StatusOr<double> Time(const Plan& plan);
  // Milliseconds of each step of one execution, timed one by one.
  absl::StatusOr<std::vector<double>> TimeSteps(const Plan& plan);
  // Executes once more and compares with the reference.
  absl::StatusOr<ErrorFigures> Check(const Plan& plan);

 private:
  // Puts the input back in place, so that values do not grow from one execution to the next, and
  // clears an out-of-place output, so that no earlier result can pass for this one.
  absl::Status Reset();
  // Takes the data out of the caches, if they are to be cold.
  absl::Status Cool();
  ExecuteArguments Arguments() const;

  const PlanDescription& plan_;
  rtc::Device& device_;
  const Caches caches_;
  rtc::ScopedStream stream_;
  rtc::ScopedEvent start_;
  rtc::ScopedEvent stop_;
  // An in-place problem has no input arrays of its own; `pristine_` holds the values to which its
  // arrays are reset before each execution.
  std::vector<rtc::DeviceBuffer> in_;
  std::vector<rtc::DeviceBuffer> out_;
  std::vector<rtc::DeviceBuffer> pristine_;
  rtc::DeviceBuffer workspace_;
  rtc::DeviceBuffer other_;  // fills a GPU's cache
  Arrays input_;
};

// Middle value; 0 for none. Sorts.
double Median(std::vector<double>* values);

// Bytes of device memory for a run of `candidate`.
int64_t RunBytes(const PlanDescription& plan, int candidate);

// Bytes of device memory beside these that cold caches take.
int64_t CoolingBytes(const rtc::Device& device, Caches caches);

// The most memory of one run; 0 stands for DefaultRunLimits.
struct RunLimits {
  int64_t device_bytes = 0;  // --run-memory
  int64_t host_bytes = 0;    // --run-host-memory; for the data beside the device and the reference
};

// Half of the device's memory and half of this machine's, or of its control group's limit; a
// quarter of each where they are the same memory.
RunLimits DefaultRunLimits(const rtc::Device& device);

// Bytes of this machine's memory that a run takes besides.
int64_t RunHostBytes(const Problem& problem);

// Checks that a plan can run here. FailedPrecondition when it is for another target than the
// context's, Unimplemented for problems that cannot be run yet, ResourceExhausted with estimate and
// limit when it needs too much.
absl::Status CheckRunnable(const PlanDescription& plan, int64_t device_bytes, Context& context,
                           const RunLimits& limits = {});
// The bytes of device memory that runs of these candidates take, one after the other, where
// CheckRunnable allows them.
absl::StatusOr<int64_t> CheckRun(const PlanDescription& plan, const std::vector<int>& candidates,
                                 Caches caches, Context& context, const RunLimits& limits = {});

// Makes the plan of a candidate, and says how long that took.
absl::StatusOr<std::shared_ptr<const Plan>> BuildCandidate(const PlanDescription& plan,
                                                           int candidate, Context& context,
                                                           const Cancellation& cancellation,
                                                           double* milliseconds);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_RUNS_PLAN_RUNNER_H_
