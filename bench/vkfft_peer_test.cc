#include "bench/vkfft_peer.h"

#include <cstdlib>

#include "gtest/gtest.h"

namespace fft::bench {
namespace {

Problem Of(const char* token) { return ParseToken(token).value(); }

TEST(VkfftRequestTest, FastestDimensionComesFirst) {
  const VkfftRequest request =
      ToVkfftRequest(Of("real_inverse_len_6_10_15_double_op_batch_4")).value();
  EXPECT_EQ(request.rank, 3);
  EXPECT_EQ(request.lengths[0], 15u);
  EXPECT_EQ(request.lengths[1], 10u);
  EXPECT_EQ(request.lengths[2], 6u);
  EXPECT_EQ(request.batch, 4u);
  EXPECT_EQ(request.precision, kVkfftDouble);
  EXPECT_TRUE(request.real);
  EXPECT_TRUE(request.inverse);
  EXPECT_FALSE(request.in_place);
}

TEST(VkfftRequestTest, PackedLayoutsWrittenOutAreAccepted) {
  for (const char* token : {"complex_forward_len_12_half_ip_batch_3",
                            "complex_forward_len_12_single_op_batch_3_istride_1_CI_ostride_1_CI_"
                            "idist_12_odist_12_ioffset_0_0_ooffset_0_0",
                            "real_forward_len_9_single_ip_batch_2"}) {
    EXPECT_TRUE(ToVkfftRequest(Of(token)).ok()) << token;
  }
}

TEST(VkfftRequestTest, OtherLayoutsAreRefused) {
  for (const char* token : {"complex_forward_len_12_single_op_batch_3_istride_2_CI_ostride_1_CI",
                            "complex_forward_len_12_single_op_istride_1_CP_ostride_1_CP",
                            "complex_forward_len_12_single_op_loop_3_12_12"}) {
    EXPECT_TRUE(absl::IsUnimplemented(ToVkfftRequest(Of(token)).status())) << token;
  }
}

TEST(VkfftPeerTest, AMissingLibraryIsNamedWithItsRemedy) {
  setenv("FFT_VKFFT_LIBRARY", "/nonexistent/libfft_vkfft.so", 1);
  const absl::Status status = MakeVkfftPeer().status();
  EXPECT_TRUE(absl::IsUnavailable(status));
  EXPECT_NE(status.message().find("/nonexistent/libfft_vkfft.so"), std::string::npos) << status;
  EXPECT_NE(status.message().find("build_shim.sh"), std::string::npos) << status;
}

}  // namespace
}  // namespace fft::bench
