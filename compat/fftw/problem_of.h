// Translates a request into problems of the library, as tokens (docs/TOKENS.md).
//
// The library decides what it can transform. Where it refuses the layout of the user's input or
// output, that side is staged. The library then gets packed scratch memory, and the elements are
// gathered before the transform or scattered after it. For example, a transform in place whose
// output has other strides than its input becomes a transform out of place that reads gathered
// input.
#ifndef COMPAT_FFTW_PROBLEM_OF_H_
#define COMPAT_FFTW_PROBLEM_OF_H_

#include <cstdint>
#include <string>
#include <vector>

#include "compat/fftw/copy.h"
#include "compat/fftw/request.h"

namespace fft::fftw {

// The input or the output of an attempt. For example, a side that is not staged has an empty `copy`
// and a `shift` of 0.
struct Side {
  bool is_staged = false;
  // The copy of a staged side. For the input it goes from the user's array to the library's, for
  // the output the other way round.
  std::vector<CopyAxis> copy;
  int64_t extent = 0;     // elements from the first to the last in the library's array
  int64_t elements = 0;   // how many of the extent's elements the transform uses
  int element_reals = 1;  // 2: interleaved complex numbers
  int arrays = 1;         // 2: real and imaginary parts in separate arrays
  int64_t shift = 0;      // bytes from the user's pointer to the address that the library gets
  // Whether the array holds reals of which the first has an odd number, counted from an address of
  // two reals. The library then gets the address of the real before it, and an offset of 1.
  bool is_odd = false;
};

// Bytes of one array of the side.
inline int64_t ArrayBytes(const Side& side, int64_t real_bytes) {
  return side.extent * side.element_reals * real_bytes;
}

// A way to compute a request. An attempt with an empty token does not transform: it only copies the
// input to the output.
struct Attempt {
  std::string token;
  bool is_in_place = false;
  Side in;
  Side out;
};

// The reason why a request is impossible, for FFTW too. It is empty for a possible request.
std::string WhyImpossible(const Request& request);

// Whether a loop of the request is empty.
bool IsEmpty(const Request& request);

// The attempts for a request, the best first. The planner uses the first one that the library
// takes. There is at least one attempt unless the request is impossible or empty.
std::vector<Attempt> AttemptsAt(const Request& request);

}  // namespace fft::fftw

#endif  // COMPAT_FFTW_PROBLEM_OF_H_
