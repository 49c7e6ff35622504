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

// Numbers that no kernel has, whatever its kind.
INSTANTIATE_TEST_SUITE_P(
    Numbers, ImpossibleNameTest,
    testing::Values(
        Change{kRows, "len64", "len0", "length is 0; allowed: 1 to 2^40"},
        Change{kBluestein, "n269", "n0", "points is 0; allowed: 1 to 2^40"},
        Change{kPlane, "y5f5", "y2097152f5", "allowed: a length up to 2^20"},
        Change{kRows, "tpg16", "tpg0", "transforms_per_group is 0; allowed: 1 to 2^20"},
        Change{kFilter, "tpl2", "tpl3", "transforms_per_line is 3; allowed: 2"},
        Change{kRader, "tpg1", "tpg3_lpt2", "lines_per_transform is 2; allowed: 2 or more"},
        Change{kRader, "tpg1", "tpg3_lpt1", "lines_per_transform is 1; allowed: 2 or more"},
        Change{kRows, "1x65p0", "9999999x65p0", "lds is 9999999x65p0; allowed: steps up to"},
        Change{kRows, "1x65p0", "1x65p9999999", "lds is 1x65p9999999; allowed: steps up to"},
        Change{kRows, "CI_CI", "CI_CI_part0c0", "in_range is 0c0; allowed: up to 2^40"},
        Change{kRows, "CI_CI", "CI_CI_part9999999999999c1", "allowed: up to 2^40"},
        Change{kRows, "CI_CI", "CI_CI_keep0c0", "out_range is 0c0; allowed: up to 2^40"},
        Change{kRows, "CI_CI", "CI_CI_foldout_cols0", "row_columns is 0; allowed: 1 to 2^40"},
        Change{kRows, "loops0", "loops0_ahead0", "tiles_ahead is 0; allowed: 1 to 2^20"},
        Change{kRows, "loops0", "loops0_twd9b8l0", "large_twiddle is twd9b8l0"},
        Change{kRows, "loops0", "loops0_twd2b31l0", "large_twiddle is twd2b31l0"},
        Change{kRows, "loops0", "loops0_twd2b0l0", "large_twiddle is twd2b0l0"},
        Change{kRows, "loops0", "loops0_twd2b8l0k1", "large_twiddle is twd2b8l0k1"},
        Change{kRows, "loops0", "loops1_twd2b8l0k1", "large_twiddle is twd2b8l0k1"}));

// Fields that kernels of some kinds have, in a kernel of another kind.
INSTANTIATE_TEST_SUITE_P(
    Kinds, ImpossibleNameTest,
    testing::Values(
        Change{kRows, "len64", "len64_n30", "points is 30; allowed: none in kernels of the kind"},
        Change{kRows, "f8x8", "f8x8_y5f5", "second_axis is 5f5; allowed: none in kernels"},
        Change{kPlane, "tpg1", "tpg1_tpl2", "transforms_per_line is 2; allowed: none in kernels"},
        Change{kRows, "tpg16", "tpg16_lpt2", "lines_per_transform is 2; allowed: none in kernels"},
        Change{kConvert, "sbcc", "sbcc_full", "exchange is full; allowed: none in kernels"},
        Change{kPlane, "plane_full", "plane_full_stagel", "staging is stagel; allowed: none in"},
        Change{kPlane, "lds1x16p4", "persistent_lds1x16p4", "workgroups is persistent; allowed"},
        Change{kTranspose, "CI_CI", "R_CI_fromreal", "load is real to complex; allowed: complex"},
        Change{kPlane, "CI_CI", "CI_R_asdct2", "load_reals is dct2; allowed: none in kernels"},
        Change{kPlane, "CI_CI", "R_CI_bydct2", "load_reals is dct2; allowed: none in kernels"},
        Change{kPlane, "CI_CI", "CI_CI_part0c4", "in_range is 0c4; allowed: none in kernels"},
        Change{kPlane, "CI_CI", "CI_CI_keep0c4", "out_range is 0c4; allowed: none in kernels"},
        Change{kBluestein, "loops0", "loops0_ahead8", "tiles_ahead is 8; allowed: none in kernels"},
        Change{kPlane, "loops0", "loops0_ti", "known_tile is i; allowed: none in kernels"},
        Change{kConvert, "loops0", "loops0_tp", "known_tile is p; allowed: none in kernels"},
        Change{kPlane, "loops0", "loops0_twd2b8l0", "large_twiddle is twd2b8l0; allowed: none in"},
        Change{kConvert, "fromreal", "fromreal_chirpin", "row_operation is chirp"},
        Change{kRows, "CI_CI", "CI_CI_matrix", "row_operation is matrix"},
        Change{kRows, "CI_CI", "CI_CI_spectrum", "row_operation is spectrum"},
        Change{kChannels, "_matrix", "", "row_operation is none"},
        Change{kOverlapAdd, "windowmean", "matrix", "row_operation is matrix"}));

