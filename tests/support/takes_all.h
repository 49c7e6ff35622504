// Tests that take a part of a space by day and all of it by night ask here which of the two they
// do.
#ifndef TESTS_SUPPORT_TAKES_ALL_H_
#define TESTS_SUPPORT_TAKES_ALL_H_

#include <cstdlib>

namespace fft::testing {

// Whether a test takes all of its space: the environment variable FFT_TAKE_ALL is set.
inline bool TakesAll() { return std::getenv("FFT_TAKE_ALL") != nullptr; }

}  // namespace fft::testing

#endif  // TESTS_SUPPORT_TAKES_ALL_H_
