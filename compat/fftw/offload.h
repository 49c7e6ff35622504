// Transforms of arrays in the program's memory on a GPU: copies there, a plan, copies back.
#ifndef COMPAT_FFTW_OFFLOAD_H_
#define COMPAT_FFTW_OFFLOAD_H_

#include <cstdint>
#include <memory>

#include "compat/fftw/library.h"
#include "compat/fftw/problem_of.h"

namespace fft::fftw {

// The GPU that FFT_FFTW_DEVICE names, such as "cuda" or "hip:1". Where the variable is not set, or
// the device cannot be opened, there is none: FFT_LOG is told why. Thread-safe.
//
//   plan = Offload().Faster(attempt, real_bytes, std::move(plan));
class Offload {
 public:
  Offload();
  ~Offload();

  // The plan, or one that runs the attempt on the GPU, whichever takes less time with the copies.
  // Both are run in memory of their own. FFT_FFTW_DEVICE_IF=possible takes the GPU without a trial.
  // The plan itself is returned where there is no GPU, where both arrays together have less than
  // 256 KiB, or where the output's array has gaps: these belong to the program, which may write
  // into them at the same time.
  std::shared_ptr<const LibraryPlan> Faster(const Attempt& attempt, int64_t real_bytes,
                                            std::shared_ptr<const LibraryPlan> plan) const;

 private:
  class Gpu;
  class GpuPlan;

  std::shared_ptr<Gpu> gpu_;  // null: there is none
  bool is_tried_ = true;
};

}  // namespace fft::fftw

#endif  // COMPAT_FFTW_OFFLOAD_H_
