// Checks the table "Budgets" of docs/reliability.md: the time and memory of public operations on
// the worst known inputs. The test reads the table. It measures every row, and every measurement
// must have a row.
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "fft/base/json.h"
#include "fft/exec/pipeline.h"
#include "fft/exec/wisdom.h"
#include "fft/fft_c.h"
#include "fft/fft_json.h"
#include "fft/plan/planner.h"
#include "fft/rtc/cache/kernel_bundle.h"
#include "gtest/gtest.h"
#include "tests/execute/allocation_counter.h"

namespace fft::testing {
namespace {

constexpr char kTable[] = "docs/reliability.md";
// How many times its budget an operation may take in this test, since other programs run beside it.
constexpr double kSlack = 5;

struct Budget {
  double milliseconds = 0;
  double mebibytes = 0;
};

// Returns the rows of the table by operation.
std::map<std::string, Budget> ReadTable() {
  std::map<std::string, Budget> budgets;
  std::ifstream file(kTable);
  bool is_there = false;
  for (std::string line; std::getline(file, line);) {
    if (absl::StartsWith(line, "## ")) is_there = line == "## Budgets";
    if (!is_there || !absl::StartsWith(line, "| `")) continue;
    const std::vector<std::string> cells = absl::StrSplit(line, '|');
    EXPECT_EQ(cells.size(), 7u) << line;
    if (cells.size() != 7) continue;
    const std::string name(absl::StripAsciiWhitespace(cells[1]));
    Budget& budget = budgets[name.substr(1, name.size() - 2)];
    EXPECT_TRUE(absl::SimpleAtod(absl::StripAsciiWhitespace(cells[4]), &budget.milliseconds));
    EXPECT_TRUE(absl::SimpleAtod(absl::StripAsciiWhitespace(cells[5]), &budget.mebibytes));
  }
  return budgets;
}

double ProcessorMilliseconds() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return 1e3 * static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-3 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

std::shared_ptr<Context> HostContext() {
  ContextOptions options;
  options.device = "host";
  options.system_cache_path = "none";
  auto context = Context::Create(options);
  EXPECT_TRUE(context.ok()) << context.status();
  return context.ok() ? *context : nullptr;
}

Problem Problems(const std::string& token) {
  const auto problem = ParseToken(token);
  EXPECT_TRUE(problem.ok()) << problem.status();
  return *problem;
}

// The worst known problems: the longest one whose size fits 64 bits, the slowest one to plan, and
// the one with the most assignments.
constexpr char kLongest[] = "complex_forward_len_50031545098999707_half_op";  // 3^35
constexpr char kSlowest[] =
    "complex_forward_len_5978283224883_half_op";  // 3 x 419 x 911 x 1453 x 3593
constexpr char kMostAssignments[] = "real_inverse_len_1009_4099_10007_double_ip";

// Returns a token in which every byte is a digit, an underscore or a member. No other text of its
// size takes longer to read.
std::string LongToken() {
  std::string token = "complex_forward_len_2_single_op_batch_1";
  for (int i = 0; token.size() < (1 << 20); ++i) absl::StrAppend(&token, "_loop_1_", i, "_", i);
  return token;
}

WisdomChoices ManyChoices() {
  WisdomChoices choices;
  for (int i = 0; i < 10000; ++i) {
    choices[{absl::StrCat("problem ", i), "device", "versions"}] = std::string(100, 'c');
  }
  return choices;
}

std::string LargeBundle(Context& context) {
  auto kernels = rtc::UnpackKernels(context.SerializeCache());
  EXPECT_TRUE(kernels.ok() && !kernels->empty());
  std::vector<rtc::BundledKernel> many;
  for (int i = 0; i < 1000; ++i) {
    many.push_back(kernels->front());
    many.back().key.kernel_name = absl::StrCat("kernel_", i);
    many.back().kernel.object.bytes.resize(16384);
  }
  return rtc::PackKernels(many);
}

// An operation to measure. Another function, which is not measured, prepares the operation and
// returns it.
using Action = std::function<void()>;

class BudgetsTest : public ::testing::Test {
 protected:
  BudgetsTest() {
    const auto add = [this](const char* name, std::function<Action()> prepare) {
      operations_[name] = std::move(prepare);
    };
    AddTexts(add);
    AddPlanning(add);
    AddContext(add);
    AddExecution(add);
    AddC(add);
  }

