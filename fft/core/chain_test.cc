#include "fft/core/chain.h"

#include <functional>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

using ::testing::HasSubstr;

Chain Parsed(const std::string& token) {
  const absl::StatusOr<Chain> chain = ParseChainToken(token);
  EXPECT_TRUE(chain.ok()) << token << ": " << chain.status();
  return chain.value_or(Chain());
}

TEST(ChainTest, TokensAreReadAsTheyAreWritten) {
  const char* const tokens[] = {
      "complex_convolve_len_16_single_op",
      "complex_correlate_len_16_double_ip_batch_6_spectra_3",
      "real_convolve_len_5_32_half_op_irange_0_5_0_20_orange_0_5_3_8",
      "real_correlate_len_12_bfloat16_op_batch_4_istride_2_R_ostride_3_R_idist_30_odist_40",
      "real_convolve_len_8_single_op_batch_2_loop_3_100_200_scale_0.5_spectra_2",
      "real_layer_len_64_32_16_single_op_batch_4_modes_24_16_0_8_spectra_2",
      "complex_adjoint_layer_len_3_16_double_op_irange_0_3_0_16_orange_0_2_0_16",
  };
  for (const char* token : tokens) {
    const Chain chain = Parsed(token);
    EXPECT_TRUE(IsChainToken(token));
    EXPECT_EQ(Parsed(ToToken(chain)), chain) << ToToken(chain);
    EXPECT_THAT(ToToken(chain), HasSubstr(std::string(token).substr(0, 20)));
  }
  EXPECT_FALSE(IsChainToken("complex_forward_len_16_single_op"));
}

TEST(ChainTest, TokensSayWhatTheChainIs) {
  const Chain chain = Parsed("real_correlate_len_1024_single_op_batch_6_irange_0_512_spectra_3");
  EXPECT_TRUE(IsReal(chain));
  EXPECT_TRUE(chain.conjugates);
  EXPECT_EQ(chain.spectra, 3);
  EXPECT_EQ(chain.arrays.input.ranges, (Ranges{{0, 512}}));
  EXPECT_EQ(chain.arrays.input.distance, 512);
  EXPECT_EQ(chain.arrays.input.format, ArrayFormat::kReal);
  EXPECT_EQ(SpectrumElements(chain), 513);
  EXPECT_EQ(SpectrumBytes(chain), 3 * 513 * 8);
  EXPECT_FALSE(IsReal(Parsed("complex_convolve_len_7_double_op")));
}

TEST(ChainTest, LayersHaveMatricesOfKeptModes) {
  const Chain chain = Parsed(
      "real_layer_len_6_32_16_single_op_batch_4_orange_0_5_0_32_0_16_modes_24_16_0_8_spectra_2");
  EXPECT_EQ(chain.kind, ChainKind::kLayer);
  EXPECT_EQ(chain.modes, (Ranges{{24, 16}, {0, 8}}));
  EXPECT_EQ(TransformedLengths(chain), (std::vector<int64_t>{32, 16}));
  EXPECT_EQ(ChannelsIn(chain), 6);
  EXPECT_EQ(ChannelsOut(chain), 5);
  EXPECT_EQ(ModeCount(chain), 128);
  EXPECT_EQ(SpectrumElements(chain), 6 * 5 * 128);
  EXPECT_EQ(SpectrumBytes(chain), 2 * 6 * 5 * 128 * 8);
  EXPECT_EQ(chain.arrays.output.distance, 5 * 512);
  EXPECT_DOUBLE_EQ(WholeProblem(chain).scale, 1.0 / 512);
  const Problem forth = *CompleteProblem(ForthProblem(chain));
  const Problem back = *CompleteProblem(BackProblem(chain));
  EXPECT_EQ(forth.lengths, (std::vector<int64_t>{32, 16}));
  EXPECT_EQ(forth.loops, (Dims{{4, 6 * 512, 6 * 128}, {6, 512, 128}}));
  EXPECT_EQ(back.loops, (Dims{{4, 5 * 128, 5 * 512}, {5, 128, 512}}));
  EXPECT_EQ(forth.output.ranges, chain.modes);
  EXPECT_EQ(back.input.ranges, chain.modes);
  EXPECT_EQ(RealLayer(6, {32, 16}, {}).arrays.lengths, (std::vector<int64_t>{6, 32, 16}));
  EXPECT_EQ(ModeCount(Parsed("real_layer_len_6_32_16_single_op")), 32 * 9);
  EXPECT_EQ(ModeCount(Parsed("complex_layer_len_6_32_16_single_op")), 32 * 16);
  EXPECT_TRUE(Parsed("real_layer_len_6_8_single_op_modes_0_5").modes.empty());
}

