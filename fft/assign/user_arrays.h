// How the user's arrays appear to the edges of a plan.
//
// An edge of complex numbers can lie in an array of reals, pair by pair along its rows: next to
// each other where strides permit, else as a planar array whose imaginary parts follow the real
// parts at the row's stride. A real transform of even length reads its input and writes its output
// this way, and the array can hold other edges meanwhile. An in-place array of a real problem is
// described twice, as real rows and as Hermitian ones; an edge takes the description that it fits
// best.
#ifndef FFT_ASSIGN_USER_ARRAYS_H_
#define FFT_ASSIGN_USER_ARRAYS_H_

#include <cstdint>

#include "fft/assign/placement.h"
#include "fft/core/axis_side.h"
#include "fft/core/layout.h"
#include "fft/core/problem.h"

namespace fft {

enum class EdgeKind { kFirst, kBetween, kLast };

// Whether an edge in the user's output holds a function of the complex numbers that its writer has.
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

  // The placement of an edge in USER_IN or USER_OUT. `data` is what the edge's reader or writer
  // finds along its axis, `positions` the canonical positions the edge must hold. The format is CI,
  // CP or R, also where the user's format is Hermitian. R for an edge of complex numbers means that
  // the array cannot hold them.
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
