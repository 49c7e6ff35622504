// Runs transforms of arrays in the program's memory on a GPU: copies the input there, executes a
// plan, copies the output back.
#ifndef COMPAT_FFTW_OFFLOAD_H_
#define COMPAT_FFTW_OFFLOAD_H_

#include <cstdint>
#include <memory>

#include "compat/fftw/library.h"
#include "compat/fftw/problem_of.h"

namespace fft::fftw {

// The GPU that FFT_FFTW_DEVICE names, such as "cuda" or "hip:1". There is no GPU where the variable
// is not set or the device cannot be opened; the reason goes to FFT_LOG. Thread-safe.
//
//   plan = Offload().Faster(attempt, real_bytes, std::move(plan));
class Offload {
 public:
  Offload();
  ~Offload();

  // Returns the faster one of two plans: `plan`, or a plan that runs the attempt on the GPU. Both
  // are timed, including copies, on arrays of their own. FFT_FFTW_DEVICE_IF=possible takes the
  // GPU's plan without timing.
  //
  // Returns `plan` where there is no GPU, where both arrays together have less than 256 KiB, or
  // where the output's array has gaps. The bytes of gaps belong to the program, which may write
  // them at the same time.
  std::shared_ptr<const LibraryPlan> Faster(const Attempt& attempt, int64_t real_bytes,
                                            std::shared_ptr<const LibraryPlan> plan) const;

 private:
  class Gpu;
  class GpuPlan;

  std::shared_ptr<Gpu> gpu_;  // null: there is no GPU
  bool is_tried_ = true;
};

}  // namespace fft::fftw

#endif  // COMPAT_FFTW_OFFLOAD_H_
