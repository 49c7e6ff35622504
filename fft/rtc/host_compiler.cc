#include "fft/rtc/host_compiler.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "fft/base/sha256.h"
#include "fft/base/status.h"
#include "fft/rtc/compile_error.h"
#include "fft/rtc/stopwatch.h"
#include "fft/rtc/subprocess.h"

namespace fft::rtc {
namespace {

// What "-march=native" stands for: a digest of this processor's model and features.
std::string ProcessorDigest() {
  const absl::StatusOr<std::string> cpuinfo = ReadFile("/proc/cpuinfo");
  if (!cpuinfo.ok()) return "unknown";
  std::string features;
  for (absl::string_view line : absl::StrSplit(*cpuinfo, '\n')) {
    if (line.empty()) break;  // the end of the first processor
    for (const char* field : {"vendor_id", "cpu family", "model", "flags", "Features"}) {
      if (absl::StartsWith(line, field)) absl::StrAppend(&features, line, "\n");
    }
  }
  return Sha256Hex(features).substr(0, 12);
}

// The first line of `compiler --version`; an error if it cannot be run.
absl::StatusOr<std::string> AskVersion(const std::string& compiler) {
  FFT_ASSIGN_OR_RETURN(const ProcessOutput output,
                       RunProcess({compiler, "--version"}, absl::Seconds(30)));
  if (!output.exit.ok()) {
    return absl::UnavailableError(
        absl::StrCat(compiler, " --version: ", output.exit.Describe(), " ", output.standard_error));
  }
  return output.standard_output.substr(0, output.standard_output.find('\n'));
}

class HostCompiler final : public Compiler {
 public:
  HostCompiler(HostCompilerOptions options, std::string version)
      : options_(std::move(options)), version_(std::move(version)) {}

  absl::StatusOr<CodeObject> Compile(const CompileRequest& request) override {
    FFT_RETURN_IF_ERROR(CheckRequest(request));
    if (request.arch != "host") {
      return CompileError(absl::StatusCode::kInvalidArgument, request,
                          absl::StrCat(version_, " does not support the architecture ",
                                       request.arch, "; it knows host"));
    }
    const Stopwatch watch;
    FFT_ASSIGN_OR_RETURN(const TemporaryFolder folder,
                         TemporaryFolder::Create(options_.temp_folder));
    const std::string source = folder.path() + "/kernel.cc";
    const std::string result = folder.path() + "/kernel.so";
    FFT_RETURN_IF_ERROR(WriteFile(source, request.source));
    absl::StatusOr<ProcessOutput> output =
        RunProcess(CommandLine(request, source, result), options_.timeout);
    if (!output.ok()) {
      return CompileError(output.status().code(), request, output.status().message());
    }
    CodeObject object;
    object.log = absl::StrReplaceAll(
        absl::StrCat(output->standard_output, output->standard_error),
        {{source, absl::StrCat(request.kernel_name, ".cc")}, {folder.path(), "."}});
    if (!output->exit.ok()) {
      const bool crashed = output->exit.signal != 0;
      return CompileError(
          crashed ? absl::StatusCode::kInternal : absl::StatusCode::kInvalidArgument, request,
          absl::StrCat(options_.compiler, ": ", output->exit.Describe()), object.log);
    }
    FFT_ASSIGN_OR_RETURN(object.bytes, ReadFile(result));
    object.milliseconds = watch.Milliseconds();
    return object;
  }

  std::string Version() const override { return version_; }
  std::string name() const override { return "host"; }
  std::string Library() const override { return options_.compiler; }

 private:
  std::vector<std::string> CommandLine(const CompileRequest& request, const std::string& source,
                                       const std::string& result) const {
    std::vector<std::string> argv = {options_.compiler};
    argv.insert(argv.end(), options_.flags.begin(), options_.flags.end());
    argv.insert(argv.end(), request.options.begin(), request.options.end());
    argv.insert(argv.end(), {"-o", result, source});
    return argv;
  }

  const HostCompilerOptions options_;
  const std::string version_;
};

}  // namespace

std::vector<std::string> DefaultHostFlags() {
  return {"-O2",
          "-ftree-vectorize",
          "-fopenmp-simd",
          "-mprefer-vector-width=512",
          "-march=native",
          "-ffp-contract=fast",
          "-shared",
          "-fPIC",
          "-w"};
}

absl::StatusOr<std::unique_ptr<Compiler>> MakeHostCompiler(const HostCompilerOptions& options) {
  std::vector<std::string> names = {options.compiler};
  if (options.compiler.empty()) names = {"c++", "g++", "clang++"};
  std::vector<std::string> reasons;
  for (const std::string& name : names) {
    absl::StatusOr<std::string> banner = AskVersion(name);
    if (!banner.ok()) {
      reasons.push_back(std::string(banner.status().message()));
      continue;
    }
    HostCompilerOptions chosen = options;
    chosen.compiler = name;
    std::string version = absl::StrCat("host ", *banner, ", ", absl::StrJoin(options.flags, " "),
                                       ", processor ", ProcessorDigest());
    return std::make_unique<HostCompiler>(std::move(chosen), std::move(version));
  }
  return absl::UnavailableError(
      absl::StrCat("no C++ compiler can be run: ", absl::StrJoin(reasons, "; ")));
}

}  // namespace fft::rtc
