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

// The arrays of this rank's boxes, in memory of the Context's device; null for an empty box. In
// place `in` is null or equal to `out`, and the array holds the larger of the two boxes.
struct DistArguments {
  const void* in = nullptr;
  void* out = nullptr;
  rtc::Stream stream = nullptr;
};

struct TransformOptions {
  // A transport that the communicator or the device does not support is refused.
  DistOptions dist;
  PlanOptions local;  // for the transforms that one rank does by itself
};

class DistTransform {
 public:
  virtual ~DistTransform() = default;

  // Checks that all ranks have the same problem and options, plans, and compiles. Rank 0 compiles
  // its kernels and sends them to the others, which compile only kernels that they lack. An error
  // of one rank is returned on all ranks and names the rank's number. The communicator must outlive
  // the transform.
  static absl::StatusOr<std::unique_ptr<DistTransform>> Create(
      std::shared_ptr<Context> context, Communicator* communicator, const DistProblem& problem,
      const TransformOptions& options = {});

  virtual const DistPlan& plan() const = 0;
  // The number of kernels that this rank has compiled.
  virtual int64_t compiled() const = 0;

  // Enqueues the transform in arguments.stream. If ranks exchange through the host, the transform
  // has ended on return. One execution runs at a time. Takes no device memory, but makes events and
  // lists of messages.
  virtual absl::Status Execute(const DistArguments& arguments) = 0;
  // Takes the place of Execute on a rank whose arguments cannot be read. All ranks return `why`.
  virtual absl::Status Refuse(const absl::Status& why) = 0;
};

}  // namespace fft::dist

#endif  // FFT_DIST_TRANSFORM_H_
