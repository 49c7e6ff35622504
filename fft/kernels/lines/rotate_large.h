// The rotation between the two halves of a large transform, by split tables.
//
// Output k of transform j is multiplied by exp(-+2 pi i j k / N). The exponent m = j k < N is
// written in base 2^b; each digit has a table of 2^b rotations (rocFFT's code generator design,
// "Large twiddle tables"):
//   exp(-2 pi i m / N) = T0[m mod 2^b] * T1[(m >> b) mod 2^b] * ...
#ifndef FFT_KERNELS_LINES_ROTATE_LARGE_H_
#define FFT_KERNELS_LINES_ROTATE_LARGE_H_

#include <functional>
#include <memory>
#include <vector>

#include "fft/codegen/dag/butterfly.h"
#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/lines/expressions.h"
#include "fft/kernels/lines/parameters.h"
#include "fft/kernels/lines/pass_engine.h"

namespace fft::kernels {

// Large twiddles whose tables lie in global memory, one after the other, or no large twiddles.
// Derived classes keep the tables elsewhere or make the rotations in another way.
class StockhamLargeTwiddles {
 public:
  // The large twiddles of a spec. The spec and the builder must outlive them.
  static std::unique_ptr<StockhamLargeTwiddles> Make(const KernelSpec& spec, Builder& b);
  StockhamLargeTwiddles(const KernelSpec& spec, Builder& b) : spec_(spec), b_(b) {}
  virtual ~StockhamLargeTwiddles() = default;

  // Whether there is anything to rotate.
  bool rotates() const { return spec_.large_twiddle.steps > 0; }
  // Takes the tables from the kernel's parameters. Declares its array in LDS before other arrays,
  // so that these stay aligned.
  virtual void Declare(const Parameters& parameters);
  // Brings the tables to where Load finds them. Returns true if a barrier has to follow before the
  // first Load.
  virtual bool Stage() { return false; }
  // The rotations of exponent m, one per step.
  virtual std::vector<ComplexEx> Load(Ex m) const;
  // `value` times all `rotations`, or times their conjugates if the OutputDirection is inverse.
  virtual ComplexEx Multiply(const ComplexEx& value, const std::vector<ComplexEx>& rotations) const;

  // The product of the rotations of exponent m, for the forward sign.
  ComplexEx Rotation(Ex m) const;
  // `value` rotated by an exponent, which is computed where there is a rotation.
  ComplexEx Rotated(const ComplexEx& value, const std::function<Ex()>& exponent) const;
  // Rotates the outputs of a butterfly that finishes a transform. Output k has the exponent m + k
  // m_step. Tables are looked up for every block-th output and for the steps within a block, since
  // neighbouring threads find their entries far apart. The other rotations are products of two.
  void RotateOutputs(const GlobalTile& tile, const Place& place, Values* values) const;

 protected:
  const KernelSpec& spec_;
  Builder& b_;
  Ex table_;
};

}  // namespace fft::kernels

#endif  // FFT_KERNELS_LINES_ROTATE_LARGE_H_
