// The state that the plans of one Context share: device, compiler, cache, descriptions, loaded
// kernels and twiddle tables.
//
// All plans that exist at the same time share equal descriptions, kernels and tables. Each is
// released with the last plan that uses it. Thread safe.
#ifndef FFT_EXEC_CONTEXT_STATE_H_
#define FFT_EXEC_CONTEXT_STATE_H_

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/base/log.h"
#include "fft/core/target.h"
#include "fft/exec/context.h"
#include "fft/exec/decision_memory.h"
#include "fft/exec/kernel_build.h"
#include "fft/exec/pipeline.h"
#include "fft/exec/shared_by_name.h"
#include "fft/kernels/lower_plan.h"
#include "fft/rtc/cache/kernel_cache.h"
#include "fft/rtc/cache/wisdom_store.h"
#include "fft/rtc/compile_scheduler.h"
#include "fft/rtc/compiler.h"
#include "fft/rtc/device.h"

namespace fft {

// A kernel on the device, ready to launch.
struct LoadedKernel {
  std::unique_ptr<rtc::Module> module;
  const rtc::Kernel* kernel = nullptr;
  std::string log;
  int64_t code_bytes = 0;
};

// A loaded kernel, and where its code came from for one plan.
struct PlanKernel {
  std::shared_ptr<const LoadedKernel> loaded;
  KernelBuild build;
};

// A kernel of a plan, to be compiled.
struct KernelToLoad {
  std::string name;
  std::function<absl::StatusOr<std::string>(Dialect dialect, int pass_limit)> source;
  bool has_text = false;             // whether it has callbacks, whose text the program gives
  std::vector<std::string> objects;  // Callbacks::objects
};
KernelToLoad ToLoad(const kernels::PlannedKernel& kernel);
KernelToLoad ToLoad(const PlannedRelay& relay);

// Files that outlive the process.
struct Stores {
  std::unique_ptr<rtc::KernelCache> cache;
  std::string wisdom_path;  // the cache's own database, or empty
};

class ContextState {
 public:
  ContextState(std::unique_ptr<rtc::Device> device, std::unique_ptr<rtc::Compiler> compiler,
               Stores stores, Target target, LogSink log, int pass_limit)
      : device_(std::move(device)),
        compiler_(std::move(compiler)),
        cache_(std::move(stores.cache)),
        wisdom_(std::move(stores.wisdom_path)),
        target_(std::move(target)),
        log_(std::move(log)),
        pass_limit_(pass_limit),
        decisions_(target_, *cache_) {}

  rtc::Device& device() { return *device_; }
  rtc::KernelCache& cache() { return *cache_; }
  rtc::WisdomStore& wisdom() { return wisdom_; }
  std::string compiler_version() const { return compiler_->Version(); }
  const Target& target() const { return target_; }
  const LogSink& log() const { return log_; }
  // The dialect in which kernels are compiled. May open the compiler's library.
  Dialect source_dialect() const;
  int pass_limit() const { return pass_limit_; }  // GenerateSource's limit on optional AST passes

  // Returns what DescribePlan returns for the target. Follows a decision of the cache if there is
  // one (decision_memory.h). Plans of equal problems and options share the description while one of
  // these plans exists. If only the candidate differs, nothing is planned again.
  absl::StatusOr<std::shared_ptr<const PlanDescription>> Describe(const Problem& problem,
                                                                  const PlanOptions& options);

  // Returns the kernels in order. New kernels are compiled in parallel. Errors name the kernel.
  absl::StatusOr<std::vector<PlanKernel>> LoadKernels(const std::vector<KernelToLoad>& kernels,
                                                      const CancelToken& cancel);

  // Returns the table in device memory.
  absl::StatusOr<std::shared_ptr<const rtc::DeviceBuffer>> LoadTable(
      const kernels::TwiddleTable& table);

 private:
  rtc::CompileJob MakeJob(const KernelToLoad& kernel) const;
  absl::StatusOr<PlanKernel> LoadOrRecompile(const rtc::CompileJob& job,
                                             const rtc::CachedKernel& cached);
  absl::StatusOr<PlanKernel> Load(const std::string& name, const rtc::CachedKernel& cached);
  // Returns the kernel, and loads it first if it is not loaded.
  absl::StatusOr<std::shared_ptr<const LoadedKernel>> LoadCode(const std::string& name,
                                                               const rtc::CodeObject& object);

  // The device is declared first, so it is destroyed after the compiler and the cache. The plans
  // that use loaded kernels and tables hold this ContextState, so these do not outlive the device.
  const std::unique_ptr<rtc::Device> device_;
  const std::unique_ptr<rtc::Compiler> compiler_;
  const std::unique_ptr<rtc::KernelCache> cache_;
  rtc::WisdomStore wisdom_;
  const Target target_;
  const LogSink log_;
  const int pass_limit_;
  DecisionMemory decisions_;
  const rtc::CompileScheduler scheduler_;

  std::mutex mutex_;                                  // guards all members below
  SharedByName<const PlanDescription> descriptions_;  // by token: the last of each problem
  SharedByName<const LoadedKernel> kernels_;
  SharedByName<const rtc::DeviceBuffer> tables_;
};

}  // namespace fft

#endif  // FFT_EXEC_CONTEXT_STATE_H_
