#include "fft/core/map_dims.h"

#include <optional>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/core/layout.h"

namespace fft {
namespace {

std::string Uneven(const Dim& dim, int64_t canonical_stride, const MappedSide& side) {
  return absl::StrCat("a loop of ", dim.length, " steps of ", canonical_stride,
                      " elements has no single stride in the layout ", ToString(side.layout),
                      " of ", side.name);
}

// The number of elements of an axis on one side.
int64_t LengthOn(const MappedSide& side, const Dim& axis) {
  return side.axis_length > 0 ? side.axis_length : axis.length;
}

// The memory stride of a dim on one side.
std::optional<int64_t> MapStride(const MappedSide& side, int64_t stride, int64_t length,
                                 int64_t row_step) {
  if (side.row_points == 0 || row_step == 0) return side.layout.MapStride(stride, length);
  const std::optional<int64_t> along = side.layout.MapStride(side.row_stride, side.row_points);
  if (!along) return std::nullopt;
  return row_step * *along;
}

// Maps a dim that has `lengths` elements on the two sides, and returns an empty text. If a side has
// no single stride, returns the refusal and leaves the dim as it is.
std::string MapDim(const MappedSide& in, const MappedSide& out,
                   const std::pair<int64_t, int64_t>& lengths, int64_t row_step, Dim* dim) {
  const std::optional<int64_t> in_stride = MapStride(in, dim->in_stride, lengths.first, row_step);
  if (!in_stride) return Uneven(*dim, dim->in_stride, in);
  const std::optional<int64_t> out_stride =
      MapStride(out, dim->out_stride, lengths.second, row_step);
  if (!out_stride) return Uneven(*dim, dim->out_stride, out);
  dim->in_stride = *in_stride;
  dim->out_stride = *out_stride;
  return "";
}

// Splits a loop that crosses a digit of either layout into `outer` and an inner part, which
// replaces `loop`. Returns false if no split makes the inner part shorter.
bool CutLoop(const Layout& in, const Layout& out, Dim* loop, Dim* outer) {
  for (const auto& [layout, stride] : {std::pair{&in, &Dim::in_stride}, {&out, &Dim::out_stride}}) {
    const int64_t inner = layout->StepsWithinDigit(loop->*stride);
    if (inner < 2 || inner >= loop->length || loop->length % inner != 0) continue;
    std::tie(*outer, *loop) = SplitDim(*loop, loop->length / inner);
    return true;
  }
  return false;
}

// Adds the step of the outer part of a loop that was split. The inner part has `inner` iterations.
void CutStep(size_t loop, int64_t inner, std::vector<int64_t>* steps) {
  if (!steps->empty()) steps->push_back((*steps)[loop] * inner);
}

}  // namespace

std::string MapDims(const MappedSide& in, const MappedSide& out, Dims* axes, Dims* loops,
                    DimSteps* steps) {
  for (Dim& axis : *axes) {
    std::pair<int64_t, int64_t> lengths = {axis.length, axis.length};
    if (&axis == &axes->back()) lengths = {LengthOn(in, axis), LengthOn(out, axis)};
    if (std::string refusal = MapDim(in, out, lengths, steps->row_axis, &axis); !refusal.empty()) {
      return refusal;
    }
  }
  for (size_t i = 0; i < loops->size();) {
    const int64_t length = (*loops)[i].length;
    const int64_t row_step = steps->row_loops.empty() ? 0 : steps->row_loops[i];
    std::string refusal = MapDim(in, out, {length, length}, row_step, &(*loops)[i]);
    if (refusal.empty()) {
      ++i;
      continue;
    }
    Dim outer;
    if (!CutLoop(in.layout, out.layout, &(*loops)[i], &outer)) return refusal;
    const int64_t inner = (*loops)[i].length;
    loops->push_back(outer);
    CutStep(i, inner, &steps->row_loops);
    CutStep(i, inner, &steps->twiddle_loops);
  }
  return "";
}

}  // namespace fft
