#include "fft/exec/describe_chain.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/assign/search.h"
#include "fft/assign/workspace.h"
#include "fft/base/float_state.h"
#include "fft/base/int_math.h"
#include "fft/base/out_of_memory.h"
#include "fft/base/status.h"

namespace fft {
namespace {

// The loops of a chain of rows in canonical strides. The batch is two loops where spectra differ:
// the inner one goes from spectrum to spectrum.
Dims LoopsOf(const Chain& chain, int64_t in_elements, int64_t out_elements) {
  const Problem& arrays = chain.arrays;
  Dims loops;
  for (const Dim& loop : arrays.loops) loops.push_back({loop.length});
  loops.push_back({arrays.batch / chain.spectra});
  if (chain.spectra > 1) loops.push_back({chain.spectra});
  for (size_t i = loops.size(); i-- > 0;) {
    loops[i].in_stride = in_elements;
    loops[i].out_stride = out_elements;
    in_elements *= loops[i].length;
    out_elements *= loops[i].length;
  }
  return loops;
}

// The leaf that is a chain of rows.
PlanNode WholeLeaf(const Chain& chain) {
  const Problem& arrays = chain.arrays;
  const int64_t length = arrays.lengths.back();
  const AxisFormat format = IsReal(chain) ? AxisFormat::kReal : AxisFormat::kComplex;
  PlanNode leaf;
  leaf.scheme = SchemeKind::kFilter;
  leaf.kinds = {chain.conjugates ? AxisKind::kInverse : AxisKind::kForward};
  leaf.axes = {{length, 1, 1}};
  leaf.in_side = SideOf(format, length, arrays.input.ranges);
  leaf.out_side = SideOf(format, length, arrays.output.ranges);
  leaf.loops = LoopsOf(chain, leaf.InLength(), leaf.OutLength());
  leaf.row.operation = RowOperation::kFilter;
  leaf.row.points = leaf.row.length = length;
  leaf.row.axis_step = 1;
  leaf.row.loop_steps.assign(leaf.loops.size(), 0);
  if (chain.spectra > 1) leaf.row.loop_steps.back() = SpectrumElements(chain);
  SetOutputLengths(&leaf);
  return leaf;
}

// The chain as one kernel, or why there is none.
absl::StatusOr<PlanDescription> DescribeWhole(const Chain& chain, const Target& target,
                                              const PlanOptions& options) {
  if (chain.arrays.lengths.size() > 1) {
    return absl::UnimplementedError("one kernel holds chains of one axis");
  }
  PlanDescription plan;
  plan.problem = chain.arrays;
  plan.problem.scale /= static_cast<double>(chain.arrays.lengths.back());
  plan.target = target;
  plan.options = options;
  plan.tree = WholeLeaf(chain);
  plan.tree.scale = plan.problem.scale;
  FFT_ASSIGN_OR_RETURN(plan.search, AssignBuffers(plan.problem, plan.tree, target, options));
  return WithCandidate(std::move(plan), 0);
}

// The callback that multiplies the spectra that the transform forth stores. Elements lie packed, so
// an element's number says which one of the spectra it meets.
std::string MultiplyOnStore(const Chain& chain) {
  const bool is_double = chain.arrays.precision == Precision::kDouble;
  const char* const type = is_double ? "double2" : "float2";
  const char* const sign = chain.conjugates ? "-" : "";
  return absl::StrCat(
      "__device__ void store(", type, "* data, size_t offset, ", type,
      " value, void* user) {\n  const ", type, " s = ((const ", type, "*)user)[offset % ",
      chain.spectra * SpectrumElements(chain), "u];\n  ", is_double ? "double" : "float",
      " im = ", sign, "s.y;\n  ", type,
      " product;\n  product.x = value.x * s.x - value.y * im;\n"
      "  product.y = value.x * im + value.y * s.x;\n  data[offset] = product;\n}\n");
}

absl::StatusOr<std::vector<PlanDescription>> DescribeTwo(const Chain& chain, const Target& target,
                                                         const PlanOptions& options) {
  PlanOptions forth = options, back = options;
  forth.callbacks.store = MultiplyOnStore(chain);
  // The spectra between the two plans are the chain's own, and in place the input is lost in any
  // case.
  forth.allow_input_overwrite |= chain.arrays.placement == Placement::kInPlace;
  back.allow_input_overwrite = true;
  std::vector<PlanDescription> parts(2);
  FFT_ASSIGN_OR_RETURN(parts[0], DescribePlan(ForthProblem(chain), target, forth));
  FFT_ASSIGN_OR_RETURN(parts[1], DescribePlan(BackProblem(chain), target, back));
  return parts;
}

absl::StatusOr<ChainDescription> Describe(const Chain& chain, const Target& target,
                                          PlanOptions options) {
  ChainDescription description;
  FFT_ASSIGN_OR_RETURN(description.chain, CompleteChain(chain));
  if (!options.callbacks.empty()) {
    return InvalidField("options.callbacks", "not empty", "none, as the plan is a chain's");
  }
  options.candidate = 0;
  const bool asks_whole = options.scheme == WholeChainScheme();
  absl::Status refusal = absl::UnimplementedError("another scheme is asked for");
  if (!options.scheme || asks_whole) {
    absl::StatusOr<PlanDescription> whole = DescribeWhole(description.chain, target, options);
    if (whole.ok()) {
      description.parts.push_back(*std::move(whole));
      return description;
    }
    refusal = whole.status();
  }
  if (absl::IsCancelled(refusal)) return refusal;
  // No kernel does the whole chain, whatever the reason, so a caller who asks for one gets
  // Unimplemented.
  if (asks_whole) return absl::UnimplementedError(refusal.message());
  const Precision precision = description.chain.arrays.precision;
  if (IsStorage(precision)) {
    return absl::UnimplementedError(
        absl::StrCat("chains in ", ToString(precision),
                     " precision are rows that one workgroup holds: ", refusal.message()));
  }
  FFT_ASSIGN_OR_RETURN(description.parts, DescribeTwo(description.chain, target, options));
  return description;
}

}  // namespace

int64_t ChainDescription::between_bytes() const {
  if (is_whole()) return 0;
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

SchemeKind WholeChainScheme() { return SchemeKind::kFilter; }

absl::StatusOr<ChainDescription> DescribeChain(const Chain& chain, const Target& target,
                                               const PlanOptions& options) {
  const DefaultFloatState state;
  return CatchOutOfMemory([&] { return Describe(chain, target, options); });
}

}  // namespace fft
