// The rotation between the two halves of a large transform, by split tables.
//
// Output k of transform j is multiplied by exp(-+2 pi i j k / N). The exponent m = j k < N is
// written in base 2^b; each digit has a table of 2^b rotations (rocFFT's code generator design,
// "Large twiddle tables"):
//   exp(-2 pi i m / N) = T0[m mod 2^b] * T1[(m >> b) mod 2^b] * ...
#ifndef FFT_KERNELS_LINES_ROTATE_LARGE_H_
#define FFT_KERNELS_LINES_ROTATE_LARGE_H_

#include <memory>
#include <vector>

#include "fft/codegen/dag/butterfly.h"
#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/lines/expressions.h"
#include "fft/kernels/lines/pass_engine.h"

namespace fft::kernels {

class StockhamLargeTwiddles {
 public:
  // Null when the spec has no large twiddle.
  static std::unique_ptr<StockhamLargeTwiddles> Make(const KernelSpec& spec);
  virtual ~StockhamLargeTwiddles() = default;

  // Declares LDS, after the kernel's parameters and before other arrays, which stay aligned behind
  // it.
  virtual void Declare(Builder&) {}
  // Brings the tables to where Load finds them. A barrier must follow before the first Load.
  virtual void Stage(Builder&, Ex /*table*/) {}
  // The rotations of exponent m, one per step; `table` is the parameter.
  virtual std::vector<ComplexEx> Load(Builder& b, Ex table, Ex m) const = 0;
  // The product of the rotations of exponent m, for the forward sign.
  ComplexEx Rotation(Builder& b, Ex table, Ex m) const;
  // `value` rotated by all `rotations`, in the spec's direction.
  virtual ComplexEx Multiply(Builder& b, const ComplexEx& value,
                             const std::vector<ComplexEx>& rotations) const = 0;
};

// Rotates the outputs of a butterfly that finishes a transform. Output k has the exponent m + k
// m_step. Tables are looked up for every block-th output and for the steps within a block, since
// neighbouring threads find their entries far apart. The other rotations are products of two.
void RotateOutputs(const StockhamLargeTwiddles& large, const KernelSpec& spec,
                   const GlobalTile& tile, const Place& place, Builder& b, Values* values);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_LINES_ROTATE_LARGE_H_
