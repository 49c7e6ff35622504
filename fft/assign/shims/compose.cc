#include "fft/assign/shims/compose.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/assign/map_dims.h"
#include "fft/core/layout.h"

namespace fft {
namespace {

// A transpose as a Layout: position p counted by `from` strides lies at the position that the
// digits' `to` strides give. nullopt unless the `from` strides count every position once.
std::optional<Layout> AsLayout(const PlanNode& transpose, int64_t Dim::*from, int64_t Dim::*to) {
  Dims dims = transpose.axes;
  dims.insert(dims.end(), transpose.loops.begin(), transpose.loops.end());
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

// Moves the twiddles of a transpose, exp(-+2 pi i j k / N) of its axis k and one loop j, to the
// leaf before it, which has to produce k along its axis and j along a loop.
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

// Maps one side of `leaf` through `through`, the other one as it is.
Fusion Compose(const Layout& in, const Layout& out, PlanNode leaf) {
  const int whole = leaf.large_twiddle.length > 0 ? leaf.large_twiddle.loop : -1;
  const std::string refusal =
      MapDims({in, "the edge read", leaf.InLength()}, {out, "the edge written", leaf.OutLength()},
              whole, &leaf.axes, &leaf.loops);
  if (!refusal.empty()) return Refusal{refusal};
  return leaf;
}

}  // namespace

Fusion ReadThrough(const PlanNode& transpose, const PlanNode& leaf) {
  if (transpose.large_twiddle.length > 0) {
    return Refusal{"the transpose's twiddles come before the transform"};
  }
  const auto before = AsLayout(transpose, &Dim::out_stride, &Dim::in_stride);
  if (!before) return NoBijection(transpose);
  PlanNode fused = leaf;
  fused.applies_scale |= transpose.applies_scale;
  return Compose(*before, Layout::Packed(leaf.OutPositions()), std::move(fused));
}

Fusion WriteThrough(const PlanNode& leaf, const PlanNode& transpose) {
  const auto after = AsLayout(transpose, &Dim::in_stride, &Dim::out_stride);
  if (!after) return NoBijection(transpose);
  PlanNode fused = leaf;
  if (std::string refusal = TakeTwiddle(transpose, &fused); !refusal.empty()) {
    return Refusal{refusal};
  }
  fused.applies_scale |= transpose.applies_scale;
  return Compose(Layout::Packed(leaf.InPositions()), *after, std::move(fused));
}

}  // namespace fft
