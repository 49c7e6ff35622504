#include "fft/rtc/helper/session.h"

#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <thread>

#include "fft/rtc/system/child_process.h"
#include "fft/rtc/testing/test_kernels.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

absl::StatusOr<std::string> Answer(HelperSession& session, const std::string& frame) {
  const auto header = DecodeHeader(frame.substr(0, kHeaderBytes));
  EXPECT_TRUE(header.ok());
  return session.Answer(*header, frame.substr(kHeaderBytes));
}

TEST(HelperSession, OpensOnceThenCompiles) {
  HelperSession session;
  const std::string open = *EncodeFrame(MessageType::kOpen, EncodeOpen({}));
  const std::string compile =
      *EncodeFrame(MessageType::kCompile, EncodeCompile({"scale", kHostScaleSource, "host", {}}));
  EXPECT_FALSE(Answer(session, compile).ok()) << "before it is open";
  const auto opened = Answer(session, open);
  ASSERT_TRUE(opened.ok()) << opened.status();
  EXPECT_EQ(DecodeOpened(opened->substr(kHeaderBytes))->find("host "), 0u);
  EXPECT_FALSE(Answer(session, open).ok()) << "twice";
  const auto compiled = Answer(session, compile);
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  EXPECT_TRUE(DecodeCompiled(compiled->substr(kHeaderBytes)).ok());
}

TEST(HelperSession, AMissingCompilerIsAnAnswer) {
  HelperSession session;
  OpenMessage message;
  message.kind = DeviceKind::kHip;
  message.library = "/no/such/library";
  const auto opened = Answer(session, *EncodeFrame(MessageType::kOpen, EncodeOpen(message)));
  ASSERT_TRUE(opened.ok()) << opened.status();
  EXPECT_TRUE(absl::IsUnavailable(DecodeOpened(opened->substr(kHeaderBytes)).status()));
}

// The answers of ServeFrames to an input that ends.
absl::Status Serve(const std::string& input) {
  auto in = MakePipe();
  EXPECT_TRUE(in.ok());
  std::thread writer([&] {
    for (size_t at = 0; at < input.size();) {
      const ssize_t put = write(in->writer.get(), input.data() + at, input.size() - at);
      if (put <= 0) break;
      at += put;
    }
    in->writer.Close();
  });
  FileDescriptor out(open("/dev/null", O_WRONLY));
  const absl::Status status = ServeFrames(in->reader.get(), out.get(), absl::Seconds(60));
  // A frame that nobody reads must not block the writer.
  std::string rest(1 << 16, '\0');
  while (read(in->reader.get(), rest.data(), rest.size()) > 0) {
  }
  writer.join();
  return status;
}

TEST(ServeFrames, EndsWithItsInput) {
  const std::string open = *EncodeFrame(MessageType::kOpen, EncodeOpen({}));
  EXPECT_TRUE(Serve("").ok());
  EXPECT_TRUE(Serve(open).ok());
  EXPECT_FALSE(Serve(open.substr(0, 10)).ok());
  EXPECT_FALSE(Serve(open.substr(0, kHeaderBytes)).ok());
  EXPECT_FALSE(Serve(open.substr(0, open.size() - 1)).ok());
  EXPECT_FALSE(Serve(open + open).ok());
  EXPECT_FALSE(Serve(std::string(100000, 'x')).ok());
}

TEST(ServeFrames, EndsWhenNothingComes) {
  auto in = MakePipe();
  ASSERT_TRUE(in.ok());
  EXPECT_TRUE(ServeFrames(in->reader.get(), -1, absl::Milliseconds(50)).ok());
}

}  // namespace
}  // namespace fft::rtc
