#include "fft/rtc/host/llvm_compiler.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/cleanup/cleanup.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "fft/base/status.h"
#include "fft/rtc/compile_error.h"
#include "fft/rtc/host/processor_digest.h"
#include "fft/rtc/system/dynamic_library.h"
#include "fft/rtc/system/exit_gate.h"
#include "fft/rtc/system/stopwatch.h"

namespace fft::rtc {
namespace {

using LlvmTarget = struct LlvmTargetTag*;
using LlvmMachine = struct LlvmMachineTag*;
using LlvmLayout = struct LlvmLayoutTag*;
using LlvmModule = struct LlvmModuleTag*;
using LlvmContext = struct LlvmContextTag*;
using LlvmDiagnostic = struct LlvmDiagnosticTag*;
using LlvmBuffer = struct LlvmBufferTag*;
using LlvmPassOptions = struct LlvmPassOptionsTag*;
using LlvmError = struct LlvmErrorTag*;

// Numbers of the library's interface.
constexpr int kOptimiseDefault = 2;
constexpr int kPositionIndependent = 2;
constexpr int kSmallCodeModel = 3;
constexpr int kObjectFile = 1;
constexpr int kSeverityError = 0;

// The usual LLVM passes inline short bodies into their entry points, and keep addresses and
// constants out of loops. The code has vectors already.
constexpr char kUsualPasses[] =
    "always-inline,function(sroa,early-cse,simplifycfg,instcombine,loop-mssa(licm),simplifycfg)";

// The mark of loops over lanes that should become vectors.
constexpr char kLoopHint[] = "llvm.loop.vectorize.enable";
constexpr char kLoopPasses[] =
    "always-inline,function(sroa,early-cse,simplifycfg,instcombine,"
    "loop-mssa(licm),loop-vectorize,instcombine,early-cse<memssa>,"
    "loop-mssa(licm),simplifycfg)";

// From this release on, the pass runs twice and ends the process if the second run changes the
// result, unless it is told not to check.
constexpr unsigned kVerifyingRelease = 18;
constexpr char kVerifyingPass[] = "instcombine";
constexpr char kTrustingPass[] = "instcombine<no-verify-fixpoint>";

// The releases that //tests/verify:llvm_releases_verify_test runs on Debian 12; 0 stands for those
// before 16.
constexpr unsigned kTestedReleases[] = {0, 16, 19};

struct Api {
#define FFT_LLVM_ENTRY_POINT(name, symbol, result, ...) result (*name)(__VA_ARGS__) = nullptr;
#include "fft/rtc/host/llvm_entry_points.def"
#undef FFT_LLVM_ENTRY_POINT
};

std::vector<std::string> Candidates(const LlvmOptions& options) {
  if (!options.library.empty()) return {options.library};
  std::vector<std::string> names;
  for (int release = 19; release >= 15; --release) {
    for (std::string& name : LlvmLibraryNames(release)) names.push_back(std::move(name));
  }
  return names;
}

// The diagnostics of a context, collected: their text, and whether any is an error.
struct Diagnostics {
  const Api* api = nullptr;
  std::string log;
  bool has_error = false;

  static void Take(LlvmDiagnostic diagnostic, void* self) {
    auto* diagnostics = static_cast<Diagnostics*>(self);
    char* text = diagnostics->api->GetDiagInfoDescription(diagnostic);
    const bool is_error = diagnostics->api->GetDiagInfoSeverity(diagnostic) == kSeverityError;
    if (is_error) absl::StrAppend(&diagnostics->log, text, "\n");
    diagnostics->has_error |= is_error;
    diagnostics->api->DisposeMessage(text);
  }
};

class LlvmCompiler final : public Compiler {
 public:
  static absl::StatusOr<std::unique_ptr<Compiler>> Open(const LlvmOptions& options) {
#if !defined(__x86_64__)
    return absl::UnavailableError("kernels of LLVM are loaded on x86-64 processors only");
#endif
    FFT_ASSIGN_OR_RETURN(const DynamicLibrary library,
                         DynamicLibrary::Open("libLLVM", Candidates(options)));
    auto compiler = std::unique_ptr<LlvmCompiler>(new LlvmCompiler(library, options));
    FFT_RETURN_IF_ERROR(compiler->Start());
    if (options.trial && !compiler->IsTested()) {
      FFT_RETURN_IF_ERROR(options.trial(library.path(), compiler->Version()));
    }
    return compiler;
  }

