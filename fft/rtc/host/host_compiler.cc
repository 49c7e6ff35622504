#include "fft/rtc/host/host_compiler.h"

#include <unistd.h>

#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "fft/base/status.h"
#include "fft/rtc/compile_error.h"
#include "fft/rtc/host/processor_digest.h"
#include "fft/rtc/program_compiler.h"
#include "fft/rtc/system/subprocess.h"

namespace fft::rtc {
namespace {

using Command = std::vector<std::string>;

// The words of a command. A path with spaces in it is one word, if there is such a file.
Command SplitCommand(const std::string& text) {
  if (access(text.c_str(), F_OK) == 0) return {text};
  return absl::StrSplit(text, absl::ByAnyChar(" \t\n"), absl::SkipEmpty());
}

// The commands to try. The first one that runs is the compiler.
std::vector<Command> CommandsOf(const HostCompilerOptions& options) {
  if (options.compiler.empty()) return {{"c++"}, {"g++"}, {"clang++"}};
  return {SplitCommand(options.compiler)};
}

class HostCompiler final : public Compiler {
 public:
  explicit HostCompiler(HostCompilerOptions options)
      : options_(std::move(options)),
        version_(absl::StrCat("host ", options_.compiler.empty() ? "c++" : options_.compiler, ", ",
                              absl::StrJoin(options_.flags, " "), ", processor ",
                              ProcessorDigest())) {}

  absl::StatusOr<CodeObject> Compile(const CompileRequest& request) override {
    FFT_RETURN_IF_ERROR(CheckRequest(request));
    if (request.arch != "host") {
      return CompileError(absl::StatusCode::kInvalidArgument, request,
                          absl::StrCat(version_, " does not support the architecture ",
                                       request.arch, "; it knows host"));
    }
    const absl::StatusOr<CompilerProgram> program = Choose(request.cancel);
    if (!program.ok()) {
      return CompileError(program.status().code(), request, program.status().message());
    }
    const ProgramRun run = {.suffix = ".cc",
                            .source = request.source,
                            .shown_source = absl::StrCat(request.kernel_name, ".cc"),
                            .flags = options_.flags,
                            .timeout = options_.timeout,
                            .temp_folder = options_.temp_folder};
    return CompileWith(*program, run, request);
  }

  std::string Version() const override { return version_; }
  std::string name() const override { return "host"; }
  std::string Library() const override { return options_.compiler; }

 private:
  // The compiler to run. It is looked for once, when it is first needed.
  absl::StatusOr<CompilerProgram> Choose(const CancelToken& cancel) {
    std::lock_guard lock(mutex_);
    if (program_) return *program_;
    FFT_ASSIGN_OR_RETURN(program_, ChooseProgram("C++ compiler", CommandsOf(options_), cancel));
    SweepTemporaryFolders(options_.temp_folder);
    return *program_;
  }

  const HostCompilerOptions options_;
  const std::string version_;
  std::mutex mutex_;
  std::optional<CompilerProgram> program_;  // guarded by mutex_
};

}  // namespace

absl::StatusOr<HostProcessor> ParseHostProcessor(absl::string_view text) {
  constexpr char kAllowed[] = "native, avx2 or avx512";
  if (text.empty() || text == "native") return HostProcessor::kNative;
  const bool is_avx2 = text == "avx2";
  if (!is_avx2 && text != "avx512") {
    return InvalidField("host_processor", std::string(text), kAllowed);
  }
  bool is_there = false;
#if defined(__x86_64__)
  is_there = is_avx2 ? __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
                     : __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
#endif
  if (!is_there) {
    return InvalidField("host_processor", std::string(text),
                        absl::StrCat(kAllowed, "; this processor has no such instructions"));
  }
  return is_avx2 ? HostProcessor::kAvx2 : HostProcessor::kAvx512;
}

std::string CompilerName(HostProcessor processor) {
  switch (processor) {
    case HostProcessor::kNative:
      return "native";
    case HostProcessor::kAvx2:
      return "x86-64-v3";
    case HostProcessor::kAvx512:
      return "x86-64-v4";
  }
  return "native";
}

std::vector<std::string> HostFlags(HostProcessor processor) {
  return {
      "-O2",
      "-ftree-vectorize",
      "-fopenmp-simd",
      processor == HostProcessor::kAvx2 ? "-mprefer-vector-width=256" : "-mprefer-vector-width=512",
      "-march=" + CompilerName(processor),
      "-ffp-contract=fast",
      "-shared",
      "-fPIC",
      "-w"};
}

absl::Status FindHostCompiler(const HostCompilerOptions& options) {
  return ChooseProgram("C++ compiler", CommandsOf(options)).status();
}

absl::StatusOr<std::unique_ptr<Compiler>> MakeHostCompiler(const HostCompilerOptions& options) {
  if (!options.compiler.empty() && SplitCommand(options.compiler).empty()) {
    return InvalidField("compiler", "blank", "a command, or nothing for the usual ones");
  }
  return std::make_unique<HostCompiler>(options);
}

}  // namespace fft::rtc
