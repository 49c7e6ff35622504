#include "bench/report.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::bench {
namespace {

using ::testing::HasSubstr;

constexpr char kLine[] = "complex_forward_len_64_single_op";
constexpr char kVolume[] = "complex_forward_len_8_8_8_single_op";

BenchResult Timed(const std::string& token, double ms, double peer_ms) {
  BenchResult result;
  result.token = token;
  result.ms = ms;
  result.copy_ms = 0.25;
  result.bytes = 1000000;
  result.workspace_bytes = 64;
  result.kernels = 2;
  result.peers = {{.peer = "cufft", .ms = peer_ms, .workspace_bytes = 8}};
  return result;
}

BenchResult Refused() {
  BenchResult result;
  result.token = "c";
  result.refusal = "no scheme, yet";
  return result;
}

TEST(BenchReportTest, LinesAlignUnderTheHeader) {
  EXPECT_EQ(HeaderLine({"cufft"}),
            "   ours [ms]    copy [ms]  copy/     GB/s   cufft [ms]  ratio  token");
  EXPECT_EQ(ResultLine(Timed(kLine, 0.5, 0.4)),
            absl::StrCat("     0.50000      0.25000  0.500      2.0      0.40000  0.800  ", kLine));
  EXPECT_EQ(ResultLine(Refused()), "refused: no scheme, yet  c");
}

TEST(BenchReportTest, SummaryNamesTheWorstTokenOfAllAndOfEachKind) {
  const std::string text =
      Summary({Timed(kLine, 0.5, 0.25), Timed(kVolume, 0.5, 1.0), Refused()}, {"cufft"});
  EXPECT_EQ(text, absl::StrReplaceAll(
                      "2 timed, 1 refused\n"
                      "fraction of a copy: geometric mean 0.500 over 2, least 0.500 (LINE)\n"
                      "  volumes: geometric mean 0.500 over 1, least 0.500 (VOLUME)\n"
                      "  lines: geometric mean 0.500 over 1, least 0.500 (LINE)\n"
                      "speed against cufft: geometric mean 1.000 over 2, least 0.500 (LINE)\n"
                      "  volumes: geometric mean 2.000 over 1, least 2.000 (VOLUME)\n"
                      "  lines: geometric mean 0.500 over 1, least 0.500 (LINE)\n",
                      {{"LINE", kLine}, {"VOLUME", kVolume}}));
}

TEST(BenchReportTest, OfSeveralPeersTheFastestCounts) {
  BenchResult first = Timed(kLine, 0.5, 1.0);
  first.peers.push_back({.peer = "vkfft", .ms = 0.25});
  BenchResult second = Timed(kLine, 0.5, 1.0);
  second.peers.push_back({.peer = "vkfft", .ms = 0.1, .refusal = "no"});
  EXPECT_THAT(Summary({first, second}, {"cufft", "vkfft"}),
              HasSubstr(absl::StrCat("speed against the fastest of cufft, vkfft: "
                                     "geometric mean 1.000 over 2, least 0.500 (",
                                     kLine, ")\n")));
}

TEST(BenchReportTest, PeersThatRefusedAreLeftOut) {
  BenchResult result = Timed(kLine, 0.5, 0);
  result.peers[0].refusal = "strides";
  EXPECT_THAT(Summary({result}, {"cufft"}), HasSubstr("speed against cufft: nothing was timed"));
  EXPECT_THAT(ResultLine(result), HasSubstr(absl::StrCat(" -      -  ", kLine)));
}

TEST(BenchReportTest, CsvRowsHaveTheHeadersColumns) {
  const BenchMachine machine{"H200, sm_90", "node 1", "2030-01-02"};
  const auto commas = [](const std::string& line) {
    return std::count(line.begin(), line.end(), ',');
  };
  EXPECT_EQ(CsvRow(Timed(kLine, 0.5, 0.4), machine),
            absl::StrCat(
                kLine, ",\"H200, sm_90\",2030-01-02,node 1,0.5,0.25,0.5,2,0,64,2,1,,0.4,0.8,8,\n"));
  // The row has one comma more than the header, within the quoted name of the device.
  EXPECT_EQ(commas(CsvRow(Timed(kLine, 0.5, 0.4), machine)), commas(CsvHeader({"cufft"})) + 1);
  EXPECT_EQ(commas(CsvRow(Refused(), {"d", "m", "t"})), commas(CsvHeader({})) + 1);
}

}  // namespace
}  // namespace fft::bench
