#include "fft/assign/shims/compose.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/core/layout.h"
#include "fft/core/map_dims.h"

namespace fft {
namespace {

// The dims of a leaf, the axis first. The axis has the length of the side whose strides are `side`.
Dims DimsOn(const PlanNode& leaf, int64_t Dim::*side) {
  Dims dims = leaf.axes;
  dims.back().length = side == &Dim::in_stride ? leaf.InLength() : leaf.OutLength();
  dims.insert(dims.end(), leaf.loops.begin(), leaf.loops.end());
  return dims;
}

// Dims as a Layout, which takes a position counted by `from` strides to the position counted by
// `to` strides. nullopt unless the `from` strides count every position once.
std::optional<Layout> AsLayout(Dims dims, int64_t Dim::*from, int64_t Dim::*to) {
  std::erase_if(dims, [](const Dim& dim) { return dim.length == 1; });
  std::sort(dims.begin(), dims.end(),
            [from](const Dim& a, const Dim& b) { return a.*from < b.*from; });
  std::vector<LayoutDigit> digits;
  int64_t weight = 1;
  for (const Dim& dim : dims) {
    if (dim.*from != weight) return std::nullopt;
    digits.push_back({dim.length, dim.*to});
    weight *= dim.length;
  }
  return Layout(digits);
}

Refusal NoBijection(const PlanNode& transpose) {
  return {absl::StrCat(ToString(transpose.scheme), " does not count every position once")};
}

// The loop or axis of `leaf` that writes along `dim` of the transpose that reads it; null if none.
bool WritesAlong(const Dim& written, const Dim& read) {
  return written.length == read.length && written.out_stride == read.in_stride;
}

// Moves the twiddles of a transpose to the leaf before it. They are exp(-+2 pi i j k / N) of the
// transpose's axis k and one loop j, so the leaf has to produce k along its axis and j along a
// loop.
std::string TakeTwiddle(const PlanNode& transpose, PlanNode* leaf) {
  if (transpose.large_twiddle.length == 0) return "";
  if (leaf->scheme == SchemeKind::kConvert) return "a conversion has no twiddles to take over";
  if (leaf->large_twiddle.length > 0) return "both leaves have twiddles";
  if (!WritesAlong(leaf->axes.back(), transpose.axes.back())) {
    return "the transpose's twiddles do not run along the axis that is transformed";
  }
  const Dim& j = transpose.loops[transpose.large_twiddle.loop];
  for (size_t i = 0; i < leaf->loops.size(); ++i) {
    if (!WritesAlong(leaf->loops[i], j)) continue;
    leaf->large_twiddle = {transpose.large_twiddle.length, static_cast<int>(i)};
    return "";
  }
  return "no single loop of the transform counts the transpose's twiddles";
}

// The number of each position within its row: `from` strides count the positions.
std::optional<Layout> NumbersInRow(const PlanNode& conversion, int64_t Dim::*from) {
  int64_t Dim::*const to = from == &Dim::in_stride ? &Dim::out_stride : &Dim::in_stride;
  Dims dims = DimsOn(conversion, from);
  for (Dim& dim : dims) dim.*to = &dim == &dims.front() ? 1 : 0;
  return AsLayout(dims, from, to);
}

// Sets how `leaf` steps along the conversion's rows: the rows lie on the `to` side of the leaf and
// on the `from` side of the conversion. Returns the refusal, empty when every dim has a single
// step.
std::string StepAlongRows(const PlanNode& conversion, int64_t Dim::*from, PlanNode* leaf) {
  const std::optional<Layout> numbers = NumbersInRow(conversion, from);
  if (!numbers) return "the conversion does not count every position once";
  int64_t Dim::*const to = from == &Dim::in_stride ? &Dim::out_stride : &Dim::in_stride;
  const Dim& axis = leaf->axes.back();
  const std::optional<int64_t> axis_step = numbers->MapStride(axis.*to, axis.length);
  if (!axis_step || *axis_step == 0) return "the transformed axis does not stay within a row";
  leaf->row.axis_step = *axis_step;
  for (const Dim& loop : leaf->loops) {
    const std::optional<int64_t> step = numbers->MapStride(loop.*to, loop.length);
    if (!step) return absl::StrCat("a loop of ", loop.length, " steps crosses rows");
    leaf->row.loop_steps.push_back(*step);
  }
  return "";
}

// Makes the leaf transform a part of the row that the conversion begins or ends with. `side` says
// which elements the row has. Half a spectrum counts as a row of complex numbers, and the spectrum
// of pairs, which has one element more, as a row of points.
void CountRow(const PlanNode& conversion, const AxisSide& side, PlanNode* leaf) {
  const int64_t length = conversion.axes.back().length;
  const bool is_of_pairs = side.format == AxisFormat::kHermitianOfPairs;
  leaf->row.points = is_of_pairs ? length : Elements(side, length);
  leaf->row.length = conversion.convolution;
  if (side.format == AxisFormat::kHermitian) leaf->row.reals = length;
}

// A leaf that is part of longer rows already counts one of its sides along them.
Refusal PartOfRows(const PlanNode& leaf) {
  return {absl::StrCat("the transform is part of rows of ", leaf.row.points, " elements")};
}

// Maps one side of `leaf` through `through`, and leaves the other side as it is.
Fusion Compose(const Layout& in, const Layout& out, PlanNode leaf) {
  DimSteps steps = {leaf.row.axis_step, leaf.row.loop_steps, TwiddleStepsOf(leaf)};
  const std::string refusal =
      MapDims({in, "the edge read", leaf.InLength()}, {out, "the edge written", leaf.OutLength()},
              &leaf.axes, &leaf.loops, &steps);
  if (!refusal.empty()) return Refusal{refusal};
  leaf.row.loop_steps = std::move(steps.row_loops);
  if (TwiddleStepsOf(leaf) != steps.twiddle_loops) {
    return Refusal{"no single loop of the fused kernel counts the transpose's twiddles"};
  }
  SetOutputLengths(&leaf);
  leaf.kernel = {};
  return leaf;
}

// Makes `leaf` read what `transpose` reads, as if `transpose` had run before it.
Fusion ReadThrough(const PlanNode& transpose, const PlanNode& leaf) {
  if (transpose.large_twiddle.length > 0) {
    return Refusal{"the transpose's twiddles come before the transform"};
  }
  if (leaf.row.operation != RowOperation::kNone) return PartOfRows(leaf);
  const auto before =
      AsLayout(DimsOn(transpose, &Dim::out_stride), &Dim::out_stride, &Dim::in_stride);
  if (!before) return NoBijection(transpose);
  PlanNode fused = leaf;
  fused.scale *= transpose.scale;
  return Compose(*before, Layout::Packed(leaf.OutPositions()), std::move(fused));
}

// Makes `leaf` write what `transpose` writes, as if `transpose` had run after it. Twiddles of the
// transpose become the leaf's.
Fusion WriteThrough(const PlanNode& leaf, const PlanNode& transpose) {
  if (leaf.row.operation != RowOperation::kNone) return PartOfRows(leaf);
  const auto after =
      AsLayout(DimsOn(transpose, &Dim::in_stride), &Dim::in_stride, &Dim::out_stride);
  if (!after) return NoBijection(transpose);
  PlanNode fused = leaf;
  if (std::string refusal = TakeTwiddle(transpose, &fused); !refusal.empty()) {
    return Refusal{refusal};
  }
  fused.scale *= transpose.scale;
  return Compose(Layout::Packed(leaf.InPositions()), *after, std::move(fused));
}

// Makes the transform `leaf` multiply as well, as `conversion` of a convolution would before or
// after it.
Fusion ReadConverted(const PlanNode& conversion, const PlanNode& leaf) {
  if (leaf.row.operation != RowOperation::kNone) return PartOfRows(leaf);
  const auto before =
      AsLayout(DimsOn(conversion, &Dim::out_stride), &Dim::out_stride, &Dim::in_stride);
  if (!before) return NoBijection(conversion);
  PlanNode fused = leaf;
  const bool unfolds = conversion.in_side.format == AxisFormat::kHermitian;
  fused.row.operation = unfolds ? RowOperation::kChirpUnfoldIn : RowOperation::kChirpIn;
  CountRow(conversion, conversion.in_side, &fused);
  if (!unfolds) fused.in_side.format = conversion.in_side.format;
  if (IsHalfSpectrum(fused.in_side.format)) fused.in_side.length = fused.axes.back().length;
  fused.row.stride = conversion.axes.back().in_stride;
  if (std::string refusal = StepAlongRows(conversion, &Dim::out_stride, &fused); !refusal.empty()) {
    return Refusal{refusal};
  }
  fused.scale *= conversion.scale;
  return Compose(*before, Layout::Packed(leaf.OutPositions()), std::move(fused));
}

Fusion WriteConverted(const PlanNode& leaf, const PlanNode& conversion) {
  if (leaf.row.operation != RowOperation::kNone) return PartOfRows(leaf);
  const auto after =
      AsLayout(DimsOn(conversion, &Dim::in_stride), &Dim::in_stride, &Dim::out_stride);
  if (!after) return NoBijection(conversion);
  const bool filters = conversion.out_side.format == AxisFormat::kFiltered;
  PlanNode fused = leaf;
  fused.row.operation = filters ? RowOperation::kFilter : RowOperation::kChirpOut;
  CountRow(conversion, filters ? AxisSide() : conversion.out_side, &fused);
  if (!filters) {
    if (fused.row.reals == 0) fused.out_side.format = conversion.out_side.format;
    fused.row.stride = conversion.axes.back().out_stride;
  }
  if (std::string refusal = StepAlongRows(conversion, &Dim::in_stride, &fused); !refusal.empty()) {
    return Refusal{refusal};
  }
  fused.scale *= conversion.scale;
  return Compose(Layout::Packed(leaf.InPositions()), *after, std::move(fused));
}

bool IsMove(const PlanNode* leaf) { return IsTranspose(leaf->scheme); }

// The rank of a leaf in a window. The leaf of least rank becomes the window's leaf, and the others
// become parts of it.
int RankOf(const PlanNode* leaf) {
  if (WorkOf(leaf->scheme) == LeafWork::kTransformsAxis) return 0;
  return IsMove(leaf) ? 2 : 1;
}

}  // namespace

Fusion Fuse(const LeafWindow& window) {
  const auto own =
      std::min_element(window.begin(), window.end(),
                       [](const PlanNode* a, const PlanNode* b) { return RankOf(a) < RankOf(b); });
  Fusion fused = **own;
  for (auto after = own + 1; after != window.end(); ++after) {
    fused = (IsMove(*after) ? WriteThrough : WriteConverted)(std::get<PlanNode>(fused), **after);
    if (std::holds_alternative<Refusal>(fused)) return fused;
  }
  for (auto before = own; before != window.begin();) {
    --before;
    fused = (IsMove(*before) ? ReadThrough : ReadConverted)(**before, std::get<PlanNode>(fused));
    if (std::holds_alternative<Refusal>(fused)) return fused;
  }
  return fused;
}

}  // namespace fft