  template <typename Add>
  void AddTexts(const Add& add) {
    add("ParseToken",
        [] { return [token = LongToken()] { EXPECT_FALSE(ParseToken(token).ok()); }; });
    add("CompleteProblem", [] {
      // Only an enumeration of the addresses shows that these strides do not overlap.
      Problem problem = Problems("complex_forward_len_600000_1000_900_double_op");
      problem.output.strides = {1000003, 999983, 1009};
      problem.output.distance = 0;
      return [problem] { (void)CompleteProblem(problem); };
    });
    add("ToToken",
        [] { return [problem = Problems(kLongest)] { EXPECT_FALSE(ToToken(problem).empty()); }; });
    add("ImportWisdom", [this] {
      return [context = context_, text = WisdomText(ManyChoices())] {
        EXPECT_EQ(*context->ImportWisdom(text), 10000);
      };
    });
    add("ExportWisdom", [this] {
      EXPECT_TRUE(context_->ImportWisdom(WisdomText(ManyChoices())).ok());
      return [context = context_] { EXPECT_GT(context->ExportWisdom()->size(), 1000000u); };
    });
  }

  template <typename Add>
  void AddPlanning(const Add& add) {
    add("MakePlanTree", [] {
      return [problem = Problems(kSlowest), target = *FindTarget("gfx90a")] {
        (void)MakePlanTree(problem, target, {}, nullptr);
      };
    });
    add("DescribePlan", [] {
      return [problem = Problems(kMostAssignments), target = *FindTarget("gfx90a")] {
        EXPECT_TRUE(DescribePlan(problem, target, {}).ok());
      };
    });
    add("ReportFor", [] {
      return [problem = Problems(kMostAssignments)] {
        EXPECT_TRUE(
            ReportFor("gfx90a", problem, {}, {.trees = 8, .candidates = 1000, .alternatives = 3})
                .ok());
      };
    });
    add("DescriptionJson",
        [this] { return [this] { EXPECT_GT(DescriptionJson(*plan_).size(), 100u); }; });
    add("CandidatesJson",
        [this] { return [this] { EXPECT_GT(CandidatesJson(*plan_)->size(), 100u); }; });
    add("SourcesJson", [this] { return [this] { EXPECT_GT(SourcesJson(*plan_)->size(), 100u); }; });
  }

  template <typename Add>
  void AddContext(const Add& add) {
    add("Context::Create", [] { return [] { EXPECT_NE(HostContext(), nullptr); }; });
    add("Context::MakePlan", [this] {
      // The context has already compiled all kernels.
      return [this] { EXPECT_TRUE(context_->MakePlan(plan_->problem()).ok()); };
    });
    add("Context::MakePlan of a report", [this] {
      // The cheapest plan of the report may differ from the plan.
      auto report = ReportOf(*plan_);
      auto first = context_->MakePlan(report, 0);
      EXPECT_TRUE(first.ok()) << first.status();
      return [this, report, first] { EXPECT_TRUE(context_->MakePlan(report, 0).ok()); };
    });
    add("SerializeCache",
        [this] { return [this] { EXPECT_GT(context_->SerializeCache().size(), 1000u); }; });
    add("DeserializeCache", [this] {
      return [context = context_, bytes = LargeBundle(*context_)] {
        EXPECT_EQ(context->DeserializeCache(bytes).value_or(0), 1000);
      };
    });
    add("PlanWisdom",
        [this] { return [this] { EXPECT_GT(context_->PlanWisdom(*plan_).size(), 10u); }; });
    add("WithOwnWorkspace",
        [this] { return [this] { EXPECT_TRUE(WithOwnWorkspace(context_, plan_).ok()); }; });
  }

  template <typename Add>
  void AddExecution(const Add& add) {
    // The plan computes almost nothing, so a thousand calls take the time of their checks.
    add("Plan::Execute", [this] {
      auto plan = context_->MakePlan(
          Problems("complex_forward_len_2_2_2_double_op_batch_2_istride_1000_100_10_CI_ostride_"
                   "1000_100_10_CI_idist_5000_odist_5000"));
      EXPECT_TRUE(plan.ok()) << plan.status();
      auto arrays = std::make_shared<std::vector<double>>(40000);
      return [plan = *plan, arrays] {
        for (int i = 0; i < 1000; ++i) {
          EXPECT_TRUE(plan->Execute({.in = arrays->data(), .out = arrays->data() + 20000}).ok());
        }
      };
    });
    add("Plan::workspace_bytes", [this] {
      return [this] {
        for (int i = 0; i < 1000; ++i) EXPECT_GE(plan_->workspace_bytes(), 0);
      };
    });
  }

