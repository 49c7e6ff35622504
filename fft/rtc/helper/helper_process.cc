#include "fft/rtc/helper/helper_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "fft/base/status.h"
#include "fft/rtc/system/blocked_signal.h"

namespace fft::rtc {
namespace {

constexpr size_t kMostErrorText = 16 << 10;

// Whether the compiler has ended the process: compilers abort, or exit, when they cannot go on.
bool IsCrash(const ChildExit& exit) {
  if (!exit.is_known) return false;
  if (exit.signal == 0) return exit.exit_code != kHelperDone && exit.exit_code != kHelperGaveUp;
  for (int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGSYS, SIGTRAP}) {
    if (exit.signal == signal) return true;
  }
  return false;
}

void SetNonBlocking(int fd) { fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK); }

bool IsTransient(int error) { return error == EINTR || error == EAGAIN; }

// The bytes of the whole answer, if its head has arrived.
absl::StatusOr<size_t> AnswerBytes(absl::string_view answer) {
  if (answer.size() < kHeaderBytes) return kHeaderBytes;
  FFT_ASSIGN_OR_RETURN(const FrameHeader header, DecodeHeader(answer.substr(0, kHeaderBytes)));
  return kHeaderBytes + header.payload_bytes;
}

absl::StatusOr<std::string> PayloadOf(absl::string_view answer, MessageType type) {
  FFT_ASSIGN_OR_RETURN(const FrameHeader header, DecodeHeader(answer.substr(0, kHeaderBytes)));
  answer.remove_prefix(kHeaderBytes);
  FFT_RETURN_IF_ERROR(CheckPayload(header, answer));
  if (header.type != type) return absl::DataLossError("an answer to another question");
  return std::string(answer);
}

}  // namespace

absl::StatusOr<std::unique_ptr<HelperProcess>> HelperProcess::Start(const std::string& path) {
  FFT_ASSIGN_OR_RETURN(Pipe in, MakePipe());
  FFT_ASSIGN_OR_RETURN(Pipe out, MakePipe());
  FFT_ASSIGN_OR_RETURN(Pipe err, MakePipe());
  FFT_ASSIGN_OR_RETURN(
      ChildProcess child,
      ChildProcess::Spawn({path}, {in.reader.get(), out.writer.get(), err.writer.get()}));
  return std::unique_ptr<HelperProcess>(
      new HelperProcess(std::move(child), std::move(in), std::move(out), std::move(err)));
}

HelperProcess::HelperProcess(ChildProcess child, Pipe in, Pipe out, Pipe err)
    : child_(std::move(child)),
      to_(std::move(in.writer)),
      from_(std::move(out.reader)),
      errors_(std::move(err.reader)) {
  for (int fd : {to_.get(), from_.get(), errors_.get()}) SetNonBlocking(fd);
}

absl::StatusOr<std::string> HelperProcess::Exchange(MessageType type, absl::string_view payload,
                                                    MessageType answer, const Deadline& deadline) {
  if (is_over_) return absl::UnavailableError("the helper has ended");
  FFT_ASSIGN_OR_RETURN(const std::string frame, EncodeFrame(type, payload));
  std::string received;
  FFT_RETURN_IF_ERROR(Transfer(frame, deadline, received));
  absl::StatusOr<std::string> content = PayloadOf(received, answer);
  if (!content.ok()) return Fail(HelperFault::kGarbage, content.status().message());
  return content;
}

absl::Status HelperProcess::Transfer(absl::string_view frame, const Deadline& deadline,
                                     std::string& answer) {
  // Writing to a helper that is gone must only give an error and no signal.
  const BlockedSignal guard(SIGPIPE);
  size_t wanted = kHeaderBytes;
  while (answer.size() < wanted) {
    if (deadline.IsCancelled()) return Fail(HelperFault::kCancelled, "the compile was cancelled");
    if (deadline.IsOver()) return Fail(HelperFault::kHung, "no answer in time");
    pollfd polls[3] = {{from_.get(), POLLIN, 0},
                       {errors_.get(), POLLIN, 0},
                       {frame.empty() ? -1 : to_.get(), POLLOUT, 0}};
    if (poll(polls, 3, deadline.MillisecondsLeft()) <= 0) continue;
    if (polls[1].revents != 0) ReadErrors();
    if (polls[0].revents != 0 && !ReceiveSome(answer)) return FailAtEnd(!answer.empty());
    // A helper that has stopped reading may still have written the reason why.
    if (polls[2].revents != 0 && !SendSome(frame)) frame = {};
    const absl::StatusOr<size_t> bytes = AnswerBytes(answer);
    if (!bytes.ok()) return Fail(HelperFault::kGarbage, bytes.status().message());
    wanted = *bytes;
  }
  if (answer.size() > wanted || !frame.empty()) {
    return Fail(HelperFault::kGarbage, "bytes that nobody asked for");
  }
  return absl::OkStatus();
}

bool HelperProcess::SendSome(absl::string_view& frame) {
  const ssize_t put = write(to_.get(), frame.data(), frame.size());
  if (put < 0) return IsTransient(errno);
  frame.remove_prefix(put);
  return true;
}

bool HelperProcess::ReceiveSome(std::string& answer) {
  char chunk[65536];
  const ssize_t got = read(from_.get(), chunk, sizeof(chunk));
  if (got < 0) return IsTransient(errno);
  answer.append(chunk, got);
  return got > 0;
}

void HelperProcess::ReadErrors() {
  char chunk[4096];
  const ssize_t got = read(errors_.get(), chunk, sizeof(chunk));
  if (got == 0 || (got < 0 && !IsTransient(errno))) errors_.Close();
  if (got <= 0) return;
  error_text_.append(chunk, got);
  if (error_text_.size() > kMostErrorText) {
    error_text_.erase(0, error_text_.size() - kMostErrorText);
  }
}

absl::Status HelperProcess::Fail(HelperFault fault, absl::string_view what) {
  fault_ = fault;
  if (!is_over_) Reap(absl::ZeroDuration());
  ReadErrors();
  std::string message = absl::StrCat("fft_rtc_helper: ", what);
  const absl::string_view said = absl::StripAsciiWhitespace(error_text_);
  if (!said.empty()) absl::StrAppend(&message, "; it says: ", said);
  return absl::UnavailableError(message);
}

// The error of a helper that has closed its output, so that it is ending.
absl::Status HelperProcess::FailAtEnd(bool has_answered) {
  const ChildExit exit = Reap(absl::Seconds(2));
  // If the status is lost, a crash looks like the end of an idle helper.
  if ((exit.ok() || !exit.is_known) && !has_answered)
    return Fail(HelperFault::kIdleExit, "it has ended");
  return Fail(IsCrash(exit) ? HelperFault::kCrashed : HelperFault::kEnded,
              absl::StrCat("it ended with ", exit.Describe()));
}

ChildExit HelperProcess::Reap(absl::Duration patience) {
  is_over_ = true;
  const absl::StatusOr<ChildExit> exit = child_.Await(Deadline(patience));
  return exit.ok() ? *exit : ChildExit{.signal = SIGKILL};
}

}  // namespace fft::rtc
