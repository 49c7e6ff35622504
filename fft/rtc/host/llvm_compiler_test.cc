#include "fft/rtc/host/llvm_compiler.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "fft/base/ir_marker.h"
#include "fft/rtc/host/host_compilers.h"
#include "fft/rtc/host/host_device.h"
#include "fft/rtc/host/relocatable_object.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

// void scale(float* data): multiplies one value per workgroup by 3.
constexpr char kScale[] = R"(; LLVM IR
define void @scale(ptr %args, i32 %first, i32 %end) {
entry:
  %at = load ptr, ptr %args
  %data = load ptr, ptr %at
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds float, ptr %data, i32 %i
  %x = load float, ptr %p
  %y = fmul float %x, 3.0
  store float %y, ptr %p
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}
)";

// Sums 10000 integers in scratch that the loader provides.
constexpr char kScratch[] = R"(; LLVM IR
declare ptr @fft_scratch(i64)
define void @sum(ptr %args, i32 %first, i32 %end) {
  %at = load ptr, ptr %args
  %data = load ptr, ptr %at
  %scratch = call ptr @fft_scratch(i64 400000)
  %last = getelementptr i8, ptr %scratch, i64 399996
  store volatile i32 5, ptr %scratch
  store volatile i32 7, ptr %last
  %a = load volatile i32, ptr %scratch
  %b = load volatile i32, ptr %last
  %c = add i32 %a, %b
  store i32 %c, ptr %data
  ret void
}
)";

#define SKIP_WITHOUT_LLVM(compiler)                                              \
  const auto compiler = MakeLlvmCompiler();                                      \
  if (absl::IsUnavailable(compiler.status())) GTEST_SKIP() << compiler.status(); \
  ASSERT_TRUE(compiler.ok()) << compiler.status()

TEST(LlvmCompiler, CompilesWhatTheHostRuns) {
  SKIP_WITHOUT_LLVM(compiler);
  const auto object = (*compiler)->Compile({"scale", kScale, "host", {}});
  ASSERT_TRUE(object.ok()) << object.status();
  EXPECT_TRUE(IsRelocatableObject(object->bytes));
  const auto device = OpenHostDevice({.threads = 1});
  ASSERT_TRUE(device.ok());
  const auto module = (*device)->LoadModule(object->bytes, {"scale"});
  ASSERT_TRUE(module.ok()) << module.status();
  std::vector<float> data = {1, 2, 3, 4, 5};
  float* pointer = data.data();
  void* args[] = {&pointer};
  const auto kernel = (*module)->GetKernel("scale");
  ASSERT_TRUE(kernel.ok());
  ASSERT_TRUE((*kernel)->Launch({{4, 1, 1}, {1, 1, 1}, 0}, {}, args).ok());
  EXPECT_EQ(data, (std::vector<float>{3, 6, 9, 12, 5}));
}

// Most kernels hold their vectors already, and looking for more would double the time of a compile.
TEST(LlvmCompiler, LoopsBecomeVectorsWhereTheyAsk) {
  SKIP_WITHOUT_LLVM(compiler);
  std::string asking = kScale;
  const std::string branch = "label %done";
  asking.insert(asking.find(branch) + branch.size(), ", !llvm.loop !0");
  asking += "!0 = distinct !{!0, !1}\n!1 = !{!\"llvm.loop.vectorize.enable\", i1 true}\n";
  const auto plain = (*compiler)->Compile({"scale", kScale, "host", {}});
  const auto vectors = (*compiler)->Compile({"scale", asking, "host", {}});
  ASSERT_TRUE(plain.ok()) << plain.status();
  ASSERT_TRUE(vectors.ok()) << vectors.status();
  EXPECT_GT(vectors->bytes.size(), plain->bytes.size() + 64);
}

TEST(LlvmCompiler, ScratchIsTheThreadsOwn) {
  SKIP_WITHOUT_LLVM(compiler);
  const auto object = (*compiler)->Compile({"sum", kScratch, "host", {}});
  ASSERT_TRUE(object.ok()) << object.status();
  const auto loaded = RelocatableObject::Load(object->bytes);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  int result = 0;
  int* pointer = &result;
  void* args[] = {&pointer};
  reinterpret_cast<HostKernelFunction>(loaded->Symbol("sum"))(args, 0, 1);
  EXPECT_EQ(result, 12);
  EXPECT_EQ(loaded->Symbol("product"), nullptr);
}

