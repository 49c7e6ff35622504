// One kernel by itself, over data laid out as plans lay it out. It is timed to choose its shape.
#ifndef TOOLS_TUNE_TUNE_KERNEL_H_
#define TOOLS_TUNE_TUNE_KERNEL_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "fft/core/axis_side.h"
#include "fft/core/dim.h"
#include "fft/core/target.h"
#include "fft/kernels/lower_plan.h"
#include "fft/shapes/shape_tuning.h"

namespace fft::tune {

// A transform along `axis`, repeated over loops[0], the tile loop, and the loops around it. It is
// out of place, in interleaved complex numbers, or from reals to the first half of their spectrum,
// or back. For example, rows of 1024 points have the axis {1024, 1, 1} and loops[0] {count, 1024,
// 1024}.
struct TuneCase {
  ShapeKey key;
  Dim axis;  // in a convolution, the points of the transform that it computes
  Dims loops;
  int64_t twiddle_length = 0;  // 0: none
  bool is_rader = false;
  // The formats of kernels that convert. A line of reals holds two transforms; a line of pairs of
  // reals holds one.
  AxisFormat load = AxisFormat::kComplex, store = AxisFormat::kComplex;
  int transforms_per_line = 1;

  int64_t transforms() const;
  bool restores() const { return key.use == ShapeUse::kRestoring; }
  // The elements that one transform writes: reals or complex numbers.
  int64_t out_points() const { return Elements({store}, axis.length); }
  // The complex numbers that all transforms write, or those that they read where these are more.
  int64_t elements() const { return transforms() * points(); }
  int64_t points() const;
};

// A case of about `elements` elements. Rows follow each other; columns lie side by side, as in a
// large transform whose other factor is 1024, or 960 where the length is no power of two.
// Converting kernels have rows: of pairs where the length is even, else of reals. Unimplemented for
// columns that convert, and planes.
absl::StatusOr<TuneCase> MakeCase(const ShapeKey& key, int64_t elements);

// The request for the shapes of the case's kernel, as a plan makes it.
KernelShapeRequest RequestFor(const TuneCase& wanted);

// The case's kernel in a shape.
kernels::PlannedKernel MakeKernel(const TuneCase& wanted, const KernelShape& shape,
                                  const Target& target);

}  // namespace fft::tune

#endif  // TOOLS_TUNE_TUNE_KERNEL_H_
