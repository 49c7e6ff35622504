#include "fft/rtc/cuda/cuda_compilers.h"

#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "fft/base/ir_marker.h"
#include "fft/base/status.h"

namespace fft::rtc {
namespace {

class CudaCompilers final : public Compiler {
 public:
  CudaCompilers(std::unique_ptr<Compiler> ptx, NvrtcOptions nvrtc)
      : ptx_(std::move(ptx)), nvrtc_options_(std::move(nvrtc)) {}

  absl::StatusOr<CodeObject> Compile(const CompileRequest& request) override {
    if (absl::StartsWith(request.source, kPtxMarker)) return ptx_->Compile(request);
    FFT_ASSIGN_OR_RETURN(Compiler * nvrtc, Nvrtc());
    return nvrtc->Compile(request);
  }

  // The version stands for kernels with callbacks too, whichever NVRTC compiles them.
  std::string Version() const override { return ptx_->Version(); }
  std::string name() const override { return ptx_->name(); }

  bool TakesIr() override { return true; }

 private:
  absl::StatusOr<Compiler*> Nvrtc() {
    std::lock_guard lock(mutex_);
    if (!nvrtc_) nvrtc_ = MakeNvrtcCompiler(nvrtc_options_);
    if (!nvrtc_->ok()) return nvrtc_->status();
    return (*nvrtc_)->get();
  }

  const std::unique_ptr<Compiler> ptx_;
  const NvrtcOptions nvrtc_options_;
  std::mutex mutex_;
  std::optional<absl::StatusOr<std::unique_ptr<Compiler>>> nvrtc_;  // guarded by mutex_
};

absl::StatusOr<std::unique_ptr<Compiler>> MakePtxReader(const CudaCompilerOptions& options) {
  if (!options.driver) return MakeNvJitLinkCompiler(options.nvjitlink);
  absl::StatusOr<std::unique_ptr<Compiler>> driver = MakePtxCompiler(*options.driver);
  if (driver.ok()) return driver;
  absl::StatusOr<std::unique_ptr<Compiler>> linker = MakeNvJitLinkCompiler(options.nvjitlink);
  if (linker.ok()) return linker;
  return absl::Status(driver.status().code(),
                      absl::StrCat(driver.status().message(), "; ", linker.status().message()));
}

}  // namespace

absl::StatusOr<CudaLanguage> ParseCudaLanguage(absl::string_view text) {
  if (text.empty() || text == "auto") return CudaLanguage::kAuto;
  if (text == "ptx") return CudaLanguage::kPtx;
  if (text == "c++") return CudaLanguage::kCpp;
  return InvalidField("cuda_language", std::string(text), "auto, ptx or c++");
}

absl::StatusOr<std::unique_ptr<Compiler>> MakeCudaCompilers(const CudaCompilerOptions& options) {
  if (options.language == CudaLanguage::kCpp) return MakeNvrtcCompiler(options.nvrtc);
  absl::StatusOr<std::unique_ptr<Compiler>> ptx = MakePtxReader(options);
  if (ptx.ok()) return std::make_unique<CudaCompilers>(*std::move(ptx), options.nvrtc);
  if (options.language == CudaLanguage::kPtx) return ptx.status();
  absl::StatusOr<std::unique_ptr<Compiler>> cpp = MakeNvrtcCompiler(options.nvrtc);
  if (cpp.ok()) return cpp;
  return absl::Status(cpp.status().code(),
                      absl::StrCat(cpp.status().message(), "; ", ptx.status().message()));
}

}  // namespace fft::rtc
