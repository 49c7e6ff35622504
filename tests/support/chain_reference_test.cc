#include "tests/support/chain_reference.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/error_norms.h"
#include "tests/support/reference.h"

namespace fft::testing {
namespace {

// The sums and FFTW give the same output of a chain.
TEST(ChainReferenceTest, SumsAndTransformsAgree) {
  const char* const tokens[] = {
      "complex_convolve_len_12_double_op_batch_4_spectra_2",
      "complex_correlate_len_15_double_op_batch_3_irange_2_9_orange_13_6_scale_0.5",
      "real_convolve_len_16_double_op_batch_6_loop_2_200_200_spectra_3",
      "real_correlate_len_9_double_op_irange_0_5",
      "real_convolve_len_4_6_double_op_batch_2_irange_0_3_0_4_orange_1_2_3_5",
      "complex_correlate_len_3_5_double_ip_batch_2_spectra_2",
  };
  for (const char* token : tokens) {
    SCOPED_TRACE(token);
    const Chain chain = *ParseChainToken(token);
    const std::vector<long double> input = RandomInput<long double>(chain.arrays, 1);
    const Problem filter = *CompleteProblem(FilterProblem(chain));
    const std::vector<long double> filters = RandomInput<long double>(filter, 2);
    const ExpectedChain<long double> expected =
        ReferenceChain(chain, input, ReferenceTransform(filter, filters));
    const ErrorNorms norms =
        Compare(expected.output, NaiveChain(chain, input, filters), IsReal(chain) ? 1 : 2);
    EXPECT_LT(norms.l2, 1e-16);
    EXPECT_GT(expected.gate, 1e-16);
    EXPECT_LT(expected.gate, 1e-13);
  }
}

TEST(ChainReferenceTest, SumsOverModesAndTransformsAgree) {
  const char* const tokens[] = {
      "complex_layer_len_3_12_double_op_batch_2",
      "complex_adjoint_layer_len_4_15_double_op_batch_2_irange_0_3_2_9_orange_0_4_13_6_scale_0.5",
      "complex_layer_len_2_4_6_double_ip_batch_4_modes_3_2_4_5_spectra_2",
      "real_layer_len_3_16_double_op_batch_2_loop_3_200_200_modes_0_5",
      "real_layer_len_4_9_double_op_irange_0_4_0_9_orange_0_2_0_9",
      "real_adjoint_layer_len_2_4_6_double_op_batch_2_modes_3_3_0_4",
      "real_layer_len_2_5_4_6_double_op_modes_4_3_3_2_1_3",
  };
  for (const char* token : tokens) {
    SCOPED_TRACE(token);
    const Chain chain = *ParseChainToken(token);
    const std::vector<long double> input = RandomInput<long double>(chain.arrays, 1);
    const auto matrices = RandomSpectra<long double>(chain, 2);
    const ExpectedChain<long double> expected = ReferenceChain(chain, input, matrices);
    const ErrorNorms norms =
        Compare(expected.output, NaiveLayer(chain, input, matrices), IsReal(chain) ? 1 : 2);
    EXPECT_LT(norms.l2, 1e-16);
    EXPECT_GT(expected.gate, 1e-16);
    EXPECT_LT(expected.gate, 1e-13);
  }
}

TEST(ChainReferenceTest, SumsOverBinsAndTransformsOfFramesAgree) {
  const char* const tokens[] = {
      "real_overlap_add_len_16_double_op_batch_5_odist_4_normalized",
      "real_overlap_add_len_15_double_op_batch_4_odist_7_loop_2_32_50_scale_3",
      "real_overlap_add_len_16_double_op_batch_6_odist_5_irange_2_5_orange_2_12_samples_8_25",
      "real_overlap_add_len_12_kind_forward_double_op_batch_3_odist_5_normalized",
      "complex_overlap_add_len_10_double_op_batch_3_odist_9_irange_7_5_samples_3_20_normalized",
  };
  for (const char* token : tokens) {
    SCOPED_TRACE(token);
    const Chain chain = *ParseChainToken(token);
    const Problem frames = *CompleteProblem(BackProblem(chain));
    std::vector<long double> input = RandomInput<long double>(frames, 1);
    const auto window = RandomSpectra<long double>(chain, 2);
    const ExpectedChain<long double> expected = ReferenceChain(chain, input, window);
    const ErrorNorms norms =
        Compare(expected.output, NaiveOverlapAdd(chain, input, window), IsReal(chain) ? 1 : 2);
    EXPECT_LT(norms.l2, 1e-16);
    EXPECT_GT(expected.gate, 1e-16);
    EXPECT_LT(expected.gate, 1e-13);
  }
}

}  // namespace
}  // namespace fft::testing
