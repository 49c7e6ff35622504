// fft_bench: times problems next to other libraries and next to a copy of the same size.
//
//   bazel run --config=release //bench:fft_bench -- --tokens tests/suites/h200.tokens --vs cufft
//   bazel run --config=release //bench:fft_bench -- --device host --vs fftw TOKEN
//   bazel run --config=release //bench:fft_bench -- --draw 50 --bytes 1M-128M --vs cufft,vkfft
//   bazel run --config=release //bench:fft_bench -- --ranks 2 TOKEN
#include <sched.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "bench/bench_case.h"
#include "bench/dist_bench.h"
#include "bench/drawn_problems.h"
#include "bench/gauntlet.h"
#include "bench/report.h"
#include "fft/base/status.h"
#include "fft/exec/pipeline.h"
#include "fft/fft.h"
#include "tools/cli/flags.h"
#include "tools/cli/plan_options.h"
#include "tools/cli/token_list.h"
#include "tools/cli/written.h"

namespace fft::bench {
namespace {

std::vector<cli::FlagSpec> MakeSpecs() {
  std::vector<cli::FlagSpec> specs = {
      {"tokens", "FILES", "files with one token a line (comma-separated)"},
      {"draw", "N", "and N problems on no list: lines, primes, planes, volumes, complex and real"},
      {"seed", "S", "of the problems drawn; default 1"},
      {"bytes", "B", "of their inputs, as 256M (default) or 1M-128M"},
      {"gauntlet", "A-B",
       "every length of the range instead, one transform alone: single and double, complex and "
       "real,"
       " in both orders of the libraries (host, with --vs)"},
      {"kinds", "K", "with --gauntlet: all (default), complex or real transforms"},
      {"device", "D", "auto, hip[:n], cuda[:n] or host"},
      {"vs", "PEERS",
       "comma-separated: fftw (host), cufft, vkfft (CUDA), plugin:FILE.so (bench/plugin)"},
      {"csv", "FILE", "also write a table"},
      {"machine", "TEXT", "words for the table: machine, driver, commit"},
      {"repeats", "N", "timed repeats of each problem; default 20"},
      {"candidate", "K", "run the K-th ranked buffer assignment instead of the best"},
      {"processors", "N", "processors used on the host; default 1, 0 = all"},
      {"arrays", "A",
       "rotate = new arrays for each execution, so that caches are cold; same = one"
       " set; auto (default) = rotate on GPUs, same on the host"},
      {"ranks", "N",
       "transforms over N threads or GPUs of this process; all flags are those of fft_dist_bench"},
      {"mpi", "LIBRARY", "transforms over the ranks of mpirun; likewise"},
      {"help", "", "print this"},
  };
  const std::vector<cli::FlagSpec> of_plans = cli::PlanOptionFlags();
  specs.insert(specs.end() - 1, of_plans.begin(), of_plans.end());
  return specs;
}

const std::vector<cli::FlagSpec>& Specs() {
  static const auto* const kSpecs = new std::vector<cli::FlagSpec>(MakeSpecs());
  return *kSpecs;
}

absl::StatusOr<std::vector<std::string>> CollectTokens(const cli::Flags& flags) {
  std::vector<std::string> tokens = flags.positional();
  for (const absl::string_view path : absl::StrSplit(flags.Get("tokens"), ',', absl::SkipEmpty())) {
    FFT_ASSIGN_OR_RETURN(const std::vector<cli::TokenLine> lines,
                         cli::ReadTokenList(cli::UserPath(std::string(path))));
    for (const cli::TokenLine& line : lines) {
      if (!line.must_refuse) tokens.push_back(line.token);
    }
  }
  FFT_ASSIGN_OR_RETURN(const int64_t count, flags.GetInt("draw", 0, 1, 100000));
  FFT_ASSIGN_OR_RETURN(const int64_t seed, flags.GetInt("seed", 1, 0, INT64_MAX));
  FFT_ASSIGN_OR_RETURN(const ByteRange bytes, ParseByteRange(flags.Get("bytes", "256M")));
  for (std::string& token : DrawProblems(count, static_cast<uint64_t>(seed), bytes)) {
    tokens.push_back(std::move(token));
  }
  if (tokens.empty()) {
    return absl::InvalidArgumentError("no token given; pass tokens, --tokens FILE or --draw N");
  }
  return tokens;
}

// Binds the process to the first `count` of its processors. The host device then uses only these.
absl::Status LimitProcessors(int count) {
  cpu_set_t allowed, chosen;
  CPU_ZERO(&chosen);
  if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0) {
    return absl::InternalError("sched_getaffinity failed");
  }
  for (int cpu = 0, taken = 0; cpu < CPU_SETSIZE && taken < count; ++cpu) {
    if (!CPU_ISSET(cpu, &allowed)) continue;
    CPU_SET(cpu, &chosen);
    ++taken;
  }
  if (sched_setaffinity(0, sizeof(chosen), &chosen) != 0) {
    return absl::InternalError("sched_setaffinity failed");
  }
  return absl::OkStatus();
}

// Opens the Context. A host device is opened again after the process is bound to its processors.
absl::StatusOr<std::shared_ptr<Context>> OpenContext(const cli::Flags& flags) {
  ContextOptions environment = ReadEnvironment();
  environment.device = flags.Get("device", environment.device);
  FFT_ASSIGN_OR_RETURN(const int64_t processors, flags.GetInt("processors", 1, 0, CPU_SETSIZE));
  FFT_ASSIGN_OR_RETURN(std::shared_ptr<Context> context, Context::Create(environment));
  if (context->device().kind() != rtc::DeviceKind::kHost || processors == 0) return context;
  context.reset();
  FFT_RETURN_IF_ERROR(LimitProcessors(static_cast<int>(processors)));
  return Context::Create(environment);
}

absl::StatusOr<BenchOptions> ReadOptions(const cli::Flags& flags, const rtc::Device& device) {
  BenchOptions options;
  FFT_ASSIGN_OR_RETURN(options.plan, cli::ChooseOptions(flags));
  FFT_ASSIGN_OR_RETURN(options.timing.repeats, flags.GetInt("repeats", 20, 1, 100000));
  FFT_ASSIGN_OR_RETURN(options.plan.candidate, flags.GetInt("candidate", 0, 0, 1000000));
  FFT_ASSIGN_OR_RETURN(const std::string arrays,
                       flags.GetChoice("arrays", {"auto", "rotate", "same"}));
  const bool rotate =
      arrays == "rotate" || (arrays == "auto" && device.kind() != rtc::DeviceKind::kHost);
  options.rotation = rotate ? Rotation::kOn : Rotation::kOff;
  return options;
}

absl::StatusOr<std::vector<std::unique_ptr<Peer>>> OpenPeers(const cli::Flags& flags,
                                                             const rtc::Device& device) {
  std::vector<std::unique_ptr<Peer>> peers;
  for (const absl::string_view name : absl::StrSplit(flags.Get("vs"), ',', absl::SkipEmpty())) {
    absl::string_view path = name;
    const bool is_plugin = absl::ConsumePrefix(&path, kPluginPrefix);
    const std::string full = is_plugin
                                 ? absl::StrCat(kPluginPrefix, cli::UserPath(std::string(path)))
                                 : std::string(name);
    FFT_ASSIGN_OR_RETURN(std::unique_ptr<Peer> peer, MakePeer(full, device));
    peers.push_back(std::move(peer));
  }
  return peers;
}

absl::Status OpenCsv(const cli::Flags& flags, std::ofstream* csv) {
  if (!flags.Has("csv")) return absl::OkStatus();
  csv->open(cli::UserPath(flags.Get("csv")));
  if (*csv) return absl::OkStatus();
  return absl::NotFoundError(absl::StrCat("cannot write ", flags.Get("csv")));
}

// Times every length of the range of --gauntlet (bench/gauntlet.h). The device has to be the host,
// and --vs has to name a peer.
absl::Status RunAlone(const cli::Flags& flags) {
  GauntletOptions options;
  FFT_ASSIGN_OR_RETURN(options.lengths, ParseLengthRange(flags.Get("gauntlet")));
  FFT_ASSIGN_OR_RETURN(options.repeats, flags.GetInt("repeats", options.repeats, 1, 100000));
  FFT_ASSIGN_OR_RETURN(const std::string kinds,
                       flags.GetChoice("kinds", {"all", "complex", "real"}));
  options.kinds = kinds == "complex" ? GauntletKinds::kComplex
                  : kinds == "real"  ? GauntletKinds::kReal
                                     : GauntletKinds::kAll;
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<Context> context, OpenContext(flags));
  if (context->device().kind() != rtc::DeviceKind::kHost) {
    return InvalidField("--device", flags.Get("device"), "host, as --gauntlet times calls");
  }
  FFT_ASSIGN_OR_RETURN(const std::vector<std::unique_ptr<Peer>> peers,
                       OpenPeers(flags, context->device()));
  if (peers.empty()) return InvalidField("--vs", "", "the peers that --gauntlet times beside");
  std::ofstream csv;
  FFT_RETURN_IF_ERROR(OpenCsv(flags, &csv));
  FFT_RETURN_IF_ERROR(RunGauntlet(options, peers, context.get(), csv.is_open() ? &csv : nullptr));
  if (csv.is_open()) FFT_RETURN_IF_ERROR(cli::CheckWritten(flags.Get("csv"), &csv));
  return cli::CheckWritten("the output", &std::cout);
}

