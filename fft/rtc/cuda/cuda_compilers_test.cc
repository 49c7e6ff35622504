// Tests which compiler takes which kernel, with a fake driver and the toolkit of this machine.
#include "fft/rtc/cuda/cuda_compilers.h"

#include <string>

#include "absl/status/status.h"
#include "fft/rtc/testing/test_kernels.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr char kDriver[] = "fft/rtc/testing/libfake_cuda.so";

// Options without any variables of the environment, so that only a test sets them.
CudaCompilerOptions Nothing(CudaLanguage language) {
  CudaCompilerOptions options;
  options.language = language;
  options.driver = PtxOptions{.driver = {.library = "/no/such/libcuda.so.1"}};
  options.nvjitlink.library = "/no/such/libnvJitLink.so";
  options.nvrtc.library = "/no/such/libnvrtc.so";
  return options;
}

TEST(CudaCompilers, LanguagesHaveNames) {
  EXPECT_EQ(*ParseCudaLanguage(""), CudaLanguage::kAuto);
  EXPECT_EQ(*ParseCudaLanguage("auto"), CudaLanguage::kAuto);
  EXPECT_EQ(*ParseCudaLanguage("ptx"), CudaLanguage::kPtx);
  EXPECT_EQ(*ParseCudaLanguage("c++"), CudaLanguage::kCpp);
  EXPECT_THAT(ParseCudaLanguage("sass").status().message(), HasSubstr("auto, ptx or c++"));
}

TEST(CudaCompilers, PtxServesWhereNvrtcIsAbsent) {
  for (const CudaLanguage language : {CudaLanguage::kAuto, CudaLanguage::kPtx}) {
    CudaCompilerOptions options = Nothing(language);
    options.driver->driver.library = kDriver;
    const auto compiler = MakeCudaCompilers(options);
    ASSERT_TRUE(compiler.ok()) << compiler.status();
    EXPECT_TRUE((*compiler)->TakesIr());
    EXPECT_THAT((*compiler)->Compile({"one", kOneInPtx, "sm_90", {}, {}})->bytes,
                StartsWith("fake cubin"));
    // Kernels with callbacks are C++.
    const absl::Status status = (*compiler)->Compile({"one", "void", "sm_90", {}, {}}).status();
    EXPECT_TRUE(absl::IsUnavailable(status)) << status;
    EXPECT_THAT(status.message(), HasSubstr("/no/such/libnvrtc.so"));
  }
  CudaCompilerOptions cpp = Nothing(CudaLanguage::kCpp);
  cpp.driver->driver.library = kDriver;
  EXPECT_TRUE(absl::IsUnavailable(MakeCudaCompilers(cpp).status()));
}

TEST(CudaCompilers, NvJitLinkServesWhereTheDriverIsAbsentOrLeftAlone) {
  if (!MakeNvJitLinkCompiler().ok()) GTEST_SKIP() << "NOT TESTED: nvJitLink is not installed here";
  for (const CudaLanguage language : {CudaLanguage::kAuto, CudaLanguage::kPtx}) {
    for (const bool is_left_alone : {false, true}) {
      CudaCompilerOptions options = Nothing(language);
      options.nvjitlink.library.clear();
      if (is_left_alone) options.driver.reset();
      const auto compiler = MakeCudaCompilers(options);
      ASSERT_TRUE(compiler.ok()) << compiler.status();
      EXPECT_EQ((*compiler)->name(), "nvjitlink");
      EXPECT_THAT((*compiler)->Version(), StartsWith("nvJitLink"));
      EXPECT_TRUE((*compiler)->TakesIr());
      const auto object = (*compiler)->Compile({"one", kOneInPtx, "sm_90", {}, {}});
      ASSERT_TRUE(object.ok()) << object.status();
      EXPECT_THAT(object->bytes, StartsWith("\x7f"
                                            "ELF"));
    }
  }
}

// A driver that must not be used is not asked, even if there is no other compiler.
TEST(CudaCompilers, ADriverLeftAloneCompilesNothing) {
  CudaCompilerOptions options = Nothing(CudaLanguage::kPtx);
  options.driver.reset();
  const absl::Status status = MakeCudaCompilers(options).status();
  EXPECT_TRUE(absl::IsUnavailable(status)) << status;
  EXPECT_THAT(status.message(), HasSubstr("/no/such/libnvJitLink.so"));
}

TEST(CudaCompilers, WithoutAnyTheErrorNamesWhatWasAskedFor) {
  const absl::Status any = MakeCudaCompilers(Nothing(CudaLanguage::kAuto)).status();
  for (const char* name : {"/no/such/libnvrtc.so", "/no/such/libnvJitLink.so"}) {
    EXPECT_THAT(any.message(), HasSubstr(name));
  }
  const absl::Status ptx = MakeCudaCompilers(Nothing(CudaLanguage::kPtx)).status();
  EXPECT_THAT(ptx.message(), HasSubstr("/no/such/libcuda.so.1"));
  EXPECT_THAT(ptx.message(), HasSubstr("/no/such/libnvJitLink.so"));
}

}  // namespace
}  // namespace fft::rtc
