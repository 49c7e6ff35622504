// How long planning takes: problem -> plan tree -> buffer assignment -> kernels, without compiling.
//
//   bazel run --config=release //bench:planner_bench -- FILE.tokens [--target T] [--repeats N]
//
// One thread, wall clock, the best of N repeats of each problem. Prints the median and the maximum
// over the problems, for the whole, for the search alone and for the whole by a decision that a
// kernel cache keeps, and the slowest problems.
#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "bench/statistics.h"
#include "fft/base/status.h"
#include "fft/exec/decision_memory.h"
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

// The figures of a problem, or why it has no plan.
absl::StatusOr<Row> Measure(const std::string& token, const Target& target, int64_t repeats,
                            DecisionMemory& memory) {
  FFT_ASSIGN_OR_RETURN(const Problem parsed, ParseToken(token));
  FFT_ASSIGN_OR_RETURN(const Problem problem, CompleteProblem(parsed));
  FFT_RETURN_IF_ERROR(memory.Describe(problem, {}).status());  // which keeps the decision
  Row row;
  row.token = token;
  for (int64_t i = 0; i < repeats; ++i) {
    absl::StatusOr<PlanDescription> described = absl::UnknownError("");
    absl::Status status;
    const double plan_us = Microseconds(
        [&] {
          described = DescribePlan(problem, target, {});
          return described.status();
        },
        &status);
    FFT_RETURN_IF_ERROR(status);
    const PlanDescription& plan = *described;
    const double search_us = Microseconds(
        [&] { return AssignBuffers(plan.problem, plan.tree, target, {}).status(); }, &status);
    FFT_RETURN_IF_ERROR(status);
    const double remembered_us =
        Microseconds([&] { return memory.Describe(problem, {}).status(); }, &status);
    FFT_RETURN_IF_ERROR(status);
    row.remembered_us = i == 0 ? remembered_us : std::min(row.remembered_us, remembered_us);
    row.plan_us = i == 0 ? plan_us : std::min(row.plan_us, plan_us);
    row.search_us = i == 0 ? search_us : std::min(row.search_us, search_us);
    row.search_bytes = plan.search.use.bytes;
    row.leaves = Leaves(plan.tree).size();
    row.candidates = plan.search.candidates.size();
    row.truncated = plan.search.truncated;
  }
  return row;
}

void PrintFigure(const std::string& name, const std::vector<Row>& rows, double Row::*figure) {
  std::vector<double> values;
  for (const Row& row : rows) values.push_back(row.*figure / 1000);
  std::cout << absl::StrFormat("%-10s median %8.3f ms   maximum %8.3f ms\n", name, Median(values),
                               *std::max_element(values.begin(), values.end()));
}

void Print(std::vector<Row> rows, const Target& target, int refused) {
  std::cout << absl::StrFormat("%d problems planned for %s, %d refused\n", rows.size(), target.name,
                               refused);
  if (rows.empty()) return;
  PrintFigure("plan", rows, &Row::plan_us);
  PrintFigure("search", rows, &Row::search_us);
  PrintFigure("remembered", rows, &Row::remembered_us);
  int64_t bytes = 0;
  for (const Row& row : rows) bytes = std::max(bytes, row.search_bytes);
  std::cout << absl::StrFormat("search memory maximum %.2f MiB\n", bytes / 1048576.0);
  std::sort(rows.begin(), rows.end(),
            [](const Row& a, const Row& b) { return a.plan_us > b.plan_us; });
  for (size_t i = 0; i < std::min(kSlowest, rows.size()); ++i) {
    const Row& row = rows[i];
    std::cout << absl::StrFormat(
        "  %8.3f ms, search %8.3f ms, remembered %8.3f ms, %2d leaves, %4d%s candidates  %s\n",
        row.plan_us / 1000, row.search_us / 1000, row.remembered_us / 1000, row.leaves,
        row.candidates, row.truncated ? "+" : "", row.token);
  }
}

absl::Status Run(const std::vector<std::string>& arguments) {
  const std::vector<cli::FlagSpec> specs = {
      {"target", "T", "the machine to plan for (the first of the table)"},
      {"repeats", "N", "plans of each problem; the fastest counts (3)"}};
  FFT_ASSIGN_OR_RETURN(const cli::Flags flags, cli::ParseFlags(specs, arguments));
  if (flags.positional().size() != 1) {
    return absl::InvalidArgumentError("usage: planner_bench FILE.tokens\n" + cli::FlagsHelp(specs));
  }
  FFT_ASSIGN_OR_RETURN(const Target target,
                       FindTarget(flags.Get("target", Targets().front().name)));
  FFT_ASSIGN_OR_RETURN(const int64_t repeats, flags.GetInt("repeats", 3, 1, 1000));
  FFT_ASSIGN_OR_RETURN(const auto lines, cli::ReadTokenList(cli::UserPath(flags.positional()[0])));
  FFT_ASSIGN_OR_RETURN(const rtc::TemporaryFolder folder, rtc::TemporaryFolder::Create(""));
  const auto cache = rtc::KernelCache::Open({.user_path = folder.path() + "/kernels.db"});
  DecisionMemory memory(target, *cache);
  std::vector<Row> rows;
  int refused = 0;
  for (const cli::TokenLine& line : lines) {
    if (line.must_refuse) continue;
    auto row = Measure(line.token, target, repeats, memory);
    if (row.ok()) {
      rows.push_back(*std::move(row));
    } else {
      ++refused;
    }
  }
  Print(std::move(rows), target, refused);
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