absl::Status Run(const cli::Flags& flags) {
  if (flags.Has("gauntlet")) return RunAlone(flags);
  FFT_ASSIGN_OR_RETURN(const std::vector<std::string> tokens, CollectTokens(flags));
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<Context> context, OpenContext(flags));
  FFT_ASSIGN_OR_RETURN(const BenchOptions options, ReadOptions(flags, context->device()));
  FFT_ASSIGN_OR_RETURN(const std::vector<std::unique_ptr<Peer>> peers,
                       OpenPeers(flags, context->device()));
  const BenchMachine machine{
      absl::StrCat(context->device().name(), " (", context->device().arch(), ")"),
      flags.Get("machine"), absl::FormatTime("%Y-%m-%d", absl::Now(), absl::UTCTimeZone())};
  std::vector<std::string> names;
  std::cout << "# " << machine.device << ", " << machine.date << ", median of "
            << options.timing.repeats << "\n";
  for (const std::unique_ptr<Peer>& peer : peers) {
    names.push_back(peer->name());
    std::cout << "# " << peer->name() << ": " << peer->description() << "\n";
  }
  std::cout << HeaderLine(names) << std::endl;
  std::ofstream csv;
  FFT_RETURN_IF_ERROR(OpenCsv(flags, &csv));
  if (csv.is_open()) csv << CsvHeader(names);
  std::vector<BenchResult> results;
  for (const std::string& token : tokens) {
    absl::StatusOr<BenchResult> result = RunBench(token, options, peers, context.get());
    if (!result.ok()) {
      return absl::Status(result.status().code(),
                          absl::StrCat(token, ": ", std::string(result.status().message())));
    }
    std::cout << ResultLine(*result) << std::endl;
    // Each row of the table is written at once, so that an interrupted run leaves the rows so far.
    if (csv.is_open()) {
      csv << CsvRow(*result, machine);
      FFT_RETURN_IF_ERROR(cli::CheckWritten(flags.Get("csv"), &csv));
    }
    results.push_back(*std::move(result));
  }
  std::cout << Summary(results, names);
  return cli::CheckWritten("the output", &std::cout);
}

int Main(const std::vector<std::string>& arguments) {
  if (AsksForRanks(arguments)) return RunDistBench(arguments);
  const absl::StatusOr<cli::Flags> flags = cli::ParseFlags(Specs(), arguments);
  if (flags.ok() && flags->Has("help")) {
    std::cout << "usage: fft_bench [TOKEN...] [flags]\n\n" << cli::FlagsHelp(Specs());
    return 0;
  }
  const absl::Status status = flags.ok() ? Run(*flags) : flags.status();
  if (status.ok()) return 0;
  std::cerr << "fft_bench: " << std::string(status.message()) << "\n";
  return flags.ok() ? 1 : 2;
}

}  // namespace
}  // namespace fft::bench

int main(int argc, char** argv) {
  return fft::bench::Main(std::vector<std::string>(argv + 1, argv + argc));
}
