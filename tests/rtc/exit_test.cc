// Tests planning while the program ends, by threads that outlive main and by static objects.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

#include "absl/status/status.h"
#include "fft/fft.h"
#include "gtest/gtest.h"

namespace fft::testing {
namespace {

using ::testing::ExitedWithCode;

std::shared_ptr<Context> OpenHost() {
  ContextOptions options;
  options.device = "host";
  options.host_language = "llvm";
  options.system_cache_path = "none";
  return Context::Create(options).value();
}

absl::Status PlanLength(Context& context, int64_t length) {
  Problem problem;
  problem.lengths = {length};
  return context.MakePlan(problem).status();
}

class ExitDeathTest : public ::testing::Test {
 protected:
  void SetUp() override {
    // In this style each death test starts a new process, which loads LLVM itself.
    GTEST_FLAG_SET(death_test_style, "threadsafe");
  }
};

// Whether planning gave a plan or Unavailable.
bool IsPlannedOrRefused(const absl::Status& status) {
  return status.ok() || absl::IsUnavailable(status);
}

// Ends the process while two threads make plans without end.
[[noreturn]] void ExitWhileThreadsPlan() {
  static auto* const context = new std::shared_ptr<Context>(OpenHost());
  static std::atomic<int64_t> length = 8;
  static std::atomic<int> plans = 0;
  for (int i = 0; i < 2; ++i) {
    std::thread([] {
      while (true) {
        const absl::Status status = PlanLength(**context, length++);
        if (!IsPlannedOrRefused(status)) {
          std::fputs(status.ToString().c_str(), stderr);
          std::_Exit(3);
        }
        ++plans;
      }
    }).detach();
  }
  while (plans < 2) std::this_thread::yield();
  std::exit(0);
}

TEST_F(ExitDeathTest, ThreadsMayPlanWhileTheProgramEnds) {
  for (int i = 0; i < 8; ++i) EXPECT_EXIT(ExitWhileThreadsPlan(), ExitedWithCode(0), "");
}

// Makes a plan in its destructor, which runs after the destructors of objects that were constructed
// later.
struct PlansAtTheEnd {
  std::shared_ptr<Context> context;

  ~PlansAtTheEnd() {
    const absl::Status status = PlanLength(*context, 60);
    std::fputs(status.ToString().c_str(), stderr);
    if (!IsPlannedOrRefused(status)) std::_Exit(3);
  }
};

[[noreturn]] void PlanInADestructor(bool has_planned) {
  static PlansAtTheEnd at_the_end;
  at_the_end.context = OpenHost();
  if (has_planned && !IsPlannedOrRefused(PlanLength(*at_the_end.context, 48))) std::_Exit(4);
  std::exit(0);
}

TEST_F(ExitDeathTest, StaticObjectsMayPlanInTheirDestructors) {
  EXPECT_EXIT(PlanInADestructor(true), ExitedWithCode(0),
              "the program is ending|could not be loaded");
  EXPECT_EXIT(PlanInADestructor(false), ExitedWithCode(0), "");
}

}  // namespace
}  // namespace fft::testing
