// The helper's side of the protocol: a compiler that is controlled by messages.

#ifndef FFT_RTC_HELPER_SESSION_H_
#define FFT_RTC_HELPER_SESSION_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "fft/rtc/compiler.h"
#include "fft/rtc/helper/protocol.h"

namespace fft::rtc {

class HelperSession {
 public:
  // The answer to a frame, as a frame. Errors (the frame cannot be read, or comes out of turn) end
  // the session, since the sender of such a frame would not understand an answer.
  absl::StatusOr<std::string> Answer(const FrameHeader& header, absl::string_view payload);

 private:
  absl::StatusOr<std::string> Open(absl::string_view payload);

  std::unique_ptr<Compiler> compiler_;
};

// Answers frames from `in` on `out` until `in` ends or stays silent for `idle`, which is OK. Errors
// come from the session and from the pipes.
absl::Status ServeFrames(int in, int out, absl::Duration idle);

}  // namespace fft::rtc

#endif  // FFT_RTC_HELPER_SESSION_H_
