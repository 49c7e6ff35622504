// A Fourier layer, and the product with matrices in its middle.
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/core/problem.h"
#include "fft/core/ranges.h"
#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/table.h"

namespace fft {
namespace {

// Axis c counts channels, y and x are transformed, and a part of their spectrum, the modes k, is
// kept. Between the children elements are packed, channels slower than modes. Channels read are i,
// channels written o:
//
//   in edge            between            between            out edge
//        x ->             k ->               k ->                 x ->
//   c,y [ x x x x ]   i [ X X ]          o [ Y Y ]           c,y [ y y y y ]
//    |  [ x x x x ]   | [ X X ]   ==>    | [ Y Y ]   ==>      |  [ y y y y ]
//    v  [ x x x x ]   v [ X X ]          v [ Y Y ]            v  [ y y y y ]
//
//   child 0: over y and x, of every channel that is read
//   child 1: CHANNELS: Y[o] = sum_i X[i] W[i][o], for every k
//   child 2: back over y, for every column k that is kept
//   child 3: back over x
//
// If the elements are complex, children 2 and 3 are one child. If they are real, the product of a
// spectrum with a matrix need not be a spectrum of reals. So the order on the way back is part of
// the layer's definition: first complex transforms over all axes but the last, then the last axis,
// which makes reals of half a spectrum.

bool IsReal(const TransformRequest& request) { return request.in_side.format == AxisFormat::kReal; }

int64_t Held(const Ranges& ranges, size_t axis, int64_t length) {
  return ranges.empty() ? length : ranges[axis].count;
}

// The axes that are transformed, with the ranges of each.
struct Axes {
  Dims dims;              // with the strides of the layer's input and output
  Ranges in, out, modes;  // one range for every axis, even if all axes are whole
  std::vector<int64_t> lengths;
  std::vector<int64_t> spectrum_lengths;  // elements of each axis in the whole spectrum
};

// The axes of the request without those of one element, which have nothing to transform. The last
// axis always stays, since half a spectrum lies along it.
Axes AxesOf(const TransformRequest& request) {
  Axes axes;
  const size_t count = request.axes.size();
  for (size_t i = 1; i < count; ++i) {
    const Dim& dim = request.axes[i];
    if (dim.length == 1 && i + 1 < count) continue;
    const int64_t points = dim.length;
    const int64_t elements = IsReal(request) && i + 1 == count ? points / 2 + 1 : points;
    axes.dims.push_back(dim);
    axes.lengths.push_back(points);
    axes.spectrum_lengths.push_back(elements);
    axes.in.push_back(request.in_ranges.empty() ? Range{0, points} : request.in_ranges[i]);
    axes.out.push_back(request.out_ranges.empty() ? Range{0, points} : request.out_ranges[i]);
    axes.modes.push_back(request.modes.empty() ? Range{0, elements} : request.modes[i - 1]);
  }
  return axes;
}

Applicability Applicable(const TransformRequest& request, Planning*) {
  if (!IsStorage(request.precision)) return std::vector<Choice>{Choice{}};
  return Refusal{absl::StrCat(ToString(request.precision),
                              " precision does not hold the numbers between kernels")};
}

// The axes that a child transforms: those from number `first` to number `end` - 1.
struct Part {
  size_t first = 0, end = 0;
};

// The transform over a part of the axes, without loops.
TransformRequest TransformOver(const TransformRequest& request, const Axes& axes, const Part& part,
                               bool is_forward) {
  TransformRequest child = request;
  child.scheme.reset();
  child.factors.clear();
  child.placement = Placement::kOutOfPlace;
  child.row = {};
  child.in_side = child.out_side = {};
  child.modes.clear();
  child.loops.clear();
  child.kind = TransformKind::kComplex;
  if (IsReal(request) && part.end == axes.dims.size()) {
    child.kind = is_forward ? TransformKind::kRealToHermitian : TransformKind::kHermitianToReal;
  }
  child.kinds = {is_forward ? AxisKind::kForward : AxisKind::kInverse};
  const auto cut = [&](const auto& list) {
    return std::vector(list.begin() + part.first, list.begin() + part.end);
  };
  child.axes = cut(axes.dims);
  const Ranges modes = WithoutWhole(cut(axes.modes), cut(axes.spectrum_lengths));
  const Ranges edge = WithoutWhole(cut(is_forward ? axes.in : axes.out), cut(axes.lengths));
  child.in_ranges = is_forward ? edge : modes;
  child.out_ranges = is_forward ? modes : edge;
  return child;
}

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice&,
                                     PlanNode* node) {
  *node = NodeFor(SchemeKind::kChainLayer, request);
  const Axes axes = AxesOf(request);
  const Dim& channels = request.axes.front();
  const size_t rank = axes.dims.size();
  const int64_t ins = Held(request.in_ranges, 0, channels.length);
  const int64_t outs = Held(request.out_ranges, 0, channels.length);
  // The strides of the modes in packed spectra.
  std::vector<int64_t> strides(rank);
  int64_t modes = 1;
  for (size_t i = rank; i-- > 0;) {
    strides[i] = modes;
    modes *= axes.modes[i].count;
  }
  const std::vector<int64_t> before = PackedLoops(request.loops, ins * modes);
  const std::vector<int64_t> after = PackedLoops(request.loops, outs * modes);

  TransformRequest forth = TransformOver(request, axes, {0, rank}, true);
  TransformRequest middle = request;
  middle.scheme = SchemeKind::kChannels;
  middle.placement = Placement::kOutOfPlace;
  middle.in_side = middle.out_side = {};
  middle.modes.clear();
  middle.axes = {{channels.length, modes, modes}};
  middle.in_ranges = WithoutWhole({{0, ins}}, {channels.length});
  middle.out_ranges = WithoutWhole({{0, outs}}, {channels.length});
  const size_t columns = IsReal(request) ? rank - 1 : rank;  // axes of the complex transform back
  TransformRequest back = TransformOver(request, axes, {0, columns}, false);
  TransformRequest rows = TransformOver(request, axes, {columns, rank}, false);
  for (size_t i = 0; i < rank; ++i) forth.axes[i].out_stride = strides[i];
  // Child 2 stores its results packed, and child 3 reads them.
  const int64_t row = columns < rank ? axes.modes.back().count : 1;
  std::vector<int64_t> stored(columns);
  int64_t column_elements = row;
  for (size_t i = columns; i-- > 0;) {
    back.axes[i].in_stride = strides[i];
    stored[i] = column_elements;
    column_elements *= axes.out[i].count;
    if (columns < rank) back.axes[i].out_stride = stored[i];
  }
  const bool has_rows = columns<rank, has_columns = columns> 0;
  const std::vector<int64_t> between = PackedLoops(request.loops, outs * column_elements);
  for (size_t i = 0; i < request.loops.size(); ++i) {
    const Dim& loop = request.loops[i];
    forth.loops.push_back({loop.length, loop.in_stride, before[i]});
    middle.loops[i] = {loop.length, before[i], after[i]};
    back.loops.push_back({loop.length, after[i], has_rows ? between[i] : loop.out_stride});
    rows.loops.push_back({loop.length, has_columns ? between[i] : after[i], loop.out_stride});
  }
  if (ins > 1) forth.loops.push_back({ins, channels.in_stride, modes});
  if (outs > 1) {
    back.loops.push_back({outs, modes, has_rows ? column_elements : channels.out_stride});
    rows.loops.push_back({outs, has_columns ? column_elements : modes, channels.out_stride});
  }
  middle.loops.push_back({modes, 1, 1});
  middle.row.loop_steps.push_back(1);
  std::vector<TransformRequest> children = {std::move(forth), std::move(middle)};
  if (has_columns) {
    if (has_rows && row > 1) back.loops.push_back({row, 1, 1});
    children.push_back(std::move(back));
  }
  if (has_rows) {
    for (size_t i = 0; i < columns; ++i) {
      if (axes.out[i].count > 1) {
        rows.loops.push_back({axes.out[i].count, stored[i], axes.dims[i].out_stride});
      }
    }
    rows.axes.front().in_stride = 1;
    children.push_back(std::move(rows));
  }
  return children;
}

}  // namespace

const Scheme kChainLayerScheme = {
    .kind = SchemeKind::kChainLayer,
    .summary =
        "a Fourier layer: transforms, channels times matrices for each mode, transforms back",
    .axes = 0,
    .applicable = Applicable,
    .expand = Expand,
    .plans = PlansLayers,
    .ranges = RangeUse::kTakes,
};

const Scheme kChannelsScheme = {
    .kind = SchemeKind::kChannels,
    .summary = "one kernel multiplies channels by a matrix for each mode",
    .axes = 1,
    .applicable = TakesLeaf<LeafOf<SchemeKind::kChannels>>,
    .expand = ExpandLeaf<LeafOf<SchemeKind::kChannels>>,
    .plans = PlansLayers,
    .ranges = RangeUse::kTakes,
    .only_by_name = true,
};

}  // namespace fft
