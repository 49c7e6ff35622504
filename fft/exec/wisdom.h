// Wisdom as text: choices of trees and assignments, for a file or another process.
//
//   {"schema": "fft.wisdom/1", "choices": [{"problem", "device", "versions", "choice"}, ...]}
//
// The members of a choice are the columns of rtc::WisdomStore.
#ifndef FFT_EXEC_WISDOM_H_
#define FFT_EXEC_WISDOM_H_

#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/core/problem.h"
#include "fft/plan/plan_options.h"
#include "fft/rtc/cache/wisdom_store.h"

namespace fft {

using WisdomChoices = std::map<rtc::WisdomKey, std::string>;

// The tree that the options ask for, as text: " scheme=L1D_CR factor=2048 factor=512".
std::string TreeText(const PlanOptions& options);

// The text of a problem in keys: its token, with all options that change the candidates or their
// order.
std::string WisdomProblem(const Problem& problem, const PlanOptions& options);

std::string WisdomText(const WisdomChoices& choices);

// Reads the text of WisdomText. InvalidArgument names the wrong field.
absl::StatusOr<WisdomChoices> ParseWisdom(absl::string_view text);

}  // namespace fft

#endif  // FFT_EXEC_WISDOM_H_
