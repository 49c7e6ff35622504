// A request for a plan of cuFFT or hipFFT, and the problems of this library that it stands for.
//
// A plan of cuFFT or hipFFT runs in place and out of place and, for complex transforms, in both
// directions. The program chooses when it runs the plan. A Problem has one placement and one
// direction, so a request stands for up to four problems.
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

// The largest number of dimensions in these interfaces.
inline constexpr size_t kMostRank = 3;

enum class Kind { kComplex, kRealForward, kRealInverse };

// The kind of transform, which says what the elements of the arrays are, and their precision.
struct Elements {
  Kind kind = Kind::kComplex;
  Precision precision = Precision::kSingle;
  friend bool operator==(const Elements&, const Elements&) = default;
};

// The layout of the input or output, called "advanced data layout" by cuFFT. Element (x, y, z) of
// transform b lies at b * distance + ((x * embed[1] + y) * embed[2] + z) * stride.
struct EmbeddedArray {
  std::vector<int64_t> embed;  // one for each length, slowest first; the first is ignored
  int64_t stride = 1;
  int64_t distance = 0;
};

struct Request {
  Elements elements;
  std::vector<int64_t> lengths;  // slowest first
  int64_t batch = 1;
  // The arrays' layouts. If absent, arrays are packed. In place, rows of n reals then have room for
  // 2 (n / 2 + 1) reals.
  struct Arrays {
    EmbeddedArray in, out;
  };
  std::optional<Arrays> arrays;
  double scale = 1;  // multiplies every result
};

// Checks rank, lengths and batch. Returns kInvalidValue for a wrong rank, kInvalidSize for a length
// or batch below 1.
Result CheckSizes(const Request& request);

// How a plan is executed.
struct Use {
  bool is_inverse = false;  // only for complex transforms
  Placement placement = Placement::kOutOfPlace;
};
inline constexpr size_t kUses = 4;
// The number of a use, below kUses. Both directions of a real transform have the same number, since
// its kind says the direction.
size_t IndexOf(const Use& use, Kind kind);

// The completed problem. InvalidArgument where the layouts do not suit the use, such as different
// layouts in place.
absl::StatusOr<Problem> ProblemOf(const Request& request, const Use& use);

}  // namespace fft::compat

#endif  // FFT_COMPAT_GPU_REQUEST_H_
