#include "fft/tree/plan_node.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/int_math.h"
#include "fft/base/json.h"

namespace fft {
namespace {

// The loops and axes of one side, with `last` elements along the last axis.
Dims SideDims(const PlanNode& node, int64_t last) {
  Dims dims = node.loops;
  dims.insert(dims.end(), node.axes.begin(), node.axes.end());
  dims.back().length = last;
  return dims;
}

// The dims of the side that holds only part of each enclosing row: the elements of the row, and the
// loops that repeat rows.
Dims CutDims(const PlanNode& node) {
  const AxisSide& side = CutsInput(node.row.operation) ? node.in_side : node.out_side;
  Dims dims = {{Elements({side.format}, node.row.points), node.row.stride, node.row.stride}};
  for (size_t i = 0; i < node.loops.size(); ++i) {
    if (node.row.loop_steps[i] == 0) dims.push_back(node.loops[i]);
  }
  return dims;
}

int64_t ElementsOf(const Dims& dims) {
  int64_t elements = 1;
  for (const Dim& dim : dims) elements *= dim.length;
  return elements;
}

// The number of positions in a space of whole rows. Rows may be longer than their elements, so each
// dim counts its last step in full.
int64_t Positions(const Dims& dims, int64_t Dim::*stride) {
  int64_t positions = 1, last = 0;
  for (const Dim& dim : dims) {
    if (dim.length > 1) positions = std::max(positions, dim.length * (dim.*stride));
    last += (dim.length - 1) * (dim.*stride);
  }
  return std::max(positions, last + 1);
}

// The dims of `list` with more than one element, slowest first by one side's stride. If there are
// none, the result is one dim of one element.
Dims SortedBy(const Dims& list, int64_t Dim::*stride) {
  Dims dims;
  for (const Dim& dim : list) {
    if (dim.length > 1) dims.push_back(dim);
  }
  if (dims.empty()) dims.push_back({1, 1, 1});
  std::stable_sort(dims.begin(), dims.end(), [stride](const Dim& a, const Dim& b) {
    return Magnitude(a.*stride) > Magnitude(b.*stride);
  });
  return dims;
}

std::vector<int64_t> Collect(const Dims& dims, int64_t Dim::*field) {
  std::vector<int64_t> values;
  for (const Dim& dim : dims) values.push_back(dim.*field);
  return values;
}

void CollectLeaves(const PlanNode& node, std::vector<const PlanNode*>* leaves) {
  if (node.is_leaf()) {
    leaves->push_back(&node);
    return;
  }
  for (const PlanNode& child : node.children) CollectLeaves(child, leaves);
}

// Whether the node has several kinds, or one kind that is more than a sign.
bool HasOwnKinds(const PlanNode& node) {
  return node.kinds.size() > 1 || !IsFourier(node.kinds.front());
}

std::vector<std::string> NamesOf(const std::vector<AxisKind>& kinds) {
  std::vector<std::string> names;
  for (AxisKind kind : kinds) names.push_back(ToString(kind));
  return names;
}

Json NodeToJson(const PlanNode& node, const std::string& id) {
  Json twiddle = nullptr;
  if (node.large_twiddle.length > 0) {
    twiddle = {{"length", node.large_twiddle.length}, {"loop", node.large_twiddle.loop}};
  }
  Json children = Json::array();
  for (size_t i = 0; i < node.children.size(); ++i) {
    children.push_back(NodeToJson(node.children[i], absl::StrCat(id, ".", i)));
  }
  Json json = {{"id", id},
               {"scheme", ToString(node.scheme)},
               {"lengths", node.InputShape()},
               {"output_lengths", node.output_lengths},
               {"in_strides", node.InputStrides()},
               {"out_strides", node.OutputStrides()},
               {"axes", ToJson(node.axes)},
               {"loops", ToJson(node.loops)},
               {"in_side", ToJson(node.in_side)},
               {"out_side", ToJson(node.out_side)},
               {"large_twiddle", std::move(twiddle)},
               {"convolution", node.convolution},
               {"applies_scale", node.scale != 1},
               {"scale", node.scale},
               {"seconds", node.Seconds()},
               {"kernel", node.kernel ? ToJson(*node.kernel) : Json(nullptr)},
               {"children", std::move(children)}};
  if (HasOwnKinds(node)) json["kinds"] = NamesOf(node.kinds);
  return json;
}

// One entry for each SchemeKind, in the order of the enumeration.
constexpr LeafWork kWorks[] = {
#define SCHEME_KIND(id, name, work) LeafWork::work,
#include "fft/tree/scheme_kinds.def"
#undef SCHEME_KIND
};

}  // namespace

std::vector<int64_t> PlanNode::InputShape() const {
  return LengthsBy(SideDims(*this, InLength()), &Dim::in_stride);
}

std::vector<int64_t> PlanNode::OutputShape() const {
  return LengthsBy(SideDims(*this, OutLength()), &Dim::out_stride);
}

std::vector<int64_t> PlanNode::InputStrides() const {
  return Collect(SortedBy(SideDims(*this, InLength()), &Dim::in_stride), &Dim::in_stride);
}

std::vector<int64_t> PlanNode::OutputStrides() const {
  return Collect(SortedBy(SideDims(*this, OutLength()), &Dim::out_stride), &Dim::out_stride);
}

int64_t PlanNode::InElements() const {
  return ElementsOf(CutsInput(row.operation) ? CutDims(*this) : SideDims(*this, InLength()));
}

int64_t PlanNode::OutElements() const {
  return ElementsOf(CutsOutput(row.operation) ? CutDims(*this) : SideDims(*this, OutLength()));
}

int64_t PlanNode::InPositions() const {
  const bool cuts = CutsInput(row.operation);
  return Positions(cuts ? CutDims(*this) : SideDims(*this, InLength()), &Dim::in_stride);
}

int64_t PlanNode::OutPositions() const {
  const bool cuts = CutsOutput(row.operation);
  return Positions(cuts ? CutDims(*this) : SideDims(*this, OutLength()), &Dim::out_stride);
}

double PlanNode::Seconds() const {
  double seconds = kernel ? kernel->price.Seconds() : 0;
  for (const PlanNode& child : children) seconds += child.Seconds();
  return seconds;
}

std::vector<const PlanNode*> Leaves(const PlanNode& root) {
  std::vector<const PlanNode*> leaves;
  CollectLeaves(root, &leaves);
  return leaves;
}

std::vector<int64_t> LengthsBy(const Dims& dims, int64_t Dim::*stride) {
  return Collect(SortedBy(dims, stride), &Dim::length);
}

void SetOutputLengths(PlanNode* node) { node->output_lengths = node->OutputShape(); }

absl::Status CheckOutputLengths(const PlanNode& root) {
  if (root.output_lengths != root.OutputShape()) {
    return absl::InternalError(absl::StrCat(
        ToString(root), " has output_lengths ", absl::StrJoin(root.output_lengths, " x "),
        " and writes ", absl::StrJoin(root.OutputShape(), " x ")));
  }
  for (const PlanNode& child : root.children) {
    if (absl::Status status = CheckOutputLengths(child); !status.ok()) return status;
  }
  return absl::OkStatus();
}

std::vector<int64_t> TwiddleStepsOf(const PlanNode& leaf) {
  if (leaf.large_twiddle.length == 0) return {};
  if (leaf.row.operation == RowOperation::kUnfoldIn) return leaf.row.loop_steps;
  std::vector<int64_t> steps(leaf.loops.size(), 0);
  steps[leaf.large_twiddle.loop] = 1;
  return steps;
}

LeafWork WorkOf(SchemeKind scheme) {
  const int index = static_cast<int>(scheme);
  return index >= 0 && index < kSchemeKinds ? kWorks[index] : LeafWork::kNone;
}

std::string ToString(const PlanNode& node) {
  std::string text = absl::StrCat("(", ToString(node.scheme), " ", ToString(node.axes));
  if (!node.loops.empty()) absl::StrAppend(&text, " x", ToString(node.loops));
  if (HasOwnKinds(node)) absl::StrAppend(&text, " by ", absl::StrJoin(NamesOf(node.kinds), "_"));
  if (node.large_twiddle.length > 0) {
    absl::StrAppend(&text, " tw", node.large_twiddle.length, "@", node.large_twiddle.loop);
  }
  for (const auto& [name, side] : {std::pair{"in", &node.in_side}, {"out", &node.out_side}}) {
    if (*side == AxisSide{}) continue;
    absl::StrAppend(&text, " ", name, ":", ToString(side->format));
    if (side->length > 0) absl::StrAppend(&text, side->length);
    if (side->reals) absl::StrAppend(&text, ToString(*side->reals));
    if (side->first) absl::StrAppend(&text, "@", *side->first);
  }
  if (node.convolution > 0) absl::StrAppend(&text, " conv", node.convolution);
  if (node.scale != 1) absl::StrAppend(&text, " scale", node.scale);
  if (node.row.operation != RowOperation::kNone) {
    absl::StrAppend(&text, " ", ToString(node.row.operation), node.row.points, "/",
                    node.row.length);
  }
  for (const PlanNode& child : node.children) absl::StrAppend(&text, " ", ToString(child));
  return absl::StrCat(text, ")");
}

Json ToJson(const PlanNode& root) { return NodeToJson(root, "0"); }

bool StaysInPlace(const PlanNode& leaf) {
  const auto stays = [](const Dim& dim) { return dim.in_stride == dim.out_stride; };
  return leaf.in_side == leaf.out_side && std::all_of(leaf.axes.begin(), leaf.axes.end(), stays) &&
         std::all_of(leaf.loops.begin(), leaf.loops.end(), stays);
}

}  // namespace fft
