// Draws random calls of FFTW's guru64 interface: any kind of transform, layout and placement.
#ifndef TESTS_FFTW_DRAWN_CALL_H_
#define TESTS_FFTW_DRAWN_CALL_H_

#include <fftw3.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace fft::testing {

enum class CallKind { kComplex, kRealToComplex, kComplexToReal, kRealToReal };

// A call. Strides count elements; starts count reals from the beginning of a buffer. A buffer is an
// array of reals. Input and output have a buffer each, or share one in place. The imaginary parts
// of split arrays have further buffers. For example, dims {{8, 1, 1}} and loops {{3, 8, 8}} are
// three rows of eight numbers.
struct DrawnCall {
  CallKind kind = CallKind::kComplex;
  bool is_split = false;
  bool is_in_place = false;
  int sign = FFTW_FORWARD;  // only for interleaved complex transforms
  std::vector<fftw_iodim64> dims;
  std::vector<fftw_iodim64> loops;
  std::vector<fftw_r2r_kind> kinds;
  int64_t in_start = 0;
  int64_t out_start = 0;
  int64_t in_reals = 0;  // size of an input buffer, or in place of the only buffer
  int64_t out_reals = 0;
};

DrawnCall DrawCall(std::mt19937_64* random);

std::string ToString(const DrawnCall& call);

}  // namespace fft::testing

#endif  // TESTS_FFTW_DRAWN_CALL_H_
