// Measures how well predicted times order plans. It times the chosen plan of each problem, and
// plans by other assignments, schemes and splits.
//
//   bazel run --config=release //bench:prediction_bench -- FILE.tokens [--device D] [--csv FILE]
//
// It prints two figures. The first one is a share of the pairs of plans of the same problem whose
// measured times differ by over 10 %: the share that is predicted in the measured order. The second
// one is how much slower the chosen plan is than the fastest plan.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/alternatives.h"
#include "bench/bench_case.h"
#include "fft/base/status.h"
#include "fft/fft.h"
#include "tools/cli/flags.h"
#include "tools/cli/token_list.h"

namespace fft::bench {
namespace {

constexpr double kApart = 0.1;

struct Totals {
  int problems = 0;
  OrderedPairs pairs;
  double log_chosen = 0;  // the logarithm of the chosen plan's time over the fastest plan's time
  double worst = 1;
  std::string worst_token;
};

// Times the alternatives of one problem and writes a line of the table for each.
absl::Status MeasureProblem(const std::string& token, int most, const BenchOptions& base,
                            Context* context, std::ostream& csv, Totals* totals) {
  FFT_ASSIGN_OR_RETURN(const Problem problem, ParseToken(token));
  FFT_ASSIGN_OR_RETURN(const std::vector<Alternative> alternatives,
                       ListAlternatives(problem, context->target(), most));
  std::vector<TimedAlternative> timed;
  for (const Alternative& alternative : alternatives) {
    BenchOptions options = base;
    options.plan = alternative.options;
    FFT_ASSIGN_OR_RETURN(const BenchResult result, RunBench(token, options, {}, context));
    if (!result.refusal.empty()) {
      std::cout << absl::StrFormat("  %-28s %s\n", alternative.words, result.refusal);
      continue;
    }
    timed.push_back({alternative.predicted_ms, result.ms});
    csv << absl::StrFormat("%s,%s,%d,%.6f,%.6f\n", token, alternative.words, alternative.kernels,
                           alternative.predicted_ms, result.ms);
    std::cout << absl::StrFormat("  %-28s %d kernels  predicted %9.4f  measured %9.4f ms\n",
                                 alternative.words, alternative.kernels, alternative.predicted_ms,
                                 result.ms);
  }
  if (timed.empty()) return absl::OkStatus();
  const OrderedPairs pairs = CountOrdered(timed, kApart);
  totals->pairs.all += pairs.all;
  totals->pairs.in_order += pairs.in_order;
  const auto fastest =
      std::min_element(timed.begin(), timed.end(),
                       [](const auto& a, const auto& b) { return a.measured_ms < b.measured_ms; });
  const double ratio = timed.front().measured_ms / fastest->measured_ms;
  totals->log_chosen += std::log(ratio);
  ++totals->problems;
  if (ratio > totals->worst) {
    totals->worst = ratio;
    totals->worst_token = token;
  }
  std::cout << absl::StrFormat("  pairs in order %d of %d, chosen / fastest %.3f\n", pairs.in_order,
                               pairs.all, ratio);
  return absl::OkStatus();
}

absl::Status Run(const std::vector<std::string>& arguments) {
  const std::vector<cli::FlagSpec> specs = {{"device", "D", "auto, hip[:n], cuda[:n] or host"},
                                            {"csv", "FILE", "also write a table"},
                                            {"most", "N", "alternatives of each problem (10)"},
                                            {"repeats", "N", "timed repeats of each plan (10)"}};
  FFT_ASSIGN_OR_RETURN(const cli::Flags flags, cli::ParseFlags(specs, arguments));
  if (flags.positional().size() != 1) {
    return absl::InvalidArgumentError("usage: prediction_bench FILE.tokens\n" +
                                      cli::FlagsHelp(specs));
  }
  ContextOptions environment = ReadEnvironment();
  environment.device = flags.Get("device", environment.device);
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<Context> context, Context::Create(environment));
  FFT_ASSIGN_OR_RETURN(const int64_t most, flags.GetInt("most", 10, 1, 1000));
  BenchOptions options;
  FFT_ASSIGN_OR_RETURN(options.timing.repeats, flags.GetInt("repeats", 10, 1, 100000));
  const bool is_host = context->device().kind() == rtc::DeviceKind::kHost;
  options.rotation = is_host ? Rotation::kOff : Rotation::kOn;
  FFT_ASSIGN_OR_RETURN(const auto lines, cli::ReadTokenList(cli::UserPath(flags.positional()[0])));
  std::ofstream csv;
  if (flags.Has("csv")) csv.open(cli::UserPath(flags.Get("csv")));
  csv << "token,plan,kernels,predicted_ms,measured_ms\n";
  Totals totals;
  for (const cli::TokenLine& line : lines) {
    if (line.must_refuse) continue;
    std::cout << line.token << "\n";
    const absl::Status status =
        MeasureProblem(line.token, static_cast<int>(most), options, context.get(), csv, &totals);
    if (!status.ok()) std::cout << "  " << status.message() << "\n";
    std::cout.flush();
  }
  if (totals.problems == 0) return absl::NotFoundError("nothing was measured");
  std::cout << absl::StrFormat(
      "%d problems; pairs over %.0f %% apart in predicted order: %d of %d (%.1f %%)\n"
      "chosen / fastest: geometric mean %.3f, worst %.3f %s\n",
      totals.problems, 100 * kApart, totals.pairs.in_order, totals.pairs.all,
      100.0 * totals.pairs.in_order / std::max(1, totals.pairs.all),
      std::exp(totals.log_chosen / totals.problems), totals.worst, totals.worst_token);
  return absl::OkStatus();
}

}  // namespace
}  // namespace fft::bench

int main(int argc, char** argv) {
  const absl::Status status = fft::bench::Run({argv + 1, argv + argc});
  if (status.ok()) return 0;
  std::cerr << "prediction_bench: " << status.message() << "\n";
  return 2;
}
