// A single kernel to be timed in several shapes, on data in the layout that plans use.
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

// The work of one kernel: transforms along `axis`, repeated over loops[0] (the tile loop) and the
// loops around it. The transforms are out of place. They are complex and interleaved, or go from
// reals to the first half of their spectrum, or back. For example, `count` rows of 1024 points have
// the axis {1024, 1, 1} and loops[0] {count, 1024, 1024}.
struct TuneCase {
  ShapeKey key;
  Dim axis;  // of a convolution: the transform that it computes
  Dims loops;
  int64_t twiddle_length = 0;  // 0 without large twiddles
  bool is_rader = false;
  // Formats of kernels that convert between reals and spectra. A line of reals holds two
  // transforms; a line of pairs of reals holds one.
  AxisFormat load = AxisFormat::kComplex, store = AxisFormat::kComplex;
  int transforms_per_line = 1;
  bool is_few = false;  // whether plans would count the transforms as few (KernelShapeRequest::few)

  int64_t transforms() const;
  bool restores() const { return key.use == ShapeUse::kRestoring; }
  // The number of elements that one transform writes: reals or complex numbers.
  int64_t out_points() const { return Elements({store}, axis.length); }
  // The number of complex numbers that all transforms write or read, whichever is larger.
  int64_t elements() const { return transforms() * points(); }
  int64_t points() const;
};

// Returns a case of about `elements` elements. Rows follow each other. Columns lie side by side, as
// in a large transform whose other factor is 1024, or 960 if the length is not a power of two; if
// there are fewer elements, only as many columns as they make.
// Kernels that convert have rows: rows of pairs of reals if the length is even, else rows of reals.
// Unimplemented for columns that convert, and for planes.
absl::StatusOr<TuneCase> MakeCase(const ShapeKey& key, int64_t elements);

// Returns the request for the shapes of the case's kernel, as a plan would make it.
KernelShapeRequest RequestFor(const TuneCase& wanted);

// Returns the case's kernel in this shape.
kernels::PlannedKernel MakeKernel(const TuneCase& wanted, const KernelShape& shape,
                                  const Target& target);

}  // namespace fft::tune

#endif  // TOOLS_TUNE_TUNE_KERNEL_H_
