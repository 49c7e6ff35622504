// The request that a call of any of FFTW's planners makes.
#ifndef COMPAT_FFTW_REQUEST_H_
#define COMPAT_FFTW_REQUEST_H_

#include <cstdint>
#include <vector>

#include "compat/fftw/fftw3.h"

namespace fft::fftw {

enum class Precision { kSingle, kDouble };
enum class Family { kComplex, kRealToComplex, kComplexToReal, kRealToReal };

// An axis or a loop. Strides count elements: complex numbers in interleaved arrays, else real ones.
struct Axis {
  int64_t length = 1;
  int64_t in_stride = 0;
  int64_t out_stride = 0;
};

// The user's arrays. Second arrays hold imaginary parts; they are null for interleaved and for real
// numbers.
struct Arrays {
  void* in = nullptr;
  void* in_imag = nullptr;
  void* out = nullptr;
  void* out_imag = nullptr;
};

// A call of a planner. For example, fftw_plan_dft_2d(4, 6, ...) has rank 2, axes {{4, 6, 6}, {6, 1,
// 1}} and no loops.
struct Request {
  Family family = Family::kComplex;
  Precision precision = Precision::kDouble;
  bool is_backward = false;  // complex transforms alone
  bool is_split = false;     // complex numbers lie in two arrays
  int rank = 0;              // as given; a wrong rank has no axes
  int howmany_rank = 0;
  std::vector<Axis> axes;   // slowest first, as FFTW takes them
  std::vector<Axis> loops;  // "howmany" dimensions
  std::vector<int> kinds;   // FFTW's r2r kinds, one an axis
  Arrays arrays;
  unsigned flags = 0;
};

// More dimensions than any program has; FFTW takes the largest int for no rank at all.
inline constexpr int kMostRank = 64;

inline int64_t RealBytes(Precision precision) { return precision == Precision::kDouble ? 8 : 4; }

}  // namespace fft::fftw

#endif  // COMPAT_FFTW_REQUEST_H_
