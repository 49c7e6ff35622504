#include "fft/assign/decision.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/choice/choose.h"
#include "fft/core/dim.h"
#include "fft/core/layout.h"
#include "fft/core/map_dims.h"
#include "fft/tree/point_operations.h"

namespace fft {
namespace {

bool Overlaps(const Layout& layout) {
  std::vector<StridedAxis> axes;
  for (const LayoutDigit& digit : layout.digits()) axes.push_back({digit.length, digit.stride});
  return !IsInjective(axes);
}

// The number of reals in an element.
int64_t Units(const EdgePlacement& edge) {
  return edge.format == ArrayFormat::kComplexInterleaved ? 2 : 1;
}

// Returns why the kernel of `node` cannot read and write one buffer, judged only by the kinds of
// data; empty if it can. A transform reads its rows before it writes them. A conversion works
// element by element.
std::string RefuseInPlaceData(const PlanNode& node, const Step& step) {
  const std::string buffer = ToString(step.in.buffer);
  const auto is_real = [](const EdgePlacement& edge) { return edge.format == ArrayFormat::kReal; };
  const bool same =
      step.in.format == step.out.format && step.in.pair_stride == step.out.pair_stride;
  const auto is_packed = [](int64_t stride) { return stride == 0 || stride == 1; };
  const bool packed_rows = is_packed(step.axes.back().in_stride) &&
                           is_packed(step.axes.back().out_stride) &&
                           Units(step.in) + Units(step.out) == 3;
  if (!same && !(packed_rows && (is_real(step.in) || is_real(step.out)))) {
    return absl::StrCat(buffer, " is read as ", ToString(step.in.format), " and written as ",
                        ToString(step.out.format),
                        " by this step; a kernel cannot run in place there");
  }
  const auto is_points = [](const AxisSide& side) {
    const AxisFormat format = MemoryFormat(side);
    return format == AxisFormat::kComplex || format == AxisFormat::kHermitianOfPairs ||
           format == AxisFormat::kChirpedSpectrum || format == AxisFormat::kFiltered;
  };
  const bool moves = HoldsRange(node.in_side) || HoldsRange(node.out_side);
  if (WorkOf(node.scheme) == LeafWork::kConverts &&
      (moves || !(is_points(node.in_side) && is_points(node.out_side)))) {
    return absl::StrCat("a conversion from ", ToString(node.in_side.format), " to ",
                        ToString(node.out_side.format), " data cannot run in place in ", buffer);
  }
  if (CutsInput(node.row.operation) || CutsOutput(node.row.operation)) {
    return absl::StrCat("a transform between rows of ", node.row.points, " and of ",
                        node.row.length, " points cannot run in place in ", buffer);
  }
  return "";
}

// Why a kernel with these memory strides cannot read and write one buffer; empty when it can. Each
// workgroup may overwrite only what it has read itself. So every element, or every row whose
// elements change, must stay where it is.
std::string RefuseInPlace(const PlanNode& node, const Step& step) {
  if (std::string refusal = RefuseInPlaceData(node, step); !refusal.empty()) return refusal;
  const std::string buffer = ToString(step.in.buffer);
  const int64_t in_units = Units(step.in), out_units = Units(step.out);
  if (step.in.layout.offset() * in_units != step.out.layout.offset() * out_units) {
    return absl::StrCat(buffer, " is read from offset ", step.in.layout.offset(),
                        " and written from offset ", step.out.layout.offset(),
                        " by this step; a kernel cannot run in place there");
  }
  for (const Dims* dims : {&step.axes, &step.loops}) {
    for (const Dim& dim : *dims) {
      const bool row = dims == &step.axes &&
                       (in_units != out_units || node.InLength() == 1 || node.OutLength() == 1);
      if (row || dim.in_stride * in_units == dim.out_stride * out_units) continue;
      return absl::StrCat(buffer, " is read and written by this step with different strides (",
                          dim.in_stride, " and ", dim.out_stride, " for the length ", dim.length,
                          "); a kernel cannot run in place there");
    }
  }
  return "";
}

bool Contains(const std::vector<ArrayFormat>& formats, ArrayFormat format) {
  return std::find(formats.begin(), formats.end(), format) != formats.end();
}

// Why the kernel of `node` has no form for an edge's format; empty when it has one.
std::string RefuseFormat(const PlanNode& node, bool is_real,
                         const std::vector<ArrayFormat>& formats, const EdgePlacement& edge) {
  const bool fits = (edge.format == ArrayFormat::kReal) == is_real;
  if (fits && Contains(formats, edge.format)) return "";
  return absl::StrCat("a ", ToString(node.scheme), " kernel has no ", ToString(edge.format),
                      " form for ", ToString(edge.buffer));
}

// Why the kernel's entry in the table of rules forbids these placements; empty when it allows them.
// `has_function` says whether the kernel stores a function of its results.
std::string RefuseByRule(const PlanNode& node, const EdgePlacement& in, const EdgePlacement& out,
                         bool has_function) {
  const KernelRule* rule = FindKernelRule(node.scheme);
  if (rule == nullptr) return absl::StrCat(ToString(node.scheme), " is no kernel");
  const auto is_real = [](const AxisSide& side) { return MemoryFormat(side) == AxisFormat::kReal; };
  std::string refusal = RefuseFormat(node, is_real(node.in_side), rule->reads, in);
  if (refusal.empty()) {
    refusal = RefuseFormat(node, has_function || is_real(node.out_side), rule->writes, out);
  }
  if (!refusal.empty()) return refusal;
  if (rule->in_place == InPlace::kNever && in.buffer == out.buffer) {
    return absl::StrCat("a ", ToString(node.scheme), " kernel never runs in place, and ",
                        ToString(in.buffer), " holds its input");
  }
  return "";
}

// Sets the length and stride of the rows on the side that holds only a part of each row, if there
// is such a side.
void LimitRow(const PlanNode& node, MappedSide* in, MappedSide* out) {
  MappedSide* const side = CutsInput(node.row.operation)    ? in
                           : CutsOutput(node.row.operation) ? out
                                                            : nullptr;
  if (side == nullptr) return;
  const AxisSide& data = side == in ? node.in_side : node.out_side;
  side->row_points = Elements({data.format}, node.row.points);
  side->row_stride = node.row.stride;
}

}  // namespace

std::vector<KernelOption> PlainKernels(const std::vector<const PlanNode*>& leaves) {
  std::vector<KernelOption> kernels;
  for (const PlanNode* leaf : leaves) {
    kernels.push_back({static_cast<int>(kernels.size()), 1, ShimKind::kNone, *leaf});
  }
  return kernels;
}

DecisionFunction::DecisionFunction(const Problem& problem, const Target& target,
                                   const std::vector<KernelOption>& kernels,
                                   InputAccess input_access, ShapeMemo* memo,
                                   int64_t independent_rows)
    : problem_(problem),
      target_(target),
      kernels_(kernels),
      input_access_(input_access),
      independent_rows_(independent_rows),
      user_arrays_(problem),
      input_overlaps_(Overlaps(user_arrays_.input_layout())),
      memo_(memo) {
  const PlanNode* writer = nullptr;
  bool convolves = false;
  const auto add_edge = [&](const PlanNode* reader) {
    convolves = convolves || (writer != nullptr && writer->out_side.format == AxisFormat::kChirped);
    edge_convolves_.push_back(convolves);
    convolves = convolves && reader != nullptr && reader->in_side.format != AxisFormat::kConvolved;
    edge_positions_.push_back(std::max(writer != nullptr ? writer->OutPositions() : 0,
                                       reader != nullptr ? reader->InPositions() : 0));
    edge_data_.push_back(reader != nullptr   ? MemoryFormat(reader->in_side)
                         : writer != nullptr ? MemoryFormat(writer->out_side)
                                             : AxisFormat::kComplex);
    writer = reader;
  };
  for (const KernelOption& kernel : kernels) {
    if (kernel.shim == ShimKind::kNone) add_edge(&kernel.node);
  }
  add_edge(nullptr);
}

EdgePlacement DecisionFunction::Place(int edge, Buffer buffer) const {
  if (buffer == Buffer::kUserIn || buffer == Buffer::kUserOut) {
    const bool last = edge == leaf_count();
    const EdgeKind kind = edge == 0 ? EdgeKind::kFirst
                          : last    ? EdgeKind::kLast
                                    : EdgeKind::kBetween;
    return user_arrays_.Place(buffer, kind, edge_data_[edge], edge_positions_[edge]);
  }
  EdgePlacement placement;
  placement.buffer = buffer;
  if (edge_data_[edge] == AxisFormat::kReal) placement.format = ArrayFormat::kReal;
  placement.layout = Layout::Packed(edge_positions_[edge]);
  return placement;
}

const Decision& DecisionFunction::ValidOutBuffer(int kernel, int in, int out) {
  ++calls_;
  const auto key = std::tuple(kernel, in, out);
  const auto found = cache_.find(key);
  if (found != cache_.end()) {
    ++hits_;
    return found->second;
  }
  return cache_.emplace(key, Decide(kernels_[kernel], placement(in), placement(out))).first->second;
}

int DecisionFunction::Number(const EdgePlacement& placement) {
  for (size_t i = 0; i < numbered_.size(); ++i) {
    if (numbered_[i] == placement) return static_cast<int>(i);
  }
  numbered_.push_back(placement);
  return static_cast<int>(numbered_.size()) - 1;
}

std::string DecisionFunction::RefuseBuffer(const KernelOption& kernel,
                                           const EdgePlacement& out) const {
  const std::string buffer = ToString(out.buffer);
  if (out.buffer == Buffer::kUserIn) {
    if (problem_.placement == Placement::kInPlace) return "an in-place problem has no USER_IN";
    if (input_access_ == InputAccess::kReadOnly) return "USER_IN is read-only";
    if (input_overlaps_) {
      return absl::StrCat("elements of USER_IN share addresses in its layout ",
                          ToString(user_arrays_.input_layout()), ", so it cannot hold other data");
    }
  }
  const int edge = kernel.leaf + kernel.leaf_count;
  if (out.layout.volume() < edge_positions_[edge]) {
    return absl::StrCat(buffer, " holds ", out.layout.volume(), " elements, this step writes ",
                        edge_positions_[edge]);
  }
  const Precision precision = PrecisionOf(problem_, out.buffer);
  if (edge != leaf_count() && precision != problem_.precision) {
    return absl::StrCat(buffer, " holds ", ToString(precision),
                        " precision, and numbers between kernels have ",
                        ToString(problem_.precision), " precision");
  }
  if (edge == leaf_count() && out.buffer != Buffer::kUserOut) {
    return absl::StrCat("the last step writes the user's output, not ", buffer);
  }
  return "";
}

std::string DecisionFunction::ChooseKernelOf(const KernelOption& kernel, Step* step) const {
  const auto bytes = [this](int64_t elements, const EdgePlacement& edge) {
    return elements * ElementBytes(problem_, edge) * (IsPlanar(edge.format) ? 2 : 1);
  };
  step->bytes_moved =
      bytes(kernel.node.InElements(), step->in) + bytes(kernel.node.OutElements(), step->out);
  const absl::StatusOr<SharedChoice>& choice = ChoiceFor(kernel, *step);
  if (!choice.ok()) return std::string(choice.status().message());
  step->seconds = (*choice)->price.Seconds();
  step->kernel = *choice;
  return "";
}

const absl::StatusOr<SharedChoice>& DecisionFunction::ChoiceFor(const KernelOption& kernel,
                                                                const Step& step) const {
  Strided key = {&kernel,
                 step.axes,
                 step.loops,
                 step.row_steps,
                 step.twiddle_steps,
                 step.in_place,
                 PrecisionOf(problem_, step.in.buffer),
                 PrecisionOf(problem_, step.out.buffer)};
  const auto known = choices_.find(key);
  if (known != choices_.end()) return known->second;
  absl::StatusOr<SharedChoice> choice = Choose(key);
  return choices_.emplace(std::move(key), std::move(choice)).first->second;
}

absl::StatusOr<SharedChoice> DecisionFunction::Choose(const Strided& strided) const {
  FFT_ASSIGN_OR_RETURN(
      KernelChoice choice,
      ChooseKernel({strided.kernel->node, target_, problem_.precision, strided.axes, strided.loops,
                    strided.row_steps, strided.twiddle_steps, memo_, strided.in_place,
                    independent_rows_, strided.in_precision, strided.out_precision}));
  return SharedChoice(std::move(choice));
}

bool DecisionFunction::CanStay(const KernelOption& kernel) const {
  const EdgePlacement in = Place(kernel.leaf, Buffer::kTemp0);
  return Fit(kernel, in, Place(kernel.leaf + kernel.leaf_count, Buffer::kTemp0)).valid();
}

Decision DecisionFunction::Decide(const KernelOption& kernel, const EdgePlacement& in,
                                  const EdgePlacement& out) const {
  Decision decision = Fit(kernel, in, out);
  if (decision.valid()) decision.refusal = ChooseKernelOf(kernel, &decision.step);
  return decision;
}

Decision DecisionFunction::Fit(const KernelOption& kernel, const EdgePlacement& in,
                               const EdgePlacement& out) const {
  Decision decision;
  const bool is_last = kernel.leaf + kernel.leaf_count == leaf_count();
  decision.refusal = RefuseByRule(kernel.node, in, out, is_last && HasFunction(problem_.output));
  if (decision.valid()) {
    const PlanEnds ends = {kernel.leaf == 0, is_last};
    decision.refusal = std::string(TakesPointOperations(problem_, kernel.node, ends).message());
  }
  if (decision.valid()) decision.refusal = RefuseBuffer(kernel, out);
  if (!decision.valid()) return decision;
  Step& step = decision.step;
  step.leaf = kernel.leaf;
  step.leaf_count = kernel.leaf_count;
  step.shim = kernel.shim;
  step.in = in;
  step.out = out;
  step.in_place = in.buffer == out.buffer;
  const PlanNode& node = kernel.node;
  step.axes = node.axes;
  step.loops = node.loops;
  MappedSide read = {in.layout, ToString(in.buffer), node.InLength()};
  MappedSide written = {out.layout, ToString(out.buffer), node.OutLength()};
  LimitRow(node, &read, &written);
  DimSteps steps = {node.row.axis_step, node.row.loop_steps, TwiddleStepsOf(node)};
  decision.refusal = MapDims(read, written, &step.axes, &step.loops, &steps);
  step.row_steps = std::move(steps.row_loops);
  step.twiddle_steps = std::move(steps.twiddle_loops);
  step.output_lengths = OutputLengths(node, step);
  if (decision.valid() && step.in_place) decision.refusal = RefuseInPlace(node, step);
  return decision;
}

}  // namespace fft
