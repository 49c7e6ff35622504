#include "fft/assign/decision.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/core/dim.h"
#include "fft/core/layout.h"

namespace fft {
namespace {

int64_t LeafVolume(const PlanNode& leaf) {
  int64_t volume = 1;
  for (const Dims* dims : {&leaf.axes, &leaf.loops}) volume *= Volume(*dims).value_or(0);
  return volume;
}

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

// Replaces canonical strides by memory strides. Returns the refusal, empty when every dim maps.
std::string MapDims(const EdgePlacement& in, const EdgePlacement& out, Dims* dims) {
  for (Dim& dim : *dims) {
    const std::optional<int64_t> in_stride = in.layout.MapStride(dim.in_stride, dim.length);
    if (!in_stride) return Uneven(dim, dim.in_stride, in);
    const std::optional<int64_t> out_stride = out.layout.MapStride(dim.out_stride, dim.length);
    if (!out_stride) return Uneven(dim, dim.out_stride, out);
    dim.in_stride = *in_stride;
    dim.out_stride = *out_stride;
  }
  return "";
}

// Why a kernel with these memory strides cannot read and write one buffer; empty when it can. Each
// workgroup overwrites what it has read itself, so every element must stay where it is.
std::string RefuseInPlace(const Step& step) {
  const std::string buffer = ToString(step.in.buffer);
  if (step.in.format != step.out.format) {
    return absl::StrCat(buffer, " is read as ", ToString(step.in.format), " and written as ",
                        ToString(step.out.format),
                        " by this step; a kernel cannot run in place there");
  }
  if (step.in.layout.offset() != step.out.layout.offset()) {
    return absl::StrCat(buffer, " is read from offset ", step.in.layout.offset(),
                        " and written from offset ", step.out.layout.offset(),
                        " by this step; a kernel cannot run in place there");
  }
  for (const Dims* dims : {&step.axes, &step.loops}) {
    for (const Dim& dim : *dims) {
      if (dim.in_stride == dim.out_stride) continue;
      return absl::StrCat(buffer, " is read and written by this step with different strides (",
                          dim.in_stride, " and ", dim.out_stride, " for the length ", dim.length,
                          "); a kernel cannot run in place there");
    }
  }
  return "";
}

// Formats that a leaf's kernel reads and writes.
bool KernelTakes(const PlanNode& leaf, ArrayFormat format) {
  switch (leaf.scheme) {
    case SchemeKind::kStockham:
      return format == ArrayFormat::kComplexInterleaved || format == ArrayFormat::kComplexPlanar;
    case SchemeKind::kLargeColRow:
    case SchemeKind::kLargeRowCol:
    case SchemeKind::kPerAxis:
      return false;
  }
  return false;
}

}  // namespace

DecisionFunction::DecisionFunction(const Problem& problem,
                                   const std::vector<const PlanNode*>& leaves,
                                   InputAccess input_access)
    : problem_(problem),
      leaves_(leaves),
      input_access_(input_access),
      input_layout_(InputLayout(problem)),
      output_layout_(OutputLayout(problem)),
      input_overlaps_(Overlaps(input_layout_)) {
  // A complex leaf writes as many elements as it reads.
  for (const PlanNode* leaf : leaves) edge_volumes_.push_back(LeafVolume(*leaf));
  edge_volumes_.push_back(edge_volumes_.empty() ? 0 : edge_volumes_.back());
}

EdgePlacement DecisionFunction::Place(int edge, Buffer buffer) const {
  EdgePlacement placement;
  placement.buffer = buffer;
  switch (buffer) {
    case Buffer::kUserIn:
      placement.format = problem_.input.format;
      placement.layout = input_layout_;
      break;
    case Buffer::kUserOut:
      placement.format = edge == 0 ? problem_.input.format : problem_.output.format;
      placement.layout = edge == 0 ? input_layout_ : output_layout_;
      break;
    case Buffer::kTemp0:
    case Buffer::kTemp1:
      placement.format = ArrayFormat::kComplexInterleaved;
      placement.layout = Layout::Packed(edge_volumes_[edge]);
      break;
  }
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
  const int64_t written = edge_volumes_[leaf + 1];
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
  for (const EdgePlacement* edge : {&in, &out}) {
    if (KernelTakes(node, edge->format)) continue;
    decision.refusal = absl::StrCat("a ", ToString(node.scheme), " kernel has no ",
                                    ToString(edge->format), " form for ", ToString(edge->buffer));
    return decision;
  }
  decision.refusal = RefuseBuffer(leaf, out);
  if (!decision.valid()) return decision;
  Step& step = decision.step;
  step.leaf = leaf;
  step.in = in;
  step.out = out;
  step.in_place = in.buffer == out.buffer;
  step.axes = node.axes;
  step.loops = node.loops;
  decision.refusal = MapDims(in, out, &step.axes);
  if (decision.valid()) decision.refusal = MapDims(in, out, &step.loops);
  if (decision.valid() && step.in_place) decision.refusal = RefuseInPlace(step);
  return decision;
}

}  // namespace fft
