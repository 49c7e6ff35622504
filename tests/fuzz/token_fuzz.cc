// Fuzz target: tokens of problems and of chains.
#include <string>

#include "fft/base/json.h"
#include "fft/base/status.h"
#include "fft/core/chain.h"
#include "fft/core/problem.h"
#include "fft/rtc/testing/fuzz_target.h"

namespace {

void ReadChain(const std::string& text) {
  const auto chain = fft::ParseChainToken(text);
  if (!chain.ok()) {
    FFT_CHECK(absl::IsInvalidArgument(chain.status()) && !chain.status().message().empty());
    return;
  }
  const auto again = fft::ParseChainToken(fft::ToToken(*chain));
  FFT_CHECK(again.ok() && *again == *chain);
  // A chain that adds frames transforms only back, and then adds.
  const fft::Problem other =
      chain->adds_frames ? fft::AddProblem(*chain) : fft::ForthProblem(*chain);
  for (const fft::Problem& part : {other, fft::BackProblem(*chain)}) {
    FFT_CHECK(fft::CompleteProblem(part).ok());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (fft::IsChainToken(text)) {
    ReadChain(text);
    return 0;
  }
  const auto problem = fft::ParseToken(text);
  if (!problem.ok()) {
    FFT_CHECK(absl::IsInvalidArgument(problem.status()) && !problem.status().message().empty());
    return 0;
  }
  // A parsed problem can be completed, and its token parses to the same problem.
  const auto completed = fft::CompleteProblem(*problem);
  FFT_CHECK(completed.ok() && *completed == *problem);
  const auto again = fft::ParseToken(fft::ToToken(*problem));
  FFT_CHECK(again.ok() && *again == *problem);
  const auto from_json = fft::ProblemFromJson(fft::ToJson(*problem));
  FFT_CHECK(from_json.ok() && *from_json == *problem);
  return 0;
}

namespace fft::rtc {

std::vector<std::string> FuzzSeeds() {
  return {
      "complex_forward_len_1024_single_op",
      "real_inverse_len_3_5_7_half_ip_batch_2",
      "complex_inverse_len_16_32_double_op_batch_2_istride_32_1_CI_ostride_32_1_CI_idist_512_odist_"
      "512_ioffset_0_0_ooffset_0_0",
      "complex_forward_len_60_single_op_batch_3_istride_2_CP_ostride_1_CP_idist_130_odist_60_"
      "ioffset_4_4_ooffset_0_8",
      "real_forward_len_24_40_double_op_batch_1_loop_2_960_504_scale_0.5_CB",
      "complex_forward_len_4611686018427387904_single_op",
      "real_forward_len_400_single_op_batch_98_idist_160_window_power",
      "real_layer_len_8_16_16_single_op_batch_4_irange_0_8_0_16_0_16_orange_0_4_0_16_0_16_modes_12_"
      "8_0_4_spectra_2",
      "complex_inverse_len_4_30_half_op_irange_1_2_3_20_orange_0_4_9_9_scale_2_window_magnitude",
      "real_forward_len_9223372036854775807_9223372036854775807_double_op_scale_1e308",
      "real_overlap_add_len_16_single_op_batch_4_odist_6_orange_2_12_loop_3_36_40_samples_8_25_"
      "normalized",
      "complex_convolve_len_60_5_double_op_batch_4_irange_0_60_0_3_orange_59_2_0_5_spectra_2",
      "real_correlate_len_64_half_ip_batch_6_loop_2_500_500_scale_-3_spectra_3",
      "real_convolve_len_1099511627776_1099511627776_single_op_irange_0_1_0_1_orange_0_1_0_1",
  };
}

}  // namespace fft::rtc
