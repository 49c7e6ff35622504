#include "fft/rtc/cuda/nvjitlink_compiler.h"

#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/rtc/cuda/nvrtc_compiler.h"
#include "fft/rtc/objects/code_object_stats.h"
#include "fft/rtc/testing/test_kernels.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class NvJitLinkCompilerTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* library = std::getenv("FFT_NVJITLINK_LIBRARY");
    auto compiler = MakeNvJitLinkCompiler({.library = library == nullptr ? "" : library});
    if (!compiler.ok()) {
      EXPECT_TRUE(absl::IsUnavailable(compiler.status()));
      GTEST_SKIP() << "NOT TESTED: nvJitLink is not installed here. " << compiler.status();
    }
    compiler_ = *std::move(compiler);
  }

  absl::StatusOr<CodeObject> Compile(const std::string& source, const std::string& arch = "sm_90",
                                     const std::vector<std::string>& options = {}) {
    return compiler_->Compile({"one", source, arch, options, {}});
  }

  std::unique_ptr<LinkingCompiler> compiler_;
};

// Loads `count` numbers before it stores the first of them.
std::string ManyValues(int count) {
  std::string text = absl::StrCat(
      "// PTX\n.version 7.0\n.target sm_70\n.address_size 64\n"
      ".visible .entry one(.param .b64 data)\n{\n  .reg .b32 %r<",
      count, ">;\n  .reg .b64 %rd<1>;\n  ld.param.b64 %rd0, [data];\n");
  for (int i = 0; i < count; ++i) {
    absl::StrAppend(&text, "  ld.volatile.global.b32 %r", i, ", [%rd0+", 4 * i, "];\n");
  }
  for (int i = 0; i < count; ++i) {
    absl::StrAppend(&text, "  st.volatile.global.b32 [%rd0+", 4 * i, "], %r", count - 1 - i, ";\n");
  }
  return text + "  ret;\n}\n";
}

TEST_F(NvJitLinkCompilerTest, LinksKernelsToFunctionsThatAreCompiledAlone) {
  const char* library = std::getenv("FFT_NVRTC_LIBRARY");
  const auto nvrtc = MakeNvrtcCompiler({.library = library == nullptr ? "" : library});
  if (!nvrtc.ok()) GTEST_SKIP() << "NOT TESTED: NVRTC is not installed here";
  CompileRequest kernel = {"one",
                           "__device__ float twice(float);\n"
                           "extern \"C\" __global__ void one(float* x) { *x = twice(*x); }\n",
                           "sm_90",
                           {},
                           {"to be linked"}};
  const CompileRequest function = {
      "two", "__device__ float twice(float x) { return 2 * x; }\n", "sm_90", {}, kernel.objects};
  const auto callee = (*nvrtc)->Compile(function), caller = (*nvrtc)->Compile(kernel);
  ASSERT_TRUE(callee.ok()) << callee.status();
  ASSERT_TRUE(caller.ok()) << caller.status();
  kernel.objects = {callee->bytes};
  const auto linked = compiler_->Link(kernel, caller->bytes);
  ASSERT_TRUE(linked.ok()) << linked.status();
  EXPECT_TRUE(ReadKernelStats(linked->bytes, "one", linked->log).ok());

  kernel.objects = {"no code"};
  const absl::Status wrong = compiler_->Link(kernel, caller->bytes).status();
  EXPECT_FALSE(wrong.ok());
  EXPECT_THAT(wrong.message(), HasSubstr("kernel \"one\""));
}

TEST_F(NvJitLinkCompilerTest, RefusesObjectsBesidePtx) {
  const absl::Status status =
      compiler_->Compile({"one", kOneInPtx, "sm_90", {}, {"code"}}).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("callbacks.objects is 1"));
}

TEST_F(NvJitLinkCompilerTest, CompilesToACubinWithStatistics) {
  for (const std::string arch : {"sm_90", "sm_80"}) {
    const auto object = Compile(kOneInPtx, arch);
    ASSERT_TRUE(object.ok()) << object.status();
    EXPECT_GT(object->milliseconds, 0);
    const auto stats = ReadKernelStats(object->bytes, "one", object->log);
    ASSERT_TRUE(stats.ok()) << stats.status();
    EXPECT_GT(stats->registers, 0);
    EXPECT_THAT(object->log, HasSubstr(absl::StrCat("Used ", stats->registers, " registers")));
    EXPECT_EQ(stats->spilled_registers, 0);
    EXPECT_EQ(stats->max_threads, 32);
  }
}