// Copies sixteen numbers as one vector, which is two registers of AVX2 or one of AVX-512.
constexpr char kWide[] = R"(; LLVM IR
define void @wide(ptr %args, i32 %first, i32 %end) {
  %at = load ptr, ptr %args
  %data = load ptr, ptr %at
  %x = load <16 x float>, ptr %data, align 4
  %y = fadd <16 x float> %x, %x
  store <16 x float> %y, ptr %data, align 4
  ret void
}
)";

TEST(LlvmCompiler, ProcessorsDiffer) {
  std::vector<std::string> objects;
  for (const char* processor : {"x86-64-v3", "x86-64-v4"}) {
    const auto compiler = MakeLlvmCompiler({.processor = processor});
    if (absl::IsUnavailable(compiler.status())) GTEST_SKIP() << compiler.status();
    ASSERT_TRUE(compiler.ok()) << compiler.status();
    EXPECT_TRUE(absl::StrContains((*compiler)->Version(), processor));
    const auto object = (*compiler)->Compile({"wide", kWide, "host", {}});
    ASSERT_TRUE(object.ok()) << object.status();
    objects.push_back(object->bytes);
  }
  EXPECT_NE(objects[0], objects[1]);
  if (!ParseHostProcessor("avx2").ok()) GTEST_SKIP() << "no AVX2 here";
  const auto loaded = RelocatableObject::Load(objects[0]);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  std::vector<float> data(16, 1.5f);
  float* pointer = data.data();
  void* args[] = {&pointer};
  reinterpret_cast<HostKernelFunction>(loaded->Symbol("wide"))(args, 0, 1);
  EXPECT_EQ(data, std::vector<float>(16, 3));
}

TEST(LlvmCompiler, ErrorsNameTheKernelAndTheLine) {
  SKIP_WITHOUT_LLVM(compiler);
  const absl::Status status =
      (*compiler)->Compile({"wrong", "define void @wrong() {\n nonsense\n}", "host", {}}).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_TRUE(absl::StrContains(status.message(), "wrong")) << status;
  EXPECT_TRUE(absl::StrContains(status.message(), "nonsense")) << status;
  EXPECT_TRUE(
      absl::IsInvalidArgument((*compiler)->Compile({"scale", kScale, "gfx90a", {}}).status()));
}

TEST(LlvmCompiler, VersionNamesTheLibrary) {
  SKIP_WITHOUT_LLVM(compiler);
  EXPECT_TRUE(absl::StrContains((*compiler)->Version(), "LLVM"));
  EXPECT_TRUE(absl::IsUnavailable(MakeLlvmCompiler({.library = "no-such-library.so"}).status()));
}

// A file that is cut anywhere is refused, unless a whole file is left.
TEST(RelocatableObject, CutFilesAreRefused) {
  SKIP_WITHOUT_LLVM(compiler);
  const auto object = (*compiler)->Compile({"scale", kScale, "host", {}});
  ASSERT_TRUE(object.ok()) << object.status();
  const std::string& bytes = object->bytes;
  for (size_t size = 0; size < bytes.size(); size += 7) {
    EXPECT_FALSE(RelocatableObject::Load(bytes.substr(0, size)).ok()) << size;
  }
  EXPECT_FALSE(IsRelocatableObject("\177ELF"));
}

// Forbids memory that was written to become executable, as systemd's MemoryDenyWriteExecute does.
void ForbidExecutableMemory() {
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mprotect, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[2])),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program = {std::size(filter), filter};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) std::_Exit(7);
}

TEST(RelocatableObjectDeathTest, RunsWhereMemoryMayNotBecomeExecutable) {
  SKIP_WITHOUT_LLVM(compiler);
  const auto object = (*compiler)->Compile({"sum", kScratch, "host", {}});
  ASSERT_TRUE(object.ok()) << object.status();
  EXPECT_EXIT(
      {
        ForbidExecutableMemory();
        const auto loaded = RelocatableObject::Load(object->bytes);
        if (!loaded.ok()) std::_Exit(1);
        int result = 0;
        int* pointer = &result;
        void* args[] = {&pointer};
        reinterpret_cast<HostKernelFunction>(loaded->Symbol("sum"))(args, 0, 1);
        std::_Exit(result);
      },
      ::testing::ExitedWithCode(12), "");
}

