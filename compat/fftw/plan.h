// A plan of the FFTW interface: a plan of the library, and the copies before and after it.
#ifndef COMPAT_FFTW_PLAN_H_
#define COMPAT_FFTW_PLAN_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "compat/fftw/library.h"
#include "compat/fftw/problem_of.h"
#include "compat/fftw/request.h"

namespace fft::fftw {

// A program's own way to run jobs at the same time (fftw_threads_set_callback).
struct ParallelLoop {
  void (*run)(void* (*work)(char*), char* jobs, size_t job_bytes, int count, void* data) = nullptr;
  void* data = nullptr;
};

// A loop cut into `count` equal parts, which a ParallelLoop runs. `in_step` and `out_step` are the
// bytes from one part to the next.
struct Parts {
  int count = 1;
  int64_t in_step = 0;
  int64_t out_step = 0;
  ParallelLoop loop;
};

// A plan of FFTW's interface. Copies share the library's plan and the scratch memory. Executions
// may run at the same time.
class Plan {
 public:
  // Makes a plan. Without an attempt its executions do nothing.
  Plan(const Request& request, std::optional<Attempt> attempt,
       std::shared_ptr<const LibraryPlan> library, Parts parts);

  void Execute() const { Execute(arrays_); }
  void Execute(const Arrays& arrays) const;

  // "(fft TOKEN)", with the copies and loops around the transform.
  std::string Print() const;
  // Floating-point operations of a fast transform of this size, by the usual estimate 5 n log2(n)
  // for complex and 2.5 n log2(n) for real transforms of n points.
  double Operations() const { return operations_; }

 private:
  struct Job;

  void ExecutePart(const Arrays& arrays) const;
  // Whether the arrays of the input or output are not aligned enough for the library.
  bool IsMisaligned(const Side& side, const void* array, const void* imag) const;
  // Sets `*array` and `*imag` to scratch memory at `*at`, and moves `*at` behind it.
  void PlaceSide(const Side& side, char** at, void** array, void** imag) const;

  Arrays arrays_;
  int64_t real_bytes_ = 8;
  std::optional<Attempt> attempt_;
  std::shared_ptr<const LibraryPlan> library_;  // null where the plan only copies
  std::shared_ptr<BlockPool> scratch_;
  Parts parts_;
  double operations_ = 0;
};

}  // namespace fft::fftw

#endif  // COMPAT_FFTW_PLAN_H_
