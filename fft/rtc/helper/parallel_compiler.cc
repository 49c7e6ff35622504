#include "fft/rtc/helper/parallel_compiler.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "fft/base/status.h"
#include "fft/rtc/device_kind.h"
#include "fft/rtc/system/cancellable_wait.h"

namespace fft::rtc {
namespace {

int Processors() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

// Counts the running compiles, and decides whether the next one runs in this process or in a
// helper.
class Turns {
 public:
  Turns(int most, int most_here) : most_(most), most_here_(most_here) {}

  // Waits for a turn. True: the compile runs in this process.
  absl::StatusOr<bool> Take(const CancelToken& cancel) {
    std::unique_lock lock(mutex_);
    FFT_RETURN_IF_ERROR(
        WaitUnlessCancelled(changed_, lock, cancel, [&] { return running_ < most_; }));
    ++running_;
    if (here_ >= most_here_) return false;
    ++here_;
    return true;
  }
  void End(bool was_here) {
    {
      std::lock_guard lock(mutex_);
      --running_;
      if (was_here) --here_;
    }
    changed_.notify_one();
  }

 private:
  const int most_;
  const int most_here_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int running_ = 0;  // guarded by mutex_
  int here_ = 0;     // guarded by mutex_
};

class ParallelCompiler final : public Compiler {
 public:
  ParallelCompiler(std::unique_ptr<Compiler> here, std::shared_ptr<HelperCompiler> helpers,
                   int most)
      : here_(std::move(here)), helpers_(std::move(helpers)), turns_(most, 1) {}

  absl::StatusOr<CodeObject> Compile(const CompileRequest& request) override {
    FFT_ASSIGN_OR_RETURN(const bool is_here, turns_.Take(request.cancel));
    absl::StatusOr<CodeObject> result =
        is_here || !helpers_->IsUsable() ? here_->Compile(request) : CompileOut(request);
    turns_.End(is_here);
    return result;
  }

  std::string Version() const override { return here_->Version(); }
  std::string name() const override { return here_->name(); }
  std::string Library() const override { return here_->Library(); }

 private:
  absl::StatusOr<CodeObject> CompileOut(const CompileRequest& request) {
    absl::StatusOr<CodeObject> result = helpers_->Compile(request);
    return absl::IsUnavailable(result.status()) ? here_->Compile(request) : result;
  }

  const std::unique_ptr<Compiler> here_;
  const std::shared_ptr<HelperCompiler> helpers_;
  Turns turns_;
};

// Asks helpers whether an architecture is safe to compile for. The helpers are made after the
// compiler that asks, because they use the library that this compiler has found.
class HelperProbe {
 public:
  void Set(std::shared_ptr<HelperCompiler> helpers) { helpers_ = std::move(helpers); }

  absl::StatusOr<bool> operator()(const std::string& arch) const {
    if (helpers_ == nullptr) return absl::UnavailableError("no helper");
    const absl::Status status = helpers_->Compile(ProbeRequest(arch)).status();
    if (absl::IsUnavailable(status)) return status;
    return status.ok();
  }

