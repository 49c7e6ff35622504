// How one workgroup holds whole 2D transforms: passes of both axes, threads, LDS.
//
// Only this code decides whether a plane fits one kernel of a Target, both for the planner and for
// the code generator. kernel_shape.h does the same for one axis.
#ifndef FFT_SHAPES_PLANE_SHAPE_H_
#define FFT_SHAPES_PLANE_SHAPE_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/shapes/kernel_shape.h"

namespace fft {

// The request for a shape. `count` is the number of planes along the tile dimension.
struct PlaneShapeRequest {
  int64_t x_length = 1;  // the axis that lanes run along in memory
  int64_t y_length = 1;
  Precision precision = Precision::kSingle;
  int64_t count = 1;
};

// How a kernel of planes is cut. For example, planes of 64 x 64 points may have factors {8, 8}
// along both axes and 512 threads for one plane.
struct PlaneShape {
  std::vector<int> x_factors, y_factors;  // radix of each pass, in order
  int threads = 1;                        // a multiple of planes_per_group
  int planes_per_group = 1;
  Exchange exchange = Exchange::kFull;  // kPingPong on a CPU
  LdsLayout lds;                        // of points along x; transforms are the rows of all planes
  int64_t lds_bytes = 0;
  int resident_groups = 0;  // as KernelShape's
  int registers = 0;        // as KernelShape's
  // On a GPU: the time of a copy of as many bytes divided by the kernel's time, as PlanePrice
  // predicts.
  double copy_share = 0;
  friend bool operator==(const PlaneShape&, const PlaneShape&) = default;
};

// The preferred shape, or an error that says which limit of the Target the plane breaks.
absl::StatusOr<PlaneShape> ChoosePlaneShape(const PlaneShapeRequest& request, const Target& target);

// The shape, if the target's kernels may have it for this request, else nullopt. Its copy_share is
// not computed anew.
std::optional<PlaneShape> RestoredPlane(const PlaneShape& kept, const PlaneShapeRequest& request,
                                        const Target& target);

// Up to `most` shapes of a GPU, the cheapest first. Empty on a CPU, and if ChoosePlaneShape has an
// error.
std::vector<PlaneShape> ListPlaneShapes(const PlaneShapeRequest& request, const Target& target,
                                        int most);

}  // namespace fft

#endif  // FFT_SHAPES_PLANE_SHAPE_H_
