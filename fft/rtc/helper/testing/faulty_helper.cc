// A helper that fails as its arguments say.
//
//   faulty_helper MODE: one of the modes in BeginWrong fails before or at the first answer;
//   "sound" loads a compiler "fake 1", whose code object is "code of <source>", and fails if the
//   source holds a word of Compile;
//   "once FILE" is sound from its second start on;
//   "replays FILE" answers with the file's bytes and exits.

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "fft/rtc/helper/protocol.h"

namespace fft::rtc {
namespace {

std::string ReadBytes(size_t size) {
  std::string bytes(size, '\0');
  for (size_t at = 0; at < size;) {
    const ssize_t got = read(0, bytes.data() + at, size - at);
    if (got <= 0) _exit(0);
    at += got;
  }
  return bytes;
}

std::string ReadPayload() {
  const auto header = DecodeHeader(ReadBytes(kHeaderBytes));
  if (!header.ok()) _exit(9);
  return ReadBytes(header->payload_bytes);
}

void Write(const std::string& bytes) {
  for (size_t at = 0; at < bytes.size();) {
    const ssize_t put = write(1, bytes.data() + at, bytes.size() - at);
    if (put <= 0) _exit(9);
    at += put;
  }
}

void Send(MessageType type, const std::string& payload) { Write(*EncodeFrame(type, payload)); }

[[noreturn]] void Hang() {
  while (true) pause();
}

void BeginWrong(const std::string& mode) {
  const std::string opened =
      *EncodeFrame(MessageType::kOpened, EncodeOpened(std::string("fake 1")));
  if (mode == "exits") {
    std::fputs("cannot start: no licence\n", stderr);
    _exit(3);
  }
  if (mode == "aborts") std::abort();
  if (mode == "hangs") Hang();
  if (mode == "talks") Write("Usage: helper [options] file; this is no message at all\n");
  if (mode == "floods") {
    while (true) Write(std::string(65536, 'x'));
  }
  if (mode == "announces_too_much") {
    std::string frame = opened;
    frame[11] = 0x7f;
    Write(frame);
  }
  if (mode == "never_finishes") {
    Write(opened.substr(0, opened.size() - 1));
    Hang();
  }
  if (mode == "is_newer") {
    std::string frame = opened;
    frame[4] = 99;
    Write(frame);
  }
  if (mode == "fails_its_digest") {
    std::string frame = opened;
    frame.back() ^= 1;
    Write(frame);
  }
  if (mode == "answers_otherwise") Send(MessageType::kCompiled, "");
  if (mode == "has_another_compiler")
    Send(MessageType::kOpened, EncodeOpened(std::string("fake 2")));
  if (mode == "has_no_compiler") {
    Send(MessageType::kOpened, EncodeOpened(absl::UnavailableError("no compiler here")));
  }
  if (mode == "reads_no_more") {
    Write(opened);
    close(0);
    usleep(300000);
    _exit(0);
  }
}

void Compile(const CompileRequest& request) {
  const auto asks = [&](const char* word) { return absl::StrContains(request.source, word); };
  if (asks("abort") || absl::StrContains(request.arch, "crashing")) {
    std::fputs("LLVM ERROR: something\n", stderr);
    std::abort();
  }
  if (asks("killed")) raise(SIGKILL);
  if (asks("exit")) _exit(7);
  if (asks("gives up")) _exit(kHelperGaveUp);
  if (asks("hang")) Hang();
  if (asks("malformed")) return Send(MessageType::kCompiled, "no code object");
  if (asks("garbage")) Write(std::string(1000, 'g'));
  if (asks("chatter")) std::fputs(std::string(300000, 'c').c_str(), stderr);
  if (asks("wrong")) {
    return Send(MessageType::kCompiled,
                EncodeCompiled(absl::InvalidArgumentError("line 1: wrong")));
  }
  Send(MessageType::kCompiled,
       EncodeCompiled(CodeObject{absl::StrCat("code of ", request.source), "log", 2.5}));
  if (asks("more")) Write("more");
}

int Run(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "sound";
  ReadPayload();
  if (mode == "replays") {
    std::ifstream file(argv[2], std::ios::binary);
    Write(std::string(std::istreambuf_iterator<char>(file), {}));
    return 0;
  }
  BeginWrong(mode);
  if (mode != "sound" && mode != "once") Hang();
  Send(MessageType::kOpened, EncodeOpened(std::string("fake 1")));
  if (mode == "once" && !std::ifstream(argv[2]).is_open()) {
    std::ofstream(argv[2]) << "started";
    return 0;
  }
  while (true) {
    const auto request = DecodeCompile(ReadPayload());
    if (!request.ok()) return 9;
    Compile(*request);
  }
}

}  // namespace
}  // namespace fft::rtc

int main(int argc, char** argv) { return fft::rtc::Run(argc, argv); }
