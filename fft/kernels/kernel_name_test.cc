#include "fft/kernels/kernel_name.h"

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"

namespace fft::kernels {
namespace {

// The names in //tests/compile:kernel_names_test are those of all suites.
TEST(KernelNameTest, IsReadBack) {
  KernelSpec rows;
  rows.direction = Direction::kInverse;
  rows.length = 336;
  rows.factors = {7, 8, 6};
  rows.threads_per_transform = 56;
  rows.transforms_per_group = 4;
  rows.exchange = Exchange::kFull;
  rows.lds = {1, 336, 16, 1427};
  rows.outer_loops = 1;
  rows.known_tile = {.packed_in = true, .is_far = true};
  rows.large_twiddle = {2, 8, {1, 0}, 0, TableSpace::kLds};
  rows.out_range = Range{3, 100};
  rows.load_callback = {"float2 load();", true};
  rows.store_callback = {"void store();", false};
  KernelSpec reals = rows;
  reals.direction = Direction::kForward;
  reals.transforms_per_group = 1;
  reals.lds.words = 356;
  reals.outer_loops = 0;
  reals.known_tile = {};
  reals.large_twiddle = {};
  reals.out_range.reset();
  reals.tiles_ahead = 132;
  reals.in_format = reals.out_format = ArrayFormat::kReal;
  reals.load_reals = reals.store_reals = AxisKind::kDct2;
  reals.store = AxisFormat::kHermitianOfPairs;
  reals.precision = reals.in_precision.emplace(Precision::kHalf);
  reals.out_precision = Precision::kSingle;
  for (const KernelSpec& spec : {rows, reals}) {
    const std::string name = KernelName(spec);
    const auto read = ParseKernelName(name, {"void store();", "float2 load();"});
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_TRUE(*read == spec) << KernelName(*read);
  }
}

struct WrongName {
  const char* name;
  const char* message;
};

class WrongNameTest : public testing::TestWithParam<WrongName> {};

TEST_P(WrongNameTest, IsRefusedWithAReason) {
  const absl::Status status = ParseKernelName(GetParam().name).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(absl::StrContains(status.message(), GetParam().message)) << status;
}

INSTANTIATE_TEST_SUITE_P(
    Names, WrongNameTest,
    testing::Values(
        WrongName{"", "names that begin with fft_"},
        WrongName{"fft", "kind is missing; allowed: stockham, plane, transpose"},
        WrongName{"fft_cooley", "kind is cooley"},
        WrongName{"fft_stockham_back", "direction is back; allowed: fwd, inv"},
        WrongName{"fft_stockham_fwd_f8", "length is f8; allowed: as len0"},
        WrongName{"fft_stockham_fwd_len8_f8_tpt1_tpg1_sbrr_sp_op_CI_CI_iunit_ounit_loops0",
                  "index is missing; allowed: i32, i64"},
        WrongName{"fft_stockham_fwd_len8_f8_tpt1_tpg1_sbrr_sp_op_CI_CI_iunit_ounit_loops0_i32_x",
                  "kernel is x"},
        WrongName{"fft_stockham_fwd_len08_f8_tpt1_tpg1_sbrr_sp_op_CI_CI_iunit_ounit_loops0_i32",
                  "allowed: fft_stockham_fwd_len8_f8"},
        WrongName{"fft_stockham_fwd_len8_f8_tpt1_tpg1_sbrr_sp_op_CI_CI_iunit_ounit_loops0_i32_"
                  "ld0123456789abcdef",
                  "kernel is ld0123456789abcdef"}));

// A kernel of each kind, by its name.
constexpr char kRows[] =
    "fft_stockham_fwd_len64_f8x8_tpt8_tpg16_sbrr_full_rg16_lds1x65p0_sp_op_CI_CI_iunit_ounit_"
    "loops0_i32";
constexpr char kBluestein[] =
    "fft_bluestein_fwd_len540_n269_f9x10x6_tpt60_tpg1_sbrr_full_lds1x540p0_sp_op_CI_CI_iunit_ounit_"
    "loops0_i32";
constexpr char kRader[] =
    "fft_rader_inv_len4_n5_f2x2_tpt2_tpg1_sbrr_pingpong_lds1x4p0_sp_op_CI_CI_iunit_ounit_loops0_"
    "i32";
constexpr char kPlane[] =
    "fft_plane_inv_len16_f4x4_y5f5_tpt20_tpg1_plane_full_lds1x16p4_dp_op_CI_CI_iunit_ounit_loops0_"
    "i32";
constexpr char kConvert[] =
    "fft_convert_fwd_len12_f1_tpt256_tpg1_sbcc_sp_op_R_CI_fromreal_iany_oany_loops0_i32";
constexpr char kTranspose[] =
    "fft_transpose_fwd_len32_f1_tpt32_tpg32_sbrc_full_lds1x33p0_sp_op_CI_CI_iunit_ounit_loops0_i32";
constexpr char kFilter[] =
    "fft_filter_fwd_len12_f2x6_tpt6_tpg1_tpl2_sbrr_pingpong_lds1x12p0_sp_op_R_R_fromreal_toreal_"
    "spectrum_iunit_ounit_loops0_i32";
constexpr char kChannels[] =
    "fft_channels_fwd_len2_f1x1x2x2_tpt8_tpg1_sbrr_sp_op_CI_CI_matrix_iunit_ounit_loops0_i32";
constexpr char kOverlapAdd[] =
    "fft_overlapadd_fwd_len16_f1_tpt256_tpg1_sbrr_sp_op_R_R_windowmean_iunit_ounit_loops0_i32";

struct Change {
  const char* name;
  const char* part;
  const char* by;
  const char* message;
};

class ImpossibleNameTest : public testing::TestWithParam<Change> {};

// A name with one part changed names no kernel, and the message says which field is wrong.
TEST_P(ImpossibleNameTest, IsRefusedByItsField) {
  const Change& change = GetParam();
  ASSERT_TRUE(ParseKernelName(change.name).ok()) << ParseKernelName(change.name).status();
  const std::string name = absl::StrReplaceAll(change.name, {{change.part, change.by}});
  ASSERT_NE(name, change.name);
  const absl::Status status = ParseKernelName(name).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << name;
  EXPECT_TRUE(absl::StrContains(status.message(), change.message)) << status;
}

INSTANTIATE_TEST_SUITE_P(
    Changes, ImpossibleNameTest,
    testing::Values(
        Change{kRows, "f8x8", "f3x5", "factors is 3x5; allowed: radices whose product"},
        Change{kRows, "f8x8", "f1", "factors is 1;"},
        Change{kRows, "f8x8", "f64", "factors is 64;"},
        Change{kRows, "tpt8", "tpt0", "threads_per_transform is 0"},
        Change{kRows, "tpt8", "tpt7", "threads_per_transform is 7; allowed: a divisor of 64"},
        Change{kRows, "1x65p0", "1x1p8", "lds is 1x1p8; allowed: steps with which each point"},
        Change{kRows, "1x65p0", "0x0p0", "lds is 0x0p0; allowed: steps with"},
        Change{kRows, "1x65p0", "1x99999999p0", "lds is 1x99999999p0; allowed: steps up to 2^20"},
        Change{kRows, "full_rg16_lds1x65p0", "rg16", "exchange is none; allowed: one"},
        Change{kRows, "_lds1x65p0", "", "lds is none; allowed: the places"},
        Change{kRows, "rg16", "rg0", "resident_groups is 0; allowed: 1 or more"},
        Change{kRows, "sbrr", "plane", "tiling is plane; allowed: sbrr"},
        Change{kRows, "CI_CI", "CI_R", "out_format is R; allowed: R for reals"},
        Change{kRows, "CI_CI", "CI_HI", "out_format is HI"},
        Change{kRows, "CI_CI", "CI_CI_indp", "in_precision is dp; allowed: one that the kernel"},
        Change{kRows, "CI_CI", "CI_CI_outdp", "out_precision is dp; allowed: one that the kernel"},
        Change{kRows, "CI_CI", "CI_CI_tochirped", "load is complex to chirped"},
        Change{kRows, "CI_CI", "CI_CI_windowsum", "row_operation is window_sum"},
        Change{kRows, "CI_CI", "CI_CI_cols4", "row_columns is 4; allowed: none without foldout"},
        Change{kRows, "CI_CI", "CI_CI_part0c65", "in_range is 0c65; allowed: a part of an axis"},
        Change{kRows, "loops0", "loops65", "outer_loops is 65; allowed: 0 to 64"},
        Change{kRows, "loops0", "loops0_wraps", "tile_end is wraps"},
        Change{kRows, "loops0", "loops0_ahead8", "tiles_ahead is 8"},
        Change{kRows, "loops0", "loops0_tr", "known_tile is r"},
        Change{kRows, "loops0", "loops0_twd2b8l3", "large_twiddle is twd2b8l3"},
        Change{kRows, "loops0", "loops0_twd2b8", "large_twiddle is twd2b8"},
        Change{kRows, "rg16", "stagel_rg16", "staging is stagel"},
        Change{kBluestein, "n269", "n271", "points is 271; allowed: up to 270"},
        Change{kBluestein, "_n269", "", "points is none; allowed: the points of the transform"},
        Change{kBluestein, "f9x10x6", "f540", "factors is 540"},
        Change{kRader, "len4_n5_f2x2_tpt2_tpg1_sbrr_pingpong_lds1x4p0",
               "len8_n9_f2x4_tpt4_tpg1_sbrr_pingpong_lds1x8p0", "points is 9; allowed: a prime"},
        Change{kRader, "n5", "n7", "points is 7; allowed: a prime"},
        Change{kPlane, "_plane_full", "_sbrr_full", "tiling is sbrr; allowed: plane"},
        Change{kPlane, "_y5f5", "", "second_axis is none"},
        Change{kPlane, "y5f5", "y5f3", "second_axis is 5f3"},
        Change{kPlane, "tpt20", "tpt1", "threads_per_transform is 1; allowed: threads for"},
        Change{kConvert, "f1_", "f3x4_", "factors is 3x4; allowed: 1: no passes"},
        Change{kConvert, "tpg1", "tpg2", "transforms_per_group is 2"},
        Change{kConvert, "sbcc", "sbcc_rg2", "resident_groups is 2; allowed: none in kernels of"},
        Change{kTranspose, "lds1x33p0", "lds1x32p0", "lds is 1x32p0"},
        Change{kTranspose, "tpt32", "tpt5", "threads_per_transform is 5"},
        Change{kFilter, "_spectrum", "", "row_operation is none"},
        Change{kFilter, "R_R_fromreal_toreal", "CI_CI", "transforms_per_line is 2; allowed: none"},
        Change{kChannels, "f1x1x2x2", "f1x1x2", "factors is 1x1x2"},
        Change{kOverlapAdd, "R_R", "R_CI", "out_format is CI"}));

}  // namespace
}  // namespace fft::kernels
