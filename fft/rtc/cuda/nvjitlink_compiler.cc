#include "fft/rtc/cuda/nvjitlink_compiler.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/compile_error.h"
#include "fft/rtc/cuda/ptxas_log.h"
#include "fft/rtc/cuda/sm_architecture.h"
#include "fft/rtc/cuda/toolkit_libraries.h"
#include "fft/rtc/system/dynamic_library.h"
#include "fft/rtc/system/stopwatch.h"

namespace fft::rtc {
namespace {

// The library's names, newest first. There is no such library before CUDA 12.
const ToolkitLibrary kNvJitLink = {
    "nvJitLink", {"libnvJitLink.so.13", "libnvJitLink.so.12", "libnvJitLink.so"}, "nvjitlink"};

using Handle = void*;
// Values of nvJitLinkInputType. With kInputAny the library finds out the type itself.
constexpr int kInputPtx = 2, kInputLtoIr = 3, kInputAny = 10;
// Values of nvJitLinkResult.
constexpr int kInternalError = 6, kThreadPoolError = 7, kOutdatedLibrary = 14;

// The entry points in use, as the documentation declares them. Results are 0 for success.
struct NvJitLinkApi {
  int (*create)(Handle*, uint32_t option_count, const char** options);
  int (*destroy)(Handle*);
  int (*add_data)(Handle, int input, const void* data, size_t bytes, const char* name);
  int (*complete)(Handle);
  int (*cubin_size)(Handle, size_t*);
  int (*cubin)(Handle, void*);
  int (*error_log_size)(Handle, size_t*);
  int (*error_log)(Handle, char*);
  int (*info_log_size)(Handle, size_t*);
  int (*info_log)(Handle, char*);
};

absl::Status BindNvJitLink(const DynamicLibrary& library, NvJitLinkApi& api) {
  FFT_RETURN_IF_ERROR(library.Bind("nvJitLinkCreate", &api.create));
  FFT_RETURN_IF_ERROR(library.Bind("nvJitLinkDestroy", &api.destroy));
  FFT_RETURN_IF_ERROR(library.Bind("nvJitLinkAddData", &api.add_data));
  FFT_RETURN_IF_ERROR(library.Bind("nvJitLinkComplete", &api.complete));
  FFT_RETURN_IF_ERROR(library.Bind("nvJitLinkGetLinkedCubinSize", &api.cubin_size));
  FFT_RETURN_IF_ERROR(library.Bind("nvJitLinkGetLinkedCubin", &api.cubin));
  FFT_RETURN_IF_ERROR(library.Bind("nvJitLinkGetErrorLogSize", &api.error_log_size));
  FFT_RETURN_IF_ERROR(library.Bind("nvJitLinkGetErrorLog", &api.error_log));
  FFT_RETURN_IF_ERROR(library.Bind("nvJitLinkGetInfoLogSize", &api.info_log_size));
  return library.Bind("nvJitLinkGetInfoLog", &api.info_log);
}

// One run of the linker, which compiles its inputs.
class LinkRun {
 public:
  explicit LinkRun(const NvJitLinkApi& api) : api_(api) {}
  LinkRun(const LinkRun&) = delete;
  LinkRun& operator=(const LinkRun&) = delete;
  ~LinkRun() {
    if (handle_ != nullptr) api_.destroy(&handle_);
  }

  // The next functions keep the first result that is not 0, which is the result of the run.
  void Create(const std::vector<std::string>& options) {
    std::vector<const char*> pointers;
    for (const std::string& option : options) pointers.push_back(option.c_str());
    result_ = api_.create(&handle_, static_cast<uint32_t>(pointers.size()), pointers.data());
  }
  void Add(int input, const void* data, size_t bytes, const std::string& name) {
    if (result_ == 0) result_ = api_.add_data(handle_, input, data, bytes, name.c_str());
  }
  int Complete() {
    if (result_ == 0) result_ = api_.complete(handle_);
    return result_;
  }

  std::string Cubin() const {
    size_t bytes = 0;
    if (api_.cubin_size(handle_, &bytes) != 0) return {};
    std::string cubin(bytes, '\0');
    return api_.cubin(handle_, cubin.data()) == 0 ? cubin : std::string();
  }

  // The log; absent if it cannot be read.
  std::optional<std::string> Log() const {
    const std::optional<std::string> errors = Text(api_.error_log_size, api_.error_log);
    const std::optional<std::string> infos = Text(api_.info_log_size, api_.info_log);
    if (!errors || !infos) return std::nullopt;
    return errors->empty() ? infos : absl::StrCat(*errors, "\n", *infos);
  }

 private:
  std::optional<std::string> Text(int (*size)(Handle, size_t*), int (*read)(Handle, char*)) const {
    size_t bytes = 0;
    if (handle_ == nullptr || size(handle_, &bytes) != 0) return std::nullopt;
    // The text has room for the zero byte, which the size does not always include.
    std::string text(bytes + 1, '\0');
    if (read(handle_, text.data()) != 0) return std::nullopt;
    return StablePtxasLog(std::move(text));
  }

