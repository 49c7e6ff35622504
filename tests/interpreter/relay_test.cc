// Interprets relays as a GPU of one compute unit would run them.
#include <algorithm>
#include <iterator>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/codegen/emit/emit.h"
#include "fft/codegen/emit/shared_memory.h"
#include "fft/exec/pipeline.h"
#include "fft/kernels/generate.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/interpreter/expect_right.h"
#include "tests/interpreter/interpret_transform.h"
#include "tests/support/reference.h"

namespace fft::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

// Returns a GPU of one compute unit with few relay_bytes, so that small problems have many pieces.
Target OneUnit(int64_t relay_bytes) {
  Target target = FindTarget("sm_90").value();
  target.name = "small";
  target.compute_units = 1;
  target.launches_early = false;
  target.relay_bytes = relay_bytes;
  return target;
}

struct RelayCase {
  friend void PrintTo(const RelayCase& c, std::ostream* out) { *out << c.token; }
  const char* token;
  int64_t relay_bytes;
  std::optional<SchemeKind> scheme = std::nullopt;
  std::vector<int64_t> parts = {};
  // the wished shapes, with which both legs fit a compute unit together
  const char* shapes = "";
};

class RelayTest : public ::testing::TestWithParam<RelayCase> {
 protected:
  static absl::StatusOr<PlanDescription> Plan() {
    PlanOptions options;
    options.scheme = GetParam().scheme;
    options.factors = GetParam().parts;
    options.shapes = ParseAskedShapes(GetParam().shapes).value();
    return DescribePlan(ParseToken(GetParam().token).value(), OneUnit(GetParam().relay_bytes),
                        options);
  }
};

TEST_P(RelayTest, IsRightAndAwaitsWhatItReads) {
  const auto plan = Plan();
  ASSERT_TRUE(plan.ok()) << plan.status();
  ASSERT_FALSE(plan->relays.empty());
  ExpectRight(*plan, 0);
}

TEST_P(RelayTest, HasLdsForBothLegsAndSignalsBehindTheTemporaries) {
  const auto plan = Plan();
  ASSERT_TRUE(plan.ok()) << plan.status();
  int64_t signals = 0;
  for (const PlannedRelay& relay : plan->relays) {
    const auto kernel = kernels::GenerateKernel(relay.spec);
    ASSERT_TRUE(kernel.ok()) << kernel.status();
    EXPECT_LE(codegen::SharedExtent(*kernel), relay.lds_bytes) << relay.name;
    EXPECT_EQ(kernel->workgroup_size, relay.threads);
    EXPECT_LT(relay.ahead, relay.pieces);
    signals += relay.signal_bytes();
  }
  const int64_t offset = plan->relays.front().signal_offset;
  EXPECT_GE(offset, plan->chosen().workspace_bytes);
  EXPECT_EQ(plan->workspace_bytes(), offset + signals);
}

INSTANTIATE_TEST_SUITE_P(
    All, RelayTest,
    ::testing::Values(
        RelayCase{"complex_forward_len_32_32_single_op_batch_50", 64 << 10, SchemeKind::k2dRc},
        RelayCase{"complex_inverse_len_32_48_double_ip_batch_41", 64 << 10, SchemeKind::k2dRc},
        // The threads of a leg do not fill whole warps.
        RelayCase{"complex_forward_len_1000_single_op_batch_9",
                  16 << 10,
                  SchemeKind::kL1dCr,
                  {25, 40},
                  "25:transforms=4,resident_groups=4;40:transforms=4,resident_groups=4"},
        RelayCase{"complex_inverse_len_960_double_op_batch_16",
                  64 << 10,
                  SchemeKind::kL1dCc,
                  {24, 40},
                  "24:transforms=4,resident_groups=4;40:transforms=4,resident_groups=4"},
        RelayCase{
            "complex_forward_len_1024_half_op_batch_40", 16 << 10, SchemeKind::kL1dCr, {32, 32}},
        RelayCase{"complex_forward_len_8_10_12_single_op_batch_29_istride_120_12_1_CP_ostride_120_"
                  "12_1_CP",
                  64 << 10, SchemeKind::k3dRc}));

