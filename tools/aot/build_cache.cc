#include "tools/aot/build_cache.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "fft/base/status.h"
#include "fft/exec/source_dialect.h"
#include "fft/kernels/generate.h"
#include "fft/rtc/cache/kernel_cache.h"
#include "fft/rtc/cache/kernel_store.h"
#include "fft/rtc/compile_scheduler.h"
#include "fft/rtc/compiler_factory.h"

namespace fft::aot {
namespace {

// How many kernels have their code in memory at once.
constexpr size_t kBatch = 256;

// A compiler that counts and reports the compiles that it passes on to another compiler.
class ProgressCompiler final : public rtc::Compiler {
 public:
  ProgressCompiler(std::unique_ptr<rtc::Compiler> compiler, int total,
                   std::function<void(const std::string&)> progress)
      : compiler_(std::move(compiler)), total_(total), progress_(std::move(progress)) {}

  absl::StatusOr<rtc::CodeObject> Compile(const rtc::CompileRequest& request) override {
    absl::StatusOr<rtc::CodeObject> object = compiler_->Compile(request);
    std::lock_guard lock(mutex_);
    ++done_;
    if (progress_) {
      progress_(absl::StrFormat("[%d/%d] %s %s: %s", done_, total_, request.arch,
                                request.kernel_name,
                                object.ok() ? absl::StrFormat("%.0f ms", object->milliseconds)
                                            : object.status().ToString()));
    }
    return object;
  }

  std::string Version() const override { return compiler_->Version(); }
  std::string name() const override { return compiler_->name(); }
  std::string Library() const override { return compiler_->Library(); }
  int done() const {
    std::lock_guard lock(mutex_);
    return done_;
  }

 private:
  const std::unique_ptr<rtc::Compiler> compiler_;
  const int total_;
  const std::function<void(const std::string&)> progress_;
  mutable std::mutex mutex_;
  int done_ = 0;  // guarded by mutex_
};

rtc::CacheKey KeyOf(const ListedKernel& kernel, const rtc::Compiler& compiler) {
  return {kernel.name, kernel.target.name, compiler.Version(), kernels::GeneratorVersion()};
}

rtc::CompileJob JobOf(const ListedKernel& kernel, rtc::Compiler& compiler) {
  rtc::CompileJob job;
  job.key = KeyOf(kernel, compiler);
  job.request =
      [kernel, key = job.key,
       dialect = SourceDialect(kernel.target, compiler)]() -> absl::StatusOr<rtc::CompileRequest> {
    FFT_ASSIGN_OR_RETURN(
        std::string source,
        std::visit(
            [&](const auto& spec) { return kernels::GenerateSource(spec, dialect, nullptr); },
            kernel.spec));
    return rtc::CompileRequest{key.kernel_name, std::move(source), key.arch, {}};
  };
  return job;
}

// Returns the jobs whose kernels are not in the file `partial` of an earlier run.
std::vector<rtc::CompileJob> Unfinished(const std::vector<rtc::CompileJob>& jobs,
                                        const std::string& partial) {
  const auto store = rtc::OpenKernelStore(partial, rtc::StoreMode::kReadOnly, {});
  if (!store.ok()) return jobs;
  std::vector<rtc::CompileJob> unfinished;
  for (const rtc::CompileJob& job : jobs) {
    const auto found = (*store)->Get(job.key);
    if (!found.ok() || !found->has_value()) unfinished.push_back(job);
  }
  return unfinished;
}

// Compiles all jobs. Returns the first error after all jobs were tried.
absl::Status CompileAll(const std::vector<rtc::CompileJob>& jobs, rtc::KernelCache& cache,
                        rtc::Compiler& compiler, int threads) {
  const rtc::CompileScheduler scheduler({.threads = threads});
  absl::Status first;
  for (size_t i = 0; i < jobs.size(); i += kBatch) {
    const auto batch = absl::MakeConstSpan(jobs).subspan(i, kBatch);
    for (const auto& result : scheduler.CompileAll(batch, cache, compiler))
      first.Update(result.status());
  }
  return first;
}

// Copies the kernels of `keys` from one file to a new file, in the order of the keys, and the
// decisions behind them.
absl::Status WriteOrdered(std::vector<rtc::CacheKey> keys, const ListedDecisions& decisions,
                          const std::string& from, const std::string& to) {
  std::sort(keys.begin(), keys.end());
  FFT_ASSIGN_OR_RETURN(const auto source,
                       rtc::OpenKernelStore(from, rtc::StoreMode::kReadOnly, {}));
  rtc::StoreOptions timeless;
  timeless.clock = absl::UnixEpoch;
  FFT_ASSIGN_OR_RETURN(const auto result,
                       rtc::OpenKernelStore(to, rtc::StoreMode::kReadWrite, timeless));
  for (const rtc::CacheKey& key : keys) {
    FFT_ASSIGN_OR_RETURN(std::optional<rtc::StoredKernel> kernel, source->Get(key));
    if (!kernel.has_value()) {
      return absl::DataLossError(absl::StrCat(from, " does not hold ", rtc::DescribeKey(key)));
    }
    kernel->object.milliseconds = 0;
    FFT_RETURN_IF_ERROR(result->Put(key, *kernel));
  }
  for (const auto& [key, text] : decisions) {
    rtc::StoredKernel decision;
    decision.object.bytes = text;
    FFT_RETURN_IF_ERROR(result->Put(key, decision));
  }
  return absl::OkStatus();
}

absl::Status Rename(const std::string& from, const std::string& to) {
  std::error_code error;
  std::filesystem::rename(from, to, error);
  if (!error) return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat(to, " cannot be written: ", error.message()));
}

// Returns the options of the compilers. No process loads a HIP runtime or a CUDA driver, since
// their results depend on the machine. Helper processes run AMD's compilers, which may end their
// process, unless the tool's options say otherwise.
rtc::ParallelCompilerOptions CompilersFor(rtc::DeviceKind kind,
                                          const rtc::ParallelCompilerOptions& options) {
  rtc::ParallelCompilerOptions chosen = options;
  chosen.compilers.cuda.driver.reset();
  chosen.compilers.hiprtc.runtime = rtc::HipRuntime::kNever;
  if (kind == rtc::DeviceKind::kHip && options.mode == rtc::CompileMode::kAuto) {
    chosen.mode = rtc::CompileMode::kHelper;
  }
  return chosen;
}

}  // namespace

