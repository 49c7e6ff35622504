#include "fft/rtc/cuda/nvrtc_compiler.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/status.h"
#include "fft/rtc/compile_error.h"
#include "fft/rtc/cuda/ptxas_log.h"
#include "fft/rtc/cuda/sm_architecture.h"
#include "fft/rtc/cuda/toolkit_libraries.h"
#include "fft/rtc/system/dynamic_library.h"
#include "fft/rtc/system/stopwatch.h"

namespace fft::rtc {
namespace {

namespace fs = std::filesystem;

// The library's names, newest first. The name without a number comes only with development
// packages.
const ToolkitLibrary kNvrtc = {"NVRTC",
                               {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so",
                                "libnvrtc.so.11.2", "libnvrtc.so.11.1", "libnvrtc.so.11.0"},
                               "cuda_nvrtc"};

using NvrtcProgram = void*;
constexpr int kInvalidOption = 5;  // NVRTC_ERROR_INVALID_OPTION

// The entry points of NVRTC in use, as its documentation declares them. Results are 0 for success.
struct NvrtcApi {
  const char* (*error_string)(int);
  int (*version)(int*, int*);
  int (*create_program)(NvrtcProgram*, const char* source, const char* name, int header_count,
                        const char* const* headers, const char* const* header_names);
  int (*destroy_program)(NvrtcProgram*);
  int (*compile_program)(NvrtcProgram, int option_count, const char* const* options);
  int (*log_size)(NvrtcProgram, size_t*);
  int (*log)(NvrtcProgram, char*);
  int (*cubin_size)(NvrtcProgram, size_t*);
  int (*cubin)(NvrtcProgram, char*);
  // Null in releases before CUDA 12, which have no code for linking.
  int (*ltoir_size)(NvrtcProgram, size_t*) = nullptr;
  int (*ltoir)(NvrtcProgram, char*) = nullptr;
  int (*arch_count)(int*);
  int (*archs)(int*);
};

absl::Status BindNvrtc(const DynamicLibrary& library, NvrtcApi& api) {
  FFT_RETURN_IF_ERROR(library.Bind("nvrtcGetErrorString", &api.error_string));
  FFT_RETURN_IF_ERROR(library.Bind("nvrtcVersion", &api.version));
  FFT_RETURN_IF_ERROR(library.Bind("nvrtcCreateProgram", &api.create_program));
  FFT_RETURN_IF_ERROR(library.Bind("nvrtcDestroyProgram", &api.destroy_program));
  FFT_RETURN_IF_ERROR(library.Bind("nvrtcCompileProgram", &api.compile_program));
  FFT_RETURN_IF_ERROR(library.Bind("nvrtcGetProgramLogSize", &api.log_size));
  FFT_RETURN_IF_ERROR(library.Bind("nvrtcGetProgramLog", &api.log));
  FFT_RETURN_IF_ERROR(library.Bind("nvrtcGetCUBINSize", &api.cubin_size));
  FFT_RETURN_IF_ERROR(library.Bind("nvrtcGetCUBIN", &api.cubin));
  if (library.Bind("nvrtcGetLTOIRSize", &api.ltoir_size).ok()) {
    FFT_RETURN_IF_ERROR(library.Bind("nvrtcGetLTOIR", &api.ltoir));
  }
  FFT_RETURN_IF_ERROR(library.Bind("nvrtcGetNumSupportedArchs", &api.arch_count));
  return library.Bind("nvrtcGetSupportedArchs", &api.archs);
}

// The folder of the cuda_fp16.h that belongs to a library; empty if there is none.
std::string IncludeFolder(const std::string& library) {
  const fs::path lib = fs::path(library).parent_path();
  for (const fs::path& folder :
       {lib.parent_path() / "include", lib.parent_path().parent_path() / "cuda_runtime" / "include",
        lib.parent_path().parent_path().parent_path() / "include"}) {
    std::error_code ignored;
    if (fs::exists(folder / "cuda_fp16.h", ignored)) return folder.string();
  }
  return {};
}

class Program {
 public:
  Program(const NvrtcApi& api, const CompileRequest& request) : api_(api) {
    const std::string file = absl::StrCat(request.kernel_name, ".cu");
    created_ =
        api.create_program(&program_, request.source.c_str(), file.c_str(), 0, nullptr, nullptr);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() {
    if (created_ == 0) api_.destroy_program(&program_);
  }

  int Compile(const std::vector<std::string>& options) {
    if (created_ != 0) return created_;
    std::vector<const char*> pointers;
    for (const std::string& option : options) pointers.push_back(option.c_str());
    return api_.compile_program(program_, static_cast<int>(pointers.size()), pointers.data());
  }

  // The next functions return nothing if the data cannot be read.
  std::optional<std::string> Log() const { return Read(api_.log_size, api_.log); }
  std::optional<std::string> Cubin() const { return Read(api_.cubin_size, api_.cubin); }
  std::optional<std::string> CodeForLinking() const { return Read(api_.ltoir_size, api_.ltoir); }

 private:
  std::optional<std::string> Read(int (*size)(NvrtcProgram, size_t*),
                                  int (*read)(NvrtcProgram, char*)) const {
    size_t bytes = 0;
    if (created_ != 0 || size(program_, &bytes) != 0) return std::nullopt;
    std::string text(bytes, '\0');
    if (bytes > 0 && read(program_, text.data()) != 0) return std::nullopt;
    return text;
  }

  const NvrtcApi& api_;
  NvrtcProgram program_ = nullptr;
  int created_ = 0;
};

class NvrtcCompiler final : public Compiler {
 public:
  NvrtcCompiler(const NvrtcApi& api, std::string library, std::string version,
                std::vector<int> archs)
      : api_(api),
        library_(std::move(library)),
        version_(std::move(version)),
        archs_(std::move(archs)),
        include_folder_(IncludeFolder(library_)) {}

