// Transforms whose arrays hold only a part of some axes.
#include <algorithm>
#include <numeric>
#include <vector>

#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/convert.h"
#include "fft/plan/schemes/table.h"

namespace fft {
namespace {

// Several axes are transformed one after the other. Each step runs only over the lines that its
// input holds and its output needs. Here the first half of x is read, and the first half of y is
// stored:
//
//   in edge          between            out edge
//      x ->             x ->               x ->
//   y [ a a ]  y    y [ b b ]  x        y [ c c c c ]
//   | [ a a ] ==>   v [ b b ] ==>       v [ c c c c ]
//   | [ a a ]
//   v [ a a ]
//
// Axes that shrink come first and axes that grow come last, so that every step runs over as few
// lines as possible. Neighbours in this order that are whole make one step. The last axis of a
// transform of reals comes first in the forward transform, and last in the inverse one.
//
// A single axis is transformed whole, between two conversions. The first one appends zeros, the
// second one drops the elements that are not stored. They also convert from reals or to reals:
//
//   in edge --convert--> n --transform--> n --convert--> out edge

// An axis, as the input's array and the output's array hold it.
struct Part {
  AxisFormat in_format = AxisFormat::kComplex, out_format = AxisFormat::kComplex;
  Range in, out;
  bool is_whole = false;
  // Whether the axis has the same elements before and after.
  bool keeps() const { return is_whole && in_format == out_format; }
  // The number of elements written divided by the number of elements read.
  double growth() const { return static_cast<double>(out.count) / static_cast<double>(in.count); }
};

std::vector<Part> PartsOf(const TransformRequest& request) {
  const bool are_reals = PlansRealToReal(request.kind);
  const AxisFormat points = are_reals ? AxisFormat::kReal : AxisFormat::kComplex;
  std::vector<Part> parts(request.axes.size(), Part{points, points});
  if (request.kind == TransformKind::kRealToHermitian) {
    parts.back() = {AxisFormat::kReal, AxisFormat::kHermitian};
  } else if (request.kind == TransformKind::kHermitianToReal) {
    parts.back() = {AxisFormat::kHermitian, AxisFormat::kReal};
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    Part& part = parts[i];
    const int64_t length = request.axes[i].length;
    const Range whole_in = {0, Elements({part.in_format}, length)};
    const Range whole_out = {0, Elements({part.out_format}, length)};
    part.in = request.in_ranges.empty() ? whole_in : request.in_ranges[i];
    part.out = request.out_ranges.empty() ? whole_out : request.out_ranges[i];
    part.is_whole = part.in == whole_in && part.out == whole_out;
  }
  return parts;
}

// Axes that are transformed together, slowest first.
using Group = std::vector<size_t>;

std::vector<Group> GroupsOf(const TransformRequest& request, const std::vector<Part>& parts) {
  std::vector<size_t> order(parts.size());
  std::iota(order.rbegin(), order.rend(), size_t{0});
  const bool is_real = PlansReal(request.kind);
  const bool ends_real = request.kind == TransformKind::kHermitianToReal;
  if (ends_real) std::rotate(order.begin(), order.begin() + 1, order.end());
  std::stable_sort(order.begin() + (is_real && !ends_real ? 1 : 0),
                   order.end() - (ends_real ? 1 : 0),
                   [&](size_t a, size_t b) { return parts[a].growth() < parts[b].growth(); });
  std::vector<Group> groups;
  for (size_t axis : order) {
    const bool joins =
        !groups.empty() && parts[axis].is_whole && parts[groups.back().front()].is_whole;
    if (!joins) groups.emplace_back();
    groups.back().push_back(axis);
  }
  for (Group& group : groups) std::sort(group.begin(), group.end());
  return groups;
}

// The dims of the input edge: the request's loops, then its axes, each with its length on that edge
// and, as `in_stride`, its stride there.
Dims InEdge(const TransformRequest& request, const std::vector<Part>& parts) {
  Dims edge = request.loops;
  for (size_t i = 0; i < parts.size(); ++i) {
    edge.push_back({parts[i].in.count, request.axes[i].in_stride, 0});
  }
  return edge;
}

void NumberAsOutput(const TransformRequest& request, Dims* edge) {
  for (size_t i = 0; i < edge->size(); ++i) {
    const size_t loops = request.loops.size();
    (*edge)[i].in_stride =
        i < loops ? request.loops[i].out_stride : request.axes[i - loops].out_stride;
  }
}

void NumberPacked(Dims* edge) {
  const std::vector<int64_t> strides = PackedLoops(*edge, 1);
  for (size_t i = 0; i < edge->size(); ++i) (*edge)[i].in_stride = strides[i];
}

// The transform of `group` from one edge to another.
TransformRequest StepOf(const TransformRequest& request, const Group& group, const Dims& from,
                        const Dims& to) {
  TransformRequest step = request;
  step.scheme.reset();
  step.axes.clear();
  step.loops.clear();
  step.in_ranges.clear();
  step.out_ranges.clear();
  step.kinds.clear();
  for (size_t axis : group) step.kinds.push_back(request.KindOf(axis));
  SimplifyKinds(&step.kinds);
  const size_t loops = request.loops.size();
  const bool has_last = group.back() + 1 == request.axes.size();
  if (PlansReal(request.kind) && !has_last) step.kind = TransformKind::kComplex;
  for (size_t i = 0; i < from.size(); ++i) {
    const Dim dim = {from[i].length, from[i].in_stride, to[i].in_stride};
    if (i < loops || std::find(group.begin(), group.end(), i - loops) == group.end()) {
      if (dim.length > 1) step.loops.push_back(dim);
    } else {
      step.axes.push_back({request.axes[i - loops].length, dim.in_stride, dim.out_stride});
    }
  }
  return step;
}

std::vector<TransformRequest> ExpandAxes(const TransformRequest& request) {
  const std::vector<Part> parts = PartsOf(request);
  const std::vector<Group> groups = GroupsOf(request, parts);
  const size_t loops = request.loops.size();
  const auto keeps = [&](const Group& group) {
    return std::all_of(group.begin(), group.end(),
                       [&](size_t axis) { return parts[axis].keeps(); });
  };
  // From this group to the last one, all axes have the same elements before and after.
  size_t settled = groups.size();
  while (settled > 0 && keeps(groups[settled - 1])) --settled;
  std::vector<TransformRequest> steps;
  Dims here = InEdge(request, parts);
  for (size_t g = 0; g < groups.size(); ++g) {
    const Group& group = groups[g];
    Dims next = here;
    for (size_t axis : group) next[loops + axis].length = parts[axis].out.count;
    if (g + 1 >= settled) {
      NumberAsOutput(request, &next);
    } else if (!keeps(group)) {
      NumberPacked(&next);
    }
    TransformRequest step = StepOf(request, group, here, next);
    const bool stays = here == next && !steps.empty();
    step.placement = stays ? Placement::kInPlace : Placement::kOutOfPlace;
    const Part& part = parts[group.front()];
    if (!part.is_whole) {
      const int64_t length = request.axes[group.front()].length;
      step.in_ranges = WithoutWhole({part.in}, {Elements({part.in_format}, length)});
      step.out_ranges = WithoutWhole({part.out}, {Elements({part.out_format}, length)});
    }
    steps.push_back(std::move(step));
    here = std::move(next);
  }
  return steps;
}

std::vector<TransformRequest> ExpandAxis(const TransformRequest& request) {
  const Part part = PartsOf(request).front();
  const int64_t length = request.axes.front().length;
  const AxisSide before = SideOf(part.in_format, length, request.in_ranges);
  const AxisSide after = SideOf(part.out_format, length, request.out_ranges);
  const bool are_reals = PlansRealToReal(request.kind);
  const AxisSide whole = {are_reals ? AxisFormat::kReal : AxisFormat::kComplex};
  const Dims in = InEdge(request, {part});
  Dims middle = in, out = in;
  middle.back().length = length;
  NumberPacked(&middle);
  out.back().length = part.out.count;
  NumberAsOutput(request, &out);
  const bool widens = before != whole, narrows = after != whole;
  std::vector<TransformRequest> steps;
  const auto convert = [&](const Dims& from, const Dims& to, AxisSide in_side, AxisSide out_side) {
    const TransformRequest step = StepOf(request, {0}, from, to);
    steps.push_back(Conversion(request, step.axes.front(), step.loops, in_side, out_side));
  };
  if (widens) convert(in, middle, before, whole);
  TransformRequest transform = StepOf(request, {0}, widens ? middle : in, narrows ? middle : out);
  if (!are_reals) transform.kind = TransformKind::kComplex;
  transform.placement = widens && narrows ? Placement::kInPlace : Placement::kOutOfPlace;
  steps.push_back(std::move(transform));
  if (narrows) convert(middle, out, whole, after);
  return steps;
}

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice&,
                                     PlanNode* node) {
  *node = NodeFor(SchemeKind::kRanged, request);
  return request.axes.size() == 1 ? ExpandAxis(request) : ExpandAxes(request);
}

}  // namespace

const Scheme kRangedScheme = {
    .kind = SchemeKind::kRanged,
    .summary =
        "axis after axis over what arrays hold of the others, zeros appended and points dropped",
    .axes = kAnyAxes,
    .applicable = TakesAll,
    .expand = Expand,
    .plans = PlansTransforms,
    .mixes_kinds = true,
    .ranges = RangeUse::kNeeds,
};

}  // namespace fft
