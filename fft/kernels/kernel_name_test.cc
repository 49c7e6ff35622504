#include "fft/kernels/kernel_name.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace fft::kernels {
namespace {

// The names in //tests/compile:kernel_names_test are those of all suites.
TEST(KernelNameTest, IsReadBack) {
  KernelSpec spec;
  spec.direction = Direction::kInverse;
  spec.length = 336;
  spec.factors = {7, 8, 6};
  spec.threads_per_transform = 56;
  spec.transforms_per_group = 4;
  spec.exchange = Exchange::kFull;
  spec.lds = {1, 336, 16, 1427};
  spec.tiles_ahead = 132;
  spec.known_tile = {.packed_in = true, .is_far = true};
  spec.large_twiddle = {2, 8, {1, 0}, 3, TableSpace::kLds};
  spec.load_reals = AxisKind::kDct2;
  spec.in_range = Range{3, 100};
  spec.load_callback = {"float2 load();", true};
  spec.store_callback = {"void store();", false};
  const std::string name = KernelName(spec);
  const auto read = ParseKernelName(name, {"void store();", "float2 load();"});
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_TRUE(*read == spec) << KernelName(*read);
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
        WrongName{"fft_stockham_fwd_len8_f3x5_tpt1_tpg1_sbrr_sp_op_CI_CI_iunit_ounit_loops0_i32",
                  "factors is 3x5; allowed: radices whose product is the length"},
        WrongName{"fft_stockham_fwd_len8_f8_tpt0_tpg1_sbrr_sp_op_CI_CI_iunit_ounit_loops0_i32",
                  "threads_per_transform is 0"},
        WrongName{"fft_stockham_fwd_len8_f8_tpt1_tpg1_sbrr_full_lds1x99999999p0_sp_op_CI_CI_iunit_"
                  "ounit_loops0_i32",
                  "lds is 1x99999999p0; allowed: steps up to 2^20"},
        WrongName{"fft_stockham_fwd_len8_f8_tpt1_tpg1_sbrr_sp_op_CI_CI_iunit_ounit_loops0_i32_"
                  "ld0123456789abcdef",
                  "kernel is ld0123456789abcdef"}));

}  // namespace
}  // namespace fft::kernels
