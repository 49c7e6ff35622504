// fft_dist_verify: runs problems over several ranks and compares them with FFTW.
//
//   fft_dist_verify --draw 300 --ranks 4                      (threads of one process)
//   mpirun -np 4 fft_dist_verify --draw 300 --mpi libfft_mpi.so
//   fft_dist_verify complex_forward_len_64_64_64_single_op --ranks 2 --device cuda
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "fft/base/status.h"
#include "fft/dist/mpi/mpi_communicator.h"
#include "fft/dist/nccl_communicator.h"
#include "fft/dist/thread_communicator.h"
#include "fft/fft.h"
#include "tests/dist/dist_case.h"
#include "tests/dist/leaks.h"
#include "tools/cli/flags.h"
#include "tools/cli/token_list.h"

namespace fft::testing {
namespace {

const std::vector<cli::FlagSpec>& Specs() {
  static const auto* const kSpecs = new std::vector<cli::FlagSpec>{
      {"tokens", "FILES", "files with one token a line (comma-separated); layouts are not used"},
      {"draw", "N", "problems to draw"},
      {"plans", "N", "makes N plans in a row and says what they left in the process"},
      {"seed", "S", "number of the first one drawn"},
      {"bricks", "", "random boxes for tokens; else slabs"},
      {"direct", "", "tokens by direct stores; those drawn choose by themselves"},
      {"pieces", "N", "parts of the last exchange of tokens; 0 chooses"},
      {"device", "D", "host, or cuda: thread r takes GPU r"},
      {"ranks", "N", "threads of this process; default 2"},
      {"mpi", "LIBRARY", "ranks are those of mpirun, through this libfft_mpi.so"},
      {"nccl", "LIBRARY", "GPUs exchange through this libnccl.so.2"},
      {"groups", "N", "groups in which pieces of tokens are sent; 0 chooses"},
      {"copies", "", "tokens: copies, not kernels, take pieces to other ranks"},
      {"timeout", "S", "seconds that a rank waits for others"},
      {"verbose", "", "the candidate of every problem"},
      {"pids", "", "the process of every rank"},
      {"stages", "", "the plan of every rank, stage by stage"},
      {"help", "", "print this"},
  };
  return *kSpecs;
}

struct Settings {
  std::vector<std::string> tokens;
  int draw = 0;
  int plans = 0;
  uint64_t seed = 1;
  BoxStyle style = BoxStyle::kSlabs;
  dist::DistOptions options;
  std::string nccl;
  bool verbose = false;
  bool stages = false;
  bool pids = false;
};

absl::StatusOr<Settings> ReadSettings(const cli::Flags& flags) {
  Settings settings;
  settings.tokens = flags.positional();
  for (const absl::string_view path : absl::StrSplit(flags.Get("tokens"), ',', absl::SkipEmpty())) {
    FFT_ASSIGN_OR_RETURN(const auto lines, cli::ReadTokenList(cli::UserPath(std::string(path))));
    for (const cli::TokenLine& line : lines) settings.tokens.push_back(line.token);
  }
  FFT_ASSIGN_OR_RETURN(settings.draw, flags.GetInt("draw", 0, 0, 1000000));
  FFT_ASSIGN_OR_RETURN(settings.plans, flags.GetInt("plans", 0, 0, 1000000));
  FFT_ASSIGN_OR_RETURN(settings.seed, flags.GetInt("seed", 1, 0, INT64_MAX));
  FFT_ASSIGN_OR_RETURN(settings.options.pieces, flags.GetInt("pieces", 0, 0, 64));
  if (flags.Has("bricks")) settings.style = BoxStyle::kBricks;
  if (flags.Has("direct")) settings.options.transport = dist::Transport::kDirect;
  FFT_ASSIGN_OR_RETURN(settings.options.groups, flags.GetInt("groups", 0, 0, 16));
  if (flags.Has("copies")) settings.options.peer_store = dist::PeerStore::kCopies;
  settings.nccl = flags.Get("nccl");
  settings.verbose = flags.Has("verbose");
  settings.stages = flags.Has("stages");
  settings.pids = flags.Has("pids");
  if (settings.tokens.empty() && settings.draw == 0 && settings.plans == 0) {
    return absl::InvalidArgumentError(
        "no problem given; pass tokens, --tokens FILE, --draw N or --plans N");
  }
  return settings;
}

struct Counts {
  int passed = 0, failed = 0, skipped = 0;
};

void Report(const std::string& name, const DistOutcome& outcome, bool verbose, Counts* counts) {
  const bool refused =
      absl::IsUnimplemented(outcome.status) || absl::IsResourceExhausted(outcome.status);
  const bool passed = outcome.status.ok() && outcome.note.empty();
  ++(passed ? counts->passed : refused ? counts->skipped : counts->failed);
  std::string line = absl::StrFormat(
      "%-8s l2 %.2e  linf %.2e  gate %.2e  plan %6.1f ms  run %6.2f ms  %s",
      passed    ? "pass"
      : refused ? "refused"
                : "FAIL",
      outcome.norms.l2, outcome.norms.linf, outcome.gate, outcome.plan_ms, outcome.run_ms, name);
  if (!outcome.status.ok()) absl::StrAppend(&line, ": ", outcome.status.ToString());
  if (!outcome.note.empty()) absl::StrAppend(&line, ": ", outcome.note);
  if (verbose || !passed) absl::StrAppend(&line, "  [", outcome.plan, "]");
  std::cout << line << std::endl;
}

void PrintStages(const DistCase& test) {
  for (int rank = 0; rank < test.problem.ranks(); ++rank) {
    const auto plan = dist::MakeDistPlan(test.problem, test.options.dist, rank);
    if (!plan.ok()) continue;
    std::cout << "rank " << rank << ": input " << ToString(plan->problem.input[rank]) << ", output "
              << ToString(plan->problem.output[rank]) << "\n";
    for (const dist::Stage& stage : plan->stages) std::cout << "  " << ToString(stage) << "\n";
  }
}

// Checks on every rank that plans leave nothing behind. Only ranks that find a leak count a
// failure.
void CheckPlans(int plans, std::shared_ptr<Context> context, dist::Communicator* communicator,
                Counts* counts) {
  constexpr int kWarmUp = 500;  // MPI fills internal lists meanwhile
  const auto growth = GrowthOver(kWarmUp, plans, std::move(context), communicator);
  const absl::Status status = growth.ok() ? CheckGrowth(*growth) : growth.status();
  ++(status.ok() ? counts->passed : counts->failed);
  std::cout << absl::StrCat(status.ok() ? "pass" : "FAIL", "     rank ", communicator->rank(), ": ",
                            plans, " plans ",
                            status.ok() ? absl::StrCat("left ", ToString(*growth))
                                        : std::string(status.message()),
                            "\n")
            << std::flush;
}

// Runs all problems on one rank. Stops after a broken communication.
Counts RunRank(const Settings& settings, std::shared_ptr<Context> context,
               dist::Communicator* communicator) {
  Counts counts;
  const int ranks = communicator->size();
  if (settings.pids) {
    std::cout << absl::StrCat("rank ", communicator->rank(), " is process ", getpid(), "\n")
              << std::flush;
  }
  if (settings.plans > 0) CheckPlans(settings.plans, context, communicator, &counts);
  const int total = static_cast<int>(settings.tokens.size()) + settings.draw;
  for (int i = 0; i < total; ++i) {
    const int drawn = i - static_cast<int>(settings.tokens.size());
    const uint64_t seed = settings.seed + std::max(0, drawn);
    absl::StatusOr<DistCase> test =
        drawn < 0 ? CaseOfToken(settings.tokens[i], ranks, settings.style, seed)
                  : DrawCase(seed, ranks, communicator->SharesMemory());
    DistOutcome outcome;
    outcome.status = test.status();
    if (test.ok()) {
      if (drawn < 0) test->options.dist = settings.options;
      if (settings.stages && communicator->rank() == 0) PrintStages(*test);
      outcome = Verify(*test, seed, context, communicator);
    }
    if (communicator->rank() == 0) {
      Report(test.ok() ? test->name : settings.tokens[i], outcome, settings.verbose, &counts);
    } else {
      ++(outcome.status.ok() && outcome.note.empty() ? counts.passed : counts.failed);
    }
    if (absl::IsUnavailable(outcome.status) || absl::IsDeadlineExceeded(outcome.status)) {
      std::cerr << "rank " << communicator->rank() << ": " << outcome.status << std::endl;
      counts.failed += 1;
      break;
    }
  }
  return counts;
}

Counts RunRankOverNccl(const Settings& settings, std::shared_ptr<Context> context,
                       dist::Communicator* control) {
  if (settings.nccl.empty()) return RunRank(settings, std::move(context), control);
  const auto nccl = dist::OpenNcclCommunicator(control, &context->device(), {settings.nccl});
  if (nccl.ok()) return RunRank(settings, std::move(context), nccl->get());
  std::cerr << "fft_dist_verify: " << nccl.status() << std::endl;
  Counts counts;
  counts.failed = 1;
  return counts;
}

absl::StatusOr<std::shared_ptr<Context>> Open(const std::string& device) {
  ContextOptions environment = ReadEnvironment();
  environment.device = device;
  return Context::Create(environment, [](absl::LogSeverity, const std::string& message) {
    std::cerr << "fft_dist_verify: " << message << "\n";
  });
}

// Returns a Context for each rank. Ranks on the host share one Context; each GPU has its own.
absl::StatusOr<std::vector<std::shared_ptr<Context>>> OpenForThreads(const std::string& device,
                                                                     int ranks) {
  std::vector<std::shared_ptr<Context>> contexts;
  for (int rank = 0; rank < ranks; ++rank) {
    if (device == "host" && rank > 0) {
      contexts.push_back(contexts[0]);
      continue;
    }
    const std::string name = device == "host" ? device : absl::StrCat(device, ":", rank);
    FFT_ASSIGN_OR_RETURN(auto context, Open(name));
    contexts.push_back(std::move(context));
  }
  return contexts;
}

absl::StatusOr<Counts> RunThreads(const Settings& settings, const std::string& device, int ranks,
                                  absl::Duration timeout) {
  FFT_ASSIGN_OR_RETURN(const auto contexts, OpenForThreads(device, ranks));
  const auto communicators = dist::MakeThreadCommunicators(ranks, timeout);
  std::vector<Counts> counts(ranks);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank) {
    threads.emplace_back([&, rank] {
      counts[rank] = RunRankOverNccl(settings, contexts[rank], communicators[rank].get());
    });
  }
  for (std::thread& thread : threads) thread.join();
  return counts[0];
}

absl::StatusOr<Counts> RunMpi(const Settings& settings, const std::string& device,
                              const dist::MpiOptions& options, bool* is_root) {
  Counts counts;
  {
    FFT_ASSIGN_OR_RETURN(const auto communicator, dist::OpenMpiCommunicator(options));
    *is_root = communicator->rank() == 0;
    const auto context = Open(device);
    FFT_RETURN_IF_ERROR(dist::AgreeOnStatus(*communicator, context.status()));
    counts = RunRankOverNccl(settings, *context, communicator.get());
    FFT_RETURN_IF_ERROR(dist::AgreeOnStatus(
        *communicator, counts.failed == 0 ? absl::OkStatus() : absl::InternalError("failures")));
  }
  FFT_RETURN_IF_ERROR(dist::FinalizeMpi(options));
  return counts;
}

int Fail(const absl::Status& status, int code) {
  std::cerr << "fft_dist_verify: " << status.message() << std::endl;
  return code;
}

int Main(const std::vector<std::string>& arguments) {
  const absl::StatusOr<cli::Flags> flags = cli::ParseFlags(Specs(), arguments);
  if (!flags.ok()) return Fail(flags.status(), 2);
  if (flags->Has("help")) {
    std::cout << "usage: fft_dist_verify [TOKEN...] [flags]\n\n" << cli::FlagsHelp(Specs());
    return 0;
  }
  const absl::StatusOr<Settings> settings = ReadSettings(*flags);
  if (!settings.ok()) return Fail(settings.status(), 2);
  const auto ranks = flags->GetInt("ranks", 2, 1, 1024);
  if (!ranks.ok()) return Fail(ranks.status(), 2);
  const auto timeout = flags->GetInt("timeout", 120, 1, 100000);
  if (!timeout.ok()) return Fail(timeout.status(), 2);
  const std::string device = flags->Get("device", "host");
  bool is_root = true;
  absl::StatusOr<Counts> counts = Counts{};
  if (flags->Has("mpi")) {
    dist::MpiOptions options;
    options.library = flags->Get("mpi");
    options.timeout = absl::Seconds(*timeout);
    counts = RunMpi(*settings, device, options, &is_root);
  } else {
    counts = RunThreads(*settings, device, static_cast<int>(*ranks), absl::Seconds(*timeout));
  }
  // The process ends without MPI_Finalize, so that mpirun ends the ranks that still wait.
  if (!counts.ok()) {
    Fail(counts.status(), 1);
    std::_Exit(1);
  }
  if (is_root) {
    std::cout << absl::StrFormat("%d passed, %d failed, %d skipped", counts->passed, counts->failed,
                                 counts->skipped)
              << std::endl;
  }
  return counts->failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace fft::testing

int main(int argc, char** argv) {
  return fft::testing::Main(std::vector<std::string>(argv + 1, argv + argc));
}
