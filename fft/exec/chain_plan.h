// Plans of chains (fft/core/chain.h).
//
//   fft::Chain chain = fft::RealChain({2048});
//   chain.arrays.batch = 64;
//   chain.arrays.input.ranges = {{0, 1024}};  // 1024 reals, then zeros
//   auto filter = context->MakePlan(fft::FilterProblem(chain, {{0, 500}}));
//   auto plan = fft::MakeChain(*context, chain);
//   (*filter)->Execute({.in = taps, .out = spectrum});  // once
//   (*plan)->Execute({.in = in, .out = out, .spectra = spectrum, .workspace = w, ...});
//
// Rows that one workgroup holds are one kernel, which transforms, multiplies and transforms back.
// Longer rows and planes are several kernels of one plan, or two plans where that is predicted to
// be faster; then the last kernel of the first one multiplies as it stores. Frames that are added
// are transformed by one plan and added by the other.
#ifndef FFT_EXEC_CHAIN_PLAN_H_
#define FFT_EXEC_CHAIN_PLAN_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "fft/core/chain.h"
#include "fft/exec/context.h"
#include "fft/plan/plan_options.h"

namespace fft {

struct ChainDescription;  // fft/exec/describe_chain.h

// The arrays of one execution: device pointers as in ExecuteArguments. `spectra` is an array that a
// plan of FilterProblem has written, or the caller's own numbers in that order; where the chain
// adds frames, it is the window. For example, {.in = in, .out = out, .spectra = spectrum} where
// workspace_bytes() is 0.
struct ChainArguments {
  const void* in = nullptr;  // not used in place
  void* out = nullptr;
  const void* spectra = nullptr;
  void* stream = nullptr;
  void* workspace = nullptr;    // at least ChainPlan::workspace_bytes(), 256-byte aligned
  int64_t workspace_bytes = 0;  // size of `workspace`
};

// A chain ready to run, under the terms of Plan.
class ChainPlan {
 public:
  ChainPlan(std::shared_ptr<const ChainDescription> description,
            std::vector<std::shared_ptr<const Plan>> parts)
      : description_(std::move(description)), parts_(std::move(parts)) {}

  // The chain, completed.
  const Chain& chain() const;
  const ChainDescription& description() const { return *description_; }
  // Bytes of the workspace that each execution needs.
  int64_t workspace_bytes() const;

  // Enqueues the chain in arguments.stream and returns; on the host device it has run on return.
  // InvalidArgument names a null or misaligned pointer, arrays that overlap, or a too small
  // workspace. Takes no memory.
  absl::Status Execute(const ChainArguments& arguments) const;

 private:
  absl::Status CheckArguments(const ChainArguments& arguments) const;

  const std::shared_ptr<const ChainDescription> description_;
  const std::vector<std::shared_ptr<const Plan>> parts_;  // those of the description
};

// Plans, compiles and uploads tables, with the errors and the time of Context::MakePlan. Options
// are those of both transforms; callbacks are refused, candidates are the first ones, and times are
// estimated whatever the rigor.
absl::StatusOr<std::shared_ptr<const ChainPlan>> MakeChain(Context& context, const Chain& chain,
                                                           const PlanOptions& options = {});

}  // namespace fft

#endif  // FFT_EXEC_CHAIN_PLAN_H_
