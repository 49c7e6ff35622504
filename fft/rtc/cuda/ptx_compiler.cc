#include "fft/rtc/cuda/ptx_compiler.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/compile_error.h"
#include "fft/rtc/cuda/cuda_api.h"
#include "fft/rtc/cuda/cuda_context.h"
#include "fft/rtc/cuda/ptxas_log.h"
#include "fft/rtc/cuda/sm_architecture.h"
#include "fft/rtc/system/stopwatch.h"

namespace fft::rtc {
namespace {

absl::StatusOr<int> NumberOf(const CompileRequest& request) {
  const std::optional<SmArchitecture> architecture = ParseSmArchitecture(request.arch);
  if (architecture && architecture->feature == 0) return architecture->number;
  return CompileError(absl::StatusCode::kInvalidArgument, request,
                      "the CUDA driver compiles for sm_N alone");
}

// One run of the driver's compiler, with the texts that it writes.
class LinkRun {
 public:
  LinkRun(const CudaApi& api, int architecture) : api_(api) {
    const std::pair<CuJitOption, void*> options[] = {
        {kCuJitTarget, Number(architecture)}, {kCuJitLogVerbose, Number(1)},
        {kCuJitInfoLog, info_.data()},        {kCuJitInfoLogBytes, Number(info_.size())},
        {kCuJitErrorLog, errors_.data()},     {kCuJitErrorLogBytes, Number(errors_.size())},
    };
    for (size_t i = 0; i < std::size(options); ++i) {
      names_[i] = options[i].first;
      values_[i] = options[i].second;
    }
  }
  LinkRun(const LinkRun&) = delete;
  LinkRun& operator=(const LinkRun&) = delete;
  ~LinkRun() {
    if (state_ != nullptr) api_.LinkDestroy(state_);
  }

  absl::StatusOr<std::string> Cubin(const CompileRequest& request) {
    FFT_RETURN_IF_ERROR(api_.Check(api_.LinkCreate(static_cast<unsigned>(names_.size()),
                                                   names_.data(), values_.data(), &state_),
                                   "cuLinkCreate"));
    // The driver reads the text up to its zero byte, which the size includes.
    FFT_RETURN_IF_ERROR(api_.Check(
        api_.LinkAddData(state_, kCuJitInputPtx, const_cast<char*>(request.source.c_str()),
                         request.source.size() + 1, request.kernel_name.c_str(), 0, nullptr,
                         nullptr),
        "cuLinkAddData"));
    void* cubin = nullptr;
    size_t bytes = 0;
    FFT_RETURN_IF_ERROR(api_.Check(api_.LinkComplete(state_, &cubin, &bytes), "cuLinkComplete"));
    return std::string(static_cast<const char*>(cubin), bytes);
  }

  std::string Log() const {
    const std::string info = info_.data(), errors = errors_.data();
    return StablePtxasLog(errors.empty() ? info : absl::StrCat(errors, "\n", info));
  }

 private:
  static void* Number(uintptr_t value) { return reinterpret_cast<void*>(value); }

  const CudaApi& api_;
  CuLinkState state_ = nullptr;
  std::array<CuJitOption, 6> names_;
  std::array<void*, 6> values_;
  std::array<char, 16384> info_ = {}, errors_ = {};
};

class PtxCompiler final : public Compiler {
 public:
  explicit PtxCompiler(std::unique_ptr<PrimaryContext> context) : context_(std::move(context)) {
    int version = 0;
    const CudaApi& api = context_->api();
    if (api.DriverGetVersion(&version) != 0) version = 0;
    version_ =
        absl::StrCat("CUDA driver ", version / 1000, ".", version % 1000 / 10, ", ", api.library);
  }

  absl::StatusOr<CodeObject> Compile(const CompileRequest& request) override {
    FFT_RETURN_IF_ERROR(CheckRequest(request));
    FFT_ASSIGN_OR_RETURN(const int architecture, NumberOf(request));
    if (!request.options.empty()) {
      return CompileError(absl::StatusCode::kInvalidArgument, request,
                          absl::StrCat("the CUDA driver takes no options; ", request.options[0]));
    }
    FFT_ASSIGN_OR_RETURN(const GatePass pass, EnterCompiler(request));
    const SetupContext current(*context_);
    FFT_RETURN_IF_ERROR(current.status());
    const Stopwatch watch;
    LinkRun run(context_->api(), architecture);
    absl::StatusOr<std::string> cubin = run.Cubin(request);
    CodeObject object;
    object.log = run.Log();
    if (!cubin.ok()) {
      return CompileError(cubin.status().code(), request,
                          absl::StrCat(version_, ": ", cubin.status().message()), object.log);
    }
    object.bytes = *std::move(cubin);
    object.milliseconds = watch.Milliseconds();
    return object;
  }

  std::string Version() const override { return version_; }
  std::string name() const override { return "ptx"; }
  bool TakesIr() override { return true; }

 private:
  const std::unique_ptr<PrimaryContext> context_;
  std::string version_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Compiler>> MakePtxCompiler(const PtxOptions& options) {
  FFT_ASSIGN_OR_RETURN(auto context, PrimaryContext::Retain(options.device, options.driver));
  return std::make_unique<PtxCompiler>(std::move(context));
}

}  // namespace fft::rtc
