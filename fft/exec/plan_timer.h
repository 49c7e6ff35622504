// Times plans of one problem on a device.
#ifndef FFT_EXEC_PLAN_TIMER_H_
#define FFT_EXEC_PLAN_TIMER_H_

#include <memory>

#include "absl/status/statusor.h"
#include "fft/core/problem.h"
#include "fft/exec/context.h"
#include "fft/rtc/device.h"

namespace fft {

// A timer with its own buffers, which hold zeros. The device must outlive it.
class PlanTimer {
 public:
  // Allocates the arrays of a completed problem. ResourceExhausted if the device has too little
  // memory.
  static absl::StatusOr<std::unique_ptr<PlanTimer>> Create(const Problem& problem,
                                                           rtc::Device* device);
  virtual ~PlanTimer() = default;

  // The median milliseconds of one execution.
  virtual absl::StatusOr<double> Time(const Plan& plan) = 0;
};

}  // namespace fft

#endif  // FFT_EXEC_PLAN_TIMER_H_