TEST(ChainTest, ErrorsNameFieldAndValue) {
  const auto refused = [](const std::string& token, const std::string& words) {
    const absl::Status status = ParseChainToken(token).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << token << ": " << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(words));
  };
  refused("complex_forward_len_16_single_op", "real_correlate_");
  refused("complex_convolve_len_16_single_op_batch_4_spectra_3", "a divisor of the batch, 4");
  refused("complex_convolve_len_16_single_op_spectra_0", "a divisor of the batch, 1");
  refused("complex_convolve_len_16_single_op_spectra_x", "\"x\"");
  refused("complex_convolve_len_16_single_op_spectra_1_batch_2", "\"1_batch_2\"");
  refused("complex_convolve_len_16_quad_op", "precision");
  refused("complex_convolve_len_16_single_op_istride_1_CP", "planar");
  refused("complex_overlap_add_len_16_single_op_batch_3_odist_4_CB", "has_callbacks");
  refused("complex_convolve_len_16_single_op_window", "arrays.input.has_window");
  refused("complex_correlate_len_16_single_op_power", "arrays.output.function");
  refused("real_convolve_len_16_kind_dct2_single_op", "kind");
  refused("real_convolve_len_16", "precision");
  refused("real_convolve_len_16_single_op_orange_0_17", "ranges");
  refused("real_layer_len_16_single_op", "arrays.lengths");
  refused("real_layer_len_3_16_single_op_modes_0", "first and count");
  refused("real_layer_len_3_16_single_op_modes_0_10", "modes[0].count");
  refused("real_layer_len_3_16_single_op_irange_1_2_0_16", "channels of a layer");
  refused("real_layer_len_3_16_single_op_irange_0_2_0_16_orange_0_2_0_16", "2 in and 2 out");
  refused("real_convolve_len_3_16_single_op_modes_0_3_0_2", "no layer");
  refused("real_layer_len_3_16_single_op_spectra_1_2", "one number");
}

TEST(ChainTest, ArraysThatAreNoChainsAreRefused) {
  Chain chain = ComplexChain({16});
  chain.arrays.type = TransformType::kRealForward;
  SetDefaultFormats(&chain.arrays);
  EXPECT_THAT(std::string(CompleteChain(chain).status().message()), HasSubstr("arrays.type"));
  chain = RealChain({16});
  chain.arrays.kinds = {AxisKind::kDct2};
  EXPECT_THAT(std::string(CompleteChain(chain).status().message()), HasSubstr("arrays.kinds"));
  for (const char* domain : {"complex", "real"}) {
    const auto mixed =
        ParseChainToken(std::string(domain) + "_convolve_len_16_single_op_iprecision_half_scale_2");
    EXPECT_THAT(std::string(mixed.status().message()), HasSubstr("precision is half; allowed"));
  }
}

TEST(ChainTest, TransformsMeetInPackedSpectra) {
  const Chain chain =
      Parsed("real_convolve_len_4_10_single_op_batch_6_loop_2_1000_2000_scale_3_spectra_2");
  const Problem forth = *CompleteProblem(ForthProblem(chain));
  const Problem back = *CompleteProblem(BackProblem(chain));
  EXPECT_EQ(forth.input, chain.arrays.input);
  EXPECT_EQ(back.output, chain.arrays.output);
  EXPECT_EQ(forth.output.strides, back.input.strides);
  EXPECT_EQ(forth.output.distance, 24);
  EXPECT_EQ(back.input.distance, 24);
  EXPECT_EQ(forth.loops, (Dims{{2, 1000, 6 * 24}}));
  EXPECT_EQ(back.loops, (Dims{{2, 6 * 24, 2000}}));
  EXPECT_EQ(forth.scale, 1);
  EXPECT_DOUBLE_EQ(back.scale, 3.0 / 40);
  const Problem filter = *CompleteProblem(FilterProblem(chain, {{0, 3}, {0, 5}}));
  EXPECT_EQ(filter.batch, 2);
  EXPECT_EQ(filter.input.distance, 15);
  EXPECT_EQ(filter.output.distance, 24);
}

TEST(ChainTest, SpectraOfHalfChainsAreSingle) {
  const Chain chain = Parsed("complex_convolve_len_16_half_op");
  EXPECT_EQ(SpectrumBytes(chain), 16 * 8);
  EXPECT_EQ(FilterProblem(chain).precision, Precision::kSingle);
}

