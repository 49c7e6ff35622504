// Draws small problems of one length for the interpreter.
#ifndef TESTS_INTERPRETER_DRAWN_TOKEN_H_
#define TESTS_INTERPRETER_DRAWN_TOKEN_H_

#include <cstdint>
#include <string>

#include "tests/support/random.h"

namespace fft::testing {

// Draws the token of a problem of this length, of any kind, precision and placement, with a batch
// of at most 6. The problem is packed, or each side is rows or columns. Some problems have planar
// spectra, and some have a scale.
std::string DrawToken(int64_t length, Random* random);

}  // namespace fft::testing

#endif  // TESTS_INTERPRETER_DRAWN_TOKEN_H_
