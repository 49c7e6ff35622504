// Says whether a test covers only a part of its cases, as by day, or all of them, as by night.
#ifndef TESTS_SUPPORT_TAKES_ALL_H_
#define TESTS_SUPPORT_TAKES_ALL_H_

#include <cstdlib>

namespace fft::testing {

// Whether a test takes all of its space: the environment variable FFT_TAKE_ALL is set.
inline bool TakesAll() { return std::getenv("FFT_TAKE_ALL") != nullptr; }

}  // namespace fft::testing

#endif  // TESTS_SUPPORT_TAKES_ALL_H_
