// Translates a request into problems of the library, as tokens (docs/TOKENS.md).
//
// The library decides what it can transform. A side that it refuses as it lies in the user's arrays
// is staged: it lies packed in scratch memory, and its elements are gathered before the transform
// or scattered after it. For example, a transform in place whose output has other strides than its
// input becomes one out of place of a gathered input.
#ifndef COMPAT_FFTW_PROBLEM_OF_H_
#define COMPAT_FFTW_PROBLEM_OF_H_

#include <cstdint>
#include <string>
#include <vector>

#include "compat/fftw/copy.h"
#include "compat/fftw/request.h"

namespace fft::fftw {

// One side of an attempt. For example, a side that is not staged has an empty `copy` and a `shift`
// of 0.
struct Side {
  bool is_staged = false;
  // The copy of a staged side, from where elements lie to where they go: for the input from the
  // user's array to the library's, for the output the other way round.
  std::vector<CopyAxis> copy;
  int64_t extent = 0;     // elements from the first to the last one in an array of the library's
  int64_t elements = 0;   // how many of them the transform reads or writes
  int element_reals = 1;  // 2: interleaved complex numbers
  int arrays = 1;         // 2: real and imaginary parts apart
  int64_t shift = 0;      // bytes from the user's pointer to the element with the lowest address
};

// Bytes of an array of the side.
inline int64_t ArrayBytes(const Side& side, int64_t real_bytes) {
  return side.extent * side.element_reals * real_bytes;
}

// A way to compute a request. An empty token transforms nothing: the output's copy starts at the
// input then.
struct Attempt {
  std::string token;
  bool is_in_place = false;
  Side in;
  Side out;
};

// Why the request is impossible, for which FFTW refuses it too; empty where it is possible.
std::string WhyImpossible(const Request& request);

// Whether a loop of the request is empty.
bool IsEmpty(const Request& request);

// The attempts for a request, the best first: the first one that the library takes is used. There
// is at least one for a possible request that is not empty.
std::vector<Attempt> AttemptsAt(const Request& request);

}  // namespace fft::fftw

#endif  // COMPAT_FFTW_PROBLEM_OF_H_
