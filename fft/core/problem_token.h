// The parts of a problem's token, for tokens that have more than a problem (fft/core/chain.h).
#ifndef FFT_CORE_PROBLEM_TOKEN_H_
#define FFT_CORE_PROBLEM_TOKEN_H_

#include <string>

#include "absl/status/statusor.h"
#include "fft/core/problem.h"

namespace fft {

// The problem that a token says, neither completed nor checked. ParseToken completes it.
absl::StatusOr<Problem> ReadToken(const std::string& token);

}  // namespace fft

#endif  // FFT_CORE_PROBLEM_TOKEN_H_
