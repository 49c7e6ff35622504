// Shapes that a caller asks for, by the length of the kernels that are to have them.
#ifndef FFT_SHAPES_ASKED_SHAPE_H_
#define FFT_SHAPES_ASKED_SHAPE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/shapes/shape_wish.h"

namespace fft {

struct KernelShape;  // fft/shapes/kernel_shape.h

struct AskedShape {
  // The length of the lines that a workgroup transforms: of a leaf's axis, or of a convolution.
  int64_t length = 0;
  ShapeWish wish;
  friend bool operator==(const AskedShape&, const AskedShape&) = default;
};

// The shapes of a text such as
// "1920:factors=16x8x15,threads=128,transforms=1,exchange=full,pad_every=16,resident_groups=7".
// The planner chooses members that are left out. Shapes of several lengths are joined by ";".
// InvalidArgument names the word and what is allowed.
absl::StatusOr<std::vector<AskedShape>> ParseAskedShapes(absl::string_view text);
std::string ToString(const AskedShape& shape);
std::string ToString(const std::vector<AskedShape>& shapes);

// The wish that names every member of this shape.
ShapeWish WishOf(const KernelShape& shape);
// Whether the shape has all that the wish says.
bool Grants(const KernelShape& shape, const ShapeWish& wish);
// The value of ShapeWish::staged that describes the shape.
bool StagedOf(const KernelShape& shape);

}  // namespace fft

#endif  // FFT_SHAPES_ASKED_SHAPE_H_
