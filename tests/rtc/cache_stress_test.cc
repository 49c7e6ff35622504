// Many processes plan and execute on one user cache, and some of them are killed at random times.
// With --faults, random calls of the operating system fail too. Every result must be right, kernels
// must not be compiled repeatedly, and the file must be valid afterwards.
//
//   cache_stress_test --processes 8 --plans 200 --kills 60
//   cache_stress_test --processes 8 --seconds 3600 --faults 30
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <complex>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "fft/base/status.h"
#include "fft/exec/kernel_build.h"
#include "fft/exec/pipeline.h"
#include "fft/fft.h"
#include "fft/rtc/cache/kernel_store.h"
#include "fft/rtc/system/subprocess.h"
#include "tests/stress/faults.h"
#include "tests/support/error_norms.h"
#include "tests/support/reference.h"
#include "tools/cli/flags.h"

namespace fft::testing {
namespace {

constexpr int64_t kLengths[] = {8, 16, 25, 30, 32, 49, 60, 64, 77, 100, 128, 210};

struct StressOptions {
  int processes = 4;
  int plans = 15;  // of each process
  int kills = 8;
  int problems = 6;  // different problems
  int faults = 0;    // how many in a hundred plans have a failing call
  int seconds = 0;   // how long to run; 0 runs until all plans and kills are done
  absl::Time end = absl::InfiniteFuture();
  std::string folder;

  std::string cache_path() const { return folder + "/kernels.db"; }
  std::string log_path() const { return folder + "/log"; }
};

// Writes one line in a single call, since other processes write to the same file.
void Append(const StressOptions& options, const std::string& line) {
  std::ofstream file(options.log_path(), std::ios::app);
  file << line + "\n" << std::flush;
}

absl::Status PlanAndRun(Context& context, int64_t length, const StressOptions& options) {
  Problem problem;
  problem.lengths = {length};
  FFT_ASSIGN_OR_RETURN(const auto plan, context.MakePlan(problem));
  for (const KernelBuild& build : plan->builds()) {
    if (build.milliseconds > 0) Append(options, "compiled " + build.name);
  }
  const Problem& whole = plan->description().problem;
  const std::vector<double> input = RandomInput<double>(whole, length);
  std::vector<float> in(input.begin(), input.end()), out(input.size());
  FFT_RETURN_IF_ERROR(plan->Execute({.in = in.data(), .out = out.data()}));
  const std::vector<double> rounded(in.begin(), in.end()), result(out.begin(), out.end());
  const ErrorNorms norms = Compare(result, ReferenceTransform(whole, rounded), 2);
  if (!Passes(norms, Gate(whole, plan->description().tree))) {
    return absl::DataLossError(absl::StrCat("length ", length, ": error ", norms.l2));
  }
  return absl::OkStatus();
}

// With a probability of `faults` percent lets a later call fail. Returns whether it does.
bool MaybeArm(const StressOptions& options, std::mt19937_64& random) {
  if (static_cast<int>(random() % 100) >= options.faults) return false;
  constexpr FaultKind kKinds[] = {FaultKind::kIo, FaultKind::kThread, FaultKind::kChild};
  const FaultKind kind = kKinds[random() % std::size(kKinds)];
  const int64_t most = kind == FaultKind::kIo ? 200 : 3;
  Arm(kind, 1 + static_cast<int64_t>(random() % most),
      random() % 2 == 0 ? FaultSpan::kOnce : FaultSpan::kFromThenOn);
  return true;
}

// Returns the verdict on a result: "done" if right, "refused" for an error after a fault, else
// "failed".
std::string Judgement(const absl::Status& status, bool has_fault) {
  if (status.ok()) return absl::StrCat("done ", getpid());
  const bool is_refusal = has_fault && !absl::IsDataLoss(status);
  return absl::StrCat(is_refusal ? "refused " : "failed ", status.ToString());
}

// The work of a process. It makes a new Context after every few plans, so that the file is read
// again.
int Work(const StressOptions& options, int plans, uint64_t seed) {
  std::mt19937_64 random(seed);
  ContextOptions environment = ReadEnvironment();
  environment.device = "host";
  environment.cache_path = options.cache_path();
  environment.system_cache_path = "none";
  std::shared_ptr<Context> context;
  const LogSink log = [&](absl::LogSeverity, const std::string& text) {
    Append(options, "warning " + text);
  };
  for (int i = 0; i < plans && absl::Now() < options.end; ++i) {
    if (random() % 5 == 0) context = nullptr;
    const int64_t length = kLengths[random() % options.problems];
    const bool has_fault = MaybeArm(options, random);
    absl::Status status;
    if (context == nullptr) {
      auto created = Context::Create(environment, log);
      status = created.status();
      if (created.ok()) context = *created;
    }
    if (status.ok()) status = PlanAndRun(*context, length, options);
    Disarm();
    Append(options, Judgement(status, has_fault));
  }
  return 0;
}

struct Tally {
  int done = 0;
  int refused = 0;  // plans that were refused after a fault
  std::vector<std::string> failures, warnings;
  std::map<std::string, int> compiles;
};

Tally ReadLog(const StressOptions& options) {
  Tally tally;
  std::ifstream file(options.log_path());
  for (std::string kind, rest; file >> kind && std::getline(file, rest);) {
    if (kind == "done") ++tally.done;
    if (kind == "refused") ++tally.refused;
    if (kind == "failed") tally.failures.push_back(rest);
    if (kind == "warning") tally.warnings.push_back(rest);
    if (kind == "compiled") ++tally.compiles[rest];
  }
  return tally;
}

class Crew {
 public:
  explicit Crew(const StressOptions& options) : options_(options) {
    for (int i = 0; i < options.processes; ++i) Start();
  }

