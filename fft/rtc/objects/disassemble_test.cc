#include "fft/rtc/objects/disassemble.h"

#include <string>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "fft/rtc/hip/hiprtc_compiler.h"
#include "fft/rtc/testing/test_kernels.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

TEST(DisassembleTest, ListingsAreInstructionsAlone) {
  EXPECT_EQ(PlainListing("\nk.o:\tfile format elf64-amdgpu\n\nDisassembly of section .text:\n\n"
                         "0000000000001900 <k>:\n"
                         "\tv_add_u32_e32 v1, s2, v0         // 000000001900: 68020002\n"
                         "\ts_cbranch_scc0 65534             // 000000001904: BF84FFFE <k>\n"
                         "\ts_endpgm                         // 000000001908: BF810000\n"
                         "\ts_nop 0                          // 00000000190C: BF800000\n"
                         "\ts_nop 0                          // 000000001910: BF800000\n"
                         "\ts_code_end                       // 000000001914: BF9F0000\n"),
            "0000000000001900 <k>:\n"
            "1900:\tv_add_u32_e32 v1, s2, v0\n"
            "1904:\ts_cbranch_scc0 65534 <k>\n"
            "1908:\ts_endpgm\n");
  EXPECT_EQ(PlainListing("k.so:     file format elf64-x86-64\n\n\n0000000000001100 <k>:\n"
                         "    1100:\ttest   edi,edi\n    1102:\tret\n"),
            "0000000000001100 <k>:\n    1100:\ttest   edi,edi\n    1102:\tret\n");
  EXPECT_EQ(PlainListing("no such file\n"), "");
}

TEST(DisassembleTest, KernelsForAmdAreReadWhereTheToolIs) {
  const auto compiler = MakeHiprtcCompiler();
  ASSERT_TRUE(compiler.ok()) << compiler.status();
  const auto object = (*compiler)->Compile({"reverse", kReverseSource, "gfx90a", {}});
  ASSERT_TRUE(object.ok()) << object.status();
  const absl::StatusOr<std::string> listing = Disassemble(object->bytes);
  if (absl::IsUnavailable(listing.status())) {
    EXPECT_TRUE(absl::StrContains(listing.status().message(), "llvm-objdump")) << listing.status();
    return;
  }
  ASSERT_TRUE(listing.ok()) << listing.status();
  EXPECT_TRUE(absl::StrContains(*listing, "<reverse>:\n")) << *listing;
  EXPECT_TRUE(absl::StrContains(*listing, ":\ts_endpgm\n")) << *listing;
  EXPECT_TRUE(absl::StrContains(*listing, ":\tds_write_b32 ")) << *listing;
}

TEST(DisassembleTest, PtxIsItsOwnListing) {
  const std::string ptx = "//\n.version 8.0\n.target sm_90\n";
  const absl::StatusOr<std::string> listing = Disassemble(ptx);
  ASSERT_TRUE(listing.ok()) << listing.status();
  EXPECT_EQ(*listing, ptx);
}

TEST(DisassembleTest, OtherBytesAreRefused) {
  EXPECT_FALSE(Disassemble("").ok());
  EXPECT_FALSE(Disassemble("no code").ok());
}

}  // namespace
}  // namespace fft::rtc
