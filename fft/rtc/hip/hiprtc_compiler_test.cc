#include "fft/rtc/hip/hiprtc_compiler.h"

#include <string>
#include <thread>
#include <vector>

#include "fft/rtc/objects/code_object_stats.h"
#include "fft/rtc/testing/test_kernels.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

bool Mentions(const absl::Status& status, const std::string& text) {
  return status.message().find(text) != std::string::npos;
}

std::unique_ptr<Compiler> Make(const HiprtcOptions& options = {}) {
  auto compiler = MakeHiprtcCompiler(options);
  EXPECT_TRUE(compiler.ok()) << compiler.status();
  return compiler.ok() ? *std::move(compiler) : nullptr;
}

class HiprtcArchTest : public testing::TestWithParam<std::string> {};

TEST_P(HiprtcArchTest, CompilesAndTellsStatistics) {
  auto compiler = Make();
  ASSERT_NE(compiler, nullptr);
  auto object = compiler->Compile({"reverse", kReverseSource, GetParam(), {}});
  ASSERT_TRUE(object.ok()) << object.status();
  EXPECT_GT(object->milliseconds, 0);
  auto stats = ReadKernelStats(object->bytes, "reverse");
  ASSERT_TRUE(stats.ok()) << stats.status();
  EXPECT_EQ(stats->kernel_name, "reverse");
  EXPECT_GT(stats->registers, 0);
  EXPECT_LT(stats->registers, 64);
  EXPECT_GT(stats->scalar_registers, 0);
  EXPECT_EQ(stats->lds_bytes, 256);
  EXPECT_EQ(stats->spilled_registers, 0);
  EXPECT_EQ(stats->scratch_bytes, 0);
  EXPECT_EQ(stats->max_threads, 64);
}

TEST_P(HiprtcArchTest, SpillsAreSeen) {
  auto compiler = Make();
  ASSERT_NE(compiler, nullptr);
  auto object = compiler->Compile({"spill", kSpillSource, GetParam(), {}});
  ASSERT_TRUE(object.ok()) << object.status();
  auto stats = ReadKernelStats(object->bytes, "spill");
  ASSERT_TRUE(stats.ok()) << stats.status();
  EXPECT_GT(stats->spilled_registers, 0);
  EXPECT_GT(stats->scratch_bytes, 0);
}

INSTANTIATE_TEST_SUITE_P(Archs, HiprtcArchTest, testing::Values("gfx90a", "gfx1030"));

TEST(HiprtcCompiler, EqualRequestsGiveEqualBytes) {
  auto compiler = Make();
  ASSERT_NE(compiler, nullptr);
  auto first = compiler->Compile({"reverse", kReverseSource, "gfx90a", {}});
  auto second = compiler->Compile({"reverse", kReverseSource, "gfx90a", {}});
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first->bytes, second->bytes);
}

