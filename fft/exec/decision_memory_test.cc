#include "fft/exec/decision_memory.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/options.h"
#include "fft/exec/context.h"
#include "fft/exec/describe_decided.h"
#include "fft/exec/plan_report.h"
#include "fft/exec/report.h"
#include "fft/exec/trace.h"
#include "fft/plan/tree_decision.h"
#include "fft/rtc/cache/kernel_store.h"
#include "fft/rtc/system/subprocess.h"
#include "fft/rtc/testing/mutator.h"
#include "fft/shapes/asked_shape.h"
#include "fft/shapes/kept_shapes.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

constexpr char kLarge[] = "complex_forward_len_1048576_single_op_batch_4";

// Problems for every scheme that the planner chooses without being asked, with all kinds of data
// and layouts.
const std::vector<std::string>& Tokens() {
  static const auto* const kTokens = new std::vector<std::string>{
      "complex_forward_len_16_single_op",
      "complex_forward_len_4096_double_ip_batch_100",
      kLarge,
      "complex_inverse_len_1048576_double_ip",
      "complex_forward_len_67108864_single_op",
      "complex_forward_len_328125_single_ip_batch_30",
      "complex_forward_len_64_64_single_op_batch_8",
      "complex_forward_len_1080_1920_single_ip",
      "complex_forward_len_512_512_512_single_ip",
      "complex_forward_len_4_6_5_10_single_op",
      "complex_forward_len_101_single_op_batch_1000",
      "complex_forward_len_65537_single_op_batch_3",
      "complex_forward_len_100003_double_op",
      "complex_forward_len_1000003_single_ip",
      "complex_forward_len_1009_1013_single_op",
      "complex_forward_len_360_single_op_istride_1_CP_ostride_1_CI",
      "complex_forward_len_60_double_op_batch_4_istride_2_CI_ostride_3_CI_idist_131_odist_181",
      "real_forward_len_4096_single_op_batch_64",
      "real_forward_len_1048576_single_op",
      "real_inverse_len_1048576_single_ip",
      "real_forward_len_45_double_op_batch_20",
      "real_inverse_len_100003_single_op",
      "real_forward_len_256_256_single_ip",
      "real_inverse_len_100_100_100_double_op",
  };
  return *kTokens;
}

class DecisionMemoryTest : public ::testing::Test {
 protected:
  DecisionMemoryTest()
      : folder_(*rtc::TemporaryFolder::Create("")), path_(folder_.path() + "/kernels.db") {}

  std::unique_ptr<rtc::KernelCache> Open() { return rtc::KernelCache::Open({.user_path = path_}); }

  // Describes the problem as a process with this target and version of the planner does.
  absl::StatusOr<PlanDescription> Describe(const Problem& problem, const Target& target,
                                           const PlanOptions& options = {},
                                           const std::string& version = PlannerVersion()) {
    const auto cache = Open();
    return DecisionMemory(target, *cache, version)
        .Describe(*ProblemToPlan(problem, options), options);
  }

  bool Plans(const Problem& problem, const Target& target, const PlanOptions& options = {},
             const std::string& version = PlannerVersion()) {
    const auto plan = Describe(problem, target, options, version);
    EXPECT_TRUE(plan.ok()) << plan.status();
    return plan.ok() && WasPlanned(*plan);
  }

  size_t Rows() {
    const auto store = rtc::OpenKernelStore(path_, rtc::StoreMode::kReadOnly);
    return store.ok() ? (*store)->List()->size() : 0;
  }

  std::shared_ptr<Context> OpenContext(const std::string& system = "none") {
    ContextOptions options = ReadEnvironment();
    options.device = "host";
    options.cache_path = system == "none" ? path_ : "";
    options.system_cache_path = system;
    auto context = Context::Create(options);
    EXPECT_TRUE(context.ok()) << context.status();
    return context.value_or(nullptr);
  }

  const rtc::TemporaryFolder folder_;
  const std::string path_;
  const Problem large_ = *ParseToken(kLarge);
  const Target target_ = *FindTarget("sm_90");
};

