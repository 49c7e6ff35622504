// The record that a plan writes about itself (FFT_TRACE_DIR).
#include "fft/exec/plan_record.h"

#include <sys/resource.h>
#include <unistd.h>

#include <complex>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "fft/base/json.h"
#include "fft/exec/context.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

struct Record {
  long long executions = -1, nanoseconds = -1, last = -1;
  int gone = -1;
  Json json;
};

std::vector<Record> Read(const std::string& folder) {
  std::vector<Record> records;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    EXPECT_TRUE(entry.path().string().ends_with(kPlanRecordSuffix));
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(text[kPlanRecordHead - 1], '\n');
    Record record;
    EXPECT_EQ(std::sscanf(text.c_str(), "%lld %lld %lld %d", &record.executions,
                          &record.nanoseconds, &record.last, &record.gone),
              4);
    record.json = Json::parse(text.substr(kPlanRecordHead), nullptr, false);
    records.push_back(std::move(record));
  }
  return records;
}

std::string NewFolder(const std::string& name) {
  const std::string folder = testing::TempDir() + "/" + name + "/below";
  std::filesystem::remove_all(folder);
  return folder;
}

TEST(PlanRecordTest, PlansTellWhatTheyAreAndHowOftenTheyRun) {
  const std::string folder = NewFolder("plans");
  ContextOptions environment;
  environment.device = "host";
  environment.trace_dir = folder;
  auto context = Context::Create(environment);
  ASSERT_TRUE(context.ok()) << context.status();
  auto plan = (*context)->MakePlan(*ParseToken("complex_forward_len_64_single_ip"), {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  std::vector<Record> records = Read(folder);
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].executions, 0);
  EXPECT_EQ(records[0].json["target"], (*context)->target().name);
  EXPECT_EQ(records[0].json["token"], ToToken((*plan)->problem()));
  EXPECT_EQ(records[0].json["candidate"], 0);

  const auto work = [&plan] {
    std::vector<std::complex<float>> data(64, 1.0f);
    ExecuteArguments arguments;
    arguments.out = data.data();
    for (int i = 0; i < 100; ++i) EXPECT_TRUE((*plan)->Execute(arguments).ok());
  };
  std::thread other(work);
  work();
  other.join();
  ASSERT_TRUE((*context)->device().Synchronize(nullptr).ok());
  records = Read(folder);
  EXPECT_EQ(records[0].executions, 200);
  EXPECT_GT(records[0].nanoseconds, 0);
  EXPECT_GT(records[0].last, records[0].json["made_ms"].get<int64_t>() - 1);
  EXPECT_EQ(records[0].gone, 0);
  plan->reset();
  EXPECT_EQ(Read(folder)[0].gone, 1);
}

ContextOptions TracedHost(const std::string& folder) {
  ContextOptions environment;
  environment.device = "host";
  environment.trace_dir = folder;
  return environment;
}

// The limit on the size of files stands for a full disk.
TEST(PlanRecordTest, AFolderWithoutRoomHoldsNoHalfRecords) {
  const std::string folder = NewFolder("full");
  std::string said;
  auto context = Context::Create(TracedHost(folder), [&said](auto, const auto& m) { said += m; });
  ASSERT_TRUE(context.ok()) << context.status();
  const auto problem = *ParseToken("complex_forward_len_64_single_ip");
  ASSERT_TRUE((*context)->MakePlan(problem, {}).ok());
  ASSERT_EQ(Read(folder).size(), 1u);
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  for (const rlim_t bytes : {rlim_t{kPlanRecordHead} / 2, rlim_t{kPlanRecordHead} + 10}) {
    const rlimit limit = {bytes, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
    said.clear();
    const bool planned = (*context)->MakePlan(problem, {}).ok();
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    EXPECT_TRUE(planned);
    EXPECT_NE(said.find(folder), std::string::npos) << said;
    EXPECT_EQ(Read(folder).size(), 1u);
  }
}

// Each plan finds a name at once, however many records there are.
TEST(PlanRecordTest, NamesAreNotTriedOneByOne) {
  const std::string folder = NewFolder("names");
  auto context = Context::Create(TracedHost(folder));
  ASSERT_TRUE(context.ok()) << context.status();
  const auto problem = *ParseToken("complex_forward_len_64_single_ip");
  for (int i = 0; i < 3; ++i) ASSERT_TRUE((*context)->MakePlan(problem, {}).ok());
  std::set<int64_t> times;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    int pid = 0;
    long long time = 0;
    ASSERT_EQ(std::sscanf(entry.path().filename().c_str(), "%d-%lld", &pid, &time), 2);
    EXPECT_EQ(pid, getpid());
    EXPECT_GT(time, 1'700'000'000'000'000'000);
    times.insert(time);
  }
  EXPECT_EQ(times.size(), 3u);
}

TEST(PlanRecordTest, AFolderThatCannotBeWrittenBreaksNoPlan) {
  ContextOptions environment;
  environment.device = "host";
  environment.trace_dir = "/proc/no/such";
  std::string said;
  auto context = Context::Create(
      environment, [&said](absl::LogSeverity, const std::string& message) { said += message; });
  ASSERT_TRUE(context.ok()) << context.status();
  EXPECT_TRUE((*context)->MakePlan(*ParseToken("complex_forward_len_64_single_ip"), {}).ok());
  EXPECT_NE(said.find("/proc/no/such"), std::string::npos) << said;
}

}  // namespace
}  // namespace fft