TEST(HiprtcCompiler, ErrorsCarryNameArchitectureAndLog) {
  auto compiler = Make();
  ASSERT_NE(compiler, nullptr);
  const absl::Status status = compiler->Compile({"wrong", kWrongSource, "gfx90a", {}}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(Mentions(status, "\"wrong\"")) << status;
  EXPECT_TRUE(Mentions(status, "gfx90a")) << status;
  EXPECT_TRUE(Mentions(status, "undeclared identifier 'nonsense'")) << status;
  EXPECT_FALSE(Mentions(status, "/tmp/")) << status;
}

class HiprtcUnknownArchTest : public testing::TestWithParam<ArchCheck> {};

// The process survives, and later compiles work.
TEST_P(HiprtcUnknownArchTest, IsAnErrorThatNamesCompilerAndArchitecture) {
  auto compiler = Make({.arch_check = GetParam()});
  ASSERT_NE(compiler, nullptr);
  for (int round = 0; round < 2; ++round) {
    const absl::Status status =
        compiler->Compile({"reverse", kReverseSource, "gfx9999", {}}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
    EXPECT_TRUE(Mentions(status, "gfx9999")) << status;
    EXPECT_TRUE(Mentions(status, "hiprtc")) << status;
    EXPECT_TRUE(Mentions(status, "\"reverse\"")) << status;
  }
  EXPECT_FALSE(compiler->Compile({"reverse", kReverseSource, "gfx1030:xnack+", {}}).ok());
  EXPECT_FALSE(compiler->Compile({"reverse", kReverseSource, "sm_90", {}}).ok());
  EXPECT_TRUE(compiler->Compile({"reverse", kReverseSource, "gfx90a", {}}).ok());
}

INSTANTIATE_TEST_SUITE_P(Checks, HiprtcUnknownArchTest,
                         testing::Values(ArchCheck::kListThenChild, ArchCheck::kChild));

// Debian's release 5.2.3 knows neither architecture and would end the process; later releases may
// know them.
TEST(HiprtcCompiler, NewerArchitecturesCompileOrAreRefused) {
  auto compiler = Make();
  ASSERT_NE(compiler, nullptr);
  for (const std::string arch : {"gfx942", "gfx1100"}) {
    auto object = compiler->Compile({"reverse", kReverseSource, arch, {}});
    if (object.ok()) {
      EXPECT_TRUE(ReadKernelStats(object->bytes, "reverse").ok());
    } else {
      EXPECT_TRUE(Mentions(object.status(), arch)) << object.status();
      EXPECT_TRUE(Mentions(object.status(), "does not support")) << object.status();
    }
  }
}

TEST(HiprtcCompiler, RefusesRequestsThatMeanNothing) {
  auto compiler = Make();
  ASSERT_NE(compiler, nullptr);
  const CompileRequest requests[] = {
      {"", kReverseSource, "gfx90a", {}},
      {"reverse", "", "gfx90a", {}},
      {"reverse", std::string("a\0b", 3), "gfx90a", {}},
      {"reverse", kReverseSource, "", {}},
      {"reverse", kReverseSource, "gfx90a", {"--gpu-architecture=gfx9999"}},
      {"reverse", kReverseSource, "gfx90a", {"--no-such-option"}},
  };
  for (const CompileRequest& request : requests) {
    EXPECT_EQ(compiler->Compile(request).status().code(), absl::StatusCode::kInvalidArgument);
  }
}

TEST(HiprtcCompiler, SeveralCompilersOnManyThreads) {
  const std::unique_ptr<Compiler> compilers[2] = {Make(), Make()};
  std::vector<absl::Status> results(6);
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back([&, i] {
      const std::string arch = i % 3 == 0 ? "gfx90a" : "gfx1030";
      results[i] = compilers[i % 2]->Compile({"reverse", kReverseSource, arch, {}}).status();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const absl::Status& result : results) EXPECT_TRUE(result.ok()) << result;
}

TEST(HiprtcCompiler, NamesItsVersion) {
  auto compiler = Make();
  ASSERT_NE(compiler, nullptr);
  EXPECT_EQ(compiler->name(), "hiprtc");
  EXPECT_EQ(compiler->Version().find("hiprtc "), 0u);
  EXPECT_EQ(compiler->Version(), Make()->Version());
}

TEST(HiprtcCompiler, MissingLibrariesAreReported) {
  const absl::Status missing = MakeHiprtcCompiler({.library = "/no/such/libhiprtc.so"}).status();
  EXPECT_EQ(missing.code(), absl::StatusCode::kUnavailable);
  EXPECT_TRUE(Mentions(missing, "/no/such/libhiprtc.so")) << missing;
  const absl::Status foreign = MakeHiprtcCompiler({.library = "libm.so.6"}).status();
  EXPECT_EQ(foreign.code(), absl::StatusCode::kUnavailable);
  EXPECT_TRUE(Mentions(foreign, "hiprtcVersion")) << foreign;
}

}  // namespace
}  // namespace fft::rtc
