// fft_verify: runs problems on a device and compares them with FFTW.
//
//   bazel run //tests:fft_verify -- complex_forward_len_1024_single_op --device host
//   bazel run //tests:fft_verify -- --tokens tests/suites/first_light.tokens
//   bazel run //tests:fft_verify -- --draw 200 --seed 7
//
// As a Bazel test it takes the tokens of its shard and writes one test case per token.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "fft/base/status.h"
#include "fft/core/problem.h"
#include "fft/fft.h"
#include "tests/property/random_chain.h"
#include "tests/property/random_problem.h"
#include "tests/support/random.h"
#include "tests/verify/forced_options.h"
#include "tests/verify/plan_ahead.h"
#include "tests/verify/report.h"
#include "tests/verify/verify_case.h"
#include "tools/cli/flags.h"
#include "tools/cli/plan_options.h"
#include "tools/cli/token_list.h"
#include "tools/cli/written.h"

namespace fft::testing {
namespace {

std::vector<cli::FlagSpec> MakeSpecs() {
  std::vector<cli::FlagSpec> specs = {
      {"tokens", "FILES", "files with one token a line (comma-separated); '!' = must be refused"},
      {"draw", "N", "and N problems of any kind, layout and format, drawn by --seed"},
      {"chains", "N", "and N chains"},
      {"forced", "",
       "with strategy, scheme, shape, permissions and candidate drawn for each problem"},
      {"points", "P", "of each of these at most, about; default 10000"},
      {"device", "D", "auto, hip[:n], cuda[:n] or host"},
      {"candidate", "K", "run the K-th ranked buffer assignment instead of the best"},
      {"threads", "N", "threads that make plans; default: one per processor"},
      {"seed", "S", "seed of the random input and of the problems drawn"},
      {"strict", "", "refused problems count as failures"},
      {"json", "", "one JSON object per line"},
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

absl::StatusOr<int64_t> ReadSeed(const cli::Flags& flags) {
  return flags.GetInt("seed", 1, 0, INT64_MAX);
}

absl::StatusOr<std::vector<cli::TokenLine>> CollectLines(const cli::Flags& flags) {
  std::vector<cli::TokenLine> lines;
  for (const std::string& token : flags.positional()) {
    for (const cli::TokenLine& line : cli::ParseTokenList(token)) lines.push_back(line);
  }
  for (const absl::string_view path : absl::StrSplit(flags.Get("tokens"), ',', absl::SkipEmpty())) {
    FFT_ASSIGN_OR_RETURN(const std::vector<cli::TokenLine> more,
                         cli::ReadTokenList(cli::UserPath(std::string(path))));
    lines.insert(lines.end(), more.begin(), more.end());
  }
  FFT_ASSIGN_OR_RETURN(const int64_t drawn, flags.GetInt("draw", 0, 1, 1000000));
  FFT_ASSIGN_OR_RETURN(const int64_t points, flags.GetInt("points", 10000, 1, int64_t{1} << 30));
  FFT_ASSIGN_OR_RETURN(const int64_t seed, ReadSeed(flags));
  Random random(static_cast<uint64_t>(seed));
  for (int64_t i = 0; i < drawn; ++i) {
    lines.push_back({.token = ToToken(RandomProblem(points, &random))});
  }
  FFT_ASSIGN_OR_RETURN(const int64_t chains, flags.GetInt("chains", 0, 1, 1000000));
  for (int64_t i = 0; i < chains; ++i) {
    lines.push_back({.token = ToToken(RandomChain(points, &random))});
  }
  return lines;
}

int IntFromEnvironment(const char* name, int fallback) {
  const char* text = std::getenv(name);
  int value = fallback;
  return text != nullptr && absl::SimpleAtoi(text, &value) ? value : fallback;
}

// Returns the lines of this shard. Writing the status file tells Bazel that the test supports
// sharding.
std::vector<cli::TokenLine> TakeShard(const std::vector<cli::TokenLine>& lines) {
  if (const char* path = std::getenv("TEST_SHARD_STATUS_FILE")) std::ofstream(path, std::ios::app);
  return cli::ShardOf(lines, IntFromEnvironment("TEST_SHARD_INDEX", 0),
                      IntFromEnvironment("TEST_TOTAL_SHARDS", 1));
}

struct Settings {
  PlanOptions plan;
  bool forced = false;  // draws options for each problem instead of `plan`
  int threads = 1;
  uint64_t seed = 1;
  bool strict = false;
  bool json = false;
};

absl::StatusOr<Settings> ReadSettings(const cli::Flags& flags) {
  Settings settings;
  FFT_ASSIGN_OR_RETURN(settings.plan, cli::ChooseOptions(flags));
  settings.forced = flags.Has("forced");
  FFT_ASSIGN_OR_RETURN(settings.plan.candidate, flags.GetInt("candidate", 0, 0, 1000000));
  const int processors = std::max(1u, std::thread::hardware_concurrency());
  FFT_ASSIGN_OR_RETURN(settings.threads, flags.GetInt("threads", processors, 1, 1024));
  FFT_ASSIGN_OR_RETURN(settings.seed, ReadSeed(flags));
  settings.strict = flags.Has("strict");
  settings.json = flags.Has("json");
  return settings;
}

// Returns the options of problem `index`.
PlanOptions OptionsOf(const cli::TokenLine& line, size_t index, const Settings& settings,
                      const Target& target) {
  const absl::StatusOr<Problem> problem = ParseToken(line.token);
  if (!settings.forced || !problem.ok()) return settings.plan;
  Random random(settings.seed * 1000003 + index);
  return DrawForcedOptions(*problem, target, &random);
}

std::vector<Outcome> VerifyAll(const std::vector<cli::TokenLine>& lines, const Settings& settings,
                               Context* context) {
  PlanAhead ahead(lines.size(), settings.threads, [&](size_t i) {
    const PlanOptions options = OptionsOf(lines[i], i, settings, context->target());
    PreparedCase prepared = Prepare(lines[i], options, context);
    if (settings.forced) prepared.line.token += ForcedFlags(options);
    return prepared;
  });
  std::vector<Outcome> outcomes;
  for (size_t i = 0; i < lines.size(); ++i) {
    outcomes.push_back(Judge(ahead.Take(), settings.seed, &context->device()));
    Outcome& outcome = outcomes.back();
    if (settings.strict && outcome.verdict == Verdict::kRefused) outcome.verdict = Verdict::kFail;
    std::cout << (settings.json ? OutcomeJson(outcome) : OutcomeLine(outcome)) << std::endl;
  }
  return outcomes;
}

int Fail(const absl::Status& status, int code) {
  std::cerr << "fft_verify: " << status.message() << "\n";
  return code;
}

int Main(const std::vector<std::string>& arguments) {
  const absl::StatusOr<cli::Flags> flags = cli::ParseFlags(Specs(), arguments);
  if (!flags.ok()) return Fail(flags.status(), 2);
  if (flags->Has("help")) {
    std::cout << "usage: fft_verify [TOKEN...] [flags]\n\n" << cli::FlagsHelp(Specs());
    return 0;
  }
  const absl::StatusOr<Settings> settings = ReadSettings(*flags);
  if (!settings.ok()) return Fail(settings.status(), 2);
  const absl::StatusOr<std::vector<cli::TokenLine>> lines = CollectLines(*flags);
  if (!lines.ok()) return Fail(lines.status(), 2);
  if (flags->positional().empty() && !flags->Has("tokens") && !flags->Has("draw") &&
      !flags->Has("chains")) {
    return Fail(absl::InvalidArgumentError(
                    "no token given; pass tokens, --tokens FILE, --draw N or --chains N"),
                2);
  }
  ContextOptions environment = ReadEnvironment();
  environment.device = flags->Get("device", environment.device);
  const auto context =
      Context::Create(environment, [](absl::LogSeverity, const std::string& message) {
        std::cerr << "fft_verify: " << message << "\n";
      });
  if (!context.ok()) return Fail(context.status(), 1);

  const std::vector<Outcome> outcomes = VerifyAll(TakeShard(*lines), *settings, context->get());
  Tally tally;
  for (const Outcome& outcome : outcomes) tally.Add(outcome.verdict);
  std::cout << (settings->json ? TallyJson(tally) : TallyLine(tally)) << std::endl;
  if (const char* path = std::getenv("XML_OUTPUT_FILE")) {
    std::ofstream(path) << OutcomesXml(outcomes);
  }
  const absl::Status written = cli::CheckWritten("the output", &std::cout);
  if (!written.ok()) return Fail(written, 1);
  return tally.failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace fft::testing

int main(int argc, char** argv) {
  return fft::testing::Main(std::vector<std::string>(argv + 1, argv + argc));
}