  absl::StatusOr<CodeObject> Compile(const CompileRequest& request) override {
    FFT_RETURN_IF_ERROR(CheckRequest(request));
    if (request.arch != "host") {
      return Fail(
          absl::StatusCode::kInvalidArgument, request,
          absl::StrCat("does not support the architecture ", request.arch, "; it knows host"));
    }
    FFT_ASSIGN_OR_RETURN(const GatePass pass, EnterCompiler(request));
    const Stopwatch watch;
    FFT_ASSIGN_OR_RETURN(CodeObject object, CompileModule(request));
    object.milliseconds = watch.Milliseconds();
    return object;
  }

  std::string Version() const override {
    return absl::StrCat("LLVM, ", library_.Identity(), ", ", cpu_, ", processor ",
                        ProcessorDigest(), ", ", passes_.empty() ? Usual(kLoopPasses) : passes_);
  }
  std::string name() const override { return "llvm"; }
  std::string Library() const override { return library_.path(); }
  bool TakesIr() override { return true; }

 private:
  LlvmCompiler(DynamicLibrary library, const LlvmOptions& options)
      : library_(std::move(library)), passes_(options.passes), cpu_(options.processor) {}

  absl::Status Start() {
    FFT_ASSIGN_OR_RETURN(const GatePass pass, GatePass::Take());
    FFT_RETURN_IF_ERROR(Bind());
    return Describe();
  }

  absl::Status Bind() {
#define FFT_LLVM_ENTRY_POINT(name, symbol, ...) \
  FFT_RETURN_IF_ERROR(library_.Bind(symbol, &api_.name));
#include "fft/rtc/host/llvm_entry_points.def"
#undef FFT_LLVM_ENTRY_POINT
    api_.InitializeX86TargetInfo();
    api_.InitializeX86Target();
    api_.InitializeX86TargetMC();
    api_.InitializeX86AsmPrinter();
    // Release 14 reads opaque pointers when it is told to. Later releases read them by default.
    if (absl::StrContains(library_.path(), "LLVM-14")) {
      const char* const options[] = {"fft", "-opaque-pointers"};
      api_.ParseCommandLineOptions(2, options, nullptr);
    }
    return absl::OkStatus();
  }

  // The release; zero before release 16, whose interface does not tell.
  unsigned Release() const {
    void (*get_version)(unsigned*, unsigned*, unsigned*) = nullptr;
    unsigned major = 0, minor = 0, patch = 0;
    if (library_.Bind("LLVMGetVersion", &get_version).ok()) get_version(&major, &minor, &patch);
    return major;
  }

  bool IsTested() const {
    return passes_.empty() && absl::c_linear_search(kTestedReleases, release_);
  }

  // The LLVM passes that this library runs, as this release of LLVM spells them.
  std::string Usual(const char* passes) const {
    if (release_ < kVerifyingRelease) return passes;
    return absl::StrReplaceAll(passes, {{kVerifyingPass, kTrustingPass}});
  }

  std::string Take(char* text) const {
    std::string copy = text == nullptr ? "" : text;
    if (text != nullptr) api_.DisposeMessage(text);
    return copy;
  }

  absl::Status Describe() {
    release_ = Release();
    triple_ = Take(api_.GetDefaultTargetTriple());
    if (cpu_.empty()) {
      cpu_ = Take(api_.GetHostCPUName());
      features_ = Take(api_.GetHostCPUFeatures());
    }
    char* message = nullptr;
    if (api_.GetTargetFromTriple(triple_.c_str(), &target_, &message) != 0) {
      return absl::UnavailableError(
          absl::StrCat(library_.path(), ": no code for ", triple_, ": ", Take(message)));
    }
    return absl::OkStatus();
  }

  absl::Status Fail(absl::StatusCode code, const CompileRequest& request,
                    const std::string& what) const {
    return CompileError(code, request, absl::StrCat(library_.path(), ": ", what));
  }

