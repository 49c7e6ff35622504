// The parameters of kernels by identity. The signature lists them, the generator declares and uses
// them, lowering gives them values, and the launcher binds them.
#ifndef FFT_KERNELS_PARAMETER_H_
#define FFT_KERNELS_PARAMETER_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace fft::kernels {

// How a launch binds a parameter.
enum class ParameterKind {
  kInput,
  kInputImag,  // planar input: imaginary parts
  kOutput,
  kOutputImag,
  kTwiddles,  // complex numbers
  kLargeTwiddles,
  kPairTwiddles,  // rotations between the spectrum of pairs and the spectrum of their reals
  kChirp,         // complex numbers
  kFilter,        // complex numbers: the transform of the sequence that a convolution convolves
                  // with
  kPermutation,   // 32-bit ints
  kIndex,
  kReal,
  kLoadUser,  // opaque pointers to the user's data for callbacks
  kStoreUser,
};

enum class ParameterId {
#define PARAMETER(id, name, kind) id,
#include "fft/kernels/parameter.def"
#undef PARAMETER
};

struct Parameter {
  ParameterId id = ParameterId::kIn;
  int loop = 0;  // the number of the outer loop that it belongs to, from 1

  Parameter(ParameterId id, int loop = 0) : id(id), loop(loop) {}  // NOLINT: an id is a parameter
  ParameterKind kind() const;
  std::string name() const;  // as in the source
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

// "input", "large_twiddles", ...
const char* ToString(ParameterKind kind);

// The values of a kernel's index parameters, in any order. There may be more than its signature
// has.
using IndexValues = std::vector<std::pair<Parameter, int64_t>>;

}  // namespace fft::kernels

#endif  // FFT_KERNELS_PARAMETER_H_
