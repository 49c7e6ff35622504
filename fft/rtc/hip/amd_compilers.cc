#include "fft/rtc/hip/amd_compilers.h"

#include <atomic>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "fft/rtc/hip/comgr_compiler.h"
#include "fft/rtc/opened_later.h"

namespace fft::rtc {
namespace {

class AmdCompilers final : public Compiler {
 public:
  AmdCompilers(std::unique_ptr<Compiler> amds, ClangOptions clang)
      : amds_(std::move(amds)),
        clang_([options = std::move(clang)] { return MakeClangCompiler(options); }) {}

  absl::StatusOr<CodeObject> Compile(const CompileRequest& request) override {
    absl::StatusOr<CodeObject> result = amds_->Compile(request);
    const bool is_probe = request.source == ProbeRequest(request.arch).source;
    if (is_probe || !IsUnknownArch(result.status())) return result;
    const absl::StatusOr<Compiler*> clang = clang_.Get();
    if (clang.ok()) {
      used_clang_ = true;
      return (*clang)->Compile(request);
    }
    return absl::Status(result.status().code(),
                        absl::StrCat(result.status().message(), "; ", clang.status().message()));
  }

  std::string Version() const override { return amds_->Version(); }
  std::string name() const override {
    return used_clang_ ? absl::StrCat(amds_->name(), " and clang") : amds_->name();
  }
  std::string Library() const override { return amds_->Library(); }

 private:
  const std::unique_ptr<Compiler> amds_;  // hipRTC or the code object manager
  std::atomic<bool> used_clang_ = false;
  OpenedLater<Compiler> clang_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Compiler>> MakeAmdCompilers(const HiprtcOptions& hiprtc,
                                                           const ClangOptions& clang) {
  absl::StatusOr<std::unique_ptr<Compiler>> made = MakeHiprtcCompiler(hiprtc);
  if (!made.ok() && hiprtc.runtime == HipRuntime::kNever) made = MakeComgrCompiler();
  if (made.ok()) return std::make_unique<AmdCompilers>(*std::move(made), clang);
  absl::StatusOr<std::unique_ptr<Compiler>> alone = MakeClangCompiler(clang);
  if (alone.ok()) return alone;
  return made.status();
}

}  // namespace fft::rtc
