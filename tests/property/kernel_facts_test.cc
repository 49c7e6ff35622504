// Compares a plan's figures of its kernels (LDS, threads, arguments) with the kernels that are
// generated.
//
// The test prints its seed. FFT_PROPERTY_SEED sets the seed, to repeat a run.
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/codegen/emit/shared_memory.h"
#include "fft/exec/pipeline.h"
#include "fft/kernels/generate.h"
#include "gtest/gtest.h"
#include "tests/property/random_options.h"
#include "tests/property/random_problem.h"

namespace fft::testing {
namespace {

class KernelFacts {
 public:
  void Check(const PlanDescription& plan) {
    for (int i = 0; i < std::ssize(plan.search.candidates) && i < 4; ++i) {
      const auto kernels = KernelsOfCandidate(plan, i);
      ASSERT_TRUE(kernels.ok()) << kernels.status();
      CheckSums(plan.search.candidates[i], *kernels);
      for (const kernels::PlannedKernel& kernel : *kernels) {
        if (seen_.insert(absl::StrCat(plan.target.name, kernel.name)).second) {
          CheckOne(kernel, plan.target);
        }
      }
    }
  }
  size_t size() const { return seen_.size(); }

 private:
  // Compares the figures in the search's result with the figures of the lowered kernels.
  static void CheckSums(const Candidate& candidate,
                        const std::vector<kernels::PlannedKernel>& kernels) {
    ASSERT_EQ(kernels.size(), candidate.steps.size());
    int64_t bytes = 0;
    double seconds = 0;
    for (size_t k = 0; k < kernels.size(); ++k) {
      const Step& step = candidate.steps[k];
      EXPECT_EQ(kernels[k].bytes_moved, step.bytes_moved) << kernels[k].name;
      EXPECT_EQ(kernels[k].blocks, step.kernel->blocks) << kernels[k].name;
      EXPECT_EQ(kernels[k].registers, step.kernel->registers) << kernels[k].name;
      EXPECT_EQ(kernels[k].lds_bytes, step.kernel->lds_bytes) << kernels[k].name;
      EXPECT_EQ(step.seconds, step.kernel->price.Seconds()) << kernels[k].name;
      bytes += kernels[k].bytes_moved;
      seconds += step.seconds;
    }
    EXPECT_EQ(candidate.bytes_moved, bytes);
    EXPECT_DOUBLE_EQ(candidate.seconds, seconds);
  }
  static void CheckOne(const kernels::PlannedKernel& kernel, const Target& target) {
    SCOPED_TRACE(kernel.name);
    const auto generated = kernels::GenerateKernel(kernel.spec);
    ASSERT_TRUE(generated.ok()) << generated.status();
    EXPECT_EQ(generated->workgroup_size, kernel.threads);
    EXPECT_EQ(generated->params.size(), kernel.arguments.size());
    EXPECT_EQ(SharedBytes(*generated), kernel.lds_bytes);
    EXPECT_EQ(codegen::DynamicSharedBytes(SharedBytes(*generated), target.dialect),
              codegen::DynamicSharedBytes(kernel.lds_bytes, target.dialect));
  }

  std::set<std::string> seen_;
};

TEST(KernelFacts, PlansSayWhatIsGenerated) {
  Random random(PropertySeed());
  KernelFacts facts;
  for (int drawn = 0; drawn < 1200; ++drawn) {
    const Problem problem = RandomProblem(int64_t{1} << (3 + random.Below(20)), &random);
    const Target& target = Targets()[random.Below(std::ssize(Targets()))];
    PlanOptions options = RandomOptions(problem, &random);
    if (random.OneIn(2)) AskForShape(problem, target, &random, &options);
    const auto plan = DescribePlan(problem, target, options);
    if (!plan.ok()) continue;
    SCOPED_TRACE(absl::StrCat(ToToken(problem), " on ", target.name));
    facts.Check(*plan);
  }
  EXPECT_GT(facts.size(), 400);
}

}  // namespace
}  // namespace fft::testing
