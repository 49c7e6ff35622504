#include "fft/assign/decision.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/core/dim.h"
#include "fft/core/layout.h"

namespace fft {
namespace {

bool Overlaps(const Layout& layout) {
  std::vector<StridedAxis> axes;
  for (const LayoutDigit& digit : layout.digits()) axes.push_back({digit.length, digit.stride});
  return !IsInjective(axes);
}

std::string Uneven(const Dim& dim, int64_t canonical_stride, const EdgePlacement& placement) {
  return absl::StrCat("a loop of ", dim.length, " steps of ", canonical_stride,
                      " elements has no single stride in the layout ", ToString(placement.layout),
                      " of ", ToString(placement.buffer));
}

// Replaces canonical strides by memory strides, for a dim with as many elements on each side.
// Returns the refusal, empty when it maps.
std::string MapDim(const Step& step, int64_t in_length, int64_t out_length, Dim* dim) {
  const std::optional<int64_t> in_stride = step.in.layout.MapStride(dim->in_stride, in_length);
  if (!in_stride) return Uneven(*dim, dim->in_stride, step.in);
  const std::optional<int64_t> out_stride = step.out.layout.MapStride(dim->out_stride, out_length);
  if (!out_stride) return Uneven(*dim, dim->out_stride, step.out);
  dim->in_stride = *in_stride;
  dim->out_stride = *out_stride;
  return "";
}

// Sets the axes and loops of `step` to those of `node` in memory strides.
std::string MapDims(const PlanNode& node, Step* step) {
  step->axes = node.axes;
  step->loops = node.loops;
  for (Dims* dims : {&step->axes, &step->loops}) {
    for (Dim& dim : *dims) {
      const bool last_axis = &dim == &step->axes.back();
      std::string refusal = MapDim(*step, last_axis ? node.InLength() : dim.length,
                                   last_axis ? node.OutLength() : dim.length, &dim);
      if (!refusal.empty()) return refusal;
    }
  }
  return "";
}

// Reals in an element.
int64_t Units(const EdgePlacement& edge) {
  return edge.format == ArrayFormat::kComplexInterleaved ? 2 : 1;
}

// Why the kernel of `node` cannot read and write one buffer as far as the data goes; empty when it
// can. A transform has read its rows before it writes them, a conversion works element by element.
std::string RefuseInPlaceData(const PlanNode& node, const Step& step) {
  const std::string buffer = ToString(step.in.buffer);
  const auto is_real = [](const EdgePlacement& edge) { return edge.format == ArrayFormat::kReal; };
  const bool same =
      step.in.format == step.out.format && step.in.pair_stride == step.out.pair_stride;
  const bool packed_rows = step.axes.back().in_stride <= 1 && step.axes.back().out_stride <= 1 &&
                           Units(step.in) + Units(step.out) == 3;
  if (!same && !(packed_rows && (is_real(step.in) || is_real(step.out)))) {
    return absl::StrCat(buffer, " is read as ", ToString(step.in.format), " and written as ",
                        ToString(step.out.format),
                        " by this step; a kernel cannot run in place there");
  }
  const auto is_points = [](const AxisSide& side) {
    return side.data == AxisData::kComplex || side.data == AxisData::kHermitianOfPairs;
  };
  if (node.scheme == SchemeKind::kConvert &&
      !(is_points(node.in_side) && is_points(node.out_side))) {
    return absl::StrCat("a conversion from ", ToString(node.in_side.data), " to ",
                        ToString(node.out_side.data), " data cannot run in place in ", buffer);
  }
  return "";
}

// Why a kernel with these memory strides cannot read and write one buffer; empty when it can. Each
// workgroup overwrites what it has read itself, so every element must stay where it is.
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

// Why the kernel of `node` has no form for an edge's format; empty when it has one.
std::string RefuseFormat(const PlanNode& node, const AxisSide& side, const EdgePlacement& edge) {
  const bool is_kernel = node.scheme == SchemeKind::kStockham ||
                         node.scheme == SchemeKind::kConvert || IsConvolution(node.scheme);
  const bool fits = (edge.format == ArrayFormat::kReal) == (side.data == AxisData::kReal);
  if (is_kernel && fits) return "";
  return absl::StrCat("a ", ToString(node.scheme), " kernel has no ", ToString(edge.format),
                      " form for ", ToString(edge.buffer));
}

}  // namespace

DecisionFunction::DecisionFunction(const Problem& problem,
                                   const std::vector<const PlanNode*>& leaves,
                                   InputAccess input_access)
    : problem_(problem),
      leaves_(leaves),
      input_access_(input_access),
      user_arrays_(problem),
      input_overlaps_(Overlaps(user_arrays_.input_layout())) {
  for (size_t i = 0; i <= leaves.size(); ++i) {
    const PlanNode* writer = i > 0 ? leaves[i - 1] : nullptr;
    const PlanNode* reader = i < leaves.size() ? leaves[i] : nullptr;
    edge_positions_.push_back(std::max(writer != nullptr ? writer->OutPositions() : 0,
                                       reader != nullptr ? reader->InPositions() : 0));
    edge_data_.push_back(reader != nullptr   ? reader->in_side.data
                         : writer != nullptr ? writer->out_side.data
                                             : AxisData::kComplex);
  }
}

EdgePlacement DecisionFunction::Place(int edge, Buffer buffer) const {
  if (buffer == Buffer::kUserIn || buffer == Buffer::kUserOut) {
    const bool last = edge == static_cast<int>(leaves_.size());
    const EdgeKind kind = edge == 0 ? EdgeKind::kFirst
                          : last    ? EdgeKind::kLast
                                    : EdgeKind::kBetween;
    return user_arrays_.Place(buffer, kind, edge_data_[edge], edge_positions_[edge]);
  }
  EdgePlacement placement;
  placement.buffer = buffer;
  if (edge_data_[edge] == AxisData::kReal) placement.format = ArrayFormat::kReal;
  placement.layout = Layout::Packed(edge_positions_[edge]);
  return placement;
}

const Decision& DecisionFunction::ValidOutBuffer(int leaf, const EdgePlacement& in,
                                                 const EdgePlacement& out) {
  ++calls_;
  const auto key = std::tuple(leaf, Intern(in), Intern(out));
  const auto found = cache_.find(key);
  if (found != cache_.end()) {
    ++hits_;
    return found->second;
  }
  return cache_.emplace(key, Decide(leaf, in, out)).first->second;
}

int DecisionFunction::Intern(const EdgePlacement& placement) {
  for (size_t i = 0; i < interned_.size(); ++i) {
    if (interned_[i] == placement) return static_cast<int>(i);
  }
  interned_.push_back(placement);
  return static_cast<int>(interned_.size()) - 1;
}

std::string DecisionFunction::RefuseBuffer(int leaf, const EdgePlacement& out) const {
  const std::string buffer = ToString(out.buffer);
  if (out.buffer == Buffer::kUserIn) {
    if (problem_.placement == Placement::kInPlace) return "an in-place problem has no USER_IN";
    if (input_access_ == InputAccess::kReadOnly) return "USER_IN is read-only";
    if (input_overlaps_) {
      return absl::StrCat("elements of USER_IN share addresses in its layout ",
                          ToString(out.layout), ", so it cannot hold other data");
    }
  }
  const int64_t written = edge_positions_[leaf + 1];
  if (out.layout.volume() < written) {
    return absl::StrCat(buffer, " holds ", out.layout.volume(), " elements, this step writes ",
                        written);
  }
  const bool last = leaf + 1 == static_cast<int>(leaves_.size());
  if (last && out.buffer != Buffer::kUserOut) {
    return absl::StrCat("the last step writes the user's output, not ", buffer);
  }
  return "";
}

Decision DecisionFunction::Decide(int leaf, const EdgePlacement& in,
                                  const EdgePlacement& out) const {
  const PlanNode& node = *leaves_[leaf];
  Decision decision;
  decision.refusal = RefuseFormat(node, node.in_side, in);
  if (decision.valid()) decision.refusal = RefuseFormat(node, node.out_side, out);
  if (decision.valid()) decision.refusal = RefuseBuffer(leaf, out);
  if (!decision.valid()) return decision;
  Step& step = decision.step;
  step.leaf = leaf;
  step.in = in;
  step.out = out;
  step.in_place = in.buffer == out.buffer;
  decision.refusal = MapDims(node, &step);
  if (decision.valid() && step.in_place) decision.refusal = RefuseInPlace(node, step);
  return decision;
}

}  // namespace fft