// The problems are 2D and large 1D, of any smooth lengths, precision, direction and placement. They
// give pieces of many shapes and legs of many sizes.
TEST(Relays, DrawnOnesAreRight) {
  constexpr int kDrawn = 80, kLeastRelays = 15;
  std::mt19937 random(2027);
  const auto pick = [&](const auto& list) { return list[random() % std::size(list)]; };
  constexpr int kLengths[] = {8, 12, 16, 20, 24, 27, 28, 32, 36, 40, 45, 48, 50, 64};
  int relays = 0;
  for (int i = 0; i < kDrawn; ++i) {
    const int64_t a = pick(kLengths), b = pick(kLengths);
    const bool is_line = random() % 3 == 0, is_double = random() % 3 == 0;
    const int64_t batch = 80 + random() % 50;
    PlanOptions options;
    options.scheme =
        is_line ? (random() % 2 == 0 ? SchemeKind::kL1dCr : SchemeKind::kL1dCc) : SchemeKind::k2dRc;
    if (is_line) options.factors = {a, b};
    const std::string token = absl::StrCat(
        "complex_", random() % 2 == 0 ? "forward" : "inverse", "_len_",
        is_line ? absl::StrCat(a * b) : absl::StrCat(a, "_", b),
        is_double ? "_double_" : "_single_", random() % 2 == 0 ? "ip" : "op", "_batch_", batch);
    const auto plan = DescribePlan(ParseToken(token).value(),
                                   OneUnit(24 * a * b * (is_double ? 16 : 8)), options);
    ASSERT_TRUE(plan.ok()) << token << ": " << plan.status();
    if (plan->relays.empty()) continue;
    ++relays;
    SCOPED_TRACE(token);
    ExpectRight(*plan, 0);
  }
  EXPECT_GE(relays, kLeastRelays);
  RecordProperty("relays", relays);
}

TEST(Relays, AreNoneWhereTheTargetPassesNothingOn) {
  const Problem problem = ParseToken("complex_forward_len_65536_single_op_batch_1024").value();
  for (const Target& target : Targets()) {
    const auto plan = DescribePlan(problem, target, {});
    ASSERT_TRUE(plan.ok()) << plan.status();
    EXPECT_EQ(plan->relays.empty(), target.relay_bytes == 0) << target.name;
    const int64_t temporaries = plan->chosen().workspace_bytes;
    EXPECT_EQ(plan->workspace_bytes() > temporaries, !plan->relays.empty()) << target.name;
  }
}

TEST(Relays, ThatAreNotAheadAwaitWorkgroupsBehindThem) {
  PlanOptions options;
  options.scheme = SchemeKind::k2dRc;
  auto plan = DescribePlan(ParseToken("complex_forward_len_32_32_single_op_batch_50").value(),
                           OneUnit(64 << 10), options);
  ASSERT_TRUE(plan.ok()) << plan.status();
  ASSERT_EQ(plan->relays.size(), 1);
  plan->relays[0].ahead = 0;
  const auto result = InterpretTransform(*plan, 0, RandomInput<long double>(plan->problem, 5));
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_THAT(result->objections, Contains(HasSubstr("missing_signal")));
}

TEST(Relays, SignalAndAwaitInBothForms) {
  const auto plan = DescribePlan(
      ParseToken("complex_forward_len_65536_single_op_batch_1024").value(), OneUnit(8 << 20), {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  ASSERT_EQ(plan->relays.size(), 1);
  for (Dialect dialect : {Dialect::kCuda, Dialect::kCudaPtx}) {
    const auto source = SourceOf(plan->relays[0], dialect);
    ASSERT_TRUE(source.ok()) << source.status();
    EXPECT_THAT(*source, HasSubstr("red.release.gpu.global.add.s32"));
    EXPECT_THAT(*source, HasSubstr("ld.acquire.gpu.global.s32"));
  }
}

}  // namespace
}  // namespace fft::testing
