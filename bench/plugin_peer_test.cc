#include "bench/plugin_peer.h"

#include <complex>
#include <vector>

#include "fft/rtc/host/host_device.h"
#include "gtest/gtest.h"

namespace fft::bench {
namespace {

Problem Of(const char* token) { return ParseToken(token).value(); }

TEST(PeerProblemTest, TellsWhatTheFunctionsTake) {
  const fft_peer_problem request =
      ToPeerProblem(Of("real_inverse_len_6_10_double_op_batch_4")).value();
  EXPECT_EQ(request.rank, 2);
  EXPECT_EQ(request.precision, FFT_PEER_DOUBLE);
  EXPECT_EQ(request.transform, FFT_PEER_REAL_INVERSE);
  EXPECT_EQ(request.in_place, 0);
  EXPECT_EQ(request.lengths[0], 6);
  EXPECT_EQ(request.lengths[1], 10);
  EXPECT_EQ(request.in_strides[0], 6);
  EXPECT_EQ(request.out_strides[0], 10);
  EXPECT_EQ(request.batch, 4);
  EXPECT_EQ(request.in_distance, 36);
  EXPECT_EQ(request.out_distance, 60);
}

TEST(PeerProblemTest, WhatTheyCannotBeToldIsRefused) {
  for (const char* token :
       {"complex_forward_len_12_single_op_istride_1_CP_ostride_1_CP",
        "complex_forward_len_12_bfloat16_op", "complex_forward_len_12_single_op_loop_3_12_12"}) {
    EXPECT_TRUE(absl::IsUnimplemented(ToPeerProblem(Of(token)).status())) << token;
  }
}

TEST(PluginPeerTest, AFileIsAPeer) {
  const auto device = rtc::OpenHostDevice({.threads = 1}).value();
  const auto peer = MakePeer("plugin:bench/fftw_plugin.so", *device);
  ASSERT_TRUE(peer.ok()) << peer.status();
  EXPECT_EQ((*peer)->name(), "fftw_plugin");
  EXPECT_NE((*peer)->description().find("fftw-3"), std::string::npos);
  std::vector<std::complex<float>> in(8), out(8);
  Arrays arrays;
  arrays.in = in.data();
  arrays.out = out.data();
  const auto plan = (*peer)->MakePlan(Of("complex_forward_len_8_single_op"), arrays);
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ((*plan)->workspace_bytes(), 0);
  in.assign(8, 1.0f);
  ASSERT_TRUE((*plan)->Enqueue(arrays, nullptr).ok());
  EXPECT_EQ(out[0], 8.0f);
  EXPECT_EQ(out[1], 0.0f);
  EXPECT_TRUE(absl::IsUnimplemented(
      (*peer)->MakePlan(Of("complex_forward_len_8_half_op"), arrays).status()));
}

TEST(PluginPeerTest, AFileThatIsNoPluginIsNamed) {
  const auto device = rtc::OpenHostDevice({.threads = 1}).value();
  const absl::Status none = MakePeer("plugin:/nonexistent/peer.so", *device).status();
  EXPECT_TRUE(absl::IsUnavailable(none)) << none;
  EXPECT_NE(none.message().find("/nonexistent/peer.so"), absl::string_view::npos) << none;
  const absl::Status other = MakePeer("plugin:libc.so.6", *device).status();
  EXPECT_NE(other.message().find("fft_peer_name"), absl::string_view::npos) << other;
}

}  // namespace
}  // namespace fft::bench
