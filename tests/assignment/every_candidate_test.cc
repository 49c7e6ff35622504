// Compiles and executes every candidate assignment of many problems. The problems cover every
// scheme, pair of formats and fusion. Every candidate must give right results, not only the chosen
// one.
#include <iostream>
#include <ostream>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "fft/assign/shims/shim.h"
#include "fft/base/json.h"
#include "fft/exec/pipeline.h"
#include "fft/fft.h"
#include "fft/plan/scheme.h"
#include "gtest/gtest.h"
#include "tests/assignment/candidate_cases.h"
#include "tests/assignment/device_context.h"
#include "tests/verify/verify_case.h"

namespace fft::testing {
namespace {

class EveryCandidate : public ::testing::TestWithParam<CandidateCase> {};

TEST_P(EveryCandidate, IsRight) {
  const CandidateCase& c = GetParam();
  PlanOptions options = OptionsOf(c);
  int count = 1;
  for (; options.candidate < count; ++options.candidate) {
    const PreparedCase prepared = Prepare({c.token}, options, &DeviceContext());
    ASSERT_TRUE(prepared.plan.ok()) << prepared.plan.status();
    const PlanDescription& plan = (*prepared.plan)->description();
    count = static_cast<int>(plan.search.candidates.size());
    const Outcome outcome = Judge(prepared, 1 + options.candidate, &DeviceContext().device());
    EXPECT_EQ(outcome.verdict, Verdict::kPass)
        << outcome.note << "\ncandidate " << options.candidate << " of " << count << ": "
        << ToJson(plan.chosen()).dump();
    EXPECT_TRUE(outcome.measured);
  }
  RecordProperty("candidates", count);
}

std::string CaseName(const ::testing::TestParamInfo<CandidateCase>& info) {
  return absl::StrCat(SchemeName(info.param), "_", info.index);
}

INSTANTIATE_TEST_SUITE_P(Device, EveryCandidate, ::testing::ValuesIn(CandidateCases()), CaseName);

void AddSchemes(const PlanNode& node, std::set<SchemeKind>* schemes) {
  schemes->insert(node.scheme);
  for (const PlanNode& child : node.children) AddSchemes(child, schemes);
}

// Returns a text of what a candidate does: each step's kernel, and the addresses that it reads and
// writes.
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

// The executed cases must cover all schemes, formats and fusions. The test reads this from their
// plans.
TEST(EveryCandidateCases, CoverSchemesFormatsAndFusions) {
  std::set<std::string> tokens, formats;
  std::set<SchemeKind> schemes;
  std::set<ShimKind> shims, real_shims;
  std::set<Buffer> buffers;
  size_t candidates = 0;
  for (const CandidateCase& c : CandidateCases()) {
    SCOPED_TRACE(::testing::PrintToString(c));
    const auto plan = DescribePlan(*ParseToken(c.token), DeviceContext().target(), OptionsOf(c));
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
  for (const Scheme& scheme : SchemeTable()) {
    // Chains, layers and frames are tested in tests/interpreter/chain_test.cc.
    if (scheme.plans(TransformKind::kChain) || scheme.plans(TransformKind::kLayer) ||
        scheme.plans(TransformKind::kOverlapAdd)) {
      continue;
    }
    EXPECT_EQ(schemes.count(scheme.kind), 1u) << ToString(scheme.kind);
  }
  for (const char* pair : {"CICI", "CPCP", "CICP", "CPCI", "RHI", "HIR", "RHP", "HPR"}) {
    EXPECT_EQ(formats.count(pair), 1u) << pair;
  }
  for (const Buffer buffer : {Buffer::kUserIn, Buffer::kUserOut, Buffer::kTemp0, Buffer::kTemp1,
                              Buffer::kTempBluestein}) {
    EXPECT_EQ(buffers.count(buffer), 1u) << ToString(buffer);
  }
  // No scheme puts a conversion next to a transpose that keeps its axis whole, so these two fusions
  // have no case.
  const std::set<ShimKind> unreached = {ShimKind::kRealPostTranspose, ShimKind::kTransposeRealPre};
  for (const Shim& shim : ShimTable()) {
    EXPECT_EQ(shims.count(shim.kind) + real_shims.count(shim.kind) > 0,
              unreached.count(shim.kind) == 0)
        << ToString(shim.kind);
  }
  EXPECT_GE(real_shims.size(), 4u) << "none, and three fusions";
  std::cout << candidates << " candidates of " << CandidateCases().size() << " plans\n";
}

}  // namespace
}  // namespace fft::testing
