// Fuzz target: names of kernels and relays, and the kernels that are generated from them.
#include <string>

#include "fft/base/status.h"
#include "fft/kernels/check_spec.h"
#include "fft/kernels/generate.h"
#include "fft/kernels/kernel_name.h"
#include "fft/kernels/relay_spec.h"
#include "fft/rtc/testing/fuzz_target.h"

namespace fft::kernels {
namespace {

// Kernels with more points take too long for many of them.
constexpr int64_t kMostPoints = 64;

int64_t PointsOf(const KernelSpec& spec) {
  return spec.length * (spec.second_axis.length > 0 ? spec.second_axis.length : 1);
}

void CheckRefusal(const absl::Status& status) {
  FFT_CHECK(absl::IsInvalidArgument(status) && !status.message().empty());
}

}  // namespace
}  // namespace fft::kernels

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace fft::kernels;
  const std::string name(reinterpret_cast<const char*>(data), size);
  if (IsRelayName(name)) {
    const auto relay = ParseRelayName(name);
    if (!relay.ok()) {
      CheckRefusal(relay.status());
      return 0;
    }
    FFT_CHECK(RelayName(*relay) == name);
    return 0;
  }
  const auto spec = ParseKernelName(name);
  if (!spec.ok()) {
    CheckRefusal(spec.status());
    return 0;
  }
  FFT_CHECK(KernelName(*spec) == name && CheckSpec(*spec).ok());
  // The generator breaks no invariant for a name that is read. It may refuse the kernel.
  if (PointsOf(*spec) > kMostPoints || spec->transforms_per_group > kMostPoints) return 0;
  const auto kernel = GenerateKernel(*spec);
  FFT_CHECK(!kernel.ok() || kernel->name == name);
  return 0;
}

namespace fft::rtc {

std::vector<std::string> FuzzSeeds() {
  return {
      "fft_stockham_fwd_len64_f8x8_tpt8_tpg16_sbrr_full_rg16_lds1x65p0_sp_op_CI_CI_iunit_ounit_"
      "loops0_i32",
      "fft_stockham_inv_len20_f5x4_tpt5_tpg4_sbcc_half_lds4x1p16_dp_ip_CI_CP_iany_oany_loops2_"
      "wraps_"
      "falling_early_twd2b7l1l0lds_scale_i64",
      "fft_stockham_fwd_len9_f9_tpt1_tpg8_sbrr_full_stagels_lds1x9p0_hp_op_R_R_topairs_bydst2_"
      "asdst2_"
      "iunit_ounit_loops0_i32",
      "fft_stockham_fwd_len9_f9_tpt1_tpg2_sbrr_full_stagels_lds1x9p0_sp_op_R_R_fromreal_toherm_"
      "window_"
      "magnitude_iunit_ounit_loops0_ahead132_twm_i32",
      "fft_stockham_fwd_len16_f4x4_tpt4_tpg4_sbrc_full_lds1x17p0_sp_op_CI_CI_foldout_cols8_iany_"
      "oany_"
      "loops1_i32",
      "fft_bluestein_fwd_len14_n7_f7x2_tpt2_tpg1_sbrr_full_lds1x14p0_sp_op_CI_CI_iunit_ounit_"
      "loops0_"
      "i32",
      "fft_rader_inv_len4_n5_f2x2_tpt2_tpg1_sbrr_pingpong_lds1x4p0_sp_op_CI_CI_iunit_ounit_loops0_"
      "tw_"
      "i32",
      "fft_plane_inv_len8_f4x2_y5f5_tpt10_tpg1_plane_full_lds1x8p4_dp_op_CI_R_topairs_power_iunit_"
      "ounit_loops0_i32",
      "fft_convert_fwd_len9_n5_f1_tpt256_tpg1_sbrr_sp_ip_CI_CI_fromcspec_tofiltered_iunit_ounit_"
      "loops0_i32",
      "fft_transpose_fwd_len32_f1_tpt32_tpg32_sbrc_full_lds1x33p0_dp_op_CI_CI_iunit_ounit_loops1_"
      "i32",
      "fft_filter_inv_len12_f2x6_tpt6_tpg1_tpl2_sbrr_pingpong_lds1x12p0_sp_op_R_R_fromreal_toreal_"
      "spectrum_iunit_ounit_loops0_scale_i32",
      "fft_channels_fwd_len2_f1x1x2x2_tpt8_tpg1_sbrr_sp_op_CI_CI_matrix_iunit_ounit_loops0_i32",
      "fft_overlapadd_fwd_len16_f1_tpt256_tpg1_sbrr_sp_op_R_R_windowmean_iunit_ounit_loops0_i32",
      "fft_relay_rg2_stockham_fwd_len8_f8_tpt1_tpg64_sbcc_sp_op_CI_CI_iany_oany_loops0_i32_then_"
      "stockham_fwd_len8_f8_tpt1_tpg64_sbcc_sp_op_CI_CI_iany_oany_loops0_i32",
  };
}

}  // namespace fft::rtc
