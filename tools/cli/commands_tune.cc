// `fft tune`: measures kernel shapes on a device and writes its tuning table.
#include <fstream>
#include <iterator>
#include <thread>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "fft/base/options.h"
#include "fft/base/status.h"
#include "fft/exec/open_device.h"
#include "fft/rtc/compiler_factory.h"
#include "fft/rtc/helper/parallel_compiler.h"
#include "tools/cli/commands.h"
#include "tools/cli/written.h"
#include "tools/tune/key_list.h"
#include "tools/tune/tuner.h"

namespace fft::cli {
namespace {

// How many keys are done between two lines of progress.
constexpr int64_t kProgress = 500;

absl::StatusOr<std::vector<ShapeKey>> ReadKeys(const Flags& flags) {
  if (!flags.Has("list")) {
    return tune::ParseKeyList(
        absl::StrCat(flags.Get("lengths", "16-4096/13"), " ", flags.Get("precisions", "single"),
                     " ", flags.Get("tilings", "sbrr"), " ", flags.Get("uses", "plain")));
  }
  std::ifstream file(UserPath(flags.Get("list")));
  if (!file) return absl::NotFoundError(absl::StrCat("cannot read ", flags.Get("list")));
  return tune::ParseKeyList(std::string(std::istreambuf_iterator<char>(file), {}));
}

absl::StatusOr<std::ofstream> OpenFile(const Flags& flags, const char* flag) {
  std::ofstream file;
  if (!flags.Has(flag)) return file;
  file.open(UserPath(flags.Get(flag)));
  if (!file) return absl::NotFoundError(absl::StrCat("cannot write ", flags.Get(flag)));
  return file;
}

absl::StatusOr<tune::TuneOptions> ReadOptions(const Flags& flags) {
  tune::TuneOptions options;
  const int processors = std::max(1u, std::thread::hardware_concurrency());
  FFT_ASSIGN_OR_RETURN(options.shapes, flags.GetInt("shapes", 12, 1, 1000));
  FFT_ASSIGN_OR_RETURN(options.threads, flags.GetInt("threads", processors, 1, 1024));
  FFT_ASSIGN_OR_RETURN(options.seconds, flags.GetInt("seconds", 600, 1, 1000000));
  FFT_ASSIGN_OR_RETURN(options.repeats, flags.GetInt("repeats", 7, 1, 1000));
  FFT_ASSIGN_OR_RETURN(const int64_t mebibytes, flags.GetInt("mebibytes", 256, 1, 65536));
  options.array_bytes = mebibytes << 20;
  FFT_ASSIGN_OR_RETURN(options.few, flags.GetInt("few", 0, 1, 65536));
  if (options.few > 0 && flags.Has("table")) {
    return InvalidField(
        "table", flags.Get("table"),
        "no table with --few: its shapes are for as many transforms as fill arrays");
  }
  options.allows_spills = flags.Has("spills");
  return options;
}

absl::StatusOr<std::unique_ptr<rtc::Compiler>> CompilerFor(const rtc::Device& device,
                                                           const ContextOptions& environment) {
  FFT_ASSIGN_OR_RETURN(const auto options, rtc::CompilerOptionsFrom(environment, nullptr));
  return rtc::MakeCompiler(device.kind(), options.compilers);
}

}  // namespace

absl::Status RunTune(const Flags& flags, std::ostream& out) {
  FFT_ASSIGN_OR_RETURN(const std::vector<ShapeKey> keys, ReadKeys(flags));
  FFT_ASSIGN_OR_RETURN(const tune::TuneOptions options, ReadOptions(flags));
  ContextOptions environment = ReadEnvironment();
  environment.device = flags.Get("device", environment.device);
  FFT_ASSIGN_OR_RETURN(const auto opened, OpenDeviceFor(environment));
  const auto& [device, target] = opened;
  FFT_ASSIGN_OR_RETURN(const auto compiler, CompilerFor(*device, environment));
  FFT_ASSIGN_OR_RETURN(std::ofstream csv, OpenFile(flags, "csv"));
  FFT_ASSIGN_OR_RETURN(std::ofstream table, OpenFile(flags, "table"));
  out << keys.size() << " kernels to time on " << device->name() << ", no compile after "
      << options.seconds << " s" << std::endl;
  csv << tune::ResultHeader();
  if (flags.Has("csv")) FFT_RETURN_IF_ERROR(CheckWritten(flags.Get("csv"), &csv));
  int64_t count = 0;
  const auto observer = [&](const tune::TuneResult& result) {
    // Each row is written at once, so that an interrupted run leaves its measurements.
    csv << tune::ToCsv(result);
    if (++count % kProgress == 0) {
      csv.flush();
      out << count << " shapes, length " << LengthText(result.key) << std::endl;
    }
  };
  FFT_ASSIGN_OR_RETURN(const tune::TuneSummary summary,
                       tune::Tune(keys, target, options, device.get(), compiler.get(), observer));
  for (const auto& [key, tuned] : summary.table) table << ToRow(key, tuned);
  out << absl::StrFormat(
      "%d kernels on %s: %d shapes timed, %d refused, %d kernels left; copy %.4f ms\n",
      summary.table.size(), device->name(), summary.timed, summary.refused, summary.keys_left,
      summary.copy_ms);
  if (flags.Has("csv")) FFT_RETURN_IF_ERROR(CheckWritten(flags.Get("csv"), &csv));
  if (flags.Has("table")) FFT_RETURN_IF_ERROR(CheckWritten(flags.Get("table"), &table));
  if (summary.device.ok()) return absl::OkStatus();
  return absl::Status(summary.device.code(),
                      absl::StrCat("the device ended the run, what was timed before is written: ",
                                   std::string(summary.device.message())));
}

}  // namespace fft::cli
