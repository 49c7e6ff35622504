#include "fft/exec/describe_chain.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/assign/workspace.h"
#include "fft/base/float_state.h"
#include "fft/base/int_math.h"
#include "fft/base/out_of_memory.h"
#include "fft/base/status.h"
#include "fft/exec/choose_tree.h"
#include "fft/plan/scheme.h"

namespace fft {
namespace {

// Returns the chain as one plan, or the reason why there is none.
absl::StatusOr<PlanDescription> DescribeWhole(const Chain& chain, const Target& target,
                                              const PlanOptions& options) {
  PlanDescription plan;
  plan.problem = TreeProblem(chain);
  plan.target = target;
  plan.options = options;
  FFT_ASSIGN_OR_RETURN(AssignedTree chosen, ChooseChainTree(chain, target, options));
  plan.planner = std::move(chosen.planner);
  plan.tree = std::move(chosen.tree);
  plan.search = std::move(chosen.search);
  const bool asks_leaf = options.scheme == SchemeKind::kFilter;
  if (asks_leaf && !plan.tree.is_leaf()) {
    return absl::UnimplementedError("one kernel holds chains of one axis");
  }
  return WithCandidate(std::move(plan), 0);
}

// The function by which a chain reads its spectra if the caller gives none.
constexpr char kPlainSpectrum[] =
    "__device__ T spectrum(const T* data, size_t element) { return data[element]; }";

// The store callback of the forward transform, which multiplies its results by what `spectrum`
// returns. Elements lie packed, so the number of an element gives its element of the spectra.
std::string MultiplyOnStore(const Chain& chain, const std::string& spectrum) {
  const bool is_double = chain.arrays.precision == Precision::kDouble;
  const char* const type = is_double ? "double2" : "float2";
  const char* const sign = chain.conjugates ? "-" : "";
  return absl::StrCat(
      spectrum.empty() ? kPlainSpectrum : spectrum, "\n__device__ void store(", type,
      "* data, size_t offset, ", type, " value, void* user) {\n  const ", type,
      " s = spectrum((const ", type, "*)user, offset % ", chain.spectra * SpectrumElements(chain),
      "u);\n  ", is_double ? "double" : "float", " im = ", sign, "s.y;\n  ", type,
      " product;\n  product.x = value.x * s.x - value.y * im;\n"
      "  product.y = value.x * im + value.y * s.x;\n  data[offset] = product;\n}\n");
}

absl::StatusOr<std::vector<PlanDescription>> DescribeTwo(const Chain& chain, const Target& target,
                                                         const PlanOptions& options) {
  PlanOptions forth = options, back = options;
  forth.callbacks.store = MultiplyOnStore(chain, options.callbacks.spectrum);
  forth.callbacks.spectrum.clear();
  back.callbacks = {};
  // The array between the two plans belongs to the chain, so the second plan may overwrite it. In
  // place the chain overwrites its input in any case.
  forth.allow_input_overwrite |= chain.arrays.placement == Placement::kInPlace;
  back.allow_input_overwrite = true;
  std::vector<PlanDescription> parts(2);
  FFT_ASSIGN_OR_RETURN(parts[0], DescribePlan(ForthProblem(chain), target, forth));
  FFT_ASSIGN_OR_RETURN(parts[1], DescribePlan(BackProblem(chain), target, back));
  return parts;
}

// Returns two plans: the transform of the frames, and their addition.
absl::StatusOr<std::vector<PlanDescription>> DescribeOverlapAdd(const Chain& chain,
                                                                const Target& target,
                                                                const PlanOptions& options) {
  if (IsStorage(chain.arrays.precision)) {
    return absl::UnimplementedError(absl::StrCat(ToString(chain.arrays.precision),
                                                 " precision does not hold the frames between "
                                                 "kernels"));
  }
  // The addition may overwrite the array of frames, which belongs to the chain. The caller's scheme
  // is only for the transform, because one kernel adds the frames.
  PlanOptions add = options;
  add.scheme.reset();
  add.allow_input_overwrite = true;
  std::vector<PlanDescription> parts(2);
  FFT_ASSIGN_OR_RETURN(parts[0], DescribePlan(BackProblem(chain), target, options));
  FFT_ASSIGN_OR_RETURN(parts[1], DescribeWhole(chain, target, add));
  return parts;
}

absl::Status CheckCallbacks(const Chain& chain, const Callbacks& callbacks) {
  for (const auto& [name, text] : {std::pair{"load", callbacks.load}, {"store", callbacks.store}}) {
    if (text.empty()) continue;
    return InvalidField(absl::StrCat("options.callbacks.", name), "not empty",
                        "none, as the plan is a chain's");
  }
  if (chain.kind != ChainKind::kOverlapAdd || callbacks.empty()) return absl::OkStatus();
  return InvalidField("options.callbacks.spectrum", "not empty", "none, as frames are added");
}

double SecondsOf(const std::vector<PlanDescription>& parts) {
  double seconds = 0;
  for (const PlanDescription& part : parts) seconds += part.chosen().seconds;
  return seconds;
}

absl::StatusOr<ChainDescription> Describe(const Chain& chain, const Target& target,
                                          PlanOptions options) {
  ChainDescription description;
  FFT_ASSIGN_OR_RETURN(description.chain, CompleteChain(chain));
  FFT_RETURN_IF_ERROR(CheckCallbacks(description.chain, options.callbacks));
  description.chain.arrays.has_callbacks |= !options.callbacks.empty();
  options.candidate = 0;
  const bool asks_whole = options.scheme && IsChainScheme(*options.scheme);
  const ChainKind kind = description.chain.kind;
  if (kind == ChainKind::kOverlapAdd) {
    if (asks_whole) {
      return absl::UnimplementedError(
          absl::StrCat("the scheme ", ToString(*options.scheme), " adds no frames"));
    }
    FFT_ASSIGN_OR_RETURN(description.parts, DescribeOverlapAdd(description.chain, target, options));
    return description;
  }
  absl::StatusOr<PlanDescription> whole = absl::UnimplementedError("another scheme is asked for");
  if (!options.scheme || asks_whole) whole = DescribeWhole(description.chain, target, options);
  if (absl::IsCancelled(whole.status())) return whole.status();
  // If there is no tree of the whole chain, a caller who asks for one gets Unimplemented, whatever
  // the reason.
  if (asks_whole && !whole.ok()) return absl::UnimplementedError(whole.status().message());
  const bool is_layer = kind == ChainKind::kLayer;
  if (is_layer && !whole.ok()) return whole.status();
  const bool is_settled = whole.ok() && (asks_whole || is_layer || whole->tree.is_leaf());
  const Precision precision = description.chain.arrays.precision;
  if (!is_settled && IsStorage(precision)) {
    return absl::UnimplementedError(
        absl::StrCat("chains in ", ToString(precision),
                     " precision are rows that one workgroup holds: ", whole.status().message()));
  }
  if (whole.ok()) description.parts.push_back(*std::move(whole));
  if (is_settled) return description;
  auto two = DescribeTwo(description.chain, target, options);
  if (description.parts.empty()) {
    FFT_ASSIGN_OR_RETURN(description.parts, std::move(two));
  } else if (two.ok() && SecondsOf(*two) < SecondsOf(description.parts)) {
    description.parts = *std::move(two);
  }
  return description;
}

}  // namespace

int64_t ChainDescription::between_bytes() const {
  if (is_whole()) return 0;
  if (chain.kind == ChainKind::kOverlapAdd) {
    const Problem& frames = parts.front().problem;
    const int64_t bytes = TransformCount(frames) * FrameSamples(chain) *
                          ElementBytes(frames.output.format, frames.precision);
    return RoundUp(bytes, kWorkspaceAlignment);
  }
  const Problem& back = parts.back().problem;
  const int64_t bytes = TransformCount(back) * SpectrumElements(chain) *
                        ElementBytes(ArrayFormat::kComplexInterleaved, back.precision);
  return RoundUp(bytes, kWorkspaceAlignment);
}

int64_t ChainDescription::workspace_bytes() const {
  int64_t most = 0;
  for (const PlanDescription& part : parts) most = std::max(most, part.workspace_bytes());
  return between_bytes() + most;
}

bool IsChainScheme(SchemeKind scheme) {
  const Scheme& entry = SchemeOf(scheme);
  return !entry.only_by_name &&
         (entry.plans(TransformKind::kChain) || entry.plans(TransformKind::kLayer));
}

absl::StatusOr<SchemeKind> ParseChainScheme(const std::string& field, const std::string& name) {
  for (int i = 0; i < kSchemeKinds; ++i) {
    const auto scheme = static_cast<SchemeKind>(i);
    if (IsChainScheme(scheme) && name == ToString(scheme)) return scheme;
  }
  return ParseScheme(field, name);
}

absl::StatusOr<ChainDescription> DescribeChain(const Chain& chain, const Target& target,
                                               const PlanOptions& options) {
  const DefaultFloatState state;
  return CatchOutOfMemory([&] { return Describe(chain, target, options); });
}

}  // namespace fft
