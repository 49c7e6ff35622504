#include "fft/rtc/cuda/nvrtc_compiler.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "fft/rtc/objects/code_object_stats.h"
#include "fft/rtc/system/subprocess.h"
#include "fft/rtc/testing/test_kernels.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

bool Mentions(const absl::Status& status, const std::string& text) {
  return status.message().find(text) != std::string::npos;
}

class NvrtcCompilerTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* library = std::getenv("FFT_NVRTC_LIBRARY");
    auto compiler = MakeNvrtcCompiler({.library = library == nullptr ? "" : library});
    if (!compiler.ok()) {
      EXPECT_EQ(compiler.status().code(), absl::StatusCode::kUnavailable);
      GTEST_SKIP() << "NOT TESTED: NVRTC is not installed here. " << compiler.status();
    }
    compiler_ = *std::move(compiler);
  }

  std::unique_ptr<Compiler> compiler_;
};

TEST_F(NvrtcCompilerTest, CompilesToACubinWithStatistics) {
  for (const std::string arch : {"sm_90", "sm_80"}) {
    auto object = compiler_->Compile({"reverse", kReverseSource, arch, {}});
    ASSERT_TRUE(object.ok()) << object.status();
    EXPECT_GT(object->milliseconds, 0);
    EXPECT_NE(object->log.find("registers"), std::string::npos) << object->log;
    auto stats = ReadKernelStats(object->bytes, "reverse", object->log);
    ASSERT_TRUE(stats.ok()) << stats.status();
    EXPECT_GT(stats->registers, 0);
    EXPECT_NE(object->log.find("Used " + std::to_string(stats->registers) + " registers"),
              std::string::npos)
        << object->log;
    EXPECT_EQ(stats->lds_bytes, 256) << arch;
    EXPECT_EQ(stats->spilled_registers, 0);
    EXPECT_EQ(stats->scratch_bytes, 0);
    EXPECT_EQ(stats->max_threads, 64);
  }
}

TEST_F(NvrtcCompilerTest, SpillsAreSeenInTheLog) {
  auto object = compiler_->Compile({"spill", kSpillSource, "sm_90", {}});
  ASSERT_TRUE(object.ok()) << object.status();
  auto stats = ReadKernelStats(object->bytes, "spill", object->log);
  ASSERT_TRUE(stats.ok()) << stats.status();
  EXPECT_GT(stats->spilled_registers, 0) << object->log;
  EXPECT_GT(stats->scratch_bytes, 0);
  EXPECT_EQ(stats->lds_bytes, 0);
  EXPECT_EQ(ReadKernelStats(object->bytes, "spill")->spilled_registers, 0) << "without the log";
}

TEST_F(NvrtcCompilerTest, EqualRequestsGiveEqualLogs) {
  auto first = compiler_->Compile({"reverse", kReverseSource, "sm_90", {}});
  auto second = compiler_->Compile({"reverse", kReverseSource, "sm_90", {}});
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first->bytes, second->bytes);
  EXPECT_EQ(first->log, second->log);
  EXPECT_NE(second->log.find("registers"), std::string::npos)
      << "not from a cache: " << second->log;
}

TEST_F(NvrtcCompilerTest, TruncatedCubinsNeverCrash) {
  auto object = compiler_->Compile({"reverse", kReverseSource, "sm_90", {}});
  ASSERT_TRUE(object.ok()) << object.status();
  for (size_t n = 0; n < object->bytes.size(); ++n) {
    // A copy of exactly n bytes lets a sanitizer see any read beyond them.
    const std::string truncated = object->bytes.substr(0, n);
    const auto stats = ReadCodeObjectStats(truncated, object->log);
    EXPECT_TRUE(!stats.ok() || stats->size() <= 1);
  }
  EXPECT_FALSE(ReadCodeObjectStats(object->bytes.substr(0, 1000)).ok());
}

TEST_F(NvrtcCompilerTest, IncludesHalfPrecision) {
  const std::string source =
      "#include <cuda_fp16.h>\nextern \"C\" __global__ void h(__half* x) { x[0] = x[1] + x[2]; }";
  auto object = compiler_->Compile({"h", source, "sm_90", {}});
  EXPECT_TRUE(object.ok()) << object.status();
}

TEST_F(NvrtcCompilerTest, ErrorsCarryNameArchitectureAndLog) {
  const absl::Status status = compiler_->Compile({"wrong", kWrongSource, "sm_90", {}}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(Mentions(status, "\"wrong\"")) << status;
  EXPECT_TRUE(Mentions(status, "sm_90")) << status;
  EXPECT_TRUE(Mentions(status, "identifier \"nonsense\" is undefined")) << status;
}

TEST_F(NvrtcCompilerTest, UnknownOptionsAreErrors) {
  for (int round = 0; round < 2; ++round) {
    const absl::Status status =
        compiler_->Compile({"reverse", kReverseSource, "sm_90", {"--no-such-option"}}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_TRUE(Mentions(status, "no-such-option")) << status;
  }
}

TEST_F(NvrtcCompilerTest, UnknownArchitecturesAreErrorsThatListTheKnown) {
  for (const std::string arch : {"sm_42", "compute_90", "gfx90a", "sm_", "sm_9x", "host"}) {
    const absl::Status status = compiler_->Compile({"reverse", kReverseSource, arch, {}}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << arch;
    EXPECT_TRUE(Mentions(status, arch)) << status;
    EXPECT_TRUE(Mentions(status, "it knows sm_")) << status;
  }
}

TEST_F(NvrtcCompilerTest, NamesItsVersion) {
  EXPECT_EQ(compiler_->name(), "nvrtc");
  EXPECT_EQ(compiler_->Version().find("nvrtc "), 0u);
}

TEST(Nvrtc, MissingLibrariesAreReported) {
  const absl::Status missing = MakeNvrtcCompiler({.library = "/no/such/libnvrtc.so"}).status();
  EXPECT_EQ(missing.code(), absl::StatusCode::kUnavailable);
  EXPECT_TRUE(Mentions(missing, "/no/such/libnvrtc.so")) << missing;
  EXPECT_EQ(MakeNvrtcCompiler({.library = "libm.so.6"}).status().code(),
            absl::StatusCode::kUnavailable);
}

TEST(Nvrtc, GivenFoldersAreSearchedFirst) {
  auto folder = TemporaryFolder::Create("");
  ASSERT_TRUE(folder.ok());
  ASSERT_TRUE(WriteFile(folder->path() + "/libnvrtc.so.12", "").ok());
  const auto candidates = NvrtcCandidates({.folders = {folder->path()}});
  ASSERT_FALSE(candidates.empty());
  EXPECT_EQ(candidates.front(), folder->path() + "/libnvrtc.so.12");
  EXPECT_NE(std::find(candidates.begin(), candidates.end(), "libnvrtc.so.12"), candidates.end());
}

}  // namespace
}  // namespace fft::rtc