  template <typename Add>
  void AddC(const Add& add) {
    add("fft_describe", [] {
      return [] {
        fft_problem problem = {};
        problem.struct_size = sizeof(problem);
        problem.token = kMostAssignments;
        char* json = nullptr;
        EXPECT_EQ(fft_describe("gfx90a", &problem, nullptr, &json), nullptr);
        fft_string_free(json);
      };
    });
    add("fft_describe_candidates", [] {
      return [] {
        fft_problem problem = {};
        problem.struct_size = sizeof(problem);
        problem.token = kMostAssignments;
        char* json = nullptr;
        EXPECT_EQ(fft_describe_candidates("gfx90a", &problem, nullptr, 0, &json), nullptr);
        fft_string_free(json);
      };
    });
    add("fft_describe_sources", [] {
      return [] {
        fft_problem problem = {};
        problem.struct_size = sizeof(problem);
        problem.token = kMostAssignments;
        char* json = nullptr;
        EXPECT_EQ(fft_describe_sources("gfx90a", &problem, nullptr, &json), nullptr);
        fft_string_free(json);
      };
    });
    add("fft_wisdom_import", [this] {
      return [context = c_context_, text = WisdomText(ManyChoices())] {
        EXPECT_EQ(fft_wisdom_import(context, text.c_str(), nullptr), nullptr);
      };
    });
    add("fft_cache_deserialize", [this] {
      return [context = c_context_, bytes = LargeBundle(*context_)] {
        EXPECT_EQ(fft_cache_deserialize(context, bytes.data(), bytes.size(), nullptr), nullptr);
      };
    });
  }

  void SetUp() override {
    context_ = HostContext();
    const auto plan = context_->MakePlan(Problems("complex_forward_len_8_4099_16_single_op"));
    ASSERT_TRUE(plan.ok()) << plan.status();
    plan_ = *plan;
    fft_context_options options = {};
    options.struct_size = sizeof(options);
    options.device = "host";
    options.system_cache_path = "none";
    ASSERT_EQ(fft_context_create(&options, &c_context_), nullptr);
  }

  void TearDown() override { fft_context_destroy(c_context_); }

  std::map<std::string, std::function<Action()>> operations_;
  std::shared_ptr<Context> context_;
  std::shared_ptr<const Plan> plan_;
  fft_context* c_context_ = nullptr;
};

TEST_F(BudgetsTest, HoldOnTheWorstInputsKnown) {
  std::map<std::string, Budget> budgets = ReadTable();
  EXPECT_GT(budgets.size(), 10u);
  for (const auto& [name, prepare] : operations_) {
    ASSERT_TRUE(budgets.contains(name)) << name << " has no row in " << kTable;
    const Budget budget = budgets[name];
    budgets.erase(name);
    // The operation is measured again if the first time is over the budget, since other programs
    // may slow it down.
    double milliseconds = 0, mebibytes = 0;
    for (int tries = 0; tries < 3; ++tries) {
      const Action action = prepare();
      const int64_t live = LiveBytes();
      ForgetPeak();
      const double start = ProcessorMilliseconds();
      action();
      milliseconds = ProcessorMilliseconds() - start;
      mebibytes = std::max(mebibytes, static_cast<double>(PeakBytes() - live) / (1 << 20));
      if (milliseconds <= kSlack * budget.milliseconds) break;
    }
    std::cout << name << ": " << milliseconds << " ms, " << mebibytes << " MiB\n";
    EXPECT_LE(milliseconds, kSlack * budget.milliseconds) << name;
    if (CanCountAllocations()) {
      EXPECT_LE(mebibytes, budget.mebibytes) << name;
    }
  }
  for (const auto& [name, budget] : budgets) ADD_FAILURE() << name << " is not measured";
}

}  // namespace
}  // namespace fft::testing
