// Wisdom as text: choices among assignments, to keep in a file or hand to another process.
//
//   {"schema": "fft.wisdom/1", "choices": [{"problem", "device", "versions", "choice"}, ...]}
//
// Members are the columns of rtc::WisdomStore.
#ifndef FFT_EXEC_WISDOM_H_
#define FFT_EXEC_WISDOM_H_

#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/rtc/cache/wisdom_store.h"

namespace fft {

using WisdomChoices = std::map<rtc::WisdomKey, std::string>;

std::string WisdomText(const WisdomChoices& choices);

// InvalidArgument says what is wrong with the text and where.
absl::StatusOr<WisdomChoices> ParseWisdom(absl::string_view text);

}  // namespace fft

#endif  // FFT_EXEC_WISDOM_H_
