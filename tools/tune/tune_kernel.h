// One kernel by itself, over data laid out as plans lay it out: what is timed to choose its shape.
#ifndef TOOLS_TUNE_TUNE_KERNEL_H_
#define TOOLS_TUNE_TUNE_KERNEL_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "fft/core/dim.h"
#include "fft/core/shape_tuning.h"
#include "fft/core/target.h"
#include "fft/kernels/lower_plan.h"

namespace fft::tune {

// A transform along `axis`, repeated over loops[0], the tile loop, and the loops around it; out of
// place, in interleaved complex numbers.
struct TuneCase {
  ShapeKey key;
  Dim axis;  // of a convolution, the points of the transform that it computes
  Dims loops;
  int64_t twiddle_length = 0;  // 0: none
  bool is_rader = false;

  int64_t transforms() const;
  int64_t elements() const { return transforms() * axis.length; }
};

// A case of about `elements` elements. Rows follow each other; columns lie side by side, as in a
// large transform whose other factor is 1024, or 960 where the length is no power of two.
// Unimplemented for conversions.
absl::StatusOr<TuneCase> MakeCase(const ShapeKey& key, int64_t elements);

// The case's kernel in a shape.
codegen::PlannedKernel MakeKernel(const TuneCase& wanted, const KernelShape& shape,
                                  const Target& target);

}  // namespace fft::tune

#endif  // TOOLS_TUNE_TUNE_KERNEL_H_