  absl::StatusOr<CodeObject> CompileModule(const CompileRequest& request) const {
    const LlvmContext context = api_.ContextCreate();
    Diagnostics diagnostics{&api_};
    api_.ContextSetDiagnosticHandler(context, Diagnostics::Take, &diagnostics);
    const absl::Cleanup dispose_context = [&] { api_.ContextDispose(context); };
    // LLVM takes the buffer over and needs a zero behind its end, so it gets a copy.
    const LlvmBuffer text = api_.CreateMemoryBufferWithMemoryRangeCopy(
        request.source.data(), request.source.size(), request.kernel_name.c_str());
    LlvmModule module = nullptr;
    char* message = nullptr;
    if (api_.ParseIRInContext(context, text, &module, &message) != 0) {
      return Fail(absl::StatusCode::kInvalidArgument, request, Take(message));
    }
    const absl::Cleanup dispose_module = [&] { api_.DisposeModule(module); };
    const LlvmMachine machine =
        api_.CreateTargetMachine(target_, triple_.c_str(), cpu_.c_str(), features_.c_str(),
                                 kOptimiseDefault, kPositionIndependent, kSmallCodeModel);
    const absl::Cleanup dispose_machine = [&] { api_.DisposeTargetMachine(machine); };
    const LlvmLayout layout = api_.CreateTargetDataLayout(machine);
    api_.SetModuleDataLayout(module, layout);
    api_.DisposeTargetData(layout);
    api_.SetTarget(module, triple_.c_str());
    FFT_RETURN_IF_ERROR(Optimise(request, module, machine));
    return Emit(request, module, machine, diagnostics);
  }

  absl::Status Optimise(const CompileRequest& request, LlvmModule module,
                        LlvmMachine machine) const {
    const LlvmPassOptions options = api_.CreatePassBuilderOptions();
    const bool has_loops = absl::StrContains(request.source, kLoopHint);
    const std::string passes =
        !passes_.empty() ? passes_ : Usual(has_loops ? kLoopPasses : kUsualPasses);
    const LlvmError error = api_.RunPasses(module, passes.c_str(), machine, options);
    api_.DisposePassBuilderOptions(options);
    if (error == nullptr) return absl::OkStatus();
    char* text = api_.GetErrorMessage(error);
    const absl::Status status = Fail(absl::StatusCode::kInternal, request, text);
    api_.DisposeErrorMessage(text);
    return status;
  }

  absl::StatusOr<CodeObject> Emit(const CompileRequest& request, LlvmModule module,
                                  LlvmMachine machine, const Diagnostics& diagnostics) const {
    char* message = nullptr;
    LlvmBuffer buffer = nullptr;
    if (api_.EmitToMemoryBuffer(machine, module, kObjectFile, &message, &buffer) != 0) {
      return Fail(absl::StatusCode::kInternal, request, Take(message));
    }
    CodeObject object;
    object.bytes.assign(api_.GetBufferStart(buffer), api_.GetBufferSize(buffer));
    api_.DisposeMemoryBuffer(buffer);
    object.log = diagnostics.log;
    if (diagnostics.has_error) {
      return Fail(absl::StatusCode::kInternal, request, diagnostics.log);
    }
    return object;
  }

  const DynamicLibrary library_;
  const std::string passes_;  // "": the passes that suit a kernel
  std::string cpu_;
  Api api_;
  unsigned release_ = 0;
  std::string triple_, features_;
  LlvmTarget target_ = nullptr;
};

}  // namespace

std::vector<std::string> LlvmLibraryNames(int release) {
  std::vector<std::string> names;
  if (release >= 18) names.push_back(absl::StrCat("libLLVM.so.", release, ".1"));
  names.push_back(absl::StrCat("libLLVM-", release, ".so.1"));
  names.push_back(absl::StrCat("libLLVM-", release, ".so"));
  return names;
}

absl::StatusOr<std::unique_ptr<Compiler>> MakeLlvmCompiler(const LlvmOptions& options) {
  return LlvmCompiler::Open(options);
}

}  // namespace fft::rtc