 private:
  std::shared_ptr<HelperCompiler> helpers_;
};

OpenMessage MakeOpenMessage(DeviceKind kind, const CompilerOptions& options,
                            const std::string& library) {
  OpenMessage open;
  open.kind = kind;
  open.library = library;
  open.hip_runtime = options.hiprtc.runtime;
  open.host = options.host;
  if (options.host_language == HostLanguage::kLlvm) {
    open.host_language = HostLanguage::kLlvm;
    open.llvm = options.llvm;
  }
  return open;
}

std::string LibraryOption(DeviceKind kind, const CompilerOptions& options) {
  switch (kind) {
    case DeviceKind::kHip:
      return options.hiprtc.library;
    case DeviceKind::kCuda:
      return options.cuda.nvrtc.library;
    case DeviceKind::kHost:
      return options.host.compiler;
  }
  return {};
}

// The options with a trial of LLVM, for compilers in this process.
CompilerOptions WithTrial(const ParallelCompilerOptions& options) {
  CompilerOptions compilers = options.compilers;
  if (!compilers.llvm.trial) {
    compilers.llvm.trial =
        LlvmTrial({options.compilers.host, options.compilers.llvm, options.helper, options.proofs});
  }
  return compilers;
}

// The GPU that "cuda:N" selects. For other selectors it is 0. A wrong selector is reported when the
// device is opened.
int CudaIndex(absl::string_view device) {
  const std::optional<DeviceSelector> selector = ParseDeviceSelector(device);
  const bool is_cuda = selector && selector->kind == DeviceKindName(DeviceKind::kCuda);
  return is_cuda ? selector->index : 0;
}

absl::StatusOr<std::unique_ptr<Compiler>> MakeBoth(DeviceKind kind,
                                                   const ParallelCompilerOptions& options) {
  const auto probe = std::make_shared<HelperProbe>();
  CompilerOptions compilers = options.compilers;
  compilers.host_language = HostLanguage::kCpp;  // what helpers compile
  compilers.cuda.language = CudaLanguage::kCpp;
  if (!compilers.hiprtc.probe) {
    compilers.hiprtc.probe = [probe](const std::string& arch) { return (*probe)(arch); };
  }
  FFT_ASSIGN_OR_RETURN(std::unique_ptr<Compiler> here, MakeCompiler(kind, compilers));
  FFT_ASSIGN_OR_RETURN(std::shared_ptr<HelperCompiler> helpers,
                       HelperCompiler::Create(MakeOpenMessage(kind, compilers, here->Library()),
                                              here->Version(), options.helper));
  probe->Set(helpers);
  return std::make_unique<ParallelCompiler>(std::move(here), std::move(helpers),
                                            std::max(2, HelperCount(options.helper)));
}

}  // namespace

absl::StatusOr<CompileMode> ParseCompileMode(absl::string_view text) {
  if (text == "auto") return CompileMode::kAuto;
  if (text == "process") return CompileMode::kInProcess;
  if (text == "helper") return CompileMode::kHelper;
  if (text == "both") return CompileMode::kBoth;
  return InvalidField("compile_mode", std::string(text), "auto, process, helper or both");
}

absl::StatusOr<ParallelCompilerOptions> CompilerOptionsFrom(const ContextOptions& environment,
                                                            const LogSink& log) {
  ParallelCompilerOptions options;
  FFT_ASSIGN_OR_RETURN(options.mode, ParseCompileMode(environment.compile_mode));
  options.compilers.cuda.nvrtc.library = environment.nvrtc_library;
  options.compilers.cuda.nvjitlink.library = environment.nvjitlink_library;
  options.compilers.host.compiler = environment.host_compiler;
  FFT_ASSIGN_OR_RETURN(options.compilers.cuda.language,
                       ParseCudaLanguage(environment.cuda_language));
  options.compilers.cuda.driver->driver.library = environment.cuda_library;
  options.compilers.cuda.driver->device = CudaIndex(environment.device);
  FFT_ASSIGN_OR_RETURN(options.compilers.host_language,
                       ParseHostLanguage(environment.host_language));
  // If the user names a C++ compiler, it is used.
  if (environment.host_language.empty() && !environment.host_compiler.empty()) {
    options.compilers.host_language = HostLanguage::kCpp;
  }
  FFT_ASSIGN_OR_RETURN(const HostProcessor processor,
                       ParseHostProcessor(environment.host_processor));
  options.compilers.host.flags = HostFlags(processor);
  if (processor != HostProcessor::kNative) {
    options.compilers.llvm.processor = CompilerName(processor);
  }
  options.compilers.llvm.library = environment.llvm_library;
  options.compilers.llvm.passes = environment.llvm_passes;
  options.helper.path = environment.helper_path;
  options.helper.log = log;
  return options;
}

absl::StatusOr<std::unique_ptr<Compiler>> MakeParallelCompiler(
    DeviceKind kind, const ParallelCompilerOptions& options) {
  CompileMode mode = options.mode;
  if (mode == CompileMode::kAuto) {
    mode =
        kind == DeviceKind::kHip && Processors() > 1 ? CompileMode::kBoth : CompileMode::kInProcess;
  }
  switch (mode) {
    case CompileMode::kBoth:
      return MakeBoth(kind, options);
    case CompileMode::kHelper: {
      const std::string library = LibraryOption(kind, options.compilers);
      return HelperCompiler::Create(MakeOpenMessage(kind, options.compilers, library), "",
                                    options.helper);
    }
    default:
      return MakeCompiler(kind, WithTrial(options));
  }
}

absl::StatusOr<std::unique_ptr<Compiler>> MakeToolCompiler(absl::string_view arch,
                                                           const ContextOptions& environment) {
  FFT_ASSIGN_OR_RETURN(const DeviceKind kind, KindOfArch(arch));
  FFT_ASSIGN_OR_RETURN(ParallelCompilerOptions options, CompilerOptionsFrom(environment, nullptr));
  options.compilers.cuda.driver.reset();
  return MakeCompiler(kind, WithTrial(options));
}

}  // namespace fft::rtc
