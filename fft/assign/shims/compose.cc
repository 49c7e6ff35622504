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

// The layout that maps a position, numbered by the `from` strides of the dims, to the sum of their
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

// Whether the dim of a leaf writes along the dim of the transpose that reads the leaf's output.
bool WritesAlong(const Dim& written, const Dim& read) {
  return written.length == read.length && written.out_stride == read.in_stride;
}

// Moves the twiddles of a transpose to the leaf before it. The twiddles are exp(-+2 pi i j k / N),
// where k counts along the transpose's axis and j along one of its loops. So the leaf's axis has to
// be the transpose's axis, and one of the leaf's loops has to be the loop that j counts along.
// Returns the refusal, or "".
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

// The layout that maps each position, numbered by the `from` strides of the conversion, to its
// number within its row.
std::optional<Layout> NumbersInRow(const PlanNode& conversion, int64_t Dim::*from) {
  int64_t Dim::*const to = from == &Dim::in_stride ? &Dim::out_stride : &Dim::in_stride;
  Dims dims = DimsOn(conversion, from);
  for (Dim& dim : dims) dim.*to = &dim == &dims.front() ? 1 : 0;
  return AsLayout(dims, from, to);
}

// Sets how `leaf` steps along the conversion's rows, which are on the `from` side of the conversion
// and on the other side of the leaf. Returns the refusal, or "" when every dim has a single step.
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

// Makes the leaf transform a part of the row that the conversion reads or writes. `side` says which
// elements the row has. If the row is half a spectrum, row.points counts its complex elements. The
// spectrum of n pairs has n + 1 elements and counts as n points.
void CountRow(const PlanNode& conversion, const AxisSide& side, PlanNode* leaf) {
  const int64_t length = conversion.axes.back().length;
  const bool is_of_pairs = side.format == AxisFormat::kHermitianOfPairs;
  leaf->row.points = is_of_pairs ? length : Elements(side, length);
  leaf->row.length = conversion.convolution;
  if (side.format == AxisFormat::kHermitian) leaf->row.reals = length;
}

// The refusal of a leaf that is part of longer rows already. A leaf can be part of one row only.
Refusal PartOfRows(const PlanNode& leaf) {
  return {absl::StrCat("the transform is part of rows of ", leaf.row.points, " elements")};
}

// Makes `leaf` read through `in` and write through `out`: each layout maps the leaf's positions to
// the positions of the fused kernel.
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

// Makes the transform `leaf` do the work of `conversion`, a conversion of a convolution that runs
// before the leaf (ReadConverted) or after it (WriteConverted).
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

// The rank of a leaf in a window: a transform before a conversion before a move. The leaf of least
// rank becomes the window's leaf, and the others become parts of it.
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
