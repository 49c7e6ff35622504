#include "fft/rtc/hip/hiprtc_compiler.h"

#include <hip/hiprtc.h>

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/compile_error.h"
#include "fft/rtc/hip/amd_architectures.h"
#include "fft/rtc/system/dynamic_library.h"
#include "fft/rtc/system/stopwatch.h"
#include "fft/rtc/system/subprocess.h"

namespace fft::rtc {
namespace {

// The type of the payload of an error that says which architecture is unknown.
constexpr char kUnknownArch[] = "fft.rtc.unknown_arch";

// All compilers of a process share one hipRTC. Not every release may be called from several
// threads: 5.2.3 sometimes crashes.
std::mutex& HiprtcMutex() {
  static std::mutex mutex;
  return mutex;
}

// The entry points of hipRTC in use.
struct HiprtcApi {
  decltype(hiprtcVersion)* version;
  decltype(hiprtcGetErrorString)* error_string;
  decltype(hiprtcCreateProgram)* create_program;
  decltype(hiprtcCompileProgram)* compile_program;
  decltype(hiprtcDestroyProgram)* destroy_program;
  decltype(hiprtcGetProgramLogSize)* log_size;
  decltype(hiprtcGetProgramLog)* log;
  decltype(hiprtcGetCodeSize)* code_size;
  decltype(hiprtcGetCode)* code;
};

absl::Status BindHiprtc(const DynamicLibrary& library, HiprtcApi& api) {
  FFT_RETURN_IF_ERROR(library.Bind("hiprtcVersion", &api.version));
  FFT_RETURN_IF_ERROR(library.Bind("hiprtcGetErrorString", &api.error_string));
  FFT_RETURN_IF_ERROR(library.Bind("hiprtcCreateProgram", &api.create_program));
  FFT_RETURN_IF_ERROR(library.Bind("hiprtcCompileProgram", &api.compile_program));
  FFT_RETURN_IF_ERROR(library.Bind("hiprtcDestroyProgram", &api.destroy_program));
  FFT_RETURN_IF_ERROR(library.Bind("hiprtcGetProgramLogSize", &api.log_size));
  FFT_RETURN_IF_ERROR(library.Bind("hiprtcGetProgramLog", &api.log));
  FFT_RETURN_IF_ERROR(library.Bind("hiprtcGetCodeSize", &api.code_size));
  return library.Bind("hiprtcGetCode", &api.code);
}

std::vector<std::string> LibraryNames(const HiprtcOptions& options) {
  if (!options.library.empty()) return {options.library};
  std::vector<std::string> names = {"libhiprtc.so", "libhiprtc.so.7", "libhiprtc.so.6",
                                    "libhiprtc.so.5"};
  if (options.runtime == HipRuntime::kMayLoad) {
    names.insert(names.end(), {"libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6",
                               "libamdhip64.so.5", "libamdhip64.so.4"});
  }
  names.push_back("/opt/rocm/lib/libhiprtc.so");
  if (options.runtime == HipRuntime::kMayLoad) names.push_back("/opt/rocm/lib/libamdhip64.so");
  return names;
}

class Program {
 public:
  Program(const HiprtcApi& api, const CompileRequest& request) : api_(api) {
    created_ = api.create_program(&program_, request.source.c_str(), request.kernel_name.c_str(), 0,
                                  nullptr, nullptr);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() {
    if (created_ == HIPRTC_SUCCESS) api_.destroy_program(&program_);
  }

  hiprtcResult Compile(const CompileRequest& request) {
    if (created_ != HIPRTC_SUCCESS) return created_;
    const std::string arch = absl::StrCat("--gpu-architecture=", request.arch);
    std::vector<const char*> options = {arch.c_str(), "-O3", "-std=c++17"};
    for (const std::string& option : request.options) options.push_back(option.c_str());
    return api_.compile_program(program_, static_cast<int>(options.size()), options.data());
  }

  // The next functions return nothing if the data cannot be read.
  std::optional<std::string> Log() const {
    std::optional<std::string> log = Read(api_.log_size, api_.log);
    while (log && !log->empty() && log->back() == '\0') log->pop_back();
    return log;
  }

  std::optional<std::string> Code() const { return Read(api_.code_size, api_.code); }

 private:
  std::optional<std::string> Read(decltype(hiprtcGetCodeSize)* size,
                                  decltype(hiprtcGetCode)* read) const {
    size_t bytes = 0;
    if (created_ != HIPRTC_SUCCESS || size(program_, &bytes) != HIPRTC_SUCCESS) return std::nullopt;
    std::string text(bytes, '\0');
    if (bytes > 0 && read(program_, text.data()) != HIPRTC_SUCCESS) return std::nullopt;
    return text;
  }

  const HiprtcApi& api_;
  hiprtcProgram program_ = nullptr;
  hiprtcResult created_ = HIPRTC_SUCCESS;
};

class HiprtcCompiler final : public Compiler {
 public:
  HiprtcCompiler(HiprtcOptions options, const HiprtcApi& api, std::string version,
                 AmdArchitectures architectures)
      : options_(std::move(options)),
        api_(api),
        version_(std::move(version)),
        architectures_(std::move(architectures)) {}