TEST_F(DecisionMemoryTest, ThePlanIsTheSame) {
  for (const char* name : {"sm_90", "gfx90a", "host"}) {
    const Target target = *FindTarget(name);
    for (const std::string& token : Tokens()) {
      SCOPED_TRACE(token + " " + name);
      const Problem problem = *ParseToken(token);
      const auto planned = Describe(problem, target);
      ASSERT_TRUE(planned.ok()) << planned.status();
      EXPECT_TRUE(WasPlanned(*planned));
      const auto followed = Describe(problem, target);
      ASSERT_TRUE(followed.ok()) << followed.status();
      EXPECT_FALSE(WasPlanned(*followed));
      EXPECT_EQ(followed->tree, planned->tree);
      EXPECT_EQ(followed->search.candidates, planned->search.candidates);
      EXPECT_EQ(followed->candidate, planned->candidate);
      ASSERT_EQ(followed->kernels.size(), planned->kernels.size());
      for (size_t i = 0; i < planned->kernels.size(); ++i) {
        EXPECT_EQ(followed->kernels[i].name, planned->kernels[i].name);
      }
      ASSERT_EQ(followed->planner.decisions.size(), planned->planner.decisions.size());
      for (size_t i = 0; i < planned->planner.decisions.size(); ++i) {
        EXPECT_EQ(followed->planner.decisions[i].transform,
                  planned->planner.decisions[i].transform);
        EXPECT_EQ(followed->planner.decisions[i].chosen, planned->planner.decisions[i].chosen);
      }
      EXPECT_EQ(FullPlannerReport(*followed), planned->planner);
    }
  }
}

TEST_F(DecisionMemoryTest, AnotherMachineModelOrQuestionDecidesAnew) {
  EXPECT_TRUE(Plans(large_, target_));
  EXPECT_FALSE(Plans(large_, target_));
  EXPECT_TRUE(Plans(large_, target_, {}, "another model"));
  Target slower = target_;
  slower.bandwidth_gbs /= 2;
  EXPECT_TRUE(Plans(large_, slower));
  PlanOptions options;
  options.strategy = Strategy::kFastest;
  EXPECT_TRUE(Plans(large_, target_, options));
  EXPECT_FALSE(Plans(large_, target_, options));
  options.allow_input_overwrite = true;
  EXPECT_TRUE(Plans(large_, target_, options));
  options = {};
  options.independent_rows = true;
  EXPECT_TRUE(Plans(large_, target_, options));
  Problem other = large_;
  other.batch = 5;
  EXPECT_TRUE(Plans(other, target_));
  // The candidate and the number of timed candidates do not change the decision.
  options = {};
  options.candidate = 1;
  EXPECT_FALSE(Plans(large_, target_, options));
  options.candidate = 0;
  options.rigor = Rigor::kMeasure;
  EXPECT_FALSE(Plans(large_, target_, options));
}

TEST_F(DecisionMemoryTest, NothingIsKeptOfForcedPlansAndCallbacks) {
  PlanOptions forced, shaped, hurried, called;
  forced.scheme = SchemeKind::kL1dCc;
  shaped.shapes = *ParseAskedShapes("2048:threads=256");
  hurried.max_plan_work = 100;
  called.callbacks.load = "T load(const T* data, size_t offset, void*) { return data[offset]; }";
  for (const PlanOptions& options : {forced, shaped, hurried, called}) {
    for (int i = 0; i < 2; ++i) {
      const auto plan = Describe(large_, target_, options);
      EXPECT_TRUE(!plan.ok() || WasPlanned(*plan));
    }
  }
  EXPECT_EQ(Rows(), 0u);
  EXPECT_TRUE(Plans(large_, target_));
  EXPECT_EQ(Rows(), 1u);
}

