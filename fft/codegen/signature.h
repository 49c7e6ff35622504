// The parameters of a kernel, in order: one list that the generator declares, the lowering fills
// and the launcher passes.
#ifndef FFT_CODEGEN_SIGNATURE_H_
#define FFT_CODEGEN_SIGNATURE_H_

#include <string>
#include <vector>

#include "fft/codegen/kernel_spec.h"

namespace fft::codegen {

enum class ParameterKind {
  kInput,
  kInputImag,  // planar input: imaginary parts
  kOutput,
  kOutputImag,
  kTwiddles,  // complex numbers
  kLargeTwiddles,
  kPairTwiddles,  // rotations between the spectrum of pairs and that of their reals
  kChirp,         // complex numbers
  kFilter,        // complex numbers: the transform of what a convolution convolves with
  kPermutation,   // 32-bit ints
  kIndex,
  kReal,
  kLoadUser,  // opaque pointers to the user's data for callbacks
  kStoreUser,
};

struct Parameter {
  ParameterKind kind = ParameterKind::kIndex;
  std::string name;
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

// in, [in_imag], out, [out_imag], [twiddles], [twiddles_y], [large_twiddles], [pair_twiddles],
// [twiddles_back], [chirp], [chirp_back], [permutation], [filter], tile, {length_i, in_stride_i,
// out_stride_i for outer loops i = 1..}, [scale], [in_pair_stride], [load_user], [out_pair_stride],
// [store_user]. The tile of a transform: [in_stride], [out_stride], [y_in_stride, y_out_stride of a
// plane], tile_count, tile_in_stride, tile_out_stride; of a transpose: x_count, [x_in_stride],
// [x_out_stride], y_count, y_in_stride, [y_out_stride]. A pair stride is there with a callback for
// planar data, which is then an array of reals seen as pairs: elements from a real part to its
// imaginary part.
std::vector<Parameter> Signature(const KernelSpec& spec);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_SIGNATURE_H_
