// fft_aot_cache: compiles the kernels of a list into a cache that is shipped with the library.
//
//   bazel run //tools:fft_aot_cache -- --list kernels.txt --out fft_kernels.db
//
// Put the file beside the library as fft_kernels.db, or name it in FFT_RTC_SYS_CACHE_PATH. The next
// run continues a killed or failed run. The tool works without a device and loads no device
// runtime.
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/options.h"
#include "fft/base/status.h"
#include "fft/rtc/system/subprocess.h"
#include "tools/aot/build_cache.h"
#include "tools/aot/kernel_list.h"
#include "tools/cli/flags.h"

namespace fft::aot {
namespace {

constexpr char kUsage[] = R"(usage: fft_aot_cache --list FILE --out FILE [flags]

compiles the kernels of a list, whose lines are such as

    # for which machines (`fft targets` lists them), then plans and kernels
    arch host
    problem complex_forward_len_96_96_96_double_op
    problem scheme=L1D_TRTRT complex_forward_len_1048576_single_op
    problem load=scale.h complex_forward_len_64_single_op_CB
    kernels length=16..4096 precision=single,double placement=ip,op

)";

const std::vector<cli::FlagSpec>& Specs() {
  static const auto* const kSpecs = new std::vector<cli::FlagSpec>{
      {"list", "FILE", "the kernels"},
      {"out", "FILE", "the cache to make; FILE.partial holds it until it is whole"},
      {"jobs", "N", "compiles at once; default: one per processor"},
      {"print", "", "only print the kernels of the list"},
      {"quiet", "", "no line per kernel"},
      {"help", "", "print this"},
  };
  return *kSpecs;
}

void Warn(absl::LogSeverity, const std::string& message) {
  std::cerr << "fft_aot_cache: warning: " << message << "\n";
}

absl::Status Run(const cli::Flags& flags) {
  if (!flags.Has("list")) return InvalidField("--list", "missing", "a file");
  const std::string list = cli::UserPath(flags.Get("list"));
  FFT_ASSIGN_OR_RETURN(const std::string text, rtc::ReadFile(list));
  const std::filesystem::path folder = std::filesystem::path(list).parent_path();
  const auto read = [&](const std::string& path) { return rtc::ReadFile(folder / path); };
  BuildCacheOptions options;
  const absl::StatusOr<std::vector<ListedKernel>> kernels =
      ParseKernelList(text, read, &options.decisions);
  if (!kernels.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(flags.Get("list"), ": ", kernels.status().message()));
  }
  if (flags.Has("print")) {
    for (const ListedKernel& kernel : *kernels) {
      std::cout << kernel.target.name << " " << kernel.name << "\n";
    }
    return absl::OkStatus();
  }
  if (!flags.Has("out")) return InvalidField("--out", "missing", "a file");
  options.output = cli::UserPath(flags.Get("out"));
  FFT_ASSIGN_OR_RETURN(const int64_t jobs, flags.GetInt("jobs", 0, 0, 1024));
  options.jobs = static_cast<int>(jobs);
  FFT_ASSIGN_OR_RETURN(options.compilers, rtc::CompilerOptionsFrom(ReadEnvironment(), Warn));
  if (!flags.Has("quiet")) {
    options.progress = [](const std::string& line) { std::cerr << line << std::endl; };
  }
  FFT_ASSIGN_OR_RETURN(const BuildCacheReport report, BuildCache(*kernels, options));
  std::cerr << options.output << ": " << report.kernels << " kernels, " << report.compiled
            << " compiled now\n";
  return absl::OkStatus();
}

int Main(const std::vector<std::string>& arguments) {
  const auto flags = cli::ParseFlags(Specs(), arguments);
  if (flags.ok() && flags->Has("help")) {
    std::cout << kUsage << cli::FlagsHelp(Specs());
    return EXIT_SUCCESS;
  }
  const absl::Status status = flags.ok() ? Run(*flags) : flags.status();
  if (!status.ok()) std::cerr << "fft_aot_cache: " << status.message() << "\n";
  return status.ok() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace fft::aot

int main(int argc, char** argv) {
  return fft::aot::Main(std::vector<std::string>(argv + 1, argv + argc));
}