TEST_F(DecisionMemoryTest, WhatIsNoDecisionIsReplaced) {
  const auto cache = Open();
  DecisionMemory memory(target_, *cache);
  const Problem large = *CompleteProblem(large_);
  const rtc::CacheKey key = *DecisionKey(large, {}, DecisionArch(target_));
  const PlanDescription planned = *memory.Describe(large, {});
  memory.Write();
  const std::string text = *cache->Recall(key);
  ASSERT_TRUE(ParsePlanDecision(text).ok());
  for (const std::string& wrong :
       {std::string(), std::string("\0", 1), std::string("STOCKHAM 1048576"),
        std::string("L1D_CR 0 0"), std::string("L1D_CR 1024 1023, STOCKHAM 1024, STOCKHAM 1024"),
        std::string("L1D_CR -1024 -1024"), text + ", " + text, text.substr(0, text.find(',')),
        std::string("TRANSPOSE 4|"), std::string("2D_RC|"), text + ";", text + " 1"}) {
    cache->Keep({{key, wrong}});
    const auto plan = memory.Describe(large, {});
    ASSERT_TRUE(plan.ok()) << wrong << ": " << plan.status();
    EXPECT_TRUE(WasPlanned(*plan)) << wrong;
    EXPECT_EQ(plan->tree, planned.tree);
    EXPECT_FALSE(WasPlanned(*memory.Describe(large, {}))) << "known before it is written";
    memory.Write();
    EXPECT_EQ(cache->Recall(key), text);
  }
}

// If the target's kernels cannot have a kept shape, another shape is chosen.
TEST_F(DecisionMemoryTest, AShapeThatDoesNotFitIsNotTaken) {
  for (const char* name : {"sm_90", "gfx90a", "host"}) {
    const Target target = *FindTarget(name);
    for (const char* token : {kLarge, "complex_forward_len_64_64_single_op_batch_8",
                              "complex_forward_len_10007_double_op_batch_3"}) {
      SCOPED_TRACE(absl::StrCat(token, " ", name));
      const Problem problem = *CompleteProblem(*ParseToken(token));
      PlanDecision decision;
      const auto planned = DescribeDecided(problem, target, {}, &decision);
      ASSERT_TRUE(planned.ok()) << planned.status();
      EXPECT_FALSE(decision.shapes.lines.empty() && decision.shapes.planes.empty());
      EXPECT_EQ(*ParsePlanDecision(ToString(decision)), decision);
      for (auto& [request, shape] : decision.shapes.lines) {
        EXPECT_EQ(RestoredLine(shape, request, target), shape);
        shape.lds_bytes += 8;
        EXPECT_EQ(RestoredLine(shape, request, target), std::nullopt);
      }
      for (auto& [request, shape] : decision.shapes.planes) {
        EXPECT_EQ(RestoredPlane(shape, request, target), shape);
        shape.lds_bytes += 8;
        EXPECT_EQ(RestoredPlane(shape, request, target), std::nullopt);
      }
      const auto followed = DescribeDecided(problem, target, {}, &decision);
      ASSERT_TRUE(followed.ok()) << followed.status();
      EXPECT_EQ(followed->tree, planned->tree);
      EXPECT_EQ(followed->search.candidates, planned->search.candidates);
    }
  }
}

// Two processes with the same file open see what the other process has written.
TEST_F(DecisionMemoryTest, ProcessesShareAFile) {
  const auto cache = Open(), other_cache = Open();
  DecisionMemory memory(target_, *cache), other(target_, *other_cache);
  const Problem large = *CompleteProblem(large_);
  Problem larger = large;
  larger.batch = 9;
  EXPECT_TRUE(WasPlanned(*memory.Describe(large, {})));
  EXPECT_TRUE(WasPlanned(*other.Describe(larger, {})));
  memory.Write();
  other.Write();
  EXPECT_FALSE(WasPlanned(*memory.Describe(larger, {})));
  EXPECT_FALSE(WasPlanned(*other.Describe(large, {})));
  EXPECT_EQ(Rows(), 2u);
}

TEST_F(DecisionMemoryTest, AReadOnlyFileServesAndStaysAsItIs) {
  EXPECT_TRUE(Plans(large_, target_));
  const auto cache = rtc::KernelCache::Open({.system_path = path_});
  DecisionMemory memory(target_, *cache);
  const Problem large = *CompleteProblem(large_);
  EXPECT_FALSE(WasPlanned(*memory.Describe(large, {})));
  Problem larger = large;
  larger.batch = 9;
  EXPECT_TRUE(WasPlanned(*memory.Describe(larger, {})));
  memory.Write();
  EXPECT_EQ(Rows(), 1u);
  EXPECT_EQ(cache->status(), "ok");
}

