// Draws small problems of one length for the interpreter.
#ifndef TESTS_INTERPRETER_DRAWN_TOKEN_H_
#define TESTS_INTERPRETER_DRAWN_TOKEN_H_

#include <cstdint>
#include <string>

#include "tests/support/random.h"

namespace fft::testing {

// The token of a problem of any kind, precision and placement: packed, or with rows or columns on
// either side and planar spectra now and then. The batch goes to 6, and some are scaled.
std::string DrawToken(int64_t length, Random* random);

}  // namespace fft::testing

#endif  // TESTS_INTERPRETER_DRAWN_TOKEN_H_
