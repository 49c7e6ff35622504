// DistTransform: a transform over several ranks, ready to run on this one.
//
//   fft::dist::DistProblem problem;
//   problem.problem.lengths = {512, 512, 512};
//   problem.input = fft::dist::Slabs({512, 512, 512}, 0, ranks);   // planes of the first axis
//   problem.output = fft::dist::Slabs({512, 512, 512}, 1, ranks);
//   auto transform = fft::dist::DistTransform::Create(context, communicator, problem);
//   absl::Status status = (*transform)->Execute({.in = in, .out = out, .stream = stream});
//
// Create and Execute are collective: all ranks of the communicator call them, in the same order.
#ifndef FFT_DIST_TRANSFORM_H_
#define FFT_DIST_TRANSFORM_H_

#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "fft/dist/communicator.h"
#include "fft/dist/plan.h"
#include "fft/exec/context.h"

namespace fft::dist {

// Pointers to this rank's boxes in memory of the Context's device; null for empty boxes. In place
// both are the same array, which holds the larger of the two boxes.
struct DistArguments {
  const void* in = nullptr;
  void* out = nullptr;
  rtc::Stream stream = nullptr;
};

struct TransformOptions {
  // A transport that the communicator or the device cannot serve is refused.
  DistOptions dist;
  PlanOptions local;  // for the transforms that one rank does by itself
};

class DistTransform {
 public:
  virtual ~DistTransform() = default;

  // Compares the problem and the options of all ranks, plans, and compiles. Rank 0 compiles its own
  // kernels, the others what they need beyond those. An error of one rank is returned on all, with
  // its number. The communicator must outlive the transform.
  static absl::StatusOr<std::unique_ptr<DistTransform>> Create(
      std::shared_ptr<Context> context, Communicator* communicator, const DistProblem& problem,
      const TransformOptions& options = {});

  virtual const DistPlan& plan() const = 0;
  // Kernels compiled by this rank.
  virtual int64_t compiled() const = 0;

  // Enqueues the transform in arguments.stream, or runs it, where ranks exchange through the host.
  // One execution at a time. Takes no device memory; lists of messages and events are made anew.
  virtual absl::Status Execute(const DistArguments& arguments) = 0;
};

}  // namespace fft::dist

#endif  // FFT_DIST_TRANSFORM_H_
