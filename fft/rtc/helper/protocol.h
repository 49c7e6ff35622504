// The language that the library and fft_rtc_helper speak over a pair of pipes.
//
// A frame is a header of 24 bytes and a payload, in the machine's own byte order:
//    0  u32  magic "FFTH"
//    4  u16  protocol version
//    6  u16  message type
//    8  u32  payload bytes, at most kMostPayload
//   12  u32  0
//   16  u64  the first 8 bytes of the payload's SHA-256
// Texts are a u32 size and their bytes, lists a u32 count and their texts.
//
// The library sends kOpen once, then any number of kCompile; the helper answers each with one
// kOpened or kCompiled, in order. Each side treats what it reads as untrusted: every decoder checks
// bounds, and refuses bytes left over.

#ifndef FFT_RTC_HELPER_PROTOCOL_H_
#define FFT_RTC_HELPER_PROTOCOL_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/rtc/compiler.h"
#include "fft/rtc/compiler_factory.h"
#include "fft/rtc/device_kind.h"

namespace fft::rtc {

inline constexpr uint16_t kProtocolVersion = 3;
inline constexpr size_t kHeaderBytes = 24;
inline constexpr uint32_t kMostPayload = 64u << 20;

// Exit codes of the helper itself: kHelperDone at the end of its input, and the next one when it
// cannot go on. If it ends in another way after kOpened, the compiler has ended it.
inline constexpr int kHelperDone = 0;
inline constexpr int kHelperGaveUp = 4;

enum class MessageType : uint16_t { kOpen = 1, kOpened = 2, kCompile = 3, kCompiled = 4 };

struct FrameHeader {
  MessageType type = MessageType::kOpen;
  uint32_t payload_bytes = 0;
  uint64_t digest = 0;
};

// A whole frame. kResourceExhausted if the payload is over the limit.
absl::StatusOr<std::string> EncodeFrame(MessageType type, absl::string_view payload);

// The header in exactly kHeaderBytes bytes. kDataLoss if the bytes are no header;
// kFailedPrecondition if the header is of another protocol version.
absl::StatusOr<FrameHeader> DecodeHeader(absl::string_view bytes);

// kDataLoss if `payload` is not what the header announced.
absl::Status CheckPayload(const FrameHeader& header, absl::string_view payload);

// kOpen: which compiler the helper is to make, and how. For example, {.kind = DeviceKind::kHip}
// opens the hipRTC that the helper finds.
struct OpenMessage {
  DeviceKind kind = DeviceKind::kHost;
  // Compiler::Library of the library's own compiler; empty searches as usual.
  std::string library;
  // Only for HIP.
  ArchCheck arch_check = ArchCheck::kListOnly;
  HipRuntime hip_runtime = HipRuntime::kMayLoad;
  // Only for the host: its C++ compiler, the language that it takes, and LLVM without a trial.
  HostCompilerOptions host;
  HostLanguage host_language = HostLanguage::kCpp;
  LlvmOptions llvm;
};
std::string EncodeOpen(const OpenMessage& message);
absl::StatusOr<OpenMessage> DecodeOpen(absl::string_view payload);

// The answer kOpened: the compiler's Version(), or why there is no compiler. A decoder of answers
// returns the helper's own error as it is, and kDataLoss for a payload that is not an answer.
std::string EncodeOpened(const absl::StatusOr<std::string>& version);
absl::StatusOr<std::string> DecodeOpened(absl::string_view payload);

// kCompile and kCompiled: the request and the result of Compiler::Compile.
std::string EncodeCompile(const CompileRequest& request);
absl::StatusOr<CompileRequest> DecodeCompile(absl::string_view payload);
std::string EncodeCompiled(const absl::StatusOr<CodeObject>& result);
absl::StatusOr<CodeObject> DecodeCompiled(absl::string_view payload);

}  // namespace fft::rtc

#endif  // FFT_RTC_HELPER_PROTOCOL_H_
