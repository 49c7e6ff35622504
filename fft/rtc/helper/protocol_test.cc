#include "fft/rtc/helper/protocol.h"

#include <string>

#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

TEST(Protocol, FramesCarryTheirPayload) {
  const std::string payload("a\0b", 3);
  const std::string frame = *EncodeFrame(MessageType::kCompile, payload);
  ASSERT_EQ(frame.size(), kHeaderBytes + payload.size());
  const auto header = DecodeHeader(frame.substr(0, kHeaderBytes));
  ASSERT_TRUE(header.ok()) << header.status();
  EXPECT_EQ(header->type, MessageType::kCompile);
  EXPECT_EQ(header->payload_bytes, payload.size());
  EXPECT_TRUE(CheckPayload(*header, payload).ok());
  EXPECT_TRUE(absl::IsDataLoss(CheckPayload(*header, "abc")));
  EXPECT_TRUE(absl::IsDataLoss(CheckPayload(*header, "ab")));
}

TEST(Protocol, RefusesWhatIsNoHeader) {
  const std::string frame = *EncodeFrame(MessageType::kOpen, "");
  const auto with = [&](size_t at, char byte) {
    std::string changed = frame;
    changed[at] = byte;
    return DecodeHeader(changed).status().code();
  };
  EXPECT_EQ(with(0, 'X'), absl::StatusCode::kDataLoss);          // magic
  EXPECT_EQ(with(4, 1), absl::StatusCode::kFailedPrecondition);  // version
  EXPECT_EQ(with(6, 0), absl::StatusCode::kDataLoss);            // type
  EXPECT_EQ(with(6, 5), absl::StatusCode::kDataLoss);            // type
  EXPECT_EQ(with(11, 0x70), absl::StatusCode::kDataLoss);        // size
  EXPECT_EQ(with(12, 1), absl::StatusCode::kDataLoss);           // reserved
  EXPECT_EQ(DecodeHeader(frame.substr(1)).status().code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(DecodeHeader("").status().code(), absl::StatusCode::kDataLoss);
}

TEST(Protocol, RefusesPayloadsOverTheLimit) {
  EXPECT_TRUE(EncodeFrame(MessageType::kCompile, std::string(kMostPayload, 'x')).ok());
  EXPECT_EQ(EncodeFrame(MessageType::kCompile, std::string(kMostPayload + 1u, 'x')).status().code(),
            absl::StatusCode::kResourceExhausted);
}

TEST(Protocol, OpenMessagesSurvive) {
  OpenMessage message;
  message.kind = DeviceKind::kHip;
  message.library = "/opt/lib";
  message.arch_check = ArchCheck::kChild;
  message.hip_runtime = HipRuntime::kNever;
  message.host.compiler = "g++";
  message.host.flags = {"-O2", "", "-g"};
  message.host.temp_folder = "/scratch";
  message.host.timeout = absl::Milliseconds(1234);
  message.host_language = HostLanguage::kLlvm;
  message.llvm = {.library = "libLLVM.so", .passes = "function(sroa)", .processor = "x86-64-v3"};
  const auto read = DecodeOpen(EncodeOpen(message));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->kind, message.kind);
  EXPECT_EQ(read->library, message.library);
  EXPECT_EQ(read->arch_check, message.arch_check);
  EXPECT_EQ(read->hip_runtime, message.hip_runtime);
  EXPECT_EQ(read->host.compiler, message.host.compiler);
  EXPECT_EQ(read->host.flags, message.host.flags);
  EXPECT_EQ(read->host.temp_folder, message.host.temp_folder);
  EXPECT_EQ(read->host.timeout, message.host.timeout);
  EXPECT_EQ(read->host_language, message.host_language);
  EXPECT_EQ(read->llvm.library, message.llvm.library);
  EXPECT_EQ(read->llvm.passes, message.llvm.passes);
  EXPECT_EQ(read->llvm.processor, message.llvm.processor);
}

TEST(Protocol, RequestsAndCodeObjectsSurvive) {
  const CompileRequest request = {"name", std::string("s\0s", 3), "gfx90a", {"-O3"}};
  const auto read = DecodeCompile(EncodeCompile(request));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->kernel_name, request.kernel_name);
  EXPECT_EQ(read->source, request.source);
  EXPECT_EQ(read->arch, request.arch);
  EXPECT_EQ(read->options, request.options);

  const auto object = DecodeCompiled(EncodeCompiled(CodeObject{"bytes", "log", 1.5}));
  ASSERT_TRUE(object.ok()) << object.status();
  EXPECT_EQ(object->bytes, "bytes");
  EXPECT_EQ(object->log, "log");
  EXPECT_EQ(object->milliseconds, 1.5);
  EXPECT_EQ(object->compiled_by, CompiledBy::kHelper);
}

TEST(Protocol, ErrorsSurvive) {
  const absl::Status error = absl::InvalidArgumentError("line 1: wrong");
  EXPECT_EQ(DecodeCompiled(EncodeCompiled(error)).status(), error);
  EXPECT_EQ(DecodeOpened(EncodeOpened(error)).status(), error);
  EXPECT_EQ(*DecodeOpened(EncodeOpened(std::string("version"))), "version");
}

TEST(Protocol, RefusesSuccessWithoutCode) {
  EXPECT_TRUE(absl::IsDataLoss(DecodeCompiled(EncodeCompiled(CodeObject{})).status()));
}

TEST(Protocol, RefusesTruncatedAndOverlongPayloads) {
  const std::string payload = EncodeCompile({"name", "source", "gfx90a", {"-O3"}});
  for (size_t size = 0; size < payload.size(); ++size) {
    EXPECT_FALSE(DecodeCompile(payload.substr(0, size)).ok()) << size;
  }
  EXPECT_FALSE(DecodeCompile(payload + "x").ok());
}

}  // namespace
}  // namespace fft::rtc
