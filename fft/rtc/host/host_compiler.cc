#include "fft/rtc/host/host_compiler.h"

#include <elf.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "fft/base/status.h"
#include "fft/rtc/compile_error.h"
#include "fft/rtc/host/processor_digest.h"
#include "fft/rtc/system/stopwatch.h"
#include "fft/rtc/system/subprocess.h"

namespace fft::rtc {
namespace {

constexpr size_t kMostObjectBytes = 64 << 20;

using Command = std::vector<std::string>;

// The words of a command. A path with spaces in it is one word, if there is such a file.
Command SplitCommand(const std::string& text) {
  if (access(text.c_str(), F_OK) == 0) return {text};
  return absl::StrSplit(text, absl::ByAnyChar(" \t\n"), absl::SkipEmpty());
}

// The first line of `command --version`; an error if it cannot be run.
absl::StatusOr<std::string> AskVersion(const Command& command, const CancelToken& cancel) {
  Command argv = command;
  argv.push_back("--version");
  FFT_ASSIGN_OR_RETURN(const ProcessOutput output, RunProcess(argv, absl::Seconds(30), cancel));
  if (output.exit.is_known && !output.exit.ok()) {
    return absl::UnavailableError(absl::StrCat(absl::StrJoin(argv, " "), ": ",
                                               output.exit.Describe(), " ", output.standard_error));
  }
  return output.standard_output.substr(0, output.standard_output.find('\n'));
}

// Whether the whole file is there: an ELF file ends with, or after, its table of sections.
bool IsWholeSharedObject(const std::string& bytes) {
  Elf64_Ehdr head;
  if (bytes.size() < sizeof(head) || std::memcmp(bytes.data(), ELFMAG, SELFMAG) != 0) return false;
  std::memcpy(&head, bytes.data(), sizeof(head));
  const uint64_t table = uint64_t{head.e_shentsize} * head.e_shnum;
  return head.e_shoff > 0 && head.e_shoff <= bytes.size() && table <= bytes.size() - head.e_shoff;
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
    const Stopwatch watch;
    const absl::StatusOr<Program> program = Choose(request.cancel);
    if (!program.ok()) return Fail(program.status(), request);
    const absl::StatusOr<TemporaryFolder> folder = TemporaryFolder::Create(options_.temp_folder);
    if (!folder.ok()) return Fail(folder.status(), request);
    FFT_ASSIGN_OR_RETURN(CodeObject object, CompileIn(folder->path(), *program, request));
    object.milliseconds = watch.Milliseconds();
    return object;
  }

  std::string Version() const override { return version_; }
  std::string name() const override { return "host"; }
  std::string Library() const override { return options_.compiler; }

 private:
  struct Program {
    Command command;
    std::string banner;

    std::string Describe() const {
      return absl::StrCat(absl::StrJoin(command, " "), " (", banner, ")");
    }
  };

  static absl::Status Fail(const absl::Status& status, const CompileRequest& request) {
    return CompileError(status.code(), request, status.message());
  }

  // The compiler to run: the first one that works. It is looked for at the first call.
  absl::StatusOr<Program> Choose(const CancelToken& cancel) {
    std::lock_guard lock(mutex_);
    if (program_) return *program_;
    std::vector<Command> commands = {SplitCommand(options_.compiler)};
    if (options_.compiler.empty()) commands = {{"c++"}, {"g++"}, {"clang++"}};
    std::vector<std::string> reasons;
    for (const Command& command : commands) {
      absl::StatusOr<std::string> banner = AskVersion(command, cancel);
      if (banner.ok()) {
        SweepTemporaryFolders(options_.temp_folder);
        return *(program_ = Program{command, *std::move(banner)});
      }
      if (absl::IsCancelled(banner.status())) return banner.status();
      reasons.push_back(std::string(banner.status().message()));
    }
    return absl::UnavailableError(
        absl::StrCat("no C++ compiler can be run: ", absl::StrJoin(reasons, "; ")));
  }

  absl::StatusOr<CodeObject> CompileIn(const std::string& folder, const Program& program,
                                       const CompileRequest& request) const {
    const std::string source = folder + "/kernel.cc";
    const std::string result = folder + "/kernel.so";
    const absl::Status written = WriteFile(source, request.source);
    if (!written.ok()) return Fail(written, request);
    const absl::StatusOr<ProcessOutput> output =
        RunProcess(CommandLine(program, request, source, result), options_.timeout, request.cancel);
    if (!output.ok()) return Fail(output.status(), request);
    CodeObject object;
    object.log =
        absl::StrReplaceAll(absl::StrCat(output->standard_output, output->standard_error),
                            {{source, absl::StrCat(request.kernel_name, ".cc")}, {folder, "."}});
    const std::string end = absl::StrCat(program.Describe(), ": ", output->exit.Describe());
    if (output->exit.is_known && !output->exit.ok()) {
      const bool crashed = output->exit.signal != 0;
      return CompileError(
          crashed ? absl::StatusCode::kInternal : absl::StatusCode::kInvalidArgument, request, end,
          object.log);
    }
    // The object that the compiler has made is used, even if the compiler's status is lost.
    absl::StatusOr<std::string> bytes = ReadFile(result, kMostObjectBytes);
    if (bytes.ok() && IsWholeSharedObject(*bytes)) {
      object.bytes = *std::move(bytes);
      return object;
    }
    // Where the status is lost and the compiler has printed something, there was an error.
    const bool has_spoken = !output->exit.is_known && !object.log.empty();
    return CompileError(
        has_spoken ? absl::StatusCode::kInvalidArgument : absl::StatusCode::kInternal, request,
        absl::StrCat(end, ", and no shared object: ",
                     bytes.ok() ? "what it wrote is none" : bytes.status().message()),
        object.log);
  }

  std::vector<std::string> CommandLine(const Program& program, const CompileRequest& request,
                                       const std::string& source, const std::string& result) const {
    std::vector<std::string> argv = program.command;
    argv.insert(argv.end(), options_.flags.begin(), options_.flags.end());
    argv.insert(argv.end(), request.options.begin(), request.options.end());
    argv.insert(argv.end(), {"-o", result, source});
    return argv;
  }

  const HostCompilerOptions options_;
  const std::string version_;
  std::mutex mutex_;
  std::optional<Program> program_;  // guarded by mutex_
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

absl::StatusOr<std::unique_ptr<Compiler>> MakeHostCompiler(const HostCompilerOptions& options) {
  if (!options.compiler.empty() && SplitCommand(options.compiler).empty()) {
    return InvalidField("compiler", "blank", "a command, or nothing for the usual ones");
  }
  return std::make_unique<HostCompiler>(options);
}

}  // namespace fft::rtc