  absl::StatusOr<CodeObject> Compile(const CompileRequest& request) override {
    FFT_RETURN_IF_ERROR(CheckRequest(request));
    for (const std::string& option : request.options) {
      if (absl::StartsWith(option, "--gpu-architecture") || absl::StartsWith(option, "--offload")) {
        return InvalidField("options", option, "the architecture stands in `arch` alone");
      }
    }
    FFT_RETURN_IF_ERROR(CheckArchitecture(request));

    FFT_ASSIGN_OR_RETURN(const GatePass pass, EnterCompiler(request));
    const Stopwatch watch;
    std::lock_guard lock(HiprtcMutex());
    Program program(api_, request);
    const hiprtcResult result = program.Compile(request);
    CodeObject object;
    const std::optional<std::string> log = program.Log();
    object.log = StableLog(log.value_or(""), request.kernel_name);
    if (result != HIPRTC_SUCCESS) {
      return CompileError(absl::StatusCode::kInvalidArgument, request,
                          absl::StrCat(version_, ": ", api_.error_string(result)), object.log);
    }
    object.bytes = program.Code().value_or("");
    object.milliseconds = watch.Milliseconds();
    if (object.bytes.empty() || !log) {
      return CompileError(absl::StatusCode::kInternal, request,
                          absl::StrCat(version_, " gave no ", log ? "code object" : "log"),
                          object.log);
    }
    return object;
  }

  std::string Version() const override { return version_; }
  std::string name() const override { return "hiprtc"; }
  std::string Library() const override { return options_.library; }

 private:
  absl::Status CheckArchitecture(const CompileRequest& request) {
    std::lock_guard lock(checked_mutex_);
    auto known = checked_.find(request.arch);
    if (known == checked_.end()) {
      absl::StatusOr<bool> supported = Supports(request.arch);
      if (!supported.ok()) {
        return CompileError(absl::StatusCode::kUnavailable, request,
                            absl::StrCat(version_, " cannot be asked about the architecture ",
                                         request.arch, ": ", supported.status().message()));
      }
      known = checked_.emplace(request.arch, *supported).first;
    }
    if (known->second) return absl::OkStatus();
    return UnknownArch(request, version_);
  }

  absl::StatusOr<bool> Supports(const std::string& arch) {
    // The list has no feature suffixes, and a wrong suffix ("gfx1030:xnack+") is as bad as a wrong
    // name.
    if (!architectures_.names.empty() && arch.find(':') == std::string::npos) {
      return architectures_.Contains(arch);
    }
    if (options_.arch_check == ArchCheck::kListOnly) return true;
    if (options_.probe) {
      absl::StatusOr<bool> probed = options_.probe(arch);
      if (probed.ok()) return probed;
    }
    return ProbeInFork(arch);
  }

  absl::StatusOr<bool> ProbeInFork(const std::string& arch) {
    const CompileRequest request = ProbeRequest(arch);
    // No compile may run on another thread during the fork, since the child would inherit its
    // locks.
    std::lock_guard lock(HiprtcMutex());
    FFT_ASSIGN_OR_RETURN(const ChildExit exit,
                         CallInChild([&] { return Program(api_, request).Compile(request); },
                                     options_.check_timeout));
    return exit.ok();
  }

  const HiprtcOptions options_;
  const HiprtcApi api_;
  const std::string version_;
  // Empty if every architecture is to be checked in a child process.
  const AmdArchitectures architectures_;

  std::mutex checked_mutex_;
  std::map<std::string, bool> checked_;  // guarded by checked_mutex_
};

}  // namespace

std::string StableLog(std::string log, const std::string& kernel_name) {
  const std::string folder = "/tmp/comgr-", file = absl::StrCat("/input/", kComgrSource);
  size_t at = 0;
  while ((at = log.find(folder, at)) != std::string::npos) {
    const size_t tail = log.find(file, at);
    if (tail == std::string::npos || tail - at > 64) break;
    log.replace(at, tail + file.size() - at, kernel_name);
    at += kernel_name.size();
  }
  return log;
}

CompileRequest ProbeRequest(const std::string& arch) {
  return {"check", "extern \"C\" __global__ void check() {}", arch, {}};
}

absl::Status UnknownArch(const CompileRequest& request, const std::string& version) {
  absl::Status unknown =
      CompileError(absl::StatusCode::kInvalidArgument, request,
                   absl::StrCat(version, " does not support the architecture ", request.arch));
  unknown.SetPayload(kUnknownArch, absl::Cord(request.arch));
  return unknown;
}

bool IsUnknownArch(const absl::Status& status) {
  return status.GetPayload(kUnknownArch).has_value();
}

absl::StatusOr<std::unique_ptr<Compiler>> MakeHiprtcCompiler(const HiprtcOptions& options) {
  FFT_ASSIGN_OR_RETURN(const DynamicLibrary library,
                       DynamicLibrary::Open("hipRTC", LibraryNames(options)));
  HiprtcApi api;
  FFT_RETURN_IF_ERROR(BindHiprtc(library, api));
  int major = 0, minor = 0;
  const hiprtcResult result = api.version(&major, &minor);
  if (result != HIPRTC_SUCCESS) {
    return absl::UnavailableError(
        absl::StrCat(library.path(), ": hiprtcVersion: ", api.error_string(result)));
  }
  std::string version = absl::StrCat("hiprtc ", major, ".", minor, ", ", library.Identity());
  AmdArchitectures architectures;
  absl::StatusOr<AmdArchitectures> listed = ListAmdArchitectures();
  if (listed.ok()) {
    absl::StrAppend(&version, ", ", listed->library);
    if (options.arch_check != ArchCheck::kChild) architectures = *std::move(listed);
  }
  HiprtcOptions resolved = options;
  resolved.library = library.path();
  return std::make_unique<HiprtcCompiler>(std::move(resolved), api, std::move(version),
                                          std::move(architectures));
}

}  // namespace fft::rtc
