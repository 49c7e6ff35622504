#include "fft/rtc/compile_scheduler.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>

#include "absl/status/status.h"

namespace fft::rtc {
namespace {

int ChooseThreads(int requested) {
  if (requested > 0) return requested;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

CompileScheduler::CompileScheduler(const CompileSchedulerOptions& options)
    : threads_(ChooseThreads(options.threads)) {}

std::vector<absl::StatusOr<CachedKernel>> CompileScheduler::CompileAll(
    absl::Span<const CompileJob> jobs, KernelCache& cache, Compiler& compiler) const {
  std::vector<absl::StatusOr<CachedKernel>> results(jobs.size(), absl::UnknownError("not started"));
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t i = next++; i < jobs.size(); i = next++) {
      results[i] = cache.GetOrCompile(jobs[i].key, jobs[i].request, compiler);
    }
  };
  std::vector<std::thread> helpers;
  const size_t wanted = std::min<size_t>(threads_, jobs.size());
  for (size_t i = 1; i < wanted; ++i) {
    // A machine out of threads compiles with those it has.
    try {
      helpers.emplace_back(work);
    } catch (const std::system_error&) {
      break;
    }
  }
  work();
  for (std::thread& helper : helpers) helper.join();
  return results;
}

}  // namespace fft::rtc