  absl::StatusOr<CodeObject> Compile(const CompileRequest& request) override {
    FFT_RETURN_IF_ERROR(CheckRequest(request, Linking::kObjects));
    FFT_RETURN_IF_ERROR(CheckArchitecture(request));
    const bool is_linked = !request.objects.empty();
    if (is_linked && api_.ltoir_size == nullptr) {
      return CompileError(absl::StatusCode::kUnavailable, request,
                          absl::StrCat(version_, " makes no code for linking"));
    }
    FFT_ASSIGN_OR_RETURN(const GatePass pass, EnterCompiler(request));
    const Stopwatch watch;
    Program program(api_, request);
    const int result = CompileUncached(request, program);
    CodeObject object;
    const std::optional<std::string> log = program.Log();
    object.log = StablePtxasLog(log.value_or(""));
    if (result != 0) {
      return CompileError(absl::StatusCode::kInvalidArgument, request,
                          absl::StrCat(version_, ": ", api_.error_string(result)), object.log);
    }
    object.bytes = (is_linked ? program.CodeForLinking() : program.Cubin()).value_or("");
    object.milliseconds = watch.Milliseconds();
    // Only the log says how many bytes a kernel spills.
    if (object.bytes.empty() || !log) {
      return CompileError(absl::StatusCode::kInternal, request,
                          absl::StrCat(version_, " gave no ", log ? "code" : "log"), object.log);
    }
    return object;
  }

  std::string Version() const override { return version_; }
  std::string name() const override { return "nvrtc"; }
  std::string Library() const override { return library_; }

 private:
  // Compiles without NVRTC's cache. Newer releases keep one where there is a GPU, and code from it
  // has no assembler log. Older ones do not know the option that turns it off.
  int CompileUncached(const CompileRequest& request, Program& program) {
    std::vector<std::string> options = Options(request);
    if (!knows_no_cache_) return program.Compile(options);
    options.push_back("--no-cache");
    const int result = program.Compile(options);
    if (result != kInvalidOption) return result;
    options.pop_back();
    const int retried = program.Compile(options);
    if (retried != kInvalidOption) knows_no_cache_ = false;
    return retried;
  }

  std::vector<std::string> Options(const CompileRequest& request) const {
    std::vector<std::string> options = {absl::StrCat("--gpu-architecture=", request.arch),
                                        "--std=c++17"};
    options.push_back(request.objects.empty() ? "--ptxas-options=-v" : "-dlto");
    if (!include_folder_.empty()) options.push_back("--include-path=" + include_folder_);
    options.insert(options.end(), request.options.begin(), request.options.end());
    return options;
  }

  absl::Status CheckArchitecture(const CompileRequest& request) const {
    const std::optional<SmArchitecture> architecture = ParseSmArchitecture(request.arch);
    if (architecture &&
        std::find(archs_.begin(), archs_.end(), architecture->number) != archs_.end()) {
      return absl::OkStatus();
    }
    return CompileError(
        absl::StatusCode::kInvalidArgument, request,
        absl::StrCat(version_, " does not support the architecture ", request.arch, "; it knows ",
                     absl::StrJoin(archs_, ", ", [](std::string* out, int arch) {
                       absl::StrAppend(out, "sm_", arch);
                     })));
  }

  const NvrtcApi api_;
  const std::string library_;
  const std::string version_;
  const std::vector<int> archs_;
  const std::string include_folder_;
  std::atomic<bool> knows_no_cache_ = true;
};

}  // namespace

std::vector<std::string> NvrtcCandidates(const NvrtcOptions& options) {
  return ToolkitCandidates(kNvrtc, options.folders);
}

absl::StatusOr<std::unique_ptr<Compiler>> MakeNvrtcCompiler(const NvrtcOptions& options) {
  FFT_ASSIGN_OR_RETURN(const DynamicLibrary library,
                       OpenToolkitLibrary(kNvrtc, options.library, options.folders));
  NvrtcApi api;
  FFT_RETURN_IF_ERROR(BindNvrtc(library, api));
  int major = 0, minor = 0, count = 0;
  if (api.version(&major, &minor) != 0 || api.arch_count(&count) != 0 || count < 0) {
    return absl::UnavailableError(absl::StrCat(library.path(), " does not tell its version"));
  }
  std::vector<int> archs(count);
  if (count > 0 && api.archs(archs.data()) != 0) {
    return absl::UnavailableError(absl::StrCat(library.path(), " lists no architectures"));
  }
  std::string version = absl::StrCat("nvrtc ", major, ".", minor, ", ", library.Identity());
  return std::make_unique<NvrtcCompiler>(api, library.path(), std::move(version), std::move(archs));
}

}  // namespace fft::rtc