TEST(HostCompilers, LanguagesByName) {
  EXPECT_EQ(*ParseHostLanguage(""), HostLanguage::kAuto);
  EXPECT_EQ(*ParseHostLanguage("llvm"), HostLanguage::kLlvm);
  EXPECT_EQ(*ParseHostLanguage("c++"), HostLanguage::kCpp);
  EXPECT_EQ(*ParseHostLanguage("none"), HostLanguage::kNone);
  EXPECT_TRUE(absl::IsInvalidArgument(ParseHostLanguage("fortran").status()));
}

TEST(HostCompilers, WithoutLlvmTheCppCompilerServes) {
  const LlvmOptions none{.library = "no-such-library.so"};
  const auto either = MakeHostCompilers(HostLanguage::kAuto, {}, none);
  ASSERT_TRUE(either.ok());
  EXPECT_FALSE((*either)->TakesIr());
  const auto llvm = MakeHostCompilers(HostLanguage::kLlvm, {}, none);
  ASSERT_TRUE(llvm.ok());
  EXPECT_TRUE((*llvm)->TakesIr());
  const absl::Status status = (*llvm)->Compile({"scale", kScale, "host", {}}).status();
  EXPECT_TRUE(absl::IsUnavailable(status)) << status;
  EXPECT_TRUE(absl::StrContains(status.message(), "install")) << status;
}

// A process that has no free descriptor may have one later. Nothing else has opened this test's
// library.
TEST(HostCompilers, LlvmThatCannotBeOpenedNowIsTriedAgain) {
  const auto either =
      MakeHostCompilers(HostLanguage::kAuto, {}, {.library = "fft/rtc/testing/libfake_llvm.so"});
  ASSERT_TRUE(either.ok());
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none = {0, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  const bool takes_ir = (*either)->TakesIr();
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_FALSE(takes_ir);
  EXPECT_TRUE((*either)->TakesIr());
}

TEST(HostCompilers, WithoutAnyTheTextIsInterpreted) {
  const auto none = MakeHostCompilers(HostLanguage::kAuto, {.compiler = "no-such-compiler"},
                                      {.library = "no-such-library.so"});
  const auto asked = MakeHostCompilers(HostLanguage::kNone, {}, {});
  for (const auto* compiler : {&none, &asked}) {
    ASSERT_TRUE(compiler->ok());
    EXPECT_TRUE((**compiler)->TakesIr());
    const auto object = (**compiler)->Compile({"scale", kScale, "host", {}});
    ASSERT_TRUE(object.ok()) << object.status();
    EXPECT_TRUE(IsLlvmIr(object->bytes));
    EXPECT_TRUE(absl::StrContains(object->log, "libllvm")) << object->log;
  }
}

TEST(HostCompilers, WithoutAnyTheErrorSaysWhatToInstall) {
  const auto none = MakeHostCompilers(HostLanguage::kAuto, {.compiler = "no-such-compiler"},
                                      {.library = "no-such-library.so"});
  ASSERT_TRUE(none.ok());
  const absl::Status status = (*none)->Compile({"x", "int x;", "host", {}}).status();
  EXPECT_TRUE(absl::IsUnavailable(status)) << status;
  for (const char* text : {"no-such-compiler", "g++", "bfloat16"}) {
    EXPECT_TRUE(absl::StrContains(status.message(), text)) << status;
  }
}

TEST(HostCompilers, WhatLlvmLeavesToCppNeedsItsCompiler) {
  const auto llvm = MakeHostCompilers(HostLanguage::kLlvm, {.compiler = "no-such-compiler"}, {});
  ASSERT_TRUE(llvm.ok());
  const absl::Status status = (*llvm)->Compile({"x", "int x;", "host", {}}).status();
  EXPECT_TRUE(absl::IsUnavailable(status)) << status;
  EXPECT_TRUE(absl::StrContains(status.message(), "bfloat16 kernels need a C++ compiler"))
      << status;
  EXPECT_FALSE(absl::StrContains(status.message(), "libllvm")) << status;
}

TEST(HostCompilers, VersionsTellLanguagesApart) {
  const auto version = [](HostLanguage language) {
    return (*MakeHostCompilers(language, {}, {}))->Version();
  };
  EXPECT_NE(version(HostLanguage::kCpp), version(HostLanguage::kLlvm));
  EXPECT_NE(version(HostLanguage::kAuto), version(HostLanguage::kLlvm));
}

}  // namespace
}  // namespace fft::rtc
