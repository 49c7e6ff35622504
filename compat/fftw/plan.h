// A plan of the FFTW interface: a plan of the library, and the copies around it.
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

// Equal parts of a loop that a ParallelLoop runs; steps are bytes from a part to the next.
struct Parts {
  int count = 1;
  int64_t in_step = 0;
  int64_t out_step = 0;
  ParallelLoop loop;
};

// A plan of FFTW's interface. It is a value that shares what it needs; executions may run at the
// same time.
class Plan {
 public:
  // Makes a plan. Without `attempt` its executions do nothing.
  Plan(const Request& request, std::optional<Attempt> attempt,
       std::shared_ptr<const LibraryPlan> library, Parts parts);

  void Execute() const { Execute(arrays_); }
  void Execute(const Arrays& arrays) const;

  // "(fft TOKEN)" with the copies and loops around the transform.
  std::string Print() const;
  // Floating-point operations by the usual count for a fast transform of as many points.
  double Operations() const { return operations_; }

 private:
  struct Job;

  void ExecutePart(const Arrays& arrays) const;
  // Whether the arrays of the side are too misaligned to be used where they are.
  bool IsMisaligned(const Side& side, const void* array, const void* imag) const;
  // The arrays of a side within scratch memory, from `*at` on.
  void PlaceSide(const Side& side, char** at, void** array, void** imag) const;

  Arrays arrays_;
  int64_t real_bytes_ = 8;
  std::optional<Attempt> attempt_;
  std::shared_ptr<const LibraryPlan> library_;  // null: a copy
  std::shared_ptr<BlockPool> scratch_;
  Parts parts_;
  double operations_ = 0;
};

}  // namespace fft::fftw

#endif  // COMPAT_FFTW_PLAN_H_
