#include "fft/rtc/hip/comgr_compiler.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/compile_error.h"
#include "fft/rtc/hip/amd_architectures.h"
#include "fft/rtc/hip/hip_prelude.h"
#include "fft/rtc/hip/hiprtc_compiler.h"
#include "fft/rtc/system/dynamic_library.h"
#include "fft/rtc/system/stopwatch.h"

namespace fft::rtc {
namespace {

// The parts of the manager's interface that are used here.
struct Handle {
  uint64_t value = 0;
};

// Kinds of data.
constexpr int kSource = 1, kLog = 5, kExecutable = 8;

// Actions and languages whose numbers are the same in all releases.
constexpr int kSourceToBitcode = 2, kNoLanguage = 0;
struct Numbers {
  int hip = 0, to_relocatable = 0, to_executable = 0;
};

absl::StatusOr<Numbers> NumbersOf(size_t release) {
  if (release == 2) return Numbers{.hip = 4, .to_relocatable = 6, .to_executable = 9};
  if (release == 3) return Numbers{.hip = 3, .to_relocatable = 4, .to_executable = 7};
  return absl::UnavailableError(
      absl::StrCat("the AMD code object manager is of release ", release, "; known: 2 and 3"));
}

// There is one manager per process, however many compilers are made. It keeps LLVM's options, which
// are also one set per process.
std::mutex& ComgrMutex() {
  static std::mutex mutex;
  return mutex;
}

struct ComgrApi {
  Numbers numbers;
  void (*version)(size_t* major, size_t* minor);
  int (*status_string)(int, const char**);
  int (*create_data)(int kind, Handle*);
  int (*release_data)(Handle);
  int (*set_data)(Handle, size_t, const char*);
  int (*get_data)(Handle, size_t*, char*);
  int (*set_data_name)(Handle, const char*);
  int (*create_data_set)(Handle*);
  int (*destroy_data_set)(Handle);
  int (*data_set_add)(Handle, Handle);
  int (*create_action_info)(Handle*);
  int (*destroy_action_info)(Handle);
  int (*set_isa_name)(Handle, const char*);
  int (*set_language)(Handle, int);
  int (*set_option_list)(Handle, const char* const*, size_t);
  int (*set_logging)(Handle, bool);
  int (*do_action)(int kind, Handle info, Handle input, Handle result);
  int (*data_count)(Handle set, int kind, size_t*);
  int (*get_from_set)(Handle set, int kind, size_t index, Handle*);
};

absl::StatusOr<ComgrApi> BindComgr(const DynamicLibrary& library) {
  ComgrApi api;
  FFT_RETURN_IF_ERROR(library.Bind("amd_comgr_get_version", &api.version));
  size_t major = 0, minor = 0;
  api.version(&major, &minor);
  FFT_ASSIGN_OR_RETURN(api.numbers, NumbersOf(major));
  FFT_RETURN_IF_ERROR(library.Bind("amd_comgr_status_string", &api.status_string));
  FFT_RETURN_IF_ERROR(library.Bind("amd_comgr_create_data", &api.create_data));
  FFT_RETURN_IF_ERROR(library.Bind("amd_comgr_release_data", &api.release_data));
  FFT_RETURN_IF_ERROR(library.Bind("amd_comgr_set_data", &api.set_data));
  FFT_RETURN_IF_ERROR(library.Bind("amd_comgr_get_data", &api.get_data));
  FFT_RETURN_IF_ERROR(library.Bind("amd_comgr_set_data_name", &api.set_data_name));
  FFT_RETURN_IF_ERROR(library.Bind("amd_comgr_create_data_set", &api.create_data_set));
  FFT_RETURN_IF_ERROR(library.Bind("amd_comgr_destroy_data_set", &api.destroy_data_set));
  FFT_RETURN_IF_ERROR(library.Bind("amd_comgr_data_set_add", &api.data_set_add));
  FFT_RETURN_IF_ERROR(library.Bind("amd_comgr_create_action_info", &api.create_action_info));
  FFT_RETURN_IF_ERROR(library.Bind("amd_comgr_destroy_action_info", &api.destroy_action_info));
  FFT_RETURN_IF_ERROR(library.Bind("amd_comgr_action_info_set_isa_name", &api.set_isa_name));
  FFT_RETURN_IF_ERROR(library.Bind("amd_comgr_action_info_set_language", &api.set_language));
  FFT_RETURN_IF_ERROR(library.Bind("amd_comgr_action_info_set_option_list", &api.set_option_list));
  FFT_RETURN_IF_ERROR(library.Bind("amd_comgr_action_info_set_logging", &api.set_logging));
  FFT_RETURN_IF_ERROR(library.Bind("amd_comgr_do_action", &api.do_action));
  FFT_RETURN_IF_ERROR(library.Bind("amd_comgr_action_data_count", &api.data_count));
  FFT_RETURN_IF_ERROR(library.Bind("amd_comgr_action_data_get_data", &api.get_from_set));
  return api;
}

// A handle that is released at the end of its life. `create` makes it, and may fail.
class Owned {
 public:
  template <typename Create>
  Owned(const Create& create, int (*release)(Handle)) : release_(release) {
    made_ = create(&handle_) == 0;
  }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (made_) release_(handle_);
  }
  Handle get() const { return handle_; }

