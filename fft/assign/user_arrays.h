// How the user's arrays appear to the edges of a plan.
//
// An edge of complex numbers can lie in an array of reals as pairs of neighbours along its rows.
// The edge is interleaved if the strides permit. Otherwise it is planar, and each imaginary part
// lies behind its real part by the row's stride. A real transform of even length reads its input
// and writes its output as pairs. An in-place array of a real problem has two descriptions, as real
// rows and as Hermitian rows; an edge takes the description that it fits best.
#ifndef FFT_ASSIGN_USER_ARRAYS_H_
#define FFT_ASSIGN_USER_ARRAYS_H_

#include <cstdint>

#include "fft/assign/placement.h"
#include "fft/core/axis_side.h"
#include "fft/core/layout.h"
#include "fft/core/problem.h"

namespace fft {

enum class EdgeKind { kFirst, kBetween, kLast };

// Whether an edge in the user's output holds real functions (such as moduli) of its writer's
// complex results.
inline bool StoresFunction(const AxisSide& written, const EdgePlacement& edge) {
  return edge.format == ArrayFormat::kReal && MemoryFormat(written) != AxisFormat::kReal;
}

// Whether an edge in the user's input of reals holds pairs of them, as complex numbers.
inline bool HoldsPairs(const Problem& problem, const EdgePlacement& edge) {
  return problem.input.format == ArrayFormat::kReal && edge.format != ArrayFormat::kReal;
}

class UserArrays {
 public:
  // `problem` must be completed.
  explicit UserArrays(const Problem& problem);

  // The placement of an edge in USER_IN or USER_OUT. `data` says what the edge holds along the
  // axis, `positions` how many canonical positions it has. The placement's format is CI, CP or R,
  // also where the user's format is Hermitian. If the format is R for complex data, the array holds
  // functions of the data (StoresFunction), or it cannot hold the edge.
  EdgePlacement Place(Buffer buffer, EdgeKind kind, AxisFormat data, int64_t positions) const;

  const Layout& input_layout() const { return input_.layout; }

 private:
  struct Array {
    ArrayFormat format = ArrayFormat::kComplexInterleaved;
    Layout layout;
    bool has_function = false;
  };
  static EdgePlacement View(const Array& array, Buffer buffer, AxisFormat data);

  const bool in_place_;
  const Array input_, output_;
};

}  // namespace fft

#endif  // FFT_ASSIGN_USER_ARRAYS_H_
