// Fuzz target: texts in LLVM's intermediate representation, for the interpreter that runs kernels
// without a compiler.
#include <string>

#include "absl/status/status.h"
#include "fft/base/status.h"
#include "fft/rtc/host/ir_program.h"
#include "fft/rtc/testing/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto program = fft::rtc::IrProgram::Parse(text);
  if (program.ok()) return 0;
  FFT_CHECK(absl::IsInvalidArgument(program.status()) && !program.status().message().empty());
  return 0;
}

namespace fft::rtc {

std::vector<std::string> FuzzSeeds() {
  const std::string head =
      "; LLVM IR\ndefine internal void @fft_body(ptr noalias %p.in, ptr %p.out, i32 %first_block, "
      "i32 %end_block) #1 {\nentry:\n";
  const std::string end = "  ret void\n}\n";
  return {
      head +
          "  %a = load <4 x float>, ptr %p.in, align 4\n"
          "  %b = fmul contract <4 x float> %a, <float 0x4000000000000000, float undef, float "
          "0x4008000000000000, float 0x4008000000000000>\n"
          "  %c = call contract <4 x float> @llvm.fmuladd.v4f32(<4 x float> %a, <4 x float> %a, "
          "<4 x float> %b)\n"
          "  %d = shufflevector <4 x float> %c, <4 x float> %a, <2 x i32> <i32 3, i32 4>\n"
          "  store <2 x float> %d, ptr %p.out, align 4\n" +
          end,
      head +
          "  %n = alloca i64, i32 1, align 64\n  br label %before\nbefore:\n"
          "  br label %loop\nloop:\n"
          "  %i = phi i32 [ 0, %before ], [ %next, %loop ]\n"
          "  %next = add nsw i32 %i, 1\n"
          "  %again = icmp slt i32 %next, 10\n"
          "  br i1 %again, label %loop, label %end, !llvm.loop !3\nend:\n" +
          end,
      head +
          "  %m = icmp sgt <2 x i32> <i32 1, i32 0>, zeroinitializer\n"
          "  %at = getelementptr inbounds i32, ptr %p.out, <2 x i64> <i64 7, i64 6>\n"
          "  %a = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> %at, i32 4, <2 x i1> "
          "%m, <2 x i32> zeroinitializer)\n"
          "  call void @llvm.masked.store.v2i32.p0(<2 x i32> %a, ptr %p.out, i32 4, <2 x i1> "
          "%m)\n"
          "  %s = call noalias align 64 ptr @fft_scratch(i64 400000)\n" +
          end,
  };
}

}  // namespace fft::rtc
