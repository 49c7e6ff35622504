// Every kernel of small problems, interpreted: no access out of bounds, no race, no read of what
// was not written, gaps untouched, and the transform's definition as the result.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "fft/exec/pipeline.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/interpreter/run_plan.h"
#include "tests/support/error_norms.h"
#include "tests/support/half.h"
#include "tests/support/naive_dft.h"
#include "tests/support/reference.h"
#include "tests/support/side.h"
#include "tests/support/test_callbacks.h"
#include "tests/support/token_list.h"

namespace fft::testing {
namespace {

using ::testing::IsEmpty;

constexpr int kMaxCandidates = 6;
constexpr double kGap = 1e30;

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

// The word of component `c` of the element at `offset`.
double& Word(const Side& side, int64_t offset, int c, InterpreterPlanes* planes) {
  const int plane = side.planes() == 2 ? c : 0;
  const int64_t element = offset + side.offsets[plane];
  const int64_t word = side.planes() == 2 ? element : element * side.components() + c;
  return (*planes)[plane][word];
}

// Memory of some sides, all of it gaps.
InterpreterPlanes Gaps(const std::vector<Side>& sides) {
  InterpreterPlanes planes;
  for (const Side& side : sides) {
    for (int plane = 0; plane < side.planes(); ++plane) {
      const size_t words = side.PlaneBytes(plane) / RealBytes(side.precision);
      if (planes[plane].size() < words) planes[plane].resize(words, kGap);
    }
  }
  return planes;
}

void Fill(const Side& side, const std::vector<long double>& values, InterpreterPlanes* planes) {
  const int components = side.components();
  ForEachElement(side, [&](int64_t n, int64_t offset) {
    for (int c = 0; c < components; ++c) {
      Word(side, offset, c, planes) = static_cast<double>(values[n * components + c]);
    }
  });
}

// The values of a side, with gaps left behind.
std::vector<long double> TakeOut(const Side& side, InterpreterPlanes* planes) {
  const int components = side.components();
  std::vector<long double> values(components * side.volume());
  ForEachElement(side, [&](int64_t n, int64_t offset) {
    for (int c = 0; c < components; ++c) {
      double& word = Word(side, offset, c, planes);
      values[n * components + c] = word;
      word = kGap;
    }
  });
  return values;
}

bool IsAllGap(const InterpreterPlanes& planes) {
  return std::all_of(planes.begin(), planes.end(), [](const std::vector<double>& plane) {
    return std::all_of(plane.begin(), plane.end(), [](double word) { return word == kGap; });
  });
}

// Rounds to a precision of storage.
long double Rounded(long double value, Precision precision) {
  switch (precision) {
    case Precision::kHalf:
      return HalfToFloat(FloatToHalf(static_cast<float>(value)));
    case Precision::kSingle:
      return static_cast<float>(value);
    case Precision::kDouble:
      return static_cast<double>(value);
  }
  return value;
}

class InterpreterTest : public ::testing::TestWithParam<TokenLine> {
 protected:
  void CheckCandidate(const PlanDescription& plan, int candidate) {
    const Problem& problem = plan.problem;
    const bool in_place = problem.placement == Placement::kInPlace;
    const Side in = InputSide(problem), out = OutputSide(problem);
    std::vector<long double> input = RandomInput<long double>(problem, 3);
    for (long double& value : input) value = Rounded(value, problem.precision);
    std::vector<long double> loaded = input;
    if (problem.has_callbacks) ApplyFactors(in, LoadFactors(problem), &loaded);
    std::vector<long double> expected = NaiveDft(problem, loaded);
    if (problem.has_callbacks) ApplyFactors(out, StoreFactors(problem), &expected);
    InterpreterBuffers buffers;
    buffers.out = in_place ? Gaps({in, out}) : Gaps({out});
    if (!in_place) buffers.in = Gaps({in});
    Fill(in, input, in_place ? &buffers.out : &buffers.in);
    const auto original = buffers.in;
    auto objections = RunInInterpreter(plan, candidate, &buffers);
    ASSERT_TRUE(objections.ok()) << objections.status();
    EXPECT_THAT(*objections, IsEmpty());
    const ErrorNorms norms = Compare(TakeOut(out, &buffers.out), expected, out.components());
    if (in_place) TakeOut(in, &buffers.out);  // what the output leaves of the input
    const double gate = Gate(problem, plan.tree);
    EXPECT_TRUE(Passes(norms, gate))
        << "l2 " << norms.l2 << ", linf " << norms.linf << ", gate " << gate;
    EXPECT_TRUE(IsAllGap(buffers.out)) << "a gap of the output was written";
    EXPECT_TRUE(buffers.in == original) << "the input was changed";
  }
};

TEST_P(InterpreterTest, AgreesWithTheDefinition) {
  auto problem = ParseToken(GetParam().token);
  ASSERT_TRUE(problem.ok()) << problem.status();
  PlanOptions options;
  if (problem->has_callbacks) options.callbacks = ScalingCallbacks(*problem);
  for (const Target& target : InterpretedTargets()) {
    auto plan = DescribePlan(*problem, target, options, nullptr);
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
