// A request for a plan of cuFFT or hipFFT, and the problems of this library that it stands for.
//
// Such a plan serves both placements and, in complex transforms, both directions: it is told these
// only when it runs. A Problem has one of each, so a request stands for up to four.
#ifndef FFT_COMPAT_GPU_REQUEST_H_
#define FFT_COMPAT_GPU_REQUEST_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "compat/gpu/result.h"
#include "fft/core/problem.h"

namespace fft::compat {

// Dimensions of a transform in these interfaces.
inline constexpr size_t kMostRank = 3;

enum class Kind { kComplex, kRealForward, kRealInverse };

// The elements of an array, and their precision.
struct Elements {
  Kind kind = Kind::kComplex;
  Precision precision = Precision::kSingle;
  friend bool operator==(const Elements&, const Elements&) = default;
};

// One side of the "advanced data layout": element (x, y, z) of transform b lies at
// b * distance + ((x * embed[1] + y) * embed[2] + z) * stride.
struct EmbeddedArray {
  std::vector<int64_t> embed;  // one a length, slowest first; the first one is ignored
  int64_t stride = 1;
  int64_t distance = 0;
};

struct Request {
  Elements elements;
  std::vector<int64_t> lengths;  // slowest first
  int64_t batch = 1;
  // The arrays' layouts. Absent: packed arrays, where transforms of reals in place have rows of 2
  // (n / 2 + 1) reals.
  struct Arrays {
    EmbeddedArray in, out;
  };
  std::optional<Arrays> arrays;
  double scale = 1;  // multiplies every result
};

// Checks rank, lengths and batch, for which the interfaces have results of their own.
Result CheckSizes(const Request& request);

// How a plan runs.
struct Use {
  bool is_inverse = false;  // read for complex transforms alone
  Placement placement = Placement::kOutOfPlace;
};
inline constexpr size_t kUses = 4;
// A number below kUses; the two directions of a real transform share one, since its kind says the
// direction.
size_t IndexOf(const Use& use, Kind kind);

// The completed problem. InvalidArgument where the arrays do not suit the use, such as unlike
// arrays in place.
absl::StatusOr<Problem> ProblemOf(const Request& request, const Use& use);

}  // namespace fft::compat

#endif  // FFT_COMPAT_GPU_REQUEST_H_
