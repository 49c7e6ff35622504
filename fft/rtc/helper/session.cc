#include "fft/rtc/helper/session.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/system/child_process.h"

namespace fft::rtc {
namespace {

CompilerOptions OptionsOf(const OpenMessage& message) {
  CompilerOptions options;
  options.hiprtc.library = message.library;
  options.hiprtc.arch_check = message.arch_check;
  options.hiprtc.runtime = message.hip_runtime;
  options.cuda.nvrtc.library = message.library;
  options.host = message.host;
  if (!message.library.empty()) options.host.compiler = message.library;
  options.host_language = message.host_language;
  options.llvm = message.llvm;
  return options;
}

// Appends exactly `size` bytes. False if the stream ends before the first of them.
absl::StatusOr<bool> ReadExactly(int in, size_t size, std::string& bytes) {
  const size_t start = bytes.size();
  bytes.resize(start + size);
  size_t at = 0;
  while (at < size) {
    const ssize_t got = read(in, bytes.data() + start + at, size - at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return absl::UnavailableError(absl::StrCat("read: ", ErrnoText(errno)));
    if (got == 0 && at == 0) return false;
    if (got == 0) return absl::DataLossError("the input ends within a message");
    at += got;
  }
  return true;
}

absl::Status WriteAll(int out, absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = write(out, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return absl::UnavailableError(absl::StrCat("write: ", ErrnoText(errno)));
    bytes.remove_prefix(put);
  }
  return absl::OkStatus();
}

// Waits for input. False if none comes in time.
bool AwaitInput(int in, absl::Duration idle) {
  const Deadline deadline(idle);
  pollfd input = {in, POLLIN, 0};
  while (!deadline.IsOver()) {
    if (poll(&input, 1, deadline.MillisecondsLeft()) > 0) return true;
  }
  return false;
}

}  // namespace

absl::StatusOr<std::string> HelperSession::Answer(const FrameHeader& header,
                                                  absl::string_view payload) {
  FFT_RETURN_IF_ERROR(CheckPayload(header, payload));
  if (header.type == MessageType::kOpen && compiler_ == nullptr) return Open(payload);
  if (header.type == MessageType::kCompile && compiler_ != nullptr) {
    FFT_ASSIGN_OR_RETURN(const CompileRequest request, DecodeCompile(payload));
    auto answer = EncodeFrame(MessageType::kCompiled, EncodeCompiled(compiler_->Compile(request)));
    if (answer.ok()) return answer;
    return EncodeFrame(MessageType::kCompiled, EncodeCompiled(answer.status()));
  }
  return absl::FailedPreconditionError("a message out of turn");
}

absl::StatusOr<std::string> HelperSession::Open(absl::string_view payload) {
  FFT_ASSIGN_OR_RETURN(const OpenMessage message, DecodeOpen(payload));
  absl::StatusOr<std::unique_ptr<Compiler>> made = MakeCompiler(message.kind, OptionsOf(message));
  if (!made.ok()) return EncodeFrame(MessageType::kOpened, EncodeOpened(made.status()));
  compiler_ = *std::move(made);
  return EncodeFrame(MessageType::kOpened, EncodeOpened(compiler_->Version()));
}

absl::Status ServeFrames(int in, int out, absl::Duration idle) {
  HelperSession session;
  while (AwaitInput(in, idle)) {
    std::string head, payload;
    FFT_ASSIGN_OR_RETURN(const bool is_frame, ReadExactly(in, kHeaderBytes, head));
    if (!is_frame) return absl::OkStatus();
    FFT_ASSIGN_OR_RETURN(const FrameHeader header, DecodeHeader(head));
    FFT_ASSIGN_OR_RETURN(const bool is_whole, ReadExactly(in, header.payload_bytes, payload));
    if (!is_whole && header.payload_bytes > 0) {
      return absl::DataLossError("the input ends after a header");
    }
    FFT_ASSIGN_OR_RETURN(const std::string answer, session.Answer(header, payload));
    FFT_RETURN_IF_ERROR(WriteAll(out, answer));
  }
  return absl::OkStatus();
}

}  // namespace fft::rtc
