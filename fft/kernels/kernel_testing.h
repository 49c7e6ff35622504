// Runs generated kernels in the interpreter and compares with the transform by definition.
#ifndef FFT_KERNELS_KERNEL_TESTING_H_
#define FFT_KERNELS_KERNEL_TESTING_H_

#include <cstdint>

#include "fft/core/dim.h"
#include "fft/core/target.h"
#include "fft/kernels/kernel_spec.h"
#include "fft/shapes/kernel_shape.h"

namespace fft::kernels::testing_kernels {

// One kernel launch: an axis, the tile loop and outer loops in memory strides.
struct Launch {
  KernelSpec spec;
  Dim axis;
  Dims loops;  // [0] is the tile loop
  int64_t twiddle_length = 0;
  // For rows that are filtered: the n of the chirp, whose convolution has `twiddle_length` points.
  // The loop that supplies the twiddles counts the rows.
  int64_t filter_points = 0;
};

// A launch of a kernel in the shape that the target prefers for the request; its passes transform
// `request.length` points.
Launch MakeLaunch(const Target& target, const KernelShapeRequest& request, const Dim& axis,
                  const Dims& loops);
// A launch of a kernel in a given shape.
Launch MakeLaunch(const KernelShape& shape, const KernelShapeRequest& request, const Dim& axis,
                  const Dims& loops);
// A launch of a kernel whose passes transform the axis, in the shape that the target prefers.
Launch MakeLaunch(const Target& target, Tiling tiling, const Dim& axis, const Dims& loops,
                  Precision precision);

// Runs the kernel; expects no finding of the interpreter, the reference's values, and elements
// outside the index map untouched.
void ExpectCorrect(const Launch& launch, double scale = 1.0);

}  // namespace fft::kernels::testing_kernels

#endif  // FFT_KERNELS_KERNEL_TESTING_H_