absl::StatusOr<BuildCacheReport> BuildCache(const std::vector<ListedKernel>& kernels,
                                            const BuildCacheOptions& options) {
  const std::string partial = options.output + ".partial", fresh = options.output + ".new";
  rtc::KernelCacheOptions cache_options;
  cache_options.user_path = partial;
  cache_options.user_limit_bytes = 0;
  const auto cache = rtc::KernelCache::Open(cache_options);

  std::map<rtc::DeviceKind, std::vector<const ListedKernel*>> by_kind;
  for (const ListedKernel& kernel : kernels) {
    FFT_ASSIGN_OR_RETURN(const rtc::DeviceKind kind, rtc::KindOfArch(kernel.target.name));
    by_kind[kind].push_back(&kernel);
  }
  BuildCacheReport report;
  std::vector<rtc::CacheKey> keys;
  absl::Status first_error;
  for (const auto& [kind, group] : by_kind) {
    FFT_ASSIGN_OR_RETURN(auto made,
                         rtc::MakeParallelCompiler(kind, CompilersFor(kind, options.compilers)));
    std::vector<rtc::CompileJob> jobs;
    for (const ListedKernel* kernel : group) {
      jobs.push_back(JobOf(*kernel, *made));
      keys.push_back(jobs.back().key);
    }
    jobs = Unfinished(jobs, partial);
    ProgressCompiler compiler(std::move(made), static_cast<int>(jobs.size()), options.progress);
    first_error.Update(CompileAll(jobs, *cache, compiler, options.jobs));
    report.compiled += compiler.done();
  }
  FFT_RETURN_IF_ERROR(first_error);
  if (cache->status() != "ok") return absl::UnavailableError(cache->status());

  std::error_code ignored;
  std::filesystem::remove(fresh, ignored);
  FFT_RETURN_IF_ERROR(WriteOrdered(keys, options.decisions, partial, fresh));
  FFT_RETURN_IF_ERROR(Rename(fresh, options.output));
  std::filesystem::remove(partial, ignored);
  // The kernel cache made this file as a lock for processes that share `partial`.
  std::filesystem::remove(partial + ".lock", ignored);
  report.kernels = static_cast<int>(keys.size());
  return report;
}

}  // namespace fft::aot
