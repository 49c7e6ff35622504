// KernelSpec: the only door from a plan to code.
//
// A spec says everything the generator needs and nothing it does not: no buffer, no count, no
// stride value. The field list is kernel_spec.def; name, equality and JSON are derived from it.
#ifndef FFT_CODEGEN_KERNEL_SPEC_H_
#define FFT_CODEGEN_KERNEL_SPEC_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fft/base/json.h"
#include "fft/core/axis_side.h"
#include "fft/core/kernel_shape.h"
#include "fft/core/problem.h"

namespace fft::codegen {

enum class KernelKind {
  kStockham,       // transforms along one axis
  kStockhamPlane,  // transforms of whole planes
  kTranspose,      // moves elements
  kConvert,        // pointwise, from `load` to `store`
  kBluestein,      // convolutions
  kRader,
};
// Kernels around a convolution of KernelSpec::length for a transform of KernelSpec::points.
inline bool IsConvolution(KernelKind kind) {
  return kind == KernelKind::kBluestein || kind == KernelKind::kRader;
}
enum class Direction { kForward, kInverse };
enum class StrideKind { kUnit, kAny };
// Where a kernel reads its large twiddles: from global memory, or from a copy in LDS.
enum class TableSpace { kGlobal, kLds };
enum class ScaleKind { kNone, kScale };
// Width of every index the kernel computes. k32 is chosen where every offset provably fits.
enum class IndexWidth { k32, k64 };

// The rotation by exp(-+2 pi i j k / N) of a large transform, split into `steps` table look-ups
// over base 2^base_bits (seed: code generator, "Large twiddle tables"). loop says which loop
// supplies j: 0 is the tile loop, i > 0 the i-th outer loop. k runs along the transformed axis; a
// transpose has none: there 0 is X, 1 is Y and i > 1 the loop i - 1, and axis says which supplies
// k.
struct TwiddleSteps {
  int steps = 0;  // 0: no large twiddle
  int base_bits = 0;
  int loop = 0;
  int axis = 0;
  TableSpace space = TableSpace::kGlobal;
  friend bool operator==(const TwiddleSteps&, const TwiddleSteps&) = default;
};

// Source text of a callback (fft/core/callbacks.h); names carry a digest of it.
struct CallbackText {
  std::string text;    // empty: none
  bool reals = false;  // elements are reals, whatever format the kernel sees
  friend bool operator==(const CallbackText&, const CallbackText&) = default;
};

// The slower axis of a plane.
struct SecondAxis {
  int64_t length = 0;        // 0: there is one axis
  std::vector<int> factors;  // as KernelSpec::factors
  friend bool operator==(const SecondAxis&, const SecondAxis&) = default;
};

struct KernelSpec {
#define FIELD(type, name, tag) type name{};
#include "fft/codegen/kernel_spec.def"
#undef FIELD
  friend bool operator==(const KernelSpec&, const KernelSpec&) = default;
};

// Whether one side is the spectrum of 2n reals that the other side sees as n pairs.
bool HasPairs(const KernelSpec& spec);
// Whether one side is the other one's points times a chirp.
bool HasChirp(const KernelSpec& spec);
// Whether a transform reads or writes no more than the first points of the rows it is part of.
inline bool CutsRows(const KernelSpec& spec) {
  return spec.row_product == RowProduct::kChirpIn || spec.row_product == RowProduct::kChirpOut;
}
// Points, or pairs of points, of one row: the threads of a kConvert kernel that a row takes.
int64_t ConversionsPerRow(const KernelSpec& spec);

// Sets the fields that a shape decides.
void SetShape(const KernelShape& shape, KernelSpec* spec);

// What a field says in the kernel's name, its tag included.
struct NamePart {
  const char* field;
  std::string text;
};
// In the order of the name, without the fields that leave no trace in it.
std::vector<NamePart> KernelNameParts(const KernelSpec& spec);

// The kernel's function name: a C identifier that encodes every field, "fft" and the parts joined
// by
// "_".
std::string KernelName(const KernelSpec& spec);
Json ToJson(const KernelSpec& spec);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_KERNEL_SPEC_H_
