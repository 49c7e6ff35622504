// Fuzz target: bytes that arrive where a message of the helper's protocol is expected.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "fft/rtc/helper/protocol.h"
#include "fft/rtc/testing/fuzz_target.h"

namespace fft::rtc {
namespace {

std::string Same(absl::string_view what, absl::string_view read, const std::string& written) {
  if (read == written) return "";
  return absl::StrCat(what, " of ", read.size(), " bytes is read, but written otherwise");
}

// The next functions return what is wrong, or an empty text. Accepted bytes must encode to the same
// bytes, so that every message has only one encoding.

std::string CheckFrame(absl::string_view bytes) {
  const auto header = DecodeHeader(bytes.substr(0, kHeaderBytes));
  if (!header.ok()) return "";
  const absl::string_view payload = bytes.substr(kHeaderBytes);
  if (!CheckPayload(*header, payload).ok()) return "";
  return Same("a frame", bytes, *EncodeFrame(header->type, payload));
}

std::string CheckPayloads(absl::string_view bytes) {
  std::string wrong;
  if (const auto open = DecodeOpen(bytes); open.ok()) {
    absl::StrAppend(&wrong, Same("an open message", bytes, EncodeOpen(*open)));
  }
  if (const auto opened = DecodeOpened(bytes); opened.ok()) {
    absl::StrAppend(&wrong, Same("an opened message", bytes, EncodeOpened(*opened)));
  }
  if (const auto compile = DecodeCompile(bytes); compile.ok()) {
    absl::StrAppend(&wrong, Same("a compile message", bytes, EncodeCompile(*compile)));
  }
  if (const auto compiled = DecodeCompiled(bytes); compiled.ok()) {
    absl::StrAppend(&wrong, Same("a compiled message", bytes, EncodeCompiled(*compiled)));
  }
  return wrong;
}

}  // namespace

// One valid frame of every kind, with texts that are empty, long and binary.
std::vector<std::string> FuzzSeeds() {
  OpenMessage open;
  open.kind = DeviceKind::kHip;
  open.library = "/usr/lib/libhiprtc.so";
  const CompileRequest request = {"kernel", std::string(300, 's'), "gfx90a", {"-O3", "", "-g"}};
  const CodeObject object = {std::string("\x7f"
                                         "ELF\0\xff",
                                         6),
                             "a warning", 12.25};
  std::vector<std::string> frames;
  const auto add = [&](MessageType type, const std::string& payload) {
    frames.push_back(*EncodeFrame(type, payload));
  };
  add(MessageType::kOpen, EncodeOpen(open));
  add(MessageType::kOpen, EncodeOpen({}));
  add(MessageType::kOpened, EncodeOpened(std::string("hiprtc 9.0")));
  add(MessageType::kOpened, EncodeOpened(absl::UnavailableError("no library")));
  add(MessageType::kCompile, EncodeCompile(request));
  add(MessageType::kCompile, EncodeCompile({}));
  add(MessageType::kCompiled, EncodeCompiled(object));
  add(MessageType::kCompiled, EncodeCompiled(absl::InvalidArgumentError("line 1: wrong")));
  return frames;
}

}  // namespace fft::rtc

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view bytes(reinterpret_cast<const char*>(data), size);
  std::string wrong = fft::rtc::CheckFrame(bytes);
  // A mutated frame nearly always fails its digest. A program that makes proper frames may put any
  // payload into them, so payloads are also checked by themselves.
  if (size >= fft::rtc::kHeaderBytes) {
    wrong += fft::rtc::CheckPayloads(bytes.substr(fft::rtc::kHeaderBytes));
  }
  if (!wrong.empty()) {
    std::fprintf(stderr, "%s\n", wrong.c_str());
    std::abort();
  }
  return 0;
}
