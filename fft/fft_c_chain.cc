// The C interface: chains.
#include <cstddef>
#include <utility>

#include "fft/exec/owned_workspace.h"
#include "fft/fft_c_internal.h"

// A chain is one plan, or the blocks of a long convolution.
struct fft_chain {
  std::shared_ptr<fft::Context> context;
  std::shared_ptr<const fft::ChainPlan> plan;
  std::shared_ptr<const fft::LongConvolutionPlan> blocks;
  void* stream = nullptr;
};

namespace {

// Makes a chain, whose plan `make` puts into it.
template <typename Make>
fft_error* Create(fft_context* context, const fft_plan_options* options, fft_chain** chain,
                  const Make& make) {
  if (chain != nullptr) *chain = nullptr;
  return fft::c::Guard([&]() -> absl::Status {
    if (chain == nullptr) return fft::c::NullArgument("chain");
    if (context == nullptr) return fft::c::NullArgument("context");
    FFT_ASSIGN_OR_RETURN(fft::c::ReadOptions read, fft::c::ReadPlanOptions(options));
    auto made = std::make_unique<fft_chain>();
    made->context = context->context;
    made->stream = read.stream;
    FFT_RETURN_IF_ERROR(make(read.options, made.get()));
    *chain = made.release();
    return absl::OkStatus();
  });
}

// The transform of the chain's filters into its array of spectra.
absl::StatusOr<fft::Problem> FilterOf(const fft_chain& chain, const fft_range* taps) {
  if (chain.blocks != nullptr) {
    if (taps == nullptr) return chain.blocks->filter();
    return fft::InvalidField("taps", "not null", "null, as a long convolution has its taps");
  }
  const fft::Chain& filtered = chain.plan->chain();
  if (!fft::TakesFilters(filtered)) {
    return fft::InvalidField("chain", fft::ToToken(filtered),
                             "a convolution or correlation, as layers take matrices and the "
                             "addition of frames a window");
  }
  fft::Ranges ranges;
  for (size_t i = 0; taps != nullptr && i < filtered.arrays.lengths.size(); ++i) {
    ranges.push_back({taps[i].first, taps[i].count});
  }
  return fft::FilterProblem(filtered, ranges);
}

}  // namespace

using fft::c::Guard;
using fft::c::NullArgument;

fft_error* fft_chain_create(fft_context* context, const char* token,
                            const fft_plan_options* options, fft_chain** chain) {
  const auto make = [&](const fft::PlanOptions& read, fft_chain* made) -> absl::Status {
    if (token == nullptr) return NullArgument("token");
    FFT_ASSIGN_OR_RETURN(const fft::Chain parsed, fft::ParseChainToken(token));
    FFT_ASSIGN_OR_RETURN(made->plan, fft::MakeChain(*made->context, parsed, read));
    return absl::OkStatus();
  };
  return Create(context, options, chain, make);
}

fft_error* fft_chain_create_long(fft_context* context, const fft_long_convolution* convolution,
                                 const fft_plan_options* options, fft_chain** chain) {
  const auto make = [&](const fft::PlanOptions& read, fft_chain* made) -> absl::Status {
    if (convolution == nullptr) return NullArgument("convolution");
    FFT_ASSIGN_OR_RETURN(const fft::LongConvolution given,
                         fft::c::ReadLongConvolution(*convolution));
    FFT_ASSIGN_OR_RETURN(made->blocks, fft::MakeLongConvolution(*made->context, given, read));
    return absl::OkStatus();
  };
  return Create(context, options, chain, make);
}

void fft_chain_destroy(fft_chain* chain) { delete chain; }

int64_t fft_chain_workspace_bytes(const fft_chain* chain) {
  if (chain == nullptr) return 0;
  return chain->blocks != nullptr ? chain->blocks->workspace_bytes()
                                  : chain->plan->workspace_bytes();
}

int64_t fft_chain_spectra_bytes(const fft_chain* chain) {
  if (chain == nullptr) return 0;
  return chain->blocks != nullptr ? chain->blocks->spectrum_bytes()
                                  : fft::SpectrumBytes(chain->plan->chain());
}

fft_error* fft_chain_filter(const fft_chain* chain, const fft_range* taps, fft_plan** plan) {
  if (plan != nullptr) *plan = nullptr;
  return Guard([&]() -> absl::Status {
    if (plan == nullptr) return NullArgument("plan");
    if (chain == nullptr) return NullArgument("chain");
    FFT_ASSIGN_OR_RETURN(const fft::Problem filter, FilterOf(*chain, taps));
    auto made = std::make_unique<fft_plan>();
    made->context = chain->context;
    made->stream = chain->stream;
    FFT_ASSIGN_OR_RETURN(made->plan, chain->context->MakePlan(filter));
    if (made->plan->workspace_bytes() > 0) {
      FFT_ASSIGN_OR_RETURN(made->plan, fft::WithOwnWorkspace(chain->context, made->plan));
    }
    *plan = made.release();
    return absl::OkStatus();
  });
}

fft_error* fft_chain_execute(const fft_chain* chain, const void* spectra,
                             const fft_arguments* arguments) {
  return Guard([&]() -> absl::Status {
    if (chain == nullptr) return NullArgument("chain");
    if (arguments == nullptr) return NullArgument("arguments");
    constexpr size_t kFirstSize = offsetof(fft_arguments, reserved) + sizeof(uint32_t);
    FFT_ASSIGN_OR_RETURN(const fft_arguments given,
                         fft::c::ReadStruct(*arguments, kFirstSize, "arguments"));
    const fft::ChainArguments used = {
        .in = given.in,
        .out = given.out,
        .spectra = spectra,
        .stream = given.stream != nullptr ? given.stream : chain->stream,
        .workspace = given.workspace,
        .workspace_bytes = given.workspace_bytes};
    return chain->blocks != nullptr ? chain->blocks->Execute(used) : chain->plan->Execute(used);
  });
}