// Newer GPUs keep a part of each workgroup's shared memory for the system. The figure does not
// include that part.
TEST_F(NvJitLinkCompilerTest, SharedMemoryIsTheKernelsOwn) {
  std::string source = kOneInPtx;
  source.insert(source.find("  .reg"), "  .shared .align 4 .b8 tile[256];\n");
  source.insert(source.find("  ret;"), "  st.shared.b32 [tile], %r0;\n");
  for (const std::string arch : {"sm_80", "sm_90"}) {
    const auto object = Compile(source, arch);
    ASSERT_TRUE(object.ok()) << object.status();
    const auto stats = ReadKernelStats(object->bytes, "one", object->log);
    ASSERT_TRUE(stats.ok()) << stats.status();
    EXPECT_EQ(stats->lds_bytes, 256) << arch;
  }
}

TEST_F(NvJitLinkCompilerTest, SpillsAreSeenInTheLog) {
  for (const bool spills : {false, true}) {
    const auto object =
        Compile(ManyValues(64), "sm_90",
                spills ? std::vector<std::string>{"-maxrregcount=24"} : std::vector<std::string>{});
    ASSERT_TRUE(object.ok()) << object.status();
    const auto stats = ReadKernelStats(object->bytes, "one", object->log);
    ASSERT_TRUE(stats.ok()) << stats.status();
    EXPECT_EQ(stats->spilled_registers > 0, spills) << object->log;
    EXPECT_EQ(stats->scratch_bytes > 0, spills) << object->log;
  }
}

TEST_F(NvJitLinkCompilerTest, EqualRequestsGiveEqualResultsFromEveryThread) {
  const auto first = Compile(kOneInPtx);
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_THAT(first->log, Not(HasSubstr("Compile time")));
  std::vector<CodeObject> made(8);
  std::vector<std::thread> threads;
  for (CodeObject& object : made) {
    threads.emplace_back([&] { object = Compile(kOneInPtx).value_or(CodeObject()); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const CodeObject& object : made) {
    EXPECT_EQ(object.bytes, first->bytes);
    EXPECT_EQ(object.log, first->log);
  }
}

TEST_F(NvJitLinkCompilerTest, ErrorsCarryNameArchitectureAndLog) {
  const absl::Status status = Compile(std::string(kOneInPtx) + "nonsense\n").status();
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  for (const char* part : {"\"one\" for sm_90", "line 17", "nonsense"}) {
    EXPECT_THAT(status.message(), HasSubstr(part));
  }
  // The kernel needs more shared memory than the architecture has.
  std::string large = kOneInPtx;
  large.insert(large.find("  .reg"), "  .shared .b8 large[300000];\n");
  const absl::Status too_large = Compile(large).status();
  EXPECT_TRUE(absl::IsInvalidArgument(too_large)) << too_large;
  EXPECT_THAT(too_large.message(), HasSubstr("shared"));
}

TEST_F(NvJitLinkCompilerTest, UnknownOptionsAndArchitecturesAreErrors) {
  const absl::Status option = Compile(kOneInPtx, "sm_90", {"-no-such-option"}).status();
  EXPECT_TRUE(absl::IsInvalidArgument(option)) << option;
  EXPECT_THAT(option.message(), HasSubstr("-no-such-option"));
  for (const std::string arch : {"sm_42", "sm_999", "sm_9", "gfx90a", "sm_", "sm_9x", "host"}) {
    const absl::Status status = Compile(kOneInPtx, arch).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << arch << ": " << status;
    EXPECT_THAT(status.message(), HasSubstr(arch));
  }
}

TEST_F(NvJitLinkCompilerTest, NamesItsVersion) {
  EXPECT_EQ(compiler_->name(), "nvjitlink");
  EXPECT_THAT(compiler_->Version(), StartsWith("nvJitLink"));
  EXPECT_THAT(compiler_->Library(), HasSubstr("nvJitLink"));
  EXPECT_TRUE(compiler_->TakesIr());
}

TEST(NvJitLink, MissingLibrariesAreReported) {
  const absl::Status missing = MakeNvJitLinkCompiler({.library = "/no/such/library"}).status();
  EXPECT_TRUE(absl::IsUnavailable(missing)) << missing;
  EXPECT_THAT(missing.message(), HasSubstr("/no/such/library"));
  EXPECT_TRUE(absl::IsUnavailable(MakeNvJitLinkCompiler({.library = "libm.so.6"}).status()));
}

}  // namespace
}  // namespace fft::rtc
