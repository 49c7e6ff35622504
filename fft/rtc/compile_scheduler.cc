#include "fft/rtc/compile_scheduler.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "fft/base/out_of_memory.h"
#include "fft/base/worker_thread.h"

namespace fft::rtc {
namespace {

int ChooseThreads(int requested) {
  if (requested > 0) return requested;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

// The stored kernel of a job. The caller's own thread fetches it, because starting other threads
// takes longer.
absl::StatusOr<std::optional<CachedKernel>> Fetch(const CompileJob& job, KernelCache& cache) {
  return CatchOutOfMemory(
      [&]() -> absl::StatusOr<std::optional<CachedKernel>> { return cache.Lookup(job.key); });
}

absl::StatusOr<CachedKernel> Do(const CompileJob& job, KernelCache& cache, Compiler& compiler) {
  return CatchOutOfMemory([&]() -> absl::StatusOr<CachedKernel> {
    const auto accept = [&job](const CodeObject& object) {
      return job.accept ? job.accept(object) : absl::OkStatus();
    };
    return cache.GetOrCompile(job.key, job.request, compiler, accept, job.cancel);
  });
}

}  // namespace

CompileScheduler::CompileScheduler(const CompileSchedulerOptions& options)
    : threads_(ChooseThreads(options.threads)) {}

std::vector<absl::StatusOr<CachedKernel>> CompileScheduler::CompileAll(
    absl::Span<const CompileJob> jobs, KernelCache& cache, Compiler& compiler) const {
  std::vector<absl::StatusOr<CachedKernel>> results(jobs.size(), absl::UnknownError("not started"));
  std::vector<size_t> missing;
  for (size_t i = 0; i < jobs.size(); ++i) {
    absl::StatusOr<std::optional<CachedKernel>> stored = Fetch(jobs[i], cache);
    if (stored.ok() && *stored) {
      results[i] = **std::move(stored);
    } else {
      missing.push_back(i);
    }
  }
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t i = next++; i < missing.size(); i = next++) {
      const size_t job = missing[i];
      results[job] = Do(jobs[job], cache, compiler);
    }
  };
  std::vector<std::thread> helpers;
  const size_t wanted = std::min<size_t>(threads_, missing.size());
  helpers.reserve(wanted);
  for (size_t i = 1; i < wanted; ++i) {
    // If the machine can start no more threads, the running threads compile everything.
    std::optional<std::thread> helper = StartWorker(work);
    if (!helper) break;
    helpers.push_back(*std::move(helper));
  }
  work();
  for (std::thread& helper : helpers) helper.join();
  return results;
}

}  // namespace fft::rtc
