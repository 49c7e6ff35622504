#include "fft/rtc/host/ir_program.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

// A text with this body, whose function takes a pointer to be read and one to be written.
std::string Text(const std::string& body) {
  return absl::StrCat(
      "; LLVM IR\ndefine internal void @fft_body(ptr noalias %p.in, ptr %p.out, i32 %first_block, "
      "i32 %end_block) #1 {\nentry:\n",
      body, "  ret void\n}\n\ndeclare void @llvm.unknown()\n");
}

template <typename T>
std::vector<T> RunText(const std::string& body, std::vector<T> in, size_t out_size,
                       unsigned end_block = 1) {
  const absl::StatusOr<IrProgram> program = IrProgram::Parse(Text(body));
  EXPECT_TRUE(program.ok()) << program.status();
  std::vector<T> out(out_size);
  if (!program.ok()) return out;
  const T* from = in.data();
  T* to = out.data();
  void* const args[] = {&from, &to};
  program->Run(args, 0, end_block);
  return out;
}

TEST(IrProgram, ComputesOnVectors) {
  EXPECT_EQ(
      RunText<float>("  %a = load <4 x float>, ptr %p.in, align 4\n"
                     "  %b = fmul contract <4 x float> %a, <float 0x4000000000000000, float "
                     "0x4000000000000000, float 0x4008000000000000, float 0x4008000000000000>\n"
                     "  %c = call contract <4 x float> @llvm.fmuladd.v4f32(<4 x float> %a, <4 x "
                     "float> %a, <4 x float> %b)\n"
                     "  %d = shufflevector <4 x float> %c, <4 x float> %a, <4 x i32> <i32 3, i32 "
                     "4, i32 0, i32 7>\n"
                     "  %e = fneg <4 x float> %d\n"
                     "  store <4 x float> %e, ptr %p.out, align 4\n",
                     {1, 2, 3, 4}, 4),
      (std::vector<float>{-28, -1, -3, -4}));
}

TEST(IrProgram, LoopsWithAPhi) {
  // The sum of blocks' numbers and of 0 to 9, by way of an array on the frame.
  EXPECT_EQ(RunText<int64_t>("  %sum = alloca i64, i32 1, align 64\n"
                             "  store i64 0, ptr %sum\n"
                             "  br label %before\n"
                             "before:\n"
                             "  br label %loop\n"
                             "loop:\n"
                             "  %i = phi i32 [ 0, %before ], [ %next, %latch ]\n"
                             "  %wide = sext i32 %i to i64\n"
                             "  %old = load i64, ptr %sum\n"
                             "  %new = add nsw i64 %old, %wide\n"
                             "  store i64 %new, ptr %sum\n"
                             "  br label %latch\n"
                             "latch:\n"
                             "  %next = add nsw i32 %i, 1\n"
                             "  %again = icmp slt i32 %next, 10\n"
                             "  br i1 %again, label %loop, label %end, !llvm.loop !3\n"
                             "end:\n"
                             "  %all = load i64, ptr %sum\n"
                             "  %blocks = sext i32 %end_block to i64\n"
                             "  %result = add nsw i64 %all, %blocks\n"
                             "  store i64 %result, ptr %p.out, align 8\n",
                             {}, 1, 7),
            (std::vector<int64_t>{52}));
}

TEST(IrProgram, LeavesOutLanes) {
  const std::string body =
      "  %mask = icmp sgt <4 x i32> <i32 1, i32 0, i32 3, i32 0>, zeroinitializer\n"
      "  %a = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p.in, i32 4, <4 x i1> %mask, <4 x "
      "i32> "
      "<i32 -1, i32 -2, i32 -3, i32 -4>)\n"
      "  call void @llvm.masked.store.v4i32.p0(<4 x i32> %a, ptr %p.out, i32 4, <4 x i1> %mask)\n"
      "  %at = getelementptr inbounds i32, ptr %p.out, <4 x i64> <i64 7, i64 6, i64 5, i64 4>\n"
      "  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %a, <4 x ptr> %at, i32 4, <4 x i1> "
      "<i1 true, i1 true, i1 true, i1 false>)\n"
      "  %from = getelementptr i32, ptr %p.in, <4 x i32> <i32 3, i32 3, i32 1, i32 0>\n"
      "  %b = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %from, i32 4, <4 x i1> "
      "%mask, "
      "<4 x i32> zeroinitializer)\n"
      "  %last = getelementptr i32, ptr %p.out, i32 8\n"
      "  store <4 x i32> %b, ptr %last, align 4\n";
  EXPECT_EQ(RunText<int32_t>(body, {10, 11, 12, 13}, 12),
            (std::vector<int32_t>{10, 0, 12, 0, 0, 12, -2, 10, 13, 0, 11, 0}));
}

TEST(IrProgram, TakesLargeArraysFromTheThread) {
  EXPECT_EQ(RunText<int32_t>("  %scratch = call noalias align 64 ptr @fft_scratch(i64 400000)\n"
                             "  %there = getelementptr inbounds i8, ptr %scratch, i64 399996\n"
                             "  store i32 12, ptr %there, align 4\n"
                             "  %a = load i32, ptr %there, align 4\n"
                             "  store i32 %a, ptr %p.out, align 4\n",
                             {}, 1),
            (std::vector<int32_t>{12}));
}

TEST(IrProgram, RefusesByLine) {
  const struct {
    std::string body, said;
  } kCases[] = {
      {"  %a = frem float 0x0, 0x0\n", "line 4"},
      {"  %a = add nsw i32 %b, 1\n", "not there yet"},
      {"  %a = fadd i32 1, 2\n", "no such instruction"},
      {"  %a = add nsw i64 %first_block, 1\n", "another type"},
      {"  store i32 1, ptr %p.out,\n  br label %nowhere\n", "no label \"nowhere\""},
      {"  %a = extractelement <2 x i32> zeroinitializer, i32 2\n", "no such lane"},
      {"  %a = shufflevector <2 x i32> undef, <2 x i32> undef, <1 x i32> <i32 4>\n",
       "no such lane"},
      {"  call void @exit(i32 1)\n", "@exit"},
      {"  br label\n", "no label here"},
      {"  %a = load i32, i64 5\n", "another type"},
      {"  %a = select i1 true, i32 1, i64 1\n", "another type"},
      {"  %a = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(ptr %p.in, i32 4, <2 x i1> undef, <2 "
       "x "
       "i32> undef)\n",
       "another type"},
      {"  %a = load <5000 x float>, ptr %p.in\n", "4096 lanes"},
      {"  %a = alloca i64, i32 2000000000\n", "too many elements"},
      {"  %a = load i32, ptr\n", "line 4"},
      {"  call void @llvm.prefetch.p0(ptr %p.in\n", "line 4"},
  };
  for (const auto& [body, said] : kCases) {
    const absl::Status status = IrProgram::Parse(Text(body)).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << body;
    EXPECT_TRUE(absl::StrContains(status.message(), said)) << body << status;
  }
  EXPECT_FALSE(IrProgram::Parse("; LLVM IR\n").ok());
  const std::string whole = Text("  store i32 1, ptr %p.out\n");
  const size_t code = whole.find("ret void");
  for (size_t length = 0; length < code; ++length) {
    EXPECT_FALSE(IrProgram::Parse(whole.substr(0, length)).ok()) << length;
  }
}

}  // namespace
}  // namespace fft::rtc
