// Times planning: problem -> plan tree -> buffer assignment -> kernels, without compiling.
//
//   bazel run --config=release //bench:planner_bench -- FILE.tokens [--draw N] [--target T]
//
// A time is wall-clock time on one thread, the least of several repeats of a problem. The program
// times three things: all of planning, only the search, and all of planning with a decision from a
// kernel cache. It prints their median and maximum over the problems, and the slowest problems.
#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "bench/drawn_problems.h"
#include "bench/statistics.h"
#include "fft/base/status.h"
#include "fft/exec/decision_memory.h"
#include "fft/exec/describe_decided.h"
#include "fft/exec/pipeline.h"
#include "fft/fft.h"
#include "fft/rtc/cache/kernel_cache.h"
#include "fft/rtc/system/subprocess.h"
#include "tools/cli/flags.h"
#include "tools/cli/token_list.h"

namespace fft::bench {
namespace {

constexpr size_t kSlowest = 5;

double Microseconds(const std::function<absl::Status()>& work, absl::Status* status) {
  const auto begin = std::chrono::steady_clock::now();
  *status = work();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
      .count();
}

struct Row {
  std::string token;
  double plan_us = 0;
  double search_us = 0;
  double remembered_us = 0;
  int64_t search_bytes = 0;
  size_t leaves = 0;
  size_t candidates = 0;
  bool truncated = false;
};

void KeepLeast(double us, double* least) {
  if (*least == 0 || us < *least) *least = us;
}

// Times the planner for one target, with a kernel cache of its own.
class PlannerTimer {
 public:
  // The file at `cache_path` has no kernels yet.
  PlannerTimer(const Target& target, const std::string& cache_path, int64_t repeats)
      : target_(target),
        repeats_(repeats),
        first_cache_(rtc::KernelCache::Open({.user_path = cache_path})),
        first_(target_, *first_cache_),
        later_cache_(rtc::KernelCache::Open({.user_path = cache_path})),
        later_(target_, *later_cache_) {}

  // Returns the figures of a problem, or the reason why it has no plan.
  absl::StatusOr<Row> Time(const std::string& token) {
    FFT_ASSIGN_OR_RETURN(const Problem parsed, ParseToken(token));
    FFT_ASSIGN_OR_RETURN(const Problem problem, CompleteProblem(parsed));
    FFT_RETURN_IF_ERROR(first_.Describe(problem, {}).status());
    first_.Write();
    Row row;
    row.token = token;
    for (int64_t i = 0; i < repeats_; ++i) FFT_RETURN_IF_ERROR(TimeOnce(problem, &row));
    return row;
  }

 private:
  absl::Status TimeOnce(const Problem& problem, Row* row) {
    absl::StatusOr<PlanDescription> plan = absl::UnknownError("");
    absl::Status status;
    const auto describe = [&plan](auto&& make) {
      return [&plan, make] {
        plan = make();
        return plan.status();
      };
    };
    KeepLeast(Microseconds(describe([&] { return later_.Describe(problem, {}); }), &status),
              &row->remembered_us);
    FFT_RETURN_IF_ERROR(status);
    if (WasPlanned(*plan)) return absl::InternalError("the cache has not kept the decision");
    KeepLeast(Microseconds(describe([&] { return DescribePlan(problem, target_, {}); }), &status),
              &row->plan_us);
    FFT_RETURN_IF_ERROR(status);
    const auto search = [&] { return AssignBuffers(problem, plan->tree, target_, {}).status(); };
    KeepLeast(Microseconds(search, &status), &row->search_us);
    row->search_bytes = plan->search.use.bytes;
    row->leaves = Leaves(plan->tree).size();
    row->candidates = plan->search.candidates.size();
    row->truncated = plan->search.truncated;
    return status;
  }

