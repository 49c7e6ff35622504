// Draws small problems of one length for the interpreter.
#ifndef TESTS_INTERPRETER_DRAWN_TOKEN_H_
#define TESTS_INTERPRETER_DRAWN_TOKEN_H_

#include <cstdint>
#include <string>

#include "tests/support/random.h"

namespace fft::testing {

// The token of a problem of any kind, precision and placement, with a batch of up to 6. It is
// packed, or has rows or columns on either side. Some have planar spectra, and some a scale.
std::string DrawToken(int64_t length, Random* random);

}  // namespace fft::testing

#endif  // TESTS_INTERPRETER_DRAWN_TOKEN_H_