  int kills() const { return kills_; }

  // Kills random processes until all kills are done or the time is over. Then waits for the other
  // processes.
  void Run() {
    const auto has_more = [&] {
      return options_.seconds > 0 ? absl::Now() < options_.end : kills_ < options_.kills;
    };
    while (has_more() && !workers_.empty()) {
      absl::SleepFor(absl::Milliseconds(random_() % 300));
      Reap(WNOHANG);
      if (workers_.empty()) break;
      kill(workers_[random_() % workers_.size()], SIGKILL);
      ++kills_;
      Start();
    }
    while (!workers_.empty()) Reap(0);
  }

 private:
  void Start() {
    const uint64_t seed = ++started_;
    const pid_t pid = fork();
    if (pid == 0) _exit(Work(options_, options_.plans, seed));
    if (pid > 0) workers_.push_back(pid);
  }

  void Reap(int flags) {
    for (pid_t ended; (ended = waitpid(-1, nullptr, flags)) > 0;) std::erase(workers_, ended);
    if (flags == 0) workers_.clear();
  }

  const StressOptions& options_;
  std::mt19937_64 random_{1};
  uint64_t started_ = 0;
  int kills_ = 0;
  std::vector<pid_t> workers_;
};

// Returns the problems found, one line each.
std::vector<std::string> Judge(const StressOptions& options, const Tally& tally) {
  std::vector<std::string> wrong = tally.failures;
  // With faults, kernels may be compiled more often, so the counts are not checked.
  if (options.faults == 0) {
    for (const std::string& warning : tally.warnings) wrong.push_back("warning:" + warning);
    int compiles = 0;
    for (const auto& [name, count] : tally.compiles) compiles += count;
    // Each killed process may cause one more compile of a kernel.
    const int most = options.problems + options.kills;
    if (compiles > most) wrong.push_back(absl::StrCat(compiles, " compiles, more than ", most));
  }
  const int least = options.seconds > 0 ? options.processes : options.processes * options.plans;
  if (tally.done + tally.refused < least || tally.done == 0) {
    wrong.push_back(absl::StrCat("only ", tally.done, " plans were made"));
  }
  auto store = rtc::OpenKernelStore(options.cache_path(), rtc::StoreMode::kReadWrite);
  if (!store.ok()) return wrong.push_back(store.status().ToString()), wrong;
  const auto problems = (*store)->Verify();
  if (!problems.ok()) return wrong.push_back(problems.status().ToString()), wrong;
  wrong.insert(wrong.end(), problems->begin(), problems->end());
  const auto entries = (*store)->List();
  const auto is_kernel = [](const rtc::KernelEntry& row) {
    return absl::StartsWith(row.key.kernel_name, "fft_");  // others are planner decisions
  };
  if (!entries.ok() ||
      (options.faults == 0 && std::ranges::count_if(*entries, is_kernel) != options.problems)) {
    wrong.push_back("not every kernel is in the cache");
  }
  return wrong;
}

int Run(StressOptions options) {
  const auto folder = rtc::TemporaryFolder::Create("");
  if (!folder.ok()) return std::cerr << folder.status() << "\n", 1;
  options.folder = folder->path();
  // Files of killed processes are removed together with the folder.
  setenv("TMPDIR", folder->path().c_str(), 1);
  const absl::Time start = absl::Now();
  if (options.seconds > 0) {
    options.end = start + absl::Seconds(options.seconds);
    options.plans = std::numeric_limits<int>::max();
  }
  Crew crew(options);
  crew.Run();
  options.kills = crew.kills();
  const Tally tally = ReadLog(options);
  std::cout << options.processes << " processes, " << options.kills << " kills, " << tally.done
            << " plans verified and " << tally.refused << " refused after a fault in "
            << absl::FormatDuration(absl::Now() - start) << "\n";
  int most = 0, compiles = 0;
  for (const auto& [name, count] : tally.compiles) {
    most = std::max(most, count);
    compiles += count;
  }
  std::cout << tally.compiles.size() << " kernels, " << compiles << " compiles, at most " << most
            << " of one kernel\n";
  const std::vector<std::string> wrong = Judge(options, tally);
  for (const std::string& line : wrong) std::cout << "wrong: " << line << "\n";
  return wrong.empty() ? 0 : 1;
}

int Main(const std::vector<std::string>& arguments) {
  const std::vector<cli::FlagSpec> specs = {
      {"processes", "N", "default 4"},
      {"plans", "N", "of each process; default 15"},
      {"kills", "N", "default 8"},
      {"problems", "N", "kinds of kernels; default 6"},
      {"faults", "P", "percent of the plans during which a call fails"},
      {"seconds", "S", "instead of plans and kills"}};
  StressOptions options;
  const auto flags = cli::ParseFlags(specs, arguments);
  if (!flags.ok()) return std::cerr << flags.status() << "\n", 2;
  const auto read = [&](const char* name, int64_t high, int* value) -> absl::Status {
    FFT_ASSIGN_OR_RETURN(*value, flags->GetInt(name, *value, 0, high));
    return absl::OkStatus();
  };
  for (const absl::Status& status :
       {read("processes", 64, &options.processes), read("plans", 100000, &options.plans),
        read("kills", 100000, &options.kills),
        read("problems", std::ssize(kLengths), &options.problems),
        read("faults", 100, &options.faults), read("seconds", 100000, &options.seconds)}) {
    if (!status.ok()) return std::cerr << status << "\n", 2;
  }
  return Run(options);
}

}  // namespace
}  // namespace fft::testing

int main(int argc, char** argv) {
  return fft::testing::Main(std::vector<std::string>(argv + 1, argv + argc));
}