  const Target target_;
  const int64_t repeats_;
  // Each pair stands for a process: the first one writes decisions, the later one only reads them.
  const std::unique_ptr<rtc::KernelCache> first_cache_;
  DecisionMemory first_;
  const std::unique_ptr<rtc::KernelCache> later_cache_;
  DecisionMemory later_;
};

void PrintFigure(const std::string& name, const std::vector<Row>& rows, double Row::*figure) {
  std::vector<double> values;
  for (const Row& row : rows) values.push_back(row.*figure / 1000);
  std::cout << absl::StrFormat("%-10s median %8.3f ms   maximum %8.3f ms\n", name, Median(values),
                               *std::max_element(values.begin(), values.end()));
}

void PrintSlowest(const std::string& name, std::vector<Row> rows, double Row::*figure) {
  std::cout << "slowest by " << name << "\n";
  std::sort(rows.begin(), rows.end(),
            [figure](const Row& a, const Row& b) { return a.*figure > b.*figure; });
  for (size_t i = 0; i < std::min(kSlowest, rows.size()); ++i) {
    const Row& row = rows[i];
    std::cout << absl::StrFormat(
        "  %8.3f ms, search %8.3f ms, remembered %8.3f ms, %2d leaves, %4d%s candidates  %s\n",
        row.plan_us / 1000, row.search_us / 1000, row.remembered_us / 1000, row.leaves,
        row.candidates, row.truncated ? "+" : "", row.token);
  }
}

void Print(const std::vector<Row>& rows, const Target& target, int refused) {
  std::cout << absl::StrFormat("%d problems planned for %s, %d refused\n", rows.size(), target.name,
                               refused);
  if (rows.empty()) return;
  PrintFigure("plan", rows, &Row::plan_us);
  PrintFigure("search", rows, &Row::search_us);
  PrintFigure("remembered", rows, &Row::remembered_us);
  int64_t bytes = 0;
  for (const Row& row : rows) bytes = std::max(bytes, row.search_bytes);
  std::cout << absl::StrFormat("search memory maximum %.2f MiB\n", bytes / 1048576.0);
  PrintSlowest("plan", rows, &Row::plan_us);
  PrintSlowest("remembered", rows, &Row::remembered_us);
}

absl::StatusOr<std::vector<std::string>> ReadTokens(const cli::Flags& flags) {
  FFT_ASSIGN_OR_RETURN(const auto lines, cli::ReadTokenList(cli::UserPath(flags.positional()[0])));
  FFT_ASSIGN_OR_RETURN(const int64_t count, flags.GetInt("draw", 0, 0, 100000));
  FFT_ASSIGN_OR_RETURN(const ByteRange bytes, ParseByteRange("1M-256M"));
  std::vector<std::string> tokens = DrawProblems(count, /*seed=*/1, bytes);
  for (const cli::TokenLine& line : lines) {
    if (!line.must_refuse) tokens.push_back(line.token);
  }
  return tokens;
}

absl::Status Run(const std::vector<std::string>& arguments) {
  const std::vector<cli::FlagSpec> specs = {
      {"draw", "N", "and N problems on no list (0)"},
      {"target", "T", "the machine to plan for (the first of the table)"},
      {"repeats", "N", "plans of each problem; the fastest counts (3)"}};
  FFT_ASSIGN_OR_RETURN(const cli::Flags flags, cli::ParseFlags(specs, arguments));
  if (flags.positional().size() != 1) {
    return absl::InvalidArgumentError("usage: planner_bench FILE.tokens\n" + cli::FlagsHelp(specs));
  }
  FFT_ASSIGN_OR_RETURN(const Target target,
                       FindTarget(flags.Get("target", Targets().front().name)));
  FFT_ASSIGN_OR_RETURN(const int64_t repeats, flags.GetInt("repeats", 3, 1, 1000));
  FFT_ASSIGN_OR_RETURN(const std::vector<std::string> tokens, ReadTokens(flags));
  FFT_ASSIGN_OR_RETURN(const rtc::TemporaryFolder folder, rtc::TemporaryFolder::Create(""));
  PlannerTimer timer(target, folder.path() + "/kernels.db", repeats);
  std::vector<Row> rows;
  int refused = 0;
  for (const std::string& token : tokens) {
    auto row = timer.Time(token);
    if (row.ok()) {
      rows.push_back(*std::move(row));
    } else {
      ++refused;
    }
  }
  Print(rows, target, refused);
  return absl::OkStatus();
}

}  // namespace
}  // namespace fft::bench

int main(int argc, char** argv) {
  const absl::Status status = fft::bench::Run({argv + 1, argv + argc});
  if (status.ok()) return 0;
  std::cerr << status.message() << "\n";
  return 1;
}
