#include "fft/rtc/objects/disassemble.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
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
                         "\ts_code_end                       // 000000001914: BF9F0000\n")
                .text,
            "0000000000001900 <k>:\n"
            "1900:\tv_add_u32_e32 v1, s2, v0\n"
            "1904:\ts_cbranch_scc0 65534 <k>\n"
            "1908:\ts_endpgm\n");
  EXPECT_EQ(PlainListing("k.so:     file format elf64-x86-64\n\n\n0000000000001100 <k>:\n"
                         "    1100:\ttest   edi,edi\n    1102:\tret\n")
                .text,
            "0000000000001100 <k>:\n    1100:\ttest   edi,edi\n    1102:\tret\n");
  EXPECT_EQ(PlainListing("no such file\n").text, "");
  EXPECT_TRUE(PlainListing("0 <k>:\n 0:\tret\n").source_lines.empty());
}

TEST(DisassembleTest, InstructionsKnowTheirLineOfTheSource) {
  const Listing amd = PlainListing(
      "0000000000001900 <k>:\n; k():\n; /opt/math.h:9\n\ts_nop 1  // 000000001900: BF800001\n"
      "; /tmp/k.hip:12\n\ts_nop 2  // 000000001904: BF800002\n"
      "\ts_nop 3  // 000000001908: BF800003\n\ts_nop 0  // 00000000190C: BF800000\n");
  EXPECT_EQ(amd.text, "0000000000001900 <k>:\n1900:\ts_nop 1\n1904:\ts_nop 2\n1908:\ts_nop 3\n");
  EXPECT_EQ(amd.source_lines, (std::vector<int>{0, 0, 12, 12})) << "one is of a header";
  const Listing host = PlainListing(
      "0000000000001100 <k>:\nk():\n/tmp/k.cc:21\n  1100:\tpush   rbp\n"
      "/tmp/k.cc:22 (discriminator 1)\n  1101:\tnop\nmultiply_add():\n/tmp/k.cc:4\n"
      "inlined by /tmp/k.cc:30 (k)\n  1102:\tret\n\n0000000000001110 <f>:\n  1110:\tret\n");
  EXPECT_EQ(host.source_lines, (std::vector<int>{0, 21, 22, 30, 0, 0})) << host.text;
}

TEST(DisassembleTest, KernelsForAmdAreReadWhereTheToolIs) {
  const auto compiler = MakeHiprtcCompiler();
  ASSERT_TRUE(compiler.ok()) << compiler.status();
  const auto object = (*compiler)->Compile({"reverse", kReverseSource, "gfx90a", {"-g1"}});
  ASSERT_TRUE(object.ok()) << object.status();
  const absl::StatusOr<Listing> listing = Disassemble(object->bytes);
  if (absl::IsUnavailable(listing.status())) {
    EXPECT_TRUE(absl::StrContains(listing.status().message(), "llvm-objdump")) << listing.status();
    return;
  }
  ASSERT_TRUE(listing.ok()) << listing.status();
  for (const char* part : {"<reverse>:\n", ":\ts_endpgm\n", ":\tds_write_b32 "}) {
    EXPECT_TRUE(absl::StrContains(listing->text, part)) << listing->text;
  }
  // The line of the source that writes to LDS.
  const std::vector<std::string> source = absl::StrSplit(kReverseSource, '\n');
  const std::vector<std::string> lines = absl::StrSplit(listing->text, '\n');
  ASSERT_EQ(listing->source_lines.size(), lines.size() - 1);
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!absl::StrContains(lines[i], "ds_write_b32")) continue;
    ASSERT_GT(listing->source_lines[i], 0) << lines[i];
    const std::string& line = source[listing->source_lines[i] - 1];
    EXPECT_TRUE(absl::StrContains(line, "tile[threadIdx.x] =")) << line;
  }
}

TEST(DisassembleTest, PtxIsItsOwnListing) {
  const std::string ptx = "//\n.version 8.0\n.target sm_90\n";
  const absl::StatusOr<Listing> listing = Disassemble(ptx);
  ASSERT_TRUE(listing.ok()) << listing.status();
  EXPECT_EQ(listing->text, ptx);
}

TEST(DisassembleTest, OtherBytesAreRefused) {
  EXPECT_FALSE(Disassemble("").ok());
  EXPECT_FALSE(Disassemble("no code").ok());
}

}  // namespace
}  // namespace fft::rtc