TEST_F(DecisionMemoryTest, WhatIsEvictedIsPlannedAgain) {
  EXPECT_TRUE(Plans(large_, target_));
  EXPECT_EQ(*(*rtc::OpenKernelStore(path_, rtc::StoreMode::kReadWrite))->Evict(0), 1);
  EXPECT_TRUE(Plans(large_, target_));
  EXPECT_FALSE(Plans(large_, target_));
}

// The row's digest finds the change in the file.
TEST_F(DecisionMemoryTest, ADamagedRowIsPlannedAgain) {
  EXPECT_TRUE(Plans(large_, target_));
  std::string file = *rtc::ReadFile(path_);
  const size_t at = file.rfind("STOCKHAM ");
  ASSERT_NE(at, std::string::npos);
  file[at] = 's';
  ASSERT_TRUE(rtc::WriteFile(path_, file).ok());
  EXPECT_TRUE(Plans(large_, target_));
  EXPECT_FALSE(Plans(large_, target_));
}

// The full report of a plan can be made after the token of its options was cancelled.
TEST_F(DecisionMemoryTest, AFullReportNeedsNoCancelToken) {
  EXPECT_TRUE(Plans(large_, target_));
  PlanOptions options;
  options.cancel = CancelToken::Create();
  const auto plan = Describe(large_, target_, options);
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_FALSE(WasPlanned(*plan));
  options.cancel.Cancel();
  EXPECT_FALSE(FullPlannerReport(*plan).decisions.front().considered.empty());
}

TEST_F(DecisionMemoryTest, AnyTextLeadsToAPlan) {
  constexpr int kTexts = 400;
  rtc::Mutator mutator(20261127);
  for (const char* token : {kLarge, "real_forward_len_100003_single_op"}) {
    const Problem problem = *CompleteProblem(*ParseToken(token));
    PlanDecision decision;
    ASSERT_TRUE(DescribeDecided(problem, target_, {}, &decision).ok());
    for (int i = 0; i < kTexts; ++i) {
      std::string text = ToString(decision);
      mutator.Mutate(text);
      absl::StatusOr<PlanDecision> read = ParsePlanDecision(text);
      if (!read.ok()) continue;
      EXPECT_EQ(*ParsePlanDecision(ToString(*read)), *read) << text;
      const auto plan = DescribeDecided(problem, target_, {}, &*read);
      EXPECT_TRUE(plan.ok() || !plan.status().message().empty()) << text;
    }
  }
}

// A second program of the same user plans nothing, and can still make the full report.
TEST_F(DecisionMemoryTest, ASecondContextPlansNothing) {
  Problem problem;
  problem.lengths = {1000};
  const auto planned = OpenContext()->MakePlan(problem, {});
  ASSERT_TRUE(planned.ok()) << planned.status();
  EXPECT_TRUE(WasPlanned((*planned)->description()));
  const auto second = OpenContext();
  const auto followed = second->MakePlan(problem, {});
  ASSERT_TRUE(followed.ok()) << followed.status();
  EXPECT_FALSE(WasPlanned((*followed)->description()));
  EXPECT_EQ((*followed)->description().tree, (*planned)->description().tree);
  EXPECT_EQ(second->cache_counters().compiles, 0);
  EXPECT_EQ(second->cache_counters().user_hits, 1) << "decisions are no kernels";
  EXPECT_EQ(ReportOf(**followed).trees[0].planner, (*planned)->description().planner);
  Trace trace;
  ASSERT_TRUE(second->MakePlan(problem, {}, &trace).ok());
  EXPECT_TRUE(WasPlanned(*trace.plan));
  // The same file serves as the cache of the system.
  const auto third = OpenContext(path_)->MakePlan(problem, {});
  ASSERT_TRUE(third.ok()) << third.status();
  EXPECT_FALSE(WasPlanned((*third)->description()));
}

}  // namespace
}  // namespace fft