  const NvJitLinkApi& api_;
  Handle handle_ = nullptr;
  int result_ = 0;
};

// The code of an error. Some faults of a kernel, such as too much shared memory, show only when the
// kernel is linked; the library calls them internal errors with a log.
absl::StatusCode CodeOf(int result, const std::string& log) {
  if (result == kOutdatedLibrary) return absl::StatusCode::kUnavailable;
  const bool is_own = result == kThreadPoolError || (result == kInternalError && log.empty());
  return is_own ? absl::StatusCode::kInternal : absl::StatusCode::kInvalidArgument;
}

class NvJitLinkCompiler final : public LinkingCompiler {
 public:
  NvJitLinkCompiler(const NvJitLinkApi& api, std::string library, std::string version)
      : api_(api), library_(std::move(library)), version_(std::move(version)) {}

  absl::StatusOr<CodeObject> Compile(const CompileRequest& request) override {
    FFT_RETURN_IF_ERROR(CheckRequest(request));
    return Run(request, {}, [&](LinkRun& run) {
      // The text is read up to its zero byte, which the size includes.
      run.Add(kInputPtx, request.source.c_str(), request.source.size() + 1, request.kernel_name);
    });
  }

  absl::StatusOr<CodeObject> Link(const CompileRequest& request, const std::string& code) override {
    FFT_RETURN_IF_ERROR(CheckRequest(request, Linking::kObjects));
    return Run(request, {"-lto"}, [&](LinkRun& run) {
      run.Add(kInputLtoIr, code.data(), code.size(), request.kernel_name);
      for (size_t i = 0; i < request.objects.size(); ++i) {
        const std::string& object = request.objects[i];
        run.Add(kInputAny, object.data(), object.size(), absl::StrCat("object ", i));
      }
    });
  }

  std::string Version() const override { return version_; }
  std::string name() const override { return "nvjitlink"; }
  std::string Library() const override { return library_; }
  bool TakesIr() override { return true; }

 private:
  // Compiles what `add` adds.
  template <typename AddInputs>
  absl::StatusOr<CodeObject> Run(const CompileRequest& request, std::vector<std::string> options,
                                 const AddInputs& add) {
    // The library ends the process for some wrong names.
    if (!ParseSmArchitecture(request.arch)) {
      return CompileError(absl::StatusCode::kInvalidArgument, request,
                          "nvJitLink compiles for sm_N alone");
    }
    FFT_ASSIGN_OR_RETURN(const GatePass pass, EnterCompiler(request));
    const Stopwatch watch;
    options.insert(options.begin(), {absl::StrCat("-arch=", request.arch), "-Xptxas=-v"});
    options.insert(options.end(), request.options.begin(), request.options.end());
    LinkRun run(api_);
    run.Create(options);
    add(run);
    const int result = run.Complete();
    CodeObject object;
    const std::optional<std::string> log = run.Log();
    object.log = log.value_or("");
    if (result != 0) {
      return CompileError(CodeOf(result, object.log), request,
                          absl::StrCat(version_, ": error ", result), object.log);
    }
    object.bytes = run.Cubin();
    object.milliseconds = watch.Milliseconds();
    // Only the log says how many bytes a kernel spills.
    if (object.bytes.empty() || !log) {
      return CompileError(absl::StatusCode::kInternal, request,
                          absl::StrCat(version_, " gave no ", log ? "cubin" : "log"), object.log);
    }
    return object;
  }

  const NvJitLinkApi api_;
  const std::string library_;
  const std::string version_;
};

// The name with its version, "nvJitLink 13.0"; early releases do not tell their version.
std::string NameAndVersion(const DynamicLibrary& library) {
  int (*version)(unsigned*, unsigned*) = nullptr;
  unsigned major = 0, minor = 0;
  if (!library.Bind("nvJitLinkVersion", &version).ok() || version(&major, &minor) != 0) {
    return "nvJitLink";
  }
  return absl::StrCat("nvJitLink ", major, ".", minor);
}

}  // namespace

absl::StatusOr<std::unique_ptr<LinkingCompiler>> MakeNvJitLinkCompiler(
    const NvJitLinkOptions& options) {
  FFT_ASSIGN_OR_RETURN(const DynamicLibrary library,
                       OpenToolkitLibrary(kNvJitLink, options.library, options.folders));
  NvJitLinkApi api;
  FFT_RETURN_IF_ERROR(BindNvJitLink(library, api));
  return std::make_unique<NvJitLinkCompiler>(
      api, library.path(), absl::StrCat(NameAndVersion(library), ", ", library.Identity()));
}

}  // namespace fft::rtc