TEST(OverlapAddTest, TokensRoundTrip) {
  for (const char* token :
       {"real_overlap_add_len_400_single_op_batch_98_istride_1_HI_ostride_1_R_idist_201_odist_160_"
        "ioffset_0_0_ooffset_0_0",
        "real_overlap_add_len_512_double_op_batch_9_istride_1_HI_ostride_1_R_idist_257_odist_128_"
        "ioffset_0_0_ooffset_3_0_orange_56_400_loop_2_3000_2000_scale_0.5_samples_200_1024_"
        "normalized",
        "complex_overlap_add_len_16_single_op_batch_4_istride_4_CI_ostride_1_CI_idist_1_odist_16_"
        "ioffset_0_0_ooffset_0_0_normalized"}) {
    const absl::StatusOr<Chain> chain = ParseChainToken(token);
    ASSERT_TRUE(chain.ok()) << chain.status();
    EXPECT_EQ(chain->kind, ChainKind::kOverlapAdd);
    EXPECT_EQ(ToToken(*chain), token);
    EXPECT_EQ(*CompleteChain(*chain), *chain);
  }
}

TEST(OverlapAddTest, CompletesWhatIsLeftOut) {
  Chain chain = RealOverlapAdd(400, 98, 160);
  chain.samples = {0, 97 * 160 + 400};
  const Chain completed = *CompleteChain(chain);
  EXPECT_EQ(ToToken(completed),
            ToToken(*ParseChainToken("real_overlap_add_len_400_single_op_batch_98_odist_160")));
  EXPECT_EQ(completed.samples, Range{});
  EXPECT_EQ(StoredSamples(completed), (Range{0, 15920}));
  EXPECT_EQ(SpectrumBytes(completed), 1600);
  EXPECT_EQ(ParseChainToken("complex_overlap_add_len_8_double_op_batch_3")->arrays.output.distance,
            8);
  EXPECT_EQ(AddProblem(completed), *CompleteProblem(AddProblem(completed)));
}

TEST(OverlapAddTest, RefusesByName) {
  const auto refused = [](const std::string& token, const std::string& field) {
    const absl::Status status = ParseChainToken(token).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << token << ": " << status;
    EXPECT_THAT(std::string(status.message()), ::testing::StartsWith(field)) << token;
  };
  const std::string real = "real_overlap_add_len_16_single_op_batch_4";
  refused(real + "_odist_17", "arrays.output.distance");
  refused(real + "_odist_-1", "arrays.output.distance");
  refused(real + "_odist_9_orange_0_8", "arrays.output.distance");
  refused(real + "_istride_1_HI_ostride_2_R_odist_8", "arrays.output.strides");
  refused(real + "_samples_0_65", "samples");
  refused(real + "_samples_-1_3", "samples");
  refused(real + "_samples_3", "samples");
  refused(real + "_samples_0_0", "samples");
  refused(real + "_window", "arrays.input.has_window");
  refused(real + "_loop_2_36_63", "loops");
  refused(real + "_spectra_2", "spectra is 2");
  refused("real_overlap_add_len_16_single_op_batch_0", "arrays.batch");
  refused("real_overlap_add_len_4_16_single_op_batch_4", "arrays.lengths");
  refused("real_overlap_add_len_16_single_ip_batch_4", "arrays.placement");
  refused("complex_overlap_add_len_16_kind_forward_single_op_batch_4", "arrays.kinds");
  refused("complex_overlap_add_len_16_single_op_batch_4_istride_1_CP_ostride_1_CI", "arrays.input");
  refused("real_convolve_len_16_single_op_batch_4_normalized", "normalizes is true");
  refused("real_convolve_len_16_single_op_batch_4_samples_0_3", "samples is 0:3");
  const auto refused_with = [](const std::function<void(Chain*)>& change, const char* field) {
    Chain chain = RealOverlapAdd(16, 4, 4);
    change(&chain);
    EXPECT_THAT(std::string(CompleteChain(chain).status().message()), ::testing::StartsWith(field));
  };
  refused_with([](Chain* chain) { chain->arrays.type = TransformType::kRealForward; },
               "arrays.type");
  refused_with([](Chain* chain) { chain->conjugates = true; }, "conjugates");
  refused_with([](Chain* chain) { chain->modes = {{0, 3}}; }, "modes");
}

}  // namespace
}  // namespace fft
