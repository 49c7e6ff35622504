// Boxes of an index space in memory, and the stages that move or transform them.
#ifndef FFT_DIST_VIEW_H_
#define FFT_DIST_VIEW_H_

#include <cstdint>
#include <vector>

#include "fft/dist/box.h"
#include "fft/dist/plan.h"

namespace fft::dist {

// The elements of a box in memory. The first element lies at `ref`, and neighbours along axis d are
// `strides[d]` elements apart.
struct View {
  Box box;
  std::vector<int64_t> strides;
  ArrayRef ref;
  int element_bytes = 8;
};

// The view of a box without gaps. `order` lists the axes as they lie in memory, slowest first.
View PackedView(const Box& box, const std::vector<int>& order, const ArrayRef& ref,
                int element_bytes);

// The view of `part`, which lies inside the view's box.
View Part(const View& view, const Box& part);

// Whether the view is packed, with its axes in `order`.
bool IsPackedAs(const View& view, const std::vector<int>& order);

BoxCopy CopyStage(const View& from, const View& to);

// Makes the transform of `global` along some of its axes (ascending). Both views have the same box,
// but the last axis of a real transform has another length.
LocalTransform TransformStage(const Problem& global, const std::vector<int>& axes, const View& from,
                              const View& to);

}  // namespace fft::dist

#endif  // FFT_DIST_VIEW_H_
