#include "fft/rtc/program_compiler.h"

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "fft/base/status.h"
#include "fft/rtc/compile_error.h"
#include "fft/rtc/system/stopwatch.h"
#include "fft/rtc/system/subprocess.h"

namespace fft::rtc {
namespace {

constexpr size_t kMostObjectBytes = 64 << 20;

using Command = std::vector<std::string>;

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

absl::Status Fail(const absl::Status& status, const CompileRequest& request) {
  return CompileError(status.code(), request, status.message());
}

// The object in the file `result`, which a run of the compiler has made, or the error that the run
// ended with.
absl::StatusOr<CodeObject> ObjectOf(const CompilerProgram& program, const ProcessOutput& output,
                                    const std::string& result, const CompileRequest& request,
                                    std::string log) {
  const ChildExit& exit = output.exit;
  const std::string end = absl::StrCat(program.Describe(), ": ", exit.Describe());
  if (exit.is_known && !exit.ok()) {
    const auto code =
        exit.signal != 0 ? absl::StatusCode::kInternal : absl::StatusCode::kInvalidArgument;
    return CompileError(code, request, end, log);
  }
  absl::StatusOr<std::string> bytes = ReadFile(result, kMostObjectBytes);
  if (bytes.ok() && IsWholeSharedObject(*bytes)) {
    CodeObject object;
    object.bytes = *std::move(bytes);
    object.log = std::move(log);
    return object;
  }
  // If the status is lost and the compiler has printed something, it has met an error.
  const bool has_spoken = !exit.is_known && !log.empty();
  return CompileError(has_spoken ? absl::StatusCode::kInvalidArgument : absl::StatusCode::kInternal,
                      request,
                      absl::StrCat(end, ", and no shared object: ",
                                   bytes.ok() ? "what it wrote is none" : bytes.status().message()),
                      log);
}

}  // namespace

std::string CompilerProgram::Describe() const {
  return absl::StrCat(absl::StrJoin(command, " "), " (", banner, ")");
}

absl::StatusOr<CompilerProgram> ChooseProgram(const std::string& what,
                                              const std::vector<Command>& commands,
                                              const CancelToken& cancel) {
  std::vector<std::string> reasons;
  for (const Command& command : commands) {
    absl::StatusOr<std::string> banner = AskVersion(command, cancel);
    if (banner.ok()) return CompilerProgram{command, *std::move(banner)};
    if (absl::IsCancelled(banner.status())) return banner.status();
    reasons.push_back(std::string(banner.status().message()));
  }
  return absl::UnavailableError(
      absl::StrCat("no ", what, " can be run: ", absl::StrJoin(reasons, "; ")));
}

absl::StatusOr<CodeObject> CompileWith(const CompilerProgram& program, const ProgramRun& run,
                                       const CompileRequest& request) {
  const Stopwatch watch;
  const absl::StatusOr<TemporaryFolder> folder = TemporaryFolder::Create(run.temp_folder);
  if (!folder.ok()) return Fail(folder.status(), request);
  const std::string source = absl::StrCat(folder->path(), "/kernel", run.suffix);
  const std::string result = absl::StrCat(folder->path(), "/kernel.so");
  const absl::Status written = WriteFile(source, run.source);
  if (!written.ok()) return Fail(written, request);
  Command argv = program.command;
  argv.insert(argv.end(), run.flags.begin(), run.flags.end());
  argv.insert(argv.end(), request.options.begin(), request.options.end());
  argv.insert(argv.end(), {"-o", result, source});
  const absl::StatusOr<ProcessOutput> output = RunProcess(argv, run.timeout, request.cancel);
  if (!output.ok()) return Fail(output.status(), request);
  std::string log =
      absl::StrReplaceAll(absl::StrCat(output->standard_output, output->standard_error),
                          {{source, run.shown_source}, {folder->path(), "."}});
  FFT_ASSIGN_OR_RETURN(CodeObject object,
                       ObjectOf(program, *output, result, request, std::move(log)));
  object.milliseconds = watch.Milliseconds();
  return object;
}

}  // namespace fft::rtc
