// Parts of an index space in memory, and the stages that move or transform them.
#ifndef FFT_DIST_VIEW_H_
#define FFT_DIST_VIEW_H_

#include <cstdint>
#include <vector>

#include "fft/dist/box.h"
#include "fft/dist/plan.h"

namespace fft::dist {

// The elements of a box in memory: the first one lies at `ref`, neighbours along axis d lie
// `strides[d]` elements apart.
struct View {
  Box box;
  std::vector<int64_t> strides;
  ArrayRef ref;
  int element_bytes = 8;
};

// A box without gaps, its axes in this order.
View PackedView(const Box& box, const std::vector<int>& order, const ArrayRef& ref,
                int element_bytes);

// The elements of `part`, which lies inside the view's box.
View Part(const View& view, const Box& part);

// Whether the view's elements lie like those of a packed box with its axes in `order`.
bool IsPackedAs(const View& view, const std::vector<int>& order);

BoxCopy CopyStage(const View& from, const View& to);

// The transform of `global` along some of its axes (ascending). Both views show the same part of
// the space. Only the last axis of a real transform has another length.
LocalTransform TransformStage(const Problem& global, const std::vector<int>& axes, const View& from,
                              const View& to);

}  // namespace fft::dist

#endif  // FFT_DIST_VIEW_H_
