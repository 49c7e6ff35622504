// plan_times: measures the time that plans take to make, cold and warm.
//
//   bazel run --config=release //bench:plan_times -- --device host --csv bench/results/FILE.csv
//
//   cold      every kernel is compiled, and written to a user cache that was empty
//   warm      another Context finds every kernel in that user cache
//   second    the same Context makes the plan once more while the first is alive
//   planning  the work that needs no device: plan tree, buffer assignment, kernel descriptions
#include <algorithm>
#include <chrono>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "bench/statistics.h"
#include "fft/base/status.h"
#include "fft/exec/kernel_build.h"
#include "fft/exec/pipeline.h"
#include "fft/fft.h"
#include "fft/rtc/system/subprocess.h"
#include "tools/cli/flags.h"

namespace fft::bench {
namespace {

const std::vector<std::string> kTokens = {
    "complex_forward_len_64_single_op_batch_1000", "complex_forward_len_1024_single_ip_batch_100",
    "complex_inverse_len_336_double_op_batch_56",  "complex_forward_len_4096_double_op_batch_10",
    "complex_forward_len_65536_single_op",         "complex_forward_len_1048576_single_ip",
    "complex_forward_len_16777216_single_op",      "complex_forward_len_256_256_single_op",
    "complex_forward_len_128_128_128_single_ip",   "complex_forward_len_336_336_56_double_op",
};

// How many second plans are timed. A second plan takes so little time that other work of the
// machine could spoil a single timing.
constexpr int kSecondPlans = 11;

const std::vector<cli::FlagSpec>& Specs() {
  static const auto* const kSpecs = new std::vector<cli::FlagSpec>{
      {"device", "D", "auto, hip[:n], cuda[:n] or host"},
      {"csv", "FILE", "also write a table"},
      {"machine", "TEXT", "words for the table: machine, driver, commit"},
      {"repeats", "N", "of each figure, whose median is shown; default 3"},
      {"help", "", "print this"},
  };
  return *kSpecs;
}

struct PlanTimes {
  std::string token;
  int kernels = 0;
  double cold_ms = 0, warm_ms = 0, second_ms = 0, planning_ms = 0;
};

struct Samples {
  std::vector<double> cold, warm, second, planning;
};

absl::StatusOr<double> Milliseconds(const std::function<absl::Status()>& work) {
  const auto start = std::chrono::steady_clock::now();
  FFT_RETURN_IF_ERROR(work());
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

// Checks that all kernels have the origin `origin`.
absl::Status CheckOrigins(const Plan& plan, absl::string_view origin) {
  for (const KernelBuild& build : plan.builds()) {
    if (absl::string_view(build.origin).substr(0, origin.size()) == origin) continue;
    // A plan may use a kernel twice; the second use finds it in memory.
    if (build.origin == "memory") continue;
    return absl::InternalError(
        absl::StrCat(build.name, " comes from ", build.origin, ", not from ", std::string(origin)));
  }
  return absl::OkStatus();
}

absl::StatusOr<int> Sample(const Problem& problem, ContextOptions environment, Samples* samples) {
  FFT_ASSIGN_OR_RETURN(const rtc::TemporaryFolder folder, rtc::TemporaryFolder::Create(""));
  environment.cache_path = folder.path() + "/kernels.db";
  environment.system_cache_path = "none";
  std::shared_ptr<const Plan> plan;
  std::shared_ptr<Context> context;
  const auto make = [&]() -> absl::Status {
    FFT_ASSIGN_OR_RETURN(plan, context->MakePlan(problem));
    return absl::OkStatus();
  };
  for (auto [times, origin] : {std::pair{&samples->cold, "compiled"}, {&samples->warm, "user"}}) {
    plan.reset();
    FFT_ASSIGN_OR_RETURN(context, Context::Create(environment));
    FFT_ASSIGN_OR_RETURN(const double time, Milliseconds(make));
    times->push_back(time);
    FFT_RETURN_IF_ERROR(CheckOrigins(*plan, origin));
  }
  const std::shared_ptr<const Plan> first = plan;
  for (int i = 0; i < kSecondPlans; ++i) {
    FFT_ASSIGN_OR_RETURN(const double second, Milliseconds(make));
    samples->second.push_back(second);
    FFT_RETURN_IF_ERROR(CheckOrigins(*plan, "memory"));
    FFT_ASSIGN_OR_RETURN(const double planning, Milliseconds([&] {
                           return DescribePlan(problem, context->target(), {}).status();
                         }));
    samples->planning.push_back(planning);
  }
  return static_cast<int>(plan->builds().size());
}

absl::StatusOr<PlanTimes> Measure(const std::string& token, const ContextOptions& environment,
                                  int64_t repeats) {
  FFT_ASSIGN_OR_RETURN(const Problem problem, ParseToken(token));
  PlanTimes times{.token = token};
  Samples samples;
  for (int64_t i = 0; i < repeats; ++i) {
    FFT_ASSIGN_OR_RETURN(times.kernels, Sample(problem, environment, &samples));
  }
  times.cold_ms = Median(samples.cold);
  times.warm_ms = Median(samples.warm);
  times.second_ms = Median(samples.second);
  times.planning_ms = Median(samples.planning);
  return times;
}

std::string Row(const PlanTimes& times) {
  return absl::StrFormat("%7d %10.1f %10.2f %7.2f%% %10.3f %10.3f  %s", times.kernels,
                         times.cold_ms, times.warm_ms, 100 * times.warm_ms / times.cold_ms,
                         times.second_ms, times.planning_ms, times.token);
}

absl::Status Run(const cli::Flags& flags) {
  ContextOptions environment = ReadEnvironment();
  environment.device = flags.Get("device", environment.device);
  FFT_ASSIGN_OR_RETURN(const int64_t repeats, flags.GetInt("repeats", 3, 1, 1000));
  std::string device;
  {
    FFT_ASSIGN_OR_RETURN(const std::shared_ptr<Context> context, Context::Create(environment));
    device = absl::StrCat(context->device().name(), " (", context->device().arch(), ")");
  }
  const std::string date = absl::FormatTime("%Y-%m-%d", absl::Now(), absl::UTCTimeZone());
  std::ofstream csv;
  if (flags.Has("csv")) {
    csv.open(cli::UserPath(flags.Get("csv")));
    if (!csv) return absl::NotFoundError(absl::StrCat("cannot write ", flags.Get("csv")));
    csv << "token,device,date,machine,kernels,cold_ms,warm_ms,second_ms,planning_ms\n";
  }
  std::cout << "# " << device << ", " << date << ", median of " << repeats << ", milliseconds\n"
            << "kernels       cold       warm     warm     second   planning  token\n";
  const std::vector<std::string>& tokens =
      flags.positional().empty() ? kTokens : flags.positional();
  double worst_warm = 0, worst_second = 0;
  for (const std::string& token : tokens) {
    FFT_ASSIGN_OR_RETURN(const PlanTimes times, Measure(token, environment, repeats));
    std::cout << Row(times) << std::endl;
    csv << absl::StrFormat("%s,%s,%s,\"%s\",%d,%.3f,%.3f,%.4f,%.4f\n", token, device, date,
                           flags.Get("machine"), times.kernels, times.cold_ms, times.warm_ms,
                           times.second_ms, times.planning_ms)
        << std::flush;
    worst_warm = std::max(worst_warm, times.warm_ms / times.cold_ms);
    worst_second = std::max(worst_second, times.second_ms);
  }
  std::cout << absl::StrFormat("warm: at most %.2f%% of cold; second: at most %.3f ms\n",
                               100 * worst_warm, worst_second);
  return absl::OkStatus();
}

int Main(const std::vector<std::string>& arguments) {
  const absl::StatusOr<cli::Flags> flags = cli::ParseFlags(Specs(), arguments);
  if (flags.ok() && flags->Has("help")) {
    std::cout << "usage: plan_times [TOKEN...] [flags]\n\n" << cli::FlagsHelp(Specs());
    return 0;
  }
  const absl::Status status = flags.ok() ? Run(*flags) : flags.status();
  if (status.ok()) return 0;
  std::cerr << "plan_times: " << std::string(status.message()) << "\n";
  return flags.ok() ? 1 : 2;
}

}  // namespace
}  // namespace fft::bench

int main(int argc, char** argv) {
  return fft::bench::Main(std::vector<std::string>(argv + 1, argv + argc));
}
