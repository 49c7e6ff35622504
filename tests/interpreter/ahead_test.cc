// Interprets kernels that prefetch data, as a GPU of two compute units would run them.
#include <optional>
#include <string>

#include "fft/core/chain.h"
#include "fft/exec/describe_chain.h"
#include "fft/exec/pipeline.h"
#include "gtest/gtest.h"
#include "tests/interpreter/expect_right.h"

namespace fft::testing {
namespace {

Target TwoUnits() {
  Target target = FindTarget("sm_90").value();
  target.name = "small";
  target.compute_units = 2;
  return target;
}

TEST(Ahead, KernelsThatAskAreRight) {
  for (const char* token :
       {"complex_forward_len_128_128_single_op_batch_5",
        "complex_inverse_len_96_96_double_ip_batch_4",
        "complex_forward_len_15625_single_op_batch_5", "complex_inverse_len_12500_half_ip_batch_4",
        "real_forward_len_96_256_single_op_batch_5"}) {
    SCOPED_TRACE(token);
    const auto plan = DescribePlan(ParseToken(token).value(), TwoUnits(), {});
    ASSERT_TRUE(plan.ok()) << plan.status();
    ASSERT_EQ(plan->kernels.size(), 1u);
    EXPECT_EQ(plan->kernels[0].spec.tiles_ahead, 2) << plan->kernels[0].name;
    ExpectRight(*plan, 0);
  }
}

// Rows of reals of a chain, two of which share a line, with a range and an odd number of rows, and
// rows of complex numbers.
TEST(Ahead, ChainsThatAskAreRight) {
  for (const char* token :
       {"real_convolve_len_16384_single_op_batch_13_irange_0_8192_orange_0_8192",
        "complex_correlate_len_16384_single_op_batch_5"}) {
    SCOPED_TRACE(token);
    const auto made = DescribeChain(ParseChainToken(token).value(), TwoUnits(), {});
    ASSERT_TRUE(made.ok()) << made.status();
    ASSERT_TRUE(made->is_whole());
    EXPECT_TRUE(made->parts.front().kernels.front().spec.tiles_ahead.has_value())
        << made->parts.front().kernels.front().name;
    ExpectRight(*made);
  }
}

TEST(Ahead, OthersDoNot) {
  const auto tiles_ahead = [](const std::string& token, const char* target) {
    const auto plan = DescribePlan(ParseToken(token).value(), FindTarget(target).value(), {});
    EXPECT_TRUE(plan.ok()) << plan.status();
    std::optional<int> most;
    for (const kernels::PlannedKernel& kernel : plan->kernels) {
      if (kernel.spec.tiles_ahead) most = kernel.spec.tiles_ahead;
    }
    return most;
  };
  const std::string planes = "complex_forward_len_128_128_single_op_batch_";
  EXPECT_EQ(tiles_ahead(planes + "1024", "sm_90"), 132);
  EXPECT_EQ(tiles_ahead(planes + "200", "sm_90"), std::nullopt) << "two rounds";
  for (const char* target : {"sm_80", "gfx90a", "host"}) {
    EXPECT_EQ(tiles_ahead(planes + "1024", target), std::nullopt) << target;
  }
  for (const char* token :
       {"complex_forward_len_4096_single_op_batch_4096",   // several workgroups per compute unit
        "complex_forward_len_27648_single_op_batch_607",   // more data than the cache holds
        "complex_forward_len_65536_single_op_batch_1024",  // legs of a relay
        "complex_forward_len_128_128_single_op_batch_1024_istride_256_1_CI_ostride_128_1_CI"}) {
    EXPECT_EQ(tiles_ahead(token, "sm_90"), std::nullopt) << token;
  }
}

}  // namespace
}  // namespace fft::testing
