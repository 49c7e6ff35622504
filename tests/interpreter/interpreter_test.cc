// Every kernel of small problems, interpreted: no access out of bounds, no race, no read of what
// was not written, gaps untouched, and the transform's definition as the result.
#include <algorithm>
#include <complex>
#include <set>
#include <string>
#include <vector>

#include "fft/exec/pipeline.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/interpreter/run_plan.h"
#include "tests/support/error_norms.h"
#include "tests/support/naive_dft.h"
#include "tests/support/reference.h"
#include "tests/support/side.h"
#include "tests/support/token_list.h"

namespace fft::testing {
namespace {

using ::testing::IsEmpty;

constexpr int kMaxCandidates = 6;
constexpr std::complex<double> kGap(1e30, -1e30);

// So little LDS that transforms of a few hundred points need large twiddles.
Target SmallTarget() {
  Target target = FindTarget("gfx90a").value();
  target.name = "small";
  target.lds_bytes = 2048;
  target.max_threads = 64;
  target.wavefront = 16;
  target.min_workgroup_threads = 16;
  target.tile_row_bytes = 32;
  return target;
}

std::vector<Target> InterpretedTargets() {
  return {FindTarget("gfx90a").value(), FindTarget("sm_90").value(), FindTarget("host").value(),
          SmallTarget()};
}

std::vector<TokenLine> Lines() { return ReadTokenList("tests/suites/interpreter.tokens").value(); }

// Memory of one side with canonical values in place and the gap value elsewhere.
std::vector<std::complex<double>> Fill(const Side& side, const std::vector<long double>& values) {
  const int64_t elements = side.PlaneBytes(0) / ElementBytes(side.format, side.precision);
  std::vector<std::complex<double>> memory(elements, kGap);
  ForEachElement(side, [&](int64_t n, int64_t offset) {
    memory[offset + side.offsets[0]] = {static_cast<double>(values[2 * n]),
                                        static_cast<double>(values[2 * n + 1])};
  });
  return memory;
}

std::vector<long double> TakeOut(const Side& side, std::vector<std::complex<double>>* memory) {
  std::vector<long double> values(2 * side.volume());
  ForEachElement(side, [&](int64_t n, int64_t offset) {
    std::complex<double>& element = (*memory)[offset + side.offsets[0]];
    values[2 * n] = element.real();
    values[2 * n + 1] = element.imag();
    element = kGap;
  });
  return values;
}

class InterpreterTest : public ::testing::TestWithParam<TokenLine> {
 protected:
  void CheckCandidate(const PlanDescription& plan, int candidate) {
    const Problem& problem = plan.problem;
    const bool in_place = problem.placement == Placement::kInPlace;
    const Side in = InputSide(problem), out = OutputSide(problem);
    std::vector<long double> input = RandomInput<long double>(problem, 3);
    if (problem.precision == Precision::kSingle) {
      for (long double& value : input) value = static_cast<float>(value);
    } else {
      for (long double& value : input) value = static_cast<double>(value);
    }
    const std::vector<long double> expected = NaiveDft(problem, input);
    InterpreterBuffers buffers;
    if (in_place) {
      buffers.out = Fill(out, input);
    } else {
      buffers.in = Fill(in, input);
      buffers.out.assign(out.PlaneBytes(0) / ElementBytes(out.format, out.precision), kGap);
    }
    const auto original = buffers.in;
    auto objections = RunInInterpreter(plan, candidate, &buffers);
    ASSERT_TRUE(objections.ok()) << objections.status();
    EXPECT_THAT(*objections, IsEmpty());
    const ErrorNorms norms = Compare(TakeOut(out, &buffers.out), expected, 2);
    const double gate = Gate(problem, plan.tree);
    EXPECT_TRUE(Passes(norms, gate))
        << "l2 " << norms.l2 << ", linf " << norms.linf << ", gate " << gate;
    EXPECT_TRUE(std::all_of(buffers.out.begin(), buffers.out.end(), [](const auto& value) {
      return value == kGap;
    })) << "a gap of the output was written";
    EXPECT_TRUE(buffers.in == original) << "the input was changed";
  }
};

TEST_P(InterpreterTest, AgreesWithTheDefinition) {
  auto problem = ParseToken(GetParam().token);
  ASSERT_TRUE(problem.ok()) << problem.status();
  for (const Target& target : InterpretedTargets()) {
    auto plan = DescribePlan(*problem, target, {}, nullptr);
    ASSERT_TRUE(plan.ok()) << target.name << ": " << plan.status();
    const int count =
        std::min<int>(kMaxCandidates, static_cast<int>(plan->search.candidates.size()));
    for (int candidate = 0; candidate < count; ++candidate) {
      SCOPED_TRACE(target.name + ", assignment " + std::to_string(candidate));
      CheckCandidate(*plan, candidate);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Suite, InterpreterTest, ::testing::ValuesIn(Lines()),
                         [](const ::testing::TestParamInfo<TokenLine>& info) {
                           return "Line" + std::to_string(info.param.line);
                         });

// The list is worth its time only while it reaches every kind of kernel.
TEST(InterpreterSuiteTest, CoversEveryKindOfKernel) {
  std::set<std::string> seen;
  for (const TokenLine& line : Lines()) {
    auto problem = ParseToken(line.token);
    ASSERT_TRUE(problem.ok()) << problem.status();
    for (const Target& target : InterpretedTargets()) {
      auto plan = DescribePlan(*problem, target, {}, nullptr);
      ASSERT_TRUE(plan.ok()) << plan.status();
      for (const codegen::PlannedKernel& kernel : plan->kernels) {
        seen.insert(ToString(kernel.spec.tiling));
        seen.insert("exchange " + ToString(kernel.spec.exchange));
        seen.insert("staging " + ToString(kernel.spec.staging));
        if (kernel.spec.large_twiddle.steps > 0) seen.insert("large twiddle");
        if (kernel.spec.scale == codegen::ScaleKind::kScale) seen.insert("scale");
      }
    }
  }
  for (const char* kind :
       {"sbrr", "sbcc", "sbrc", "sbcr", "exchange none", "exchange pingpong", "exchange full",
        "exchange half", "staging none", "large twiddle", "scale"}) {
    EXPECT_EQ(seen.count(kind), 1u) << kind;
  }
}

}  // namespace
}  // namespace fft::testing
