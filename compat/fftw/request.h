// The request that each of FFTW's planners makes from its arguments.
#ifndef COMPAT_FFTW_REQUEST_H_
#define COMPAT_FFTW_REQUEST_H_

#include <cstdint>
#include <vector>

#include "compat/fftw/fftw3.h"

namespace fft::fftw {

enum class Precision { kSingle, kDouble };
enum class Family { kComplex, kRealToComplex, kComplexToReal, kRealToReal };

// An axis or a loop. Strides count elements: complex numbers in interleaved arrays, real numbers in
// all others.
struct Axis {
  int64_t length = 1;
  int64_t in_stride = 0;
  int64_t out_stride = 0;
};

// The user's arrays. `in_imag` and `out_imag` hold imaginary parts. They are null for interleaved
// complex numbers and for real numbers.
struct Arrays {
  void* in = nullptr;
  void* in_imag = nullptr;
  void* out = nullptr;
  void* out_imag = nullptr;
};

// The arguments of a planner. For example, fftw_plan_dft_2d(4, 6, ...) has rank 2, axes {{4, 6, 6},
// {6, 1, 1}} and no loops.
struct Request {
  Family family = Family::kComplex;
  Precision precision = Precision::kDouble;
  bool is_backward = false;  // only for complex transforms
  bool is_split = false;     // complex numbers lie in two arrays
  int rank = 0;              // as given; axes are empty if it is wrong
  int howmany_rank = 0;
  std::vector<Axis> axes;   // slowest first, as FFTW takes them
  std::vector<Axis> loops;  // "howmany" dimensions
  std::vector<int> kinds;   // FFTW's r2r kinds, one for each axis
  Arrays arrays;
  unsigned flags = 0;
};

// A higher rank than any program uses. The limit refuses the largest int, which FFTW takes for an
// invalid rank.
inline constexpr int kMostRank = 64;

inline int64_t RealBytes(Precision precision) { return precision == Precision::kDouble ? 8 : 4; }

}  // namespace fft::fftw

#endif  // COMPAT_FFTW_REQUEST_H_
