// Shapes that were chosen for requests, as text that outlives the process.
//
// A text is not trusted. A shape that is read counts only if it is one that the target's kernels
// may have (RestoredLine, RestoredPlane). Only the copy_share of a shape is not checked in this
// way.
#ifndef FFT_SHAPES_KEPT_SHAPES_H_
#define FFT_SHAPES_KEPT_SHAPES_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/shapes/kernel_shape.h"
#include "fft/shapes/plane_shape.h"

namespace fft {

// Requests for shapes, each with the shape that was chosen. For example, a plan of two kernels has
// two requests for lines.
struct KeptShapes {
  std::vector<std::pair<KernelShapeRequest, KernelShape>> lines;
  std::vector<std::pair<PlaneShapeRequest, PlaneShape>> planes;
  friend bool operator==(const KeptShapes& a, const KeptShapes& b);
};

// A text with an entry for each request: "line" or "plane", then the members of the request and of
// the shape as numbers. ';' separates entries.
std::string ToString(const KeptShapes& shapes);
// Reads the text that ToString writes. InvalidArgument for any other text.
absl::StatusOr<KeptShapes> ParseKeptShapes(absl::string_view text);

}  // namespace fft

#endif  // FFT_SHAPES_KEPT_SHAPES_H_
