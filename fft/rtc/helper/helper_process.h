// One running fft_rtc_helper, seen from the library.

#ifndef FFT_RTC_HELPER_HELPER_PROCESS_H_
#define FFT_RTC_HELPER_HELPER_PROCESS_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "fft/rtc/helper/protocol.h"
#include "fft/rtc/system/child_process.h"

namespace fft::rtc {

// How an exchange with a helper went wrong.
enum class HelperFault {
  kNone,
  kIdleExit,   // the helper had ended before the message, since it was idle too long
  kCrashed,    // the compiler ended the helper, by a signal such as SIGABRT or by exit()
  kEnded,      // the helper was killed or gave up
  kHung,       // no answer in time
  kGarbage,    // the answer is malformed
  kCancelled,  // the helper was killed, since nobody waits for it any more
};

// A running helper. It is not thread-safe: one user at a time. The end of this object's life kills
// it and its process group.
class HelperProcess {
 public:
  // Starts `path`. kUnavailable if it cannot be started.
  static absl::StatusOr<std::unique_ptr<HelperProcess>> Start(const std::string& path);

  HelperProcess(const HelperProcess&) = delete;
  HelperProcess& operator=(const HelperProcess&) = delete;

  // Sends a message and returns the payload of the answer, which must be of type `answer`. Errors
  // are kUnavailable. After an error, the process has been killed, fault() tells what happened, and
  // the error ends with what the helper wrote to standard error.
  absl::StatusOr<std::string> Exchange(MessageType type, absl::string_view payload,
                                       MessageType answer, const Deadline& deadline);

  HelperFault fault() const { return fault_; }
  // Whether the helper has ended because it had nothing to do.
  bool HasEnded() { return child_.HasEnded(); }
  // False in a fork of the process that started the helper. The fork must leave the helper's pipes
  // alone.
  bool is_ours() const { return child_.is_ours(); }

 private:
  HelperProcess(ChildProcess child, Pipe in, Pipe out, Pipe err);

  // Moves bytes both ways until a whole answer is there.
  absl::Status Transfer(absl::string_view frame, const Deadline& deadline, std::string& answer);
  bool SendSome(absl::string_view& frame);
  // False at the end of the stream.
  bool ReceiveSome(std::string& answer);
  void ReadErrors();
  // Kills the process and tells how it ended.
  absl::Status Fail(HelperFault fault, absl::string_view what);
  absl::Status FailAtEnd(bool has_answered);
  ChildExit Reap(absl::Duration patience);

  ChildProcess child_;
  bool is_over_ = false;    // whether the helper was killed, or its end awaited
  FileDescriptor to_;       // the helper's standard input
  FileDescriptor from_;     // the helper's standard output
  FileDescriptor errors_;   // the helper's standard error
  std::string error_text_;  // the helper's last text on standard error
  HelperFault fault_ = HelperFault::kNone;
};

}  // namespace fft::rtc

#endif  // FFT_RTC_HELPER_HELPER_PROCESS_H_
