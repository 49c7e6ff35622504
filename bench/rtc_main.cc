// fft_bench_rtc: measures how much faster kernels compile when several compile at once.
//
//   bazel run --config=release //bench:fft_bench_rtc -- --arch TARGET
//
// Every repeat compiles the same kernels without any cache: one after the other in this process,
// then by the scheduler in each of its modes. Every repeat runs all modes, so that other work of
// the machine slows all of them alike. No device is needed.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "bench/statistics.h"
#include "fft/base/status.h"
#include "fft/exec/pipeline.h"
#include "fft/fft.h"
#include "fft/rtc/cache/kernel_cache.h"
#include "fft/rtc/compile_scheduler.h"
#include "fft/rtc/helper/parallel_compiler.h"
#include "tools/cli/flags.h"

namespace fft::bench {
namespace {

struct Mode {
  const char* name;
  rtc::CompileMode mode;
  int threads;  // 0 means one per processor
};

constexpr Mode kModes[] = {
    {"serial", rtc::CompileMode::kInProcess, 1},
    {"process", rtc::CompileMode::kInProcess, 0},
    {"helper", rtc::CompileMode::kHelper, 0},
    {"both", rtc::CompileMode::kBoth, 0},
};

const std::vector<cli::FlagSpec>& Specs() {
  static const auto* const kSpecs = new std::vector<cli::FlagSpec>{
      {"arch", "A", "a target with a compiler here; default: the first of the table"},
      {"kernels", "N", "distinct kernels; default 16"},
      {"repeats", "N", "repeats of each mode; default 5"},
      {"warm", "", "keep compilers and helpers between repeats"},
      {"help", "", "print this"},
  };
  return *kSpecs;
}

// Returns requests for the kernels of single transforms of growing lengths.
absl::StatusOr<std::vector<rtc::CompileRequest>> MakeRequests(const Target& target, int count) {
  constexpr int64_t kLengths[] = {16,   25,   32,   48,   64,   81,   100,  128,  168,  200,  243,
                                  256,  336,  400,  512,  625,  672,  768,  1000, 1024, 1215, 1536,
                                  1728, 2000, 2048, 2187, 2401, 2560, 3072, 3375, 3600, 4096};
  std::vector<rtc::CompileRequest> requests;
  for (const int64_t length : kLengths) {
    if (static_cast<int>(requests.size()) == count) break;
    Problem problem;
    problem.lengths = {length};
    problem.batch = 1000;
    FFT_ASSIGN_OR_RETURN(const PlanDescription plan, DescribePlan(problem, target, {}));
    for (const kernels::PlannedKernel& kernel : plan.kernels) {
      FFT_ASSIGN_OR_RETURN(std::string source, SourceOf(kernel, target));
      requests.push_back({kernel.name, std::move(source), target.name, {}});
    }
  }
  if (static_cast<int>(requests.size()) != count) {
    return absl::InvalidArgumentError(absl::StrCat("there are ", requests.size(), " kernels"));
  }
  return requests;
}

absl::StatusOr<std::unique_ptr<rtc::Compiler>> MakeCompilerFor(const Mode& mode,
                                                               rtc::DeviceKind kind) {
  rtc::ParallelCompilerOptions options;
  options.mode = mode.mode;
  options.helper.log = [](absl::LogSeverity, const std::string& message) {
    std::cerr << "warning: " << message << "\n";
  };
  return rtc::MakeParallelCompiler(kind, options);
}

// Returns the wall-clock milliseconds of compiling all kernels.
absl::StatusOr<double> TimeAll(const Mode& mode, const std::vector<rtc::CompileRequest>& requests,
                               rtc::Compiler& compiler) {
  std::vector<rtc::CompileJob> jobs;
  for (const rtc::CompileRequest& request : requests) {
    jobs.push_back({{request.kernel_name, request.arch, compiler.Version(), "bench"},
                    [request] { return absl::StatusOr<rtc::CompileRequest>(request); }});
  }
  const rtc::CompileScheduler scheduler({.threads = mode.threads});
  const auto cache = rtc::KernelCache::Open({});
  const absl::Time start = absl::Now();
  for (const auto& result : scheduler.CompileAll(jobs, *cache, compiler)) {
    if (!result.ok()) return result.status();
  }
  return absl::ToDoubleMilliseconds(absl::Now() - start);
}

absl::Status Run(const cli::Flags& flags) {
  const std::string arch = flags.Get("arch", Targets().front().name);
  FFT_ASSIGN_OR_RETURN(const Target target, FindTarget(arch));
  FFT_ASSIGN_OR_RETURN(const rtc::DeviceKind kind, rtc::KindOfArch(target.name));
  FFT_ASSIGN_OR_RETURN(const int64_t kernels, flags.GetInt("kernels", 16, 1, 32));
  FFT_ASSIGN_OR_RETURN(const int64_t repeats, flags.GetInt("repeats", 5, 1, 1000));
  FFT_ASSIGN_OR_RETURN(const auto requests, MakeRequests(target, static_cast<int>(kernels)));

  std::vector<double> times[std::size(kModes)];
  std::unique_ptr<rtc::Compiler> compilers[std::size(kModes)];
  for (int64_t i = 0; i < repeats; ++i) {
    for (size_t m = 0; m < std::size(kModes); ++m) {
      if (compilers[m] == nullptr || !flags.Has("warm")) {
        FFT_ASSIGN_OR_RETURN(compilers[m], MakeCompilerFor(kModes[m], kind));
      }
      FFT_ASSIGN_OR_RETURN(const double time, TimeAll(kModes[m], requests, *compilers[m]));
      times[m].push_back(time);
    }
  }
  std::cout << absl::StrFormat("%d kernels for %s on %d processors, %d repeats; milliseconds\n",
                               kernels, target.name, std::thread::hardware_concurrency(), repeats)
            << absl::StrFormat("%-8s %9s %9s %9s %8s\n", "mode", "min", "median", "max", "speedup");
  const double serial = Median(times[0]);
  for (size_t m = 0; m < std::size(kModes); ++m) {
    const auto [low, high] = std::minmax_element(times[m].begin(), times[m].end());
    std::cout << absl::StrFormat("%-8s %9.0f %9.0f %9.0f %8.2f\n", kModes[m].name, *low,
                                 Median(times[m]), *high, serial / Median(times[m]));
  }
  return absl::OkStatus();
}

int Main(const std::vector<std::string>& arguments) {
  const auto flags = cli::ParseFlags(Specs(), arguments);
  if (flags.ok() && flags->Has("help")) {
    std::cout << cli::FlagsHelp(Specs());
    return EXIT_SUCCESS;
  }
  const absl::Status status = flags.ok() ? Run(*flags) : flags.status();
  if (!status.ok()) std::cerr << "fft_bench_rtc: " << status.message() << "\n";
  return status.ok() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace fft::bench

int main(int argc, char** argv) {
  return fft::bench::Main(std::vector<std::string>(argv + 1, argv + argc));
}
