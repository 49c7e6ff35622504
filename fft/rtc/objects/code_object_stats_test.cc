#include "fft/rtc/objects/code_object_stats.h"

#include <cstring>
#include <random>
#include <string>

#include "fft/rtc/hip/hiprtc_compiler.h"
#include "fft/rtc/testing/test_kernels.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

const std::string& AmdObject() {
  static const auto* const bytes = [] {
    auto compiler = MakeHiprtcCompiler();
    EXPECT_TRUE(compiler.ok()) << compiler.status();
    auto object = (*compiler)->Compile({"reverse", kReverseSource, "gfx90a", {}});
    EXPECT_TRUE(object.ok()) << object.status();
    return new std::string(object->bytes);
  }();
  return *bytes;
}

void AppendNumber(uint64_t number, std::string& bytes) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

// A clang offload bundle: an empty host entry, then `object` for a GPU.
std::string Bundle(const std::string& object) {
  const std::string host = "host-x86_64-unknown-linux--";
  const std::string gpu = "hipv4-amdgcn-amd-amdhsa--gfx90a";
  constexpr uint64_t kContents = 4096;
  std::string bytes = "__CLANG_OFFLOAD_BUNDLE__";
  AppendNumber(2, bytes);
  AppendNumber(kContents, bytes);
  AppendNumber(0, bytes);
  AppendNumber(host.size(), bytes);
  bytes += host;
  AppendNumber(kContents, bytes);
  AppendNumber(object.size(), bytes);
  AppendNumber(gpu.size(), bytes);
  bytes += gpu;
  bytes.resize(kContents);
  return bytes + object;
}

TEST(CodeObjectStats, ReadsBareAndBundledObjects) {
  const auto bare = ReadCodeObjectStats(AmdObject());
  ASSERT_TRUE(bare.ok()) << bare.status();
  ASSERT_EQ(bare->size(), 1u);
  EXPECT_EQ((*bare)[0].kernel_name, "reverse");
  const auto bundled = ReadCodeObjectStats(Bundle(AmdObject()));
  ASSERT_TRUE(bundled.ok()) << bundled.status();
  EXPECT_EQ(*bundled, *bare);
}

TEST(CodeObjectStats, MissingKernelListsWhatIsThere) {
  const auto stats = ReadKernelStats(AmdObject(), "forward");
  EXPECT_EQ(stats.status().code(), absl::StatusCode::kNotFound);
  EXPECT_NE(stats.status().message().find("forward"), std::string::npos);
  EXPECT_NE(stats.status().message().find("reverse"), std::string::npos);
}

TEST(CodeObjectStats, RefusesOtherBytes) {
  for (const std::string& bytes :
       {std::string(), std::string("text"), std::string("\177ELF"), std::string(10000, '\0'),
        std::string("__CLANG_OFFLOAD_BUNDLE__"), Bundle("").substr(0, 100),
        Bundle(std::string("text"))}) {
    EXPECT_EQ(ReadCodeObjectStats(bytes).status().code(), absl::StatusCode::kInvalidArgument);
  }
}

TEST(CodeObjectStats, TruncationAtEveryLengthNeverCrashes) {
  const std::string& whole = AmdObject();
  for (size_t n = 0; n < whole.size(); ++n) {
    // A copy of exactly n bytes lets a sanitizer see any read beyond them.
    const auto stats = ReadCodeObjectStats(std::string(whole, 0, n));
    EXPECT_FALSE(stats.ok()) << n;
  }
  const std::string bundle = Bundle(whole);
  for (size_t n = 0; n < 4200; ++n) {
    EXPECT_FALSE(ReadCodeObjectStats(std::string(bundle, 0, n)).ok()) << n;
  }
}

TEST(CodeObjectStats, CorruptedBytesNeverCrash) {
  std::mt19937 random(7);
  int refused = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string bytes = round % 2 == 0 ? AmdObject() : Bundle(AmdObject());
    for (int change = 0; change <= round % 8; ++change) {
      // Most changes hit the part with tables and metadata.
      const size_t range = round % 3 == 0 ? bytes.size() : std::min<size_t>(bytes.size(), 1600);
      bytes[random() % range] = static_cast<char>(random());
    }
    const auto stats = ReadCodeObjectStats(bytes);
    refused += stats.ok() ? 0 : 1;
    EXPECT_TRUE(!stats.ok() || stats->size() <= bytes.size());
  }
  EXPECT_GT(refused, 0);
  EXPECT_LT(refused, 20000);
}

}  // namespace
}  // namespace fft::rtc
