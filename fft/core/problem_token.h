// Reads the token of a problem inside a longer token (fft/core/chain.h).
#ifndef FFT_CORE_PROBLEM_TOKEN_H_
#define FFT_CORE_PROBLEM_TOKEN_H_

#include <string>

#include "absl/status/statusor.h"
#include "fft/core/problem.h"

namespace fft {

// Returns the problem of a token as it is written, neither completed nor checked. ParseToken also
// completes it.
absl::StatusOr<Problem> ReadToken(const std::string& token);

}  // namespace fft

#endif  // FFT_CORE_PROBLEM_TOKEN_H_
