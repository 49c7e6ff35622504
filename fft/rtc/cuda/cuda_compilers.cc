#include "fft/rtc/cuda/cuda_compilers.h"

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "fft/base/ir_marker.h"
#include "fft/base/status.h"
#include "fft/rtc/opened_later.h"

namespace fft::rtc {
namespace {

class CudaCompilers final : public Compiler {
 public:
  // `first` compiles PTX, or C++ if PTX is not to be compiled.
  CudaCompilers(std::unique_ptr<Compiler> first, const CudaCompilerOptions& options)
      : first_(std::move(first)),
        nvrtc_([nvrtc = options.nvrtc] { return MakeNvrtcCompiler(nvrtc); }),
        linker_([linker = options.nvjitlink] { return MakeNvJitLinkCompiler(linker); }) {}

  absl::StatusOr<CodeObject> Compile(const CompileRequest& request) override {
    const bool is_ptx = IsPtx(request.source);
    if (is_ptx) return first_->Compile(request);
    FFT_ASSIGN_OR_RETURN(Compiler * nvrtc, CppCompiler());
    if (request.objects.empty()) return nvrtc->Compile(request);
    FFT_ASSIGN_OR_RETURN(LinkingCompiler * linker, linker_.Get());
    FFT_ASSIGN_OR_RETURN(CodeObject code, nvrtc->Compile(request));
    FFT_ASSIGN_OR_RETURN(CodeObject linked, linker->Link(request, code.bytes));
    linked.log = absl::StrCat(code.log, linked.log);
    linked.milliseconds += code.milliseconds;
    return linked;
  }

  // This version also stands for kernels with callbacks, whichever compilers and linkers they take.
  std::string Version() const override { return first_->Version(); }
  std::string name() const override { return first_->name(); }
  std::string Library() const override { return first_->TakesIr() ? "" : first_->Library(); }
  bool TakesIr() override { return first_->TakesIr(); }

 private:
  absl::StatusOr<Compiler*> CppCompiler() {
    if (!first_->TakesIr()) return first_.get();
    return nvrtc_.Get();
  }

  const std::unique_ptr<Compiler> first_;
  OpenedLater<Compiler> nvrtc_;
  OpenedLater<LinkingCompiler> linker_;
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

absl::StatusOr<std::unique_ptr<Compiler>> MakeFirst(const CudaCompilerOptions& options) {
  if (options.language == CudaLanguage::kCpp) return MakeNvrtcCompiler(options.nvrtc);
  absl::StatusOr<std::unique_ptr<Compiler>> ptx = MakePtxReader(options);
  if (ptx.ok() || options.language == CudaLanguage::kPtx) return ptx;
  absl::StatusOr<std::unique_ptr<Compiler>> cpp = MakeNvrtcCompiler(options.nvrtc);
  if (cpp.ok()) return cpp;
  return absl::Status(cpp.status().code(),
                      absl::StrCat(cpp.status().message(), "; ", ptx.status().message()));
}

}  // namespace

absl::StatusOr<CudaLanguage> ParseCudaLanguage(absl::string_view text) {
  if (text.empty() || text == "auto") return CudaLanguage::kAuto;
  if (text == "ptx") return CudaLanguage::kPtx;
  if (text == "c++") return CudaLanguage::kCpp;
  return InvalidField("cuda_language", std::string(text), "auto, ptx or c++");
}

absl::StatusOr<std::unique_ptr<Compiler>> MakeCudaCompilers(const CudaCompilerOptions& options) {
  FFT_ASSIGN_OR_RETURN(std::unique_ptr<Compiler> first, MakeFirst(options));
  return std::make_unique<CudaCompilers>(std::move(first), options);
}

}  // namespace fft::rtc