// Threads, radices and exchanges that do not go with the rest of the kernel.
INSTANTIATE_TEST_SUITE_P(
    Shapes, ImpossibleNameTest,
    testing::Values(
        Change{kChannels, "f1x1x2x2", "f1x2x2x2", "factors is 1x2x2x2"},
        Change{kChannels, "f1x1x2x2", "f1x1x2000x2", "factors is 1x1x2000x2"},
        Change{kChannels, "f1x1x2x2", "f1x1x64x32", "factors is 1x1x64x32"},
        Change{kTranspose, "len32", "len48", "threads_per_transform is 32; allowed: a power of"},
        Change{kTranspose, "tpg32", "tpg24", "threads_per_transform is 32; allowed: a power of"},
        Change{kTranspose, "_full_lds1x33p0", "", "exchange is none; allowed: one"},
        Change{kTranspose, "sbrc", "sbrr", "exchange is full; allowed: none, as nothing meets"},
        Change{kTranspose, "full", "half", "exchange is half; allowed: full"},
        Change{kTranspose, "1x33p0", "1x33p8", "lds is 1x33p8; allowed: steps with"},
        Change{kRader, "tpg1", "tpg2_lpt2", "points is 5; allowed: a prime, or lines of a prime"},
        Change{kRader, "n5_f2x2_tpt2_tpg1_sbrr_pingpong", "n10_f2x2_tpt2_tpg2_lpt2_sbrr_half",
               "exchange is half; allowed: full, inplace or pingpong"},
        Change{kBluestein, "tpt60", "tpt2", "threads_per_transform is 2; allowed: a divisor"},
        Change{kPlane, "plane_full", "plane_half", "exchange is half; allowed: full or pingpong"},
        Change{kPlane, "1x16p4", "1x15p4", "lds is 1x15p4; allowed: steps with"},
        Change{kPlane, "1x16p4", "2x16p4", "lds is 2x16p4; allowed: steps with"},
        Change{kRows, "full", "half_stagels", "staging is stagels"},
        Change{kRows, "full", "full_turned", "staging is turned"},
        Change{kRows, "full_rg16", "full_stagels_rg16_persistent", "workgroups is persistent"},
        Change{kRows, "full_rg16", "pingpong_rg16_persistent", "workgroups is persistent"},
        Change{kRows, "sbrr", "sbcc", "lds is 1x65p0; allowed: steps with"},
        Change{kConvert, "sbcc", "sbcc_lds1x12p0", "lds is 1x12p0; allowed: none without"}));

// Sides that do not go with each other, or with their array.
INSTANTIATE_TEST_SUITE_P(
    Sides, ImpossibleNameTest,
    testing::Values(
        Change{kRows, "CI_CI", "R_CI_bydct2", "load is complex to complex; allowed: ends"},
        Change{kRows, "CI_CI", "R_R_bydct2_asdst2", "load is complex to complex; allowed: ends"},
        Change{kRows, "CI_CI", "R_R_bydct2_asdct2", "load is complex to complex; allowed: ends"},
        Change{kPlane, "CI_CI", "R_CI_fromreal", "load is real to complex; allowed: ends"},
        Change{kConvert, "R_CI_fromreal", "CI_CI_fromherm_topairs", "allowed: ends that go"},
        Change{kConvert, "R_CI_fromreal", "CI_CI_fromconvolved_toherm", "allowed: ends that go"},
        Change{kConvert, "R_CI_fromreal", "R_CI_fromreal_tochirped", "allowed: ends that go"},
        Change{kConvert, "R_CI_fromreal", "R_CI_fromreal_tofiltered", "allowed: ends that go"},
        Change{kRows, "CI_CI", "CI_CI_fromherm_chirpin", "allowed: ends that go"},
        Change{kRows, "CI_CI", "CI_CI_topairs_chirpout", "allowed: ends that go"},
        Change{kRows, "CI_CI", "CI_CI_topairs_foldout", "allowed: ends that go"},
        Change{kRows, "CI_CI", "HI_CI", "in_format is HI; allowed: R for reals"},
        Change{kRows, "CI_CI", "R_CI", "in_format is R; allowed: R for reals"},
        Change{kFilter, "loops0", "loops0_window", "window is window; allowed: none unless"},
        Change{kConvert, "loops0", "loops0_windowpairs", "window is windowpairs; allowed: none"},
        Change{kFilter, "loops0", "loops0_power", "function is power; allowed: none where reals"},
        Change{kRows, "CI_CI", "CI_CI_keep64c1", "out_range is 64c1; allowed: a part of an axis"},
        Change{kRows, "iunit_ounit_loops0", "iany_ounit_loops0_tp", "known_tile is p; allowed"},
        Change{kRows, "iunit_ounit_loops0", "iunit_oany_loops0_tq", "known_tile is q; allowed"}));

// Names that say what no field can hold.
INSTANTIATE_TEST_SUITE_P(
    Texts, ImpossibleNameTest,
    testing::Values(
        Change{kRows, "f8x8", "f8xx", "factors is f8xx; allowed: as f1"},
        Change{kRows, "tpt8", "tptx", "threads_per_transform is tptx; allowed: as tpt0"},
        Change{kRows, "lds1x65p0", "lds1x65", "precision is lds1x65; allowed: hp"},
        Change{kPlane, "y5f5", "y5", "threads_per_transform is y5; allowed"},
        Change{kRows, "CI_CI", "CI_CI_part5", "in_stride is part5; allowed: iunit, iany"},
        Change{kRows, "loops0", "loops0_twd2b8l0k0k0", "index is twd2b8l0k0k0; allowed: i32"},
        Change{kRows, "loops0", "loops0_twd2b8lx", "index is twd2b8lx; allowed: i32, i64"},
        Change{kRows, "loops0", "loops0_tz", "index is tz; allowed: i32, i64"}));

}  // namespace
}  // namespace fft::kernels