 private:
  int (*const release_)(Handle);
  Handle handle_;
  bool made_ = false;
};

// One compile: three actions, each of which takes what the one before made. Every call is made even
// after a failure; a failed call makes the next action fail.
class Build {
 public:
  Build(const ComgrApi& api, const std::string& arch)
      : api_(api), isa_(absl::StrCat("amdgcn-amd-amdhsa--", arch)) {}

  // The status of the first action that failed; 0: all succeeded.
  int Run(const CompileRequest& request) {
    const Owned source(api_.create_data_set, api_.destroy_data_set);
    const Owned bitcode(api_.create_data_set, api_.destroy_data_set);
    const Owned object(api_.create_data_set, api_.destroy_data_set);
    const Owned result(api_.create_data_set, api_.destroy_data_set);
    const Owned text([&](Handle* to) { return api_.create_data(kSource, to); }, api_.release_data);
    const std::string whole = absl::StrCat(kHipPrelude, request.source);
    api_.set_data(text.get(), whole.size(), whole.data());
    api_.set_data_name(text.get(), kComgrSource);
    api_.data_set_add(source.get(), text.get());
    std::vector<std::string> options = {"-O3", "-std=c++17", "-nogpuinc", "-nogpulib"};
    options.insert(options.end(), request.options.begin(), request.options.end());
    const Numbers& numbers = api_.numbers;
    int status = Act(kSourceToBitcode, numbers.hip, options, source.get(), bitcode.get());
    if (status == 0) {
      status = Act(numbers.to_relocatable, kNoLanguage, {"-O3"}, bitcode.get(), object.get());
    }
    if (status == 0) {
      status = Act(numbers.to_executable, kNoLanguage, {}, object.get(), result.get());
    }
    if (status == 0) code_ = Read(result.get(), kExecutable);
    return status;
  }

  const std::string& log() const { return log_; }
  std::string TakeCode() { return std::move(code_); }

 private:
  int Act(int kind, int language, const std::vector<std::string>& options, Handle input,
          Handle result) {
    const Owned info(api_.create_action_info, api_.destroy_action_info);
    std::vector<const char*> words;
    for (const std::string& option : options) words.push_back(option.c_str());
    int status = api_.set_isa_name(info.get(), isa_.c_str());
    if (status == 0 && language != kNoLanguage) status = api_.set_language(info.get(), language);
    if (status == 0) status = api_.set_option_list(info.get(), words.data(), words.size());
    if (status == 0) status = api_.set_logging(info.get(), true);
    if (status == 0) status = api_.do_action(kind, info.get(), input, result);
    log_ += Read(result, kLog);
    return status;
  }

  // All data of a kind in a set.
  std::string Read(Handle set, int kind) const {
    std::string text;
    size_t count = 0;
    api_.data_count(set, kind, &count);
    for (size_t i = 0; i < count; ++i) {
      const Owned data([&](Handle* to) { return api_.get_from_set(set, kind, i, to); },
                       api_.release_data);
      size_t bytes = 0;
      api_.get_data(data.get(), &bytes, nullptr);
      const size_t start = text.size();
      text.resize(start + bytes);
      if (bytes > 0) api_.get_data(data.get(), &bytes, text.data() + start);
    }
    return text;
  }

  const ComgrApi& api_;
  const std::string isa_;
  std::string log_, code_;
};

class ComgrCompiler final : public Compiler {
 public:
  ComgrCompiler(const ComgrApi& api, std::string library, AmdArchitectures architectures)
      : api_(api), library_(std::move(library)), architectures_(std::move(architectures)) {}

  absl::StatusOr<CodeObject> Compile(const CompileRequest& request) override {
    FFT_RETURN_IF_ERROR(CheckRequest(request));
    if (!architectures_.Contains(request.arch)) return UnknownArch(request, Version());
    FFT_ASSIGN_OR_RETURN(const GatePass pass, EnterCompiler(request));
    const Stopwatch watch;
    std::lock_guard lock(ComgrMutex());
    Build build(api_, request.arch);
    const int status = build.Run(request);
    CodeObject object;
    object.log = StableLog(build.log(), request.kernel_name);
    if (status != 0) {
      const char* words = "unknown";
      api_.status_string(status, &words);
      return CompileError(absl::StatusCode::kInvalidArgument, request,
                          absl::StrCat(Version(), ": ", words), object.log);
    }
    object.bytes = build.TakeCode();
    object.milliseconds = watch.Milliseconds();
    if (object.bytes.empty()) {
      return CompileError(absl::StatusCode::kInternal, request,
                          absl::StrCat(Version(), " gave no code object"), object.log);
    }
    return object;
  }

  std::string Version() const override { return absl::StrCat("comgr ", architectures_.library); }
  std::string name() const override { return "comgr"; }
  std::string Library() const override { return library_; }

 private:
  const ComgrApi api_;
  const std::string library_;
  const AmdArchitectures architectures_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Compiler>> MakeComgrCompiler() {
  FFT_ASSIGN_OR_RETURN(const DynamicLibrary library, OpenAmdCodeObjectManager());
  FFT_ASSIGN_OR_RETURN(const ComgrApi api, BindComgr(library));
  FFT_ASSIGN_OR_RETURN(AmdArchitectures architectures, ListAmdArchitectures());
  return std::make_unique<ComgrCompiler>(api, library.path(), std::move(architectures));
}

}  // namespace fft::rtc
