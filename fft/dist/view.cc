#include "fft/dist/view.h"

#include <algorithm>

namespace fft::dist {
namespace {

// The reference to a view's first element. Arrays of reals must start at an even real. If the view
// starts at an odd real, the reference is one real before it and `array` gets an offset of 1.
ArrayRef Aligned(const View& view, ArrayDescription* array) {
  ArrayRef ref = view.ref;
  if (array->format != ArrayFormat::kReal || ref.byte_offset % (2 * view.element_bytes) == 0) {
    return ref;
  }
  array->offsets[0] = 1;
  ref.byte_offset -= view.element_bytes;
  return ref;
}

TransformType TypeAlong(const Problem& global, bool has_last) {
  if (IsReal(global.type) && has_last) return global.type;
  return IsForward(global.type) ? TransformType::kComplexForward : TransformType::kComplexInverse;
}

bool LieAlike(const View& a, const View& b) {
  if (a.ref != b.ref || a.box != b.box) return false;
  for (int d = 0; d < a.box.axes(); ++d) {
    if (a.box.length(d) > 1 && a.strides[d] != b.strides[d]) return false;
  }
  return true;
}

}  // namespace

View PackedView(const Box& box, const std::vector<int>& order, const ArrayRef& ref,
                int element_bytes) {
  return {box, PackedStrides(box, order), ref, element_bytes};
}

View Part(const View& view, const Box& part) {
  View result = view;
  result.ref.byte_offset += OffsetIn(view.box, view.strides, part) * view.element_bytes;
  result.box = part;
  return result;
}

bool IsPackedAs(const View& view, const std::vector<int>& order) {
  const std::vector<int64_t> packed = PackedStrides(view.box, order);
  for (int d = 0; d < view.box.axes(); ++d) {
    if (view.box.length(d) > 1 && view.strides[d] != packed[d]) return false;
  }
  return true;
}

BoxCopy CopyStage(const View& from, const View& to) {
  Dims dims;
  for (int d = 0; d < from.box.axes(); ++d) {
    dims.push_back({from.box.length(d), from.strides[d], to.strides[d]});
  }
  // The loop with the smallest steps becomes the innermost, so that rows are copied.
  std::stable_sort(dims.begin(), dims.end(),
                   [](const Dim& a, const Dim& b) { return a.out_stride > b.out_stride; });
  return {MergeDims(dims), from.element_bytes, from.ref, to.ref};
}

LocalTransform TransformStage(const Problem& global, const std::vector<int>& axes, const View& from,
                              const View& to) {
  const int last = static_cast<int>(global.lengths.size());
  const bool has_last = axes.back() == last;
  LocalTransform stage;
  Problem& problem = stage.problem;
  problem.type = TypeAlong(global, has_last);
  problem.precision = global.precision;
  Dims loops;
  for (int d = 0; d <= last; ++d) {
    if (std::find(axes.begin(), axes.end(), d) == axes.end()) {
      loops.push_back({from.box.length(d), from.strides[d], to.strides[d]});
      continue;
    }
    problem.lengths.push_back(d == last ? global.lengths.back() : from.box.length(d));
    problem.input.strides.push_back(from.strides[d]);
    problem.output.strides.push_back(to.strides[d]);
  }
  problem.loops = MergeDims(loops);
  if (!problem.loops.empty()) {
    problem.batch = problem.loops.back().length;
    problem.input.distance = problem.loops.back().in_stride;
    problem.output.distance = problem.loops.back().out_stride;
    problem.loops.pop_back();
  }
  SetDefaultFormats(&problem);
  if (!IsReal(problem.type) && LieAlike(from, to)) problem.placement = Placement::kInPlace;
  stage.in = Aligned(from, &problem.input);
  stage.out = Aligned(to, &problem.output);
  return stage;
}

}  // namespace fft::dist
