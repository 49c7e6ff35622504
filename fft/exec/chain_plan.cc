#include "fft/exec/chain_plan.h"

#include "absl/strings/str_cat.h"
#include "fft/assign/workspace.h"
#include "fft/base/status.h"
#include "fft/exec/describe_chain.h"

namespace fft {
namespace {

absl::Status CheckAligned(const char* field, const void* pointer, int64_t alignment) {
  const auto address = reinterpret_cast<uintptr_t>(pointer);
  if (address % alignment == 0) return absl::OkStatus();
  return InvalidField(field, absl::StrCat("at address ", address),
                      absl::StrCat("an address aligned to ", alignment, " bytes"));
}

absl::Status CheckSpectra(const Chain& chain, const void* spectra) {
  if (chain.arrays.has_callbacks) return absl::OkStatus();
  const Precision precision = ComputePrecision(chain.arrays.precision);
  if (spectra == nullptr)
    return InvalidField("spectra", "null", "a pointer to the device's memory");
  return CheckAligned("spectra", spectra,
                      ElementBytes(ArrayFormat::kComplexInterleaved, precision));
}

// Whether two blocks of memory share a byte.
bool Overlap(const void* a, int64_t a_bytes, const void* b, int64_t b_bytes) {
  const auto* const x = static_cast<const char*>(a);
  const auto* const y = static_cast<const char*>(b);
  return a_bytes > 0 && b_bytes > 0 && x < y + b_bytes && y < x + a_bytes;
}

}  // namespace

const Chain& ChainPlan::chain() const { return description_->chain; }

int64_t ChainPlan::workspace_bytes() const { return description_->workspace_bytes(); }

absl::Status ChainPlan::CheckArguments(const ChainArguments& arguments) const {
  FFT_RETURN_IF_ERROR(CheckSpectra(chain(), arguments.spectra));
  const int64_t needed = workspace_bytes();
  if (needed == 0) return absl::OkStatus();
  if (arguments.workspace == nullptr) {
    return InvalidField("workspace", "null",
                        absl::StrCat("a device buffer of at least ", needed, " bytes"));
  }
  if (arguments.workspace_bytes < needed) {
    return InvalidField("workspace_bytes", absl::StrCat(arguments.workspace_bytes),
                        absl::StrCat("at least ", needed));
  }
  FFT_RETURN_IF_ERROR(CheckAligned("workspace", arguments.workspace, kWorkspaceAlignment));
  if (!chain().arrays.has_callbacks &&
      Overlap(arguments.spectra, SpectrumBytes(chain()), arguments.workspace, needed)) {
    return InvalidField("spectra", "overlapping workspace",
                        "memory that shares no element with workspace");
  }
  return absl::OkStatus();
}

absl::Status ChainPlan::Execute(const ChainArguments& arguments) const {
  FFT_RETURN_IF_ERROR(CheckArguments(arguments));
  const bool is_in_place = chain().arrays.placement == Placement::kInPlace;
  // ExecuteArguments::store_user is not const.
  void* const spectra = const_cast<void*>(arguments.spectra);
  const int64_t between = description_->between_bytes();
  char* const rest = static_cast<char*>(arguments.workspace) + between;
  const int64_t rest_bytes = arguments.workspace_bytes - between;
  if (description_->is_whole()) {
    return parts_.front()->Execute({.in = arguments.in,
                                    .out = arguments.out,
                                    .stream = arguments.stream,
                                    .workspace = arguments.workspace,
                                    .workspace_bytes = arguments.workspace_bytes,
                                    .store_user = spectra});
  }
  if (is_in_place && arguments.in != nullptr && arguments.in != arguments.out) {
    return InvalidField("in", "another buffer than out",
                        "null or equal to out, as the chain is in place");
  }
  const ExecuteArguments first = {.in = is_in_place ? arguments.out : arguments.in,
                                  .out = arguments.workspace,
                                  .stream = arguments.stream,
                                  .workspace = rest,
                                  .workspace_bytes = rest_bytes,
                                  .store_user = spectra};
  ExecuteArguments second = first;
  second.in = arguments.workspace;
  second.out = arguments.out;
  FFT_RETURN_IF_ERROR(parts_.back()->CheckArguments(second));
  FFT_RETURN_IF_ERROR(parts_.front()->Execute(first));
  return parts_.back()->Execute(second);
}

absl::StatusOr<std::shared_ptr<const ChainPlan>> MakeChain(Context& context, const Chain& chain,
                                                           const PlanOptions& options) {
  FFT_ASSIGN_OR_RETURN(ChainDescription made,
                       DescribeChain(chain, context.target(), context.Asked(options)));
  if (made.chain.arrays.has_callbacks && options.callbacks.spectrum.empty()) {
    return InvalidField("options.callbacks.spectrum", "empty",
                        "the text of a function, as the chain has callbacks");
  }
  const auto description = std::make_shared<const ChainDescription>(std::move(made));
  std::vector<std::shared_ptr<const Plan>> parts;
  for (const PlanDescription& part : description->parts) {
    // The pointer to a part keeps the whole description alive.
    FFT_ASSIGN_OR_RETURN(
        auto plan, context.MakePlan(std::shared_ptr<const PlanDescription>(description, &part)));
    parts.push_back(std::move(plan));
  }
  return std::make_shared<const ChainPlan>(description, std::move(parts));
}

}  // namespace fft
