#include "fft/rtc/host/host_compilers.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <mutex>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "fft/base/ir_marker.h"
#include "fft/base/status.h"
#include "fft/rtc/host/processor_digest.h"
#include "fft/rtc/opened_later.h"

namespace fft::rtc {
namespace {

constexpr char kToInstallCpp[] =
    "; kernels with callbacks and bfloat16 kernels need a C++ compiler: install one (Debian: g++)";
constexpr char kIsInterpreted[] =
    "there is no compiler of host kernels: they are interpreted, which takes some fifty times as "
    "long; install LLVM's library (Debian: libllvm15) or a C++ compiler (Debian: g++)";
constexpr char kToInstallLlvm[] =
    "; install LLVM's library (Debian: libllvm15) or ask for host_language auto or c++";

// Whether the process can open no file at present. It tries to open one, since the loader gives the
// reason only in words.
bool LacksDescriptors() {
  const int fd = open("/", O_PATH | O_CLOEXEC);
  if (fd < 0) return errno == EMFILE || errno == ENFILE;
  close(fd);
  return false;
}

class HostCompilers final : public Compiler {
 public:
  HostCompilers(HostLanguage language, const HostCompilerOptions& options,
                std::unique_ptr<Compiler> cpp, LlvmOptions llvm)
      : language_(language),
        cpp_options_(options),
        cpp_(std::move(cpp)),
        version_(MakeVersion(llvm)),
        llvm_([options = std::move(llvm)] { return MakeLlvmCompiler(options); }) {}

  absl::StatusOr<CodeObject> Compile(const CompileRequest& request) override {
    const bool is_ir = IsLlvmIr(request.source);
    if (is_ir && IsInterpreted()) return CodeObject{.bytes = request.source, .log = kIsInterpreted};
    if (is_ir) {
      FFT_ASSIGN_OR_RETURN(Compiler * llvm, Llvm());
      return llvm->Compile(request);
    }
    absl::StatusOr<CodeObject> object = cpp_->Compile(request);
    if (!absl::IsUnavailable(object.status())) return object;
    return absl::UnavailableError(absl::StrCat(object.status().message(), kToInstallCpp));
  }

  std::string Version() const override { return version_; }
  std::string name() const override { return cpp_->name(); }
  std::string Library() const override { return cpp_->Library(); }
  bool TakesIr() override {
    return language_ == HostLanguage::kLlvm || IsInterpreted() || Llvm().ok();
  }

 private:
  bool IsInterpreted() {
    if (language_ != HostLanguage::kAuto) return language_ == HostLanguage::kNone;
    return !Llvm().ok() && !HasCpp();
  }

  bool HasCpp() {
    std::lock_guard lock(mutex_);
    if (!has_cpp_) {
      // The process may have free descriptors later. If it has none, the compile reports the error.
      if (LacksDescriptors()) return true;
      has_cpp_ = FindHostCompiler(cpp_options_).ok();
    }
    return *has_cpp_;
  }

  // Under `auto` the cache may hold code of either compiler, and both are right.
  std::string MakeVersion(const LlvmOptions& llvm) const {
    if (language_ == HostLanguage::kNone) return absl::StrCat("no LLVM; ", cpp_->Version());
    const char* which = language_ == HostLanguage::kLlvm ? "LLVM" : "LLVM where found";
    return absl::StrCat(which, " ", llvm.library, llvm.passes, ", processor ", llvm.processor,
                        ProcessorDigest(), "; ", cpp_->Version());
  }

  absl::StatusOr<Compiler*> Llvm() {
    absl::StatusOr<Compiler*> llvm = llvm_.Get();
    if (llvm.ok()) return llvm;
    if (LacksDescriptors()) llvm_.Retry();
    return absl::UnavailableError(absl::StrCat(llvm.status().message(), kToInstallLlvm));
  }

  const HostLanguage language_;
  const HostCompilerOptions cpp_options_;
  const std::unique_ptr<Compiler> cpp_;
  const std::string version_;
  OpenedLater<Compiler> llvm_;
  std::mutex mutex_;
  std::optional<bool> has_cpp_;  // guarded by mutex_
};

}  // namespace

absl::StatusOr<HostLanguage> ParseHostLanguage(absl::string_view text) {
  if (text.empty() || text == "auto") return HostLanguage::kAuto;
  if (text == "llvm") return HostLanguage::kLlvm;
  if (text == "c++") return HostLanguage::kCpp;
  if (text == "none") return HostLanguage::kNone;
  return InvalidField("host_language", std::string(text), "auto, llvm, c++ or none");
}

absl::StatusOr<std::unique_ptr<Compiler>> MakeHostCompilers(HostLanguage language,
                                                            const HostCompilerOptions& cpp,
                                                            const LlvmOptions& llvm) {
  FFT_ASSIGN_OR_RETURN(std::unique_ptr<Compiler> compiler, MakeHostCompiler(cpp));
  if (language == HostLanguage::kCpp) return compiler;
  return std::make_unique<HostCompilers>(language, cpp, std::move(compiler), llvm);
}

}  // namespace fft::rtc
