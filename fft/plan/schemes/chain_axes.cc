// A chain over several axes.
#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "fft/core/problem.h"
#include "fft/core/ranges.h"
#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/table.h"

namespace fft {
namespace {

// The slowest axis, y, is convolved between the two transforms over the others, x:
//
//   in edge            between                              between            out edge
//        x ->               k ->                                 k ->               x ->
//   y [ x x x x ]      y [ X X X X ]    y to spectrum,      y [ W W W W ]      y [ z z ]
//   | [ x x x x ] ==>  | [ X X X X ] ==>  times S, back ==> v [ W W W W ] ==>  v [ z z ]
//   v [ x x x x ]      v [ X X X X ]
//
//   child 0: over x, for every y that the input holds
//   child 1: a chain over y, of complex numbers, for every k
//   child 2: back over x, for every y that the output holds
//
// If the elements are real, k goes from 0 to n/2 along the last axis, of n reals.

bool IsReal(const TransformRequest& request) { return request.in_side.format == AxisFormat::kReal; }

// The ranges of all axes but the first; empty if these axes are whole.
Ranges RangesOfRest(const TransformRequest& request, const Ranges& ranges) {
  if (ranges.empty()) return {};
  std::vector<int64_t> lengths;
  for (size_t i = 1; i < request.axes.size(); ++i) lengths.push_back(request.axes[i].length);
  return WithoutWhole({ranges.begin() + 1, ranges.end()}, lengths);
}

Applicability Applicable(const TransformRequest& request, Planning*) {
  if (!IsStorage(request.precision)) return std::vector<Choice>{Choice{}};
  return Refusal{absl::StrCat(ToString(request.precision),
                              " precision does not hold the numbers between kernels")};
}

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice&,
                                     PlanNode* node) {
  *node = NodeFor(SchemeKind::kChainAxes, request);
  const bool is_real = IsReal(request);
  const Dim& slow = request.axes.front();
  const auto held = [&](const Ranges& ranges) {
    return ranges.empty() ? slow.length : ranges.front().count;
  };
  const int64_t held_in = held(request.in_ranges), held_out = held(request.out_ranges);
  // The strides of the other axes on the edges between children; `rest` is the product of the
  // lengths of these axes there.
  std::vector<int64_t> strides(request.axes.size());
  int64_t rest = 1;
  for (size_t i = request.axes.size(); i-- > 1;) {
    strides[i] = rest;
    const int64_t length = request.axes[i].length;
    rest *= is_real && i + 1 == request.axes.size() ? length / 2 + 1 : length;
  }
  const std::vector<int64_t> before = PackedLoops(request.loops, rest * held_in);
  const std::vector<int64_t> after = PackedLoops(request.loops, rest * held_out);
  TransformRequest forth = request;
  forth.scheme.reset();
  forth.factors.clear();
  forth.in_side = forth.out_side = {};
  forth.in_ranges.clear();
  forth.out_ranges.clear();
  forth.axes.erase(forth.axes.begin());
  TransformRequest middle = forth;
  forth.row = {};
  TransformRequest back = forth;
  forth.kind = is_real ? TransformKind::kRealToHermitian : TransformKind::kComplex;
  forth.kinds = {AxisKind::kForward};
  forth.in_ranges = RangesOfRest(request, request.in_ranges);
  back.kind = is_real ? TransformKind::kHermitianToReal : TransformKind::kComplex;
  back.kinds = {AxisKind::kInverse};
  back.out_ranges = RangesOfRest(request, request.out_ranges);
  for (size_t i = 0; i < forth.axes.size(); ++i) {
    forth.axes[i].out_stride = back.axes[i].in_stride = strides[i + 1];
  }
  for (size_t i = 0; i < request.loops.size(); ++i) {
    forth.loops[i].out_stride = middle.loops[i].in_stride = before[i];
    back.loops[i].in_stride = middle.loops[i].out_stride = after[i];
  }
  if (held_in > 1) forth.loops.push_back({held_in, slow.in_stride, rest});
  if (held_out > 1) back.loops.push_back({held_out, rest, slow.out_stride});
  middle.axes = {{slow.length, rest, rest}};
  middle.loops.push_back({rest, 1, 1});
  middle.row.axis_step = rest;
  middle.row.loop_steps.push_back(1);
  if (!request.in_ranges.empty()) {
    middle.in_ranges = WithoutWhole({request.in_ranges.front()}, {slow.length});
  }
  if (!request.out_ranges.empty()) {
    middle.out_ranges = WithoutWhole({request.out_ranges.front()}, {slow.length});
  }
  return {forth, middle, back};
}

}  // namespace

const Scheme kChainAxesScheme = {
    .kind = SchemeKind::kChainAxes,
    .summary = "the slowest axis is convolved between two transforms over the others",
    .axes = 0,
    .applicable = Applicable,
    .expand = Expand,
    .plans = PlansChains,
    .ranges = RangeUse::kTakes,
};

}  // namespace fft
