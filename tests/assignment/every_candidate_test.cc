// Every candidate assignment of many problems, compiled and executed on this machine's CPU: not
// only the winner is right, whatever the scheme, the formats, the strides and the fusions.
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/assign/shims/shim.h"
#include "fft/core/scheme.h"
#include "fft/fft.h"
#include "gtest/gtest.h"
#include "tests/verify/verify_case.h"

namespace fft::testing {
namespace {

constexpr int kMostCandidates = 200;

Context& HostContext() {
  static const auto* const kContext = [] {
    EnvironmentOptions options = ReadEnvironment();
    options.device = "host";
    return new std::shared_ptr<Context>(Context::Create(options).value());
  }();
  return **kContext;
}

struct Case {
  std::string token;
  std::optional<SchemeKind> scheme;
  bool overwrite = false;  // inputs and gaps may be written
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.token << (c.scheme ? " " + ToString(*c.scheme) : "") << (c.overwrite ? " over" : "");
}

PlanOptions OptionsOf(const Case& c) {
  PlanOptions options;
  options.scheme = c.scheme;
  options.allow_input_overwrite = options.allow_gap_overwrite = c.overwrite;
  options.max_candidates = kMostCandidates;
  return options;
}

// Lengths return again and again, so that the kernels are few.
constexpr const char* kLines[] = {
    "complex_forward_len_48_double_op_batch_2",
    "complex_inverse_len_48_double_ip_batch_2_scale_0.5",
    "complex_forward_len_48_double_op_batch_3_istride_2_CI_ostride_3_CI_idist_130_odist_200",
    "complex_inverse_len_48_double_op_batch_6_istride_6_CI_ostride_1_CI_idist_1_odist_48",
    "complex_forward_len_48_single_op_batch_2_istride_1_CP_ostride_1_CP",
    "complex_inverse_len_48_single_ip_istride_1_CP_ostride_1_CP",
    "complex_forward_len_48_single_op_istride_1_CI_ostride_1_CP",
    "complex_forward_len_48_single_op_batch_2_istride_1_CP_ostride_1_CI_idist_50_odist_60",
};
constexpr const char* kRealLines[] = {
    "real_forward_len_96_single_op_batch_2",
    "real_inverse_len_96_single_op_batch_2_scale_2",
    "real_forward_len_96_double_ip",
    "real_inverse_len_96_double_ip_batch_2",
    "real_forward_len_96_double_op_istride_3_R_ostride_2_HP",
    "real_inverse_len_96_double_op_istride_2_HP_ostride_3_R",
};
constexpr const char* kPlanes[] = {
    "complex_forward_len_8_12_double_op_batch_2",
    "complex_inverse_len_8_12_double_ip_scale_0.1",
    "complex_forward_len_8_12_double_op_istride_14_1_CI_ostride_1_8_CI",
    "complex_inverse_len_8_12_single_op_istride_12_1_CP_ostride_12_1_CI",
    "complex_forward_len_8_12_single_op_istride_12_1_CI_ostride_14_1_CP",
    "complex_inverse_len_8_12_single_ip_batch_2_istride_12_1_CP_ostride_12_1_CP",
};
constexpr const char* kVolumes[] = {
    "complex_forward_len_4_6_8_double_op_batch_2",
    "complex_inverse_len_4_6_8_double_ip_scale_3",
    "complex_forward_len_4_6_8_double_op_istride_60_10_1_CI_ostride_1_4_24_CI",
    "complex_inverse_len_4_6_8_single_op_istride_48_8_1_CP_ostride_48_8_1_CI",
    "complex_forward_len_4_6_8_single_ip_istride_48_8_1_CP_ostride_48_8_1_CP",
};
// As the planner plans them.
constexpr const char* kUnforced[] = {
    "complex_forward_len_7_half_op_batch_3",
    "complex_forward_len_37_double_op_batch_3",
    "complex_inverse_len_4001_double_op",
    "complex_inverse_len_37_single_ip_batch_2_istride_1_CP_ostride_1_CP",
    "complex_forward_len_37_6_double_op",
    "complex_inverse_len_16384_single_ip",
    "complex_forward_len_16384_double_op",
    "real_forward_len_8_12_double_op_batch_2",
    "real_inverse_len_8_12_double_op",
    "real_forward_len_8_12_single_ip",
    "real_inverse_len_8_12_single_ip_batch_2",
    "real_forward_len_9_15_single_op_istride_17_1_R_ostride_10_1_HP",
    "real_inverse_len_9_15_single_op_istride_10_1_HP_ostride_17_1_R",
    "real_forward_len_6_8_12_double_op",
    "real_inverse_len_6_8_12_double_op_batch_2",
    "real_forward_len_6_8_12_single_ip",
    "real_inverse_len_6_8_12_half_ip",
    "real_forward_len_6_8_15_double_op_istride_140_16_1_R_ostride_80_9_1_HI",
    "real_inverse_len_6_8_15_double_op_istride_80_9_1_HI_ostride_140_16_1_R",
};

std::vector<Case> Cases() {
  using enum SchemeKind;
  std::vector<Case> cases;
  const auto add = [&cases](const auto& tokens, const std::vector<SchemeKind>& schemes) {
    for (const SchemeKind scheme : schemes) {
      for (const char* token : tokens) cases.push_back({token, scheme});
    }
  };
  const std::vector<SchemeKind> large = {kLargeColRow, kLargeRowCol, kLargeColRowTranspose,
                                         kLargeTransposes};
  add(kLines, large);
  add(kRealLines, large);
  add(kRealLines, {kRealPairs, kRealFull});
  add(kPlanes, {kSingle2d, kRowCol2d, kRowTranspose2d});
  add(kVolumes,
      {kSingle2d, kRowCol3d, kRowTranspose3d, kTransposeRow3d, kBlockRowCol3d, kBlockColRow3d});
  for (const char* token : kUnforced) cases.push_back({token, {}});
  cases.push_back({"complex_forward_len_37_double_op_batch_3", kBluestein});
  // Rows of 37 points make the planes of a volume rows and columns.
  cases.push_back({"complex_forward_len_6_10_37_single_op", kRowTranspose3d});
  // Through the input, and through the gaps of the output.
  cases.push_back({kLines[0], kLargeColRow, true});
  cases.push_back({kLines[2], kLargeColRow, true});
  cases.push_back({kLines[7], kLargeTransposes, true});
  cases.push_back({kPlanes[2], kRowTranspose2d, true});
  cases.push_back({kVolumes[2], kTransposeRow3d, true});
  cases.push_back({kRealLines[4], kLargeColRow, true});
  return cases;
}

class EveryCandidate : public ::testing::TestWithParam<Case> {};

TEST_P(EveryCandidate, IsRight) {
  const Case& c = GetParam();
  PlanOptions options = OptionsOf(c);
  int count = 1;
  for (; options.candidate < count; ++options.candidate) {
    const PreparedCase prepared = Prepare({c.token}, options, &HostContext());
    ASSERT_TRUE(prepared.plan.ok()) << prepared.plan.status();
    const PlanDescription& plan = (*prepared.plan)->description();
    count = static_cast<int>(plan.search.candidates.size());
    const Outcome outcome = Judge(prepared, 1 + options.candidate, &HostContext().device());
    EXPECT_EQ(outcome.verdict, Verdict::kPass)
        << outcome.note << "\ncandidate " << options.candidate << " of " << count << ": "
        << ToJson(plan.chosen()).dump();
    EXPECT_TRUE(outcome.measured);
  }
  RecordProperty("candidates", count);
}

std::string CaseName(const ::testing::TestParamInfo<Case>& info) {
  return absl::StrCat(info.param.scheme ? "Scheme" + ToString(*info.param.scheme) : "Best", "_",
                      info.index);
}

INSTANTIATE_TEST_SUITE_P(Host, EveryCandidate, ::testing::ValuesIn(Cases()), CaseName);

void AddSchemes(const PlanNode& node, std::set<SchemeKind>* schemes) {
  schemes->insert(node.scheme);
  for (const PlanNode& child : node.children) AddSchemes(child, schemes);
}

// The addresses that each step reads and writes, and its kernel.
std::string Effect(const Candidate& candidate) {
  std::string effect;
  for (const Step& step : candidate.steps) {
    for (const EdgePlacement* edge : {&step.in, &step.out}) {
      absl::StrAppend(&effect, ToString(edge->buffer), " ", ToString(edge->format), " ",
                      edge->layout.offset(), " ");
    }
    for (const Dims* dims : {&step.axes, &step.loops}) {
      for (const Dim& dim : *dims) {
        absl::StrAppend(&effect, dim.length, ":", dim.in_stride, ":", dim.out_stride, " ");
      }
    }
    absl::StrAppend(&effect, ToString(step.shim), "; ");
  }
  return effect;
}

// What the cases above execute, from their plans alone.
TEST(EveryCandidateCases, CoverSchemesFormatsAndFusions) {
  std::set<std::string> tokens, formats;
  std::set<SchemeKind> schemes;
  std::set<ShimKind> shims, real_shims;
  std::set<Buffer> buffers;
  size_t candidates = 0;
  for (const Case& c : Cases()) {
    SCOPED_TRACE(::testing::PrintToString(c));
    const auto plan =
        DescribePlan(*ParseToken(c.token), HostContext().target(), OptionsOf(c), nullptr);
    ASSERT_TRUE(plan.ok()) << plan.status();
    tokens.insert(c.token);
    formats.insert(ToString(plan->problem.input.format) + ToString(plan->problem.output.format));
    AddSchemes(plan->tree, &schemes);
    candidates += plan->search.candidates.size();
    std::set<std::string> effects;
    for (const Candidate& candidate : plan->search.candidates) {
      EXPECT_TRUE(effects.insert(Effect(candidate)).second) << Effect(candidate);
      for (const Step& step : candidate.steps) {
        (IsReal(plan->problem.type) ? real_shims : shims).insert(step.shim);
        if (step.leaf > 0) buffers.insert(step.in.buffer);
      }
    }
  }
  EXPECT_GE(tokens.size(), 40u);
  EXPECT_GE(candidates, 1000u);
  for (const Scheme& scheme : SchemeTable())
    EXPECT_EQ(schemes.count(scheme.kind), 1u) << scheme.name;
  for (const char* pair : {"CICI", "CPCP", "CICP", "CPCI", "RHI", "HIR", "RHP", "HPR"}) {
    EXPECT_EQ(formats.count(pair), 1u) << pair;
  }
  for (const Buffer buffer : {Buffer::kUserIn, Buffer::kUserOut, Buffer::kTemp0, Buffer::kTemp1}) {
    EXPECT_EQ(buffers.count(buffer), 1u) << ToString(buffer);
  }
  // No scheme puts a conversion next to a transpose that keeps its axis whole.
  const std::set<ShimKind> unreached = {ShimKind::kRealPostTranspose, ShimKind::kTransposeRealPre};
  for (const Shim& shim : ShimTable()) {
    EXPECT_EQ(shims.count(shim.kind) + real_shims.count(shim.kind) > 0,
              unreached.count(shim.kind) == 0)
        << ToString(shim.kind);
  }
  EXPECT_GE(real_shims.size(), 4u) << "none, and three fusions";
  std::cout << candidates << " candidates of " << Cases().size() << " plans\n";
}

}  // namespace
}  // namespace fft::testing
