#include "fft/dist/communicator.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "fft/base/status.h"

namespace fft::dist {

absl::StatusOr<std::unique_ptr<Transmission>> Communicator::Mark(rtc::Device&, rtc::Stream) {
  return absl::UnimplementedError(
      absl::StrCat("ranks of the communicator \"", name(), "\" share no memory"));
}

absl::Status AgreeOnStatus(Communicator& communicator, const absl::Status& status) {
  const std::string mine =
      absl::StrCat(static_cast<int>(status.code()), " ", std::string(status.message()));
  FFT_ASSIGN_OR_RETURN(const std::vector<std::string> all, communicator.AllGather(mine));
  for (size_t rank = 0; rank < all.size(); ++rank) {
    const std::pair<std::string, std::string> parts =
        absl::StrSplit(all[rank], absl::MaxSplits(' ', 1));
    int code = 0;
    if (!absl::SimpleAtoi(parts.first, &code)) code = static_cast<int>(absl::StatusCode::kInternal);
    if (code == 0) continue;
    return absl::Status(static_cast<absl::StatusCode>(code),
                        absl::StrCat("rank ", rank, ": ", parts.second));
  }
  return absl::OkStatus();
}

}  // namespace fft::dist
