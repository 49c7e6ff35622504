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
// Rows that one workgroup holds are computed by one kernel, which transforms, multiplies and
// transforms back. Longer rows and planes take several kernels of one plan, or two plans if these
// are predicted to be faster. If there are two plans, the last kernel of the first plan multiplies
// when it stores. If frames are added, one plan transforms them and the other one adds them.
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
// plan of FilterProblem has written, other spectra in the same order, the matrices of a layer, or
// the window of a chain that adds frames. If the chain reads it through the user's function
// (Callbacks::spectrum), it is what that function takes, which may be null. For example, {.in = in,
// .out = out, .spectra = spectrum} if workspace_bytes() is 0.
struct ChainArguments {
  const void* in = nullptr;  // in place: null or equal to `out`
  void* out = nullptr;
  const void* spectra = nullptr;
  void* stream = nullptr;
  void* workspace = nullptr;    // at least ChainPlan::workspace_bytes(), 256-byte aligned
  int64_t workspace_bytes = 0;  // size of `workspace`
};

// A chain ready to run. As with Plan, Execute may be called from many threads, each with its own
// workspace.
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

  // Enqueues the chain in arguments.stream and returns; on the host device the chain has ended on
  // return. InvalidArgument names a null or misaligned pointer, arrays that overlap, or a too small
  // workspace; nothing has run then. On another error the first plan of two may have run. Takes no
  // memory.
  absl::Status Execute(const ChainArguments& arguments) const;

 private:
  absl::Status CheckArguments(const ChainArguments& arguments) const;

  const std::shared_ptr<const ChainDescription> description_;
  const std::vector<std::shared_ptr<const Plan>> parts_;  // one for each part of the description
};

// Plans, compiles and uploads tables, with the errors and the time of Context::MakePlan. The
// options hold for both transforms. The only callback allowed is Callbacks::spectrum.
// `candidate` and `rigor` change nothing: the best candidates by their scores run.
absl::StatusOr<std::shared_ptr<const ChainPlan>> MakeChain(Context& context, const Chain& chain,
                                                           const PlanOptions& options = {});

}  // namespace fft

#endif  // FFT_EXEC_CHAIN_PLAN_H_
