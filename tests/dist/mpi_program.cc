// A program that calls MPI itself and runs the library on its own communicators. A fault between
// them must be an error on every rank that notices it, and no rank may wait forever.
//
//   mpirun -np 4 mpi_program libmpi_calls.so libfft_mpi.so
//   mpirun -np 3 mpi_program libmpi_calls.so libfailing_mpi.so STRIDE    (every STRIDE-th call
//   fails)
#include <dlfcn.h>
#include <unistd.h>

#include <complex>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "fft/fft_dist.h"

namespace fft::testing {
namespace {

using dist::Communicator;
using dist::DistProblem;
using dist::DistTransform;
using dist::MpiOptions;

int checks = 0;

void Check(bool holds, const std::string& what) {
  ++checks;
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what.c_str());
  std::_Exit(1);
}

void CheckStatus(const absl::Status& status, absl::StatusCode code, const std::string& text) {
  Check(status.code() == code && absl::StrContains(status.message(), text),
        text + ", but the status is " + status.ToString());
}

// The functions of tests/dist/mpi_calls.c.
class Calls {
 public:
  explicit Calls(const char* path) : library_(dlopen(path, RTLD_NOW | RTLD_GLOBAL)) {
    Check(library_ != nullptr, std::string("a library at ") + path);
    Bind("calls_begin", &begin);
    Bind("calls_barrier", &barrier);
    Bind("calls_end", &end);
    Bind("calls_null", &null);
    Bind("calls_split", &split);
    Bind("calls_between", &between);
  }

  void (*begin)(int* rank, int* size);
  void (*barrier)();
  void (*end)();
  const void* (*null)();
  const void* (*split)(int color, int key);
  const void* (*between)(int rank);

 private:
  template <typename Function>
  void Bind(const char* name, Function* function) {
    *function = reinterpret_cast<Function>(dlsym(library_, name));
    Check(*function != nullptr, name);
  }

  void* const library_;
};

DistProblem SlabProblem(int64_t n, int ranks) {
  DistProblem problem;
  problem.problem.lengths = {n, n};
  problem.problem.precision = Precision::kDouble;
  problem.input = dist::Slabs({n, n}, 0, ranks);
  problem.output = dist::Slabs({n, n}, 1, ranks);
  return problem;
}

// A transform of n x n ones with its arrays. The spectrum is n^2 at frequency 0 and zero elsewhere.
struct Job {
  Job(std::shared_ptr<Context> context, Communicator* communicator, int64_t n)
      : problem(SlabProblem(n, communicator->size())), rank(communicator->rank()) {
    auto made = DistTransform::Create(std::move(context), communicator, problem);
    Check(made.ok(), made.status().ToString());
    transform = *std::move(made);
    in.assign(problem.input[rank].volume(), 1.0);
    out.assign(problem.output[rank].volume(), 7.0);
  }

  absl::Status Run() { return transform->Execute({.in = in.data(), .out = out.data()}); }

  void RunRight() {
    const absl::Status status = Run();
    Check(status.ok(), status.ToString());
    const auto n = static_cast<double>(problem.problem.lengths[0]);
    for (size_t i = 0; i < out.size(); ++i) {
      const double expected = i == 0 && problem.output[rank].lower[1] == 0 ? n * n : 0;
      Check(std::abs(out[i] - expected) < 1e-9,
            absl::StrCat("the spectrum of ", n, "^2 ones at ", i, " of rank ", rank, ": ",
                         out[i].real(), " is ", expected));
    }
  }

  const DistProblem problem;
  const int rank;
  std::unique_ptr<DistTransform> transform;
  std::vector<std::complex<double>> in, out;
};

struct World {
  const Calls& mpi;
  const std::string shim;
  const std::shared_ptr<Context> context;
  int rank = 0, size = 0;

  absl::StatusOr<std::unique_ptr<Communicator>> Open(const void* comm, int seconds = 60) const {
    return dist::OpenMpiCommunicator(
        {.library = shim, .communicator = comm, .timeout = absl::Seconds(seconds)});
  }
};

void RefuseCommunicators(const World& world) {
  CheckStatus(world.Open(world.mpi.null()).status(), absl::StatusCode::kUnavailable,
              "the communicator is MPI_COMM_NULL");
  CheckStatus(world.Open(world.mpi.between(world.rank)).status(), absl::StatusCode::kUnavailable,
              "the communicator is one between two groups");
}

// Both halves of the job run at the same time. Each half has a problem of its own and its ranks in
// reverse order. Two plans of one communicator run alternately.
void TransformInParts(const World& world) {
  const int color = world.rank % 2;
  const auto part = world.Open(world.mpi.split(color, -world.rank));
  Check(part.ok(), part.status().ToString());
  Check((*part)->size() == (world.size + 1 - color) / 2, "half of the ranks");
  Job first(world.context, part->get(), 12 + 3 * color), second(world.context, part->get(), 20);
  for (int i = 0; i < 3; ++i) {
    first.RunRight();
    second.RunRight();
  }
}

void RefuseWhatDiffers(const World& world) {
  const auto all = world.Open(nullptr);
  Check(all.ok(), all.status().ToString());
  DistProblem problem = SlabProblem(12, world.size);
  if (world.rank == 1) std::swap(problem.output[0], problem.output[1]);
  CheckStatus(DistTransform::Create(world.context, all->get(), problem).status(),
              absl::StatusCode::kInvalidArgument,
              "problem or options of rank 1 differ from those of rank 0");
  problem = SlabProblem(12, world.size);
  if (world.rank == 1) problem.input[0].upper[0] += 1;
  CheckStatus(DistTransform::Create(world.context, all->get(), problem).status(),
              absl::StatusCode::kInvalidArgument, "rank 1: input[1] is");
  CheckStatus(DistTransform::Create(world.rank == 1 ? nullptr : world.context, all->get(), problem)
                  .status(),
              absl::StatusCode::kInvalidArgument, "rank 1: context is null");
  CheckStatus(
      DistTransform::Create(world.context, all->get(), SlabProblem(12, world.size + 1)).status(),
      absl::StatusCode::kInvalidArgument, "boxes; allowed: one for each of the");
  Job(world.context, all->get(), 12).RunRight();
}

void RefusePointers(const World& world) {
  const auto all = world.Open(nullptr);
  Check(all.ok(), all.status().ToString());
  Job job(world.context, all->get(), 12);
  for (int wrong = 0; wrong < world.size; ++wrong) {
    void* const out = world.rank == wrong ? nullptr : job.out.data();
    CheckStatus(job.transform->Execute({.in = job.in.data(), .out = out}),
                absl::StatusCode::kInvalidArgument, absl::StrCat("rank ", wrong, ": out is null"));
  }
  job.RunRight();
}

// Opens a communicator, runs a transform and closes the communicator. Each call gets its own
// communicator of the program: if calls shared a communicator, a rank that fails to duplicate it
// would reach the next duplication before the other ranks.
absl::Status OpenAndRun(const World& world, absl::Duration timeout) {
  const void* const comm = world.mpi.split(0, world.rank);
  const auto opened =
      dist::OpenMpiCommunicator({.library = world.shim, .communicator = comm, .timeout = timeout});
  if (!opened.ok()) return opened.status();
  const DistProblem problem = SlabProblem(6, world.size);
  const auto made = DistTransform::Create(world.context, opened->get(), problem);
  if (!made.ok()) return made.status();
  std::vector<std::complex<double>> in(problem.input[world.rank].volume(), 1.0);
  std::vector<std::complex<double>> out(problem.output[world.rank].volume(), 7.0);
  const absl::Status status = (*made)->Execute({.in = in.data(), .out = out.data()});
  for (size_t i = 0; status.ok() && i < out.size(); ++i) {
    const double expected = i == 0 && problem.output[world.rank].lower[1] == 0 ? 36 : 0;
    Check(std::abs(out[i] - expected) < 1e-9, "the spectrum of 6^2 ones");
  }
  return status;
}

// Lets the n-th MPI call fail on rank 1, by itself or together with all later calls. Rank 1 must
// get an error. The other ranks must get an error or the right result, and wait no longer than
// their timeout. The next communicator must work. The shim has failing_calls.c in front of MPI.
void FailEveryCall(const World& world, const Calls& mpi, const char* stride) {
  void* const library = dlopen(world.shim.c_str(), RTLD_NOW | RTLD_LOCAL);
  int (*fail_nth)(int, int, int) = nullptr;
  reinterpret_cast<void*&>(fail_nth) = dlsym(library, "failing_calls_fail_nth");
  Check(fail_nth != nullptr, "failing_calls_fail_nth");
  constexpr int kOtherError = 15;  // MPI_ERR_OTHER and its neighbours have texts in both MPIs
  fail_nth(0, 0, 0);
  absl::Status status = OpenAndRun(world, absl::Minutes(1));
  Check(status.ok(), status.ToString());
  const int calls = fail_nth(0, 0, 0);
  Check(calls > 15, absl::StrCat("more than 15 calls, not ", calls));
  int failed = 0;
  for (int n = 1; n <= calls; n += std::atoi(stride)) {
    for (const bool is_lasting : {false, true}) {
      mpi.barrier();
      const absl::Time start = absl::Now();
      if (world.rank == 1) fail_nth(n, kOtherError, is_lasting);
      status = OpenAndRun(world, absl::Milliseconds(500));
      if (world.rank == 1) {
        fail_nth(0, 0, 0);
        Check(!status.ok(), absl::StrCat("an error, as call ", n, " fails"));
      }
      if (!status.ok()) ++failed;
      Check(absl::Now() - start < absl::Seconds(30), "a wait no longer than the timeout");
      mpi.barrier();
      status = OpenAndRun(world, absl::Minutes(1));
      Check(status.ok(), absl::StrCat("after call ", n, " of rank 1 failed: ", status.ToString()));
    }
  }
  Check(failed > 0, "errors on each rank");
  if (world.rank == 1) std::printf("%d calls of MPI, %d failed cycles\n", calls, failed);
}

// Rank 0 opens a communicator and later starts a transform. The other ranks come too late to both
// calls.
void WaitInVain(const World& world) {
  const auto late = world.Open(world.mpi.split(0, world.rank), 2);
  Check(late.ok(), late.status().ToString());
  Job job(world.context, late->get(), 12);
  const void* const other = world.mpi.split(0, world.rank);
  if (world.rank == 0) {
    const absl::Time start = absl::Now();
    CheckStatus(job.Run(), absl::StatusCode::kDeadlineExceeded, "other ranks did not come within");
    CheckStatus(job.Run(), absl::StatusCode::kUnavailable, "the communicator is broken since");
    CheckStatus(world.Open(other, 2).status(), absl::StatusCode::kDeadlineExceeded,
                "MPI_Comm_idup: other ranks did not come within 2s");
    Check(absl::Now() - start < absl::Seconds(20), "rank 0 waits no longer than it should");
  }
  world.mpi.barrier();
  // The late ranks receive the messages that rank 0 sent before.
  if (world.rank != 0) world.Open(other, 2).IgnoreError();
  world.mpi.barrier();
}

int Main(const Calls& calls, const std::string& shim, const char* stride) {
  ContextOptions environment = ReadEnvironment();
  environment.device = "host";
  const auto context = Context::Create(environment);
  Check(context.ok(), context.status().ToString());
  World world{calls, shim, *context};
  calls.begin(&world.rank, &world.size);
  if (stride != nullptr) {
    FailEveryCall(world, calls, stride);
    calls.end();
    std::printf("rank %d of %d: %d checks hold\n", world.rank, world.size, checks);
    return 0;
  }
  Check(world.size > 2, "three ranks at least");
  RefuseCommunicators(world);
  TransformInParts(world);
  RefuseWhatDiffers(world);
  RefusePointers(world);
  WaitInVain(world);

  auto all = world.Open(nullptr);
  Check(all.ok(), all.status().ToString());
  auto job = std::make_unique<Job>(world.context, all->get(), 15);
  job->RunRight();
  calls.end();
  CheckStatus(job->Run(), absl::StatusCode::kUnavailable, "MPI has ended");
  CheckStatus(DistTransform::Create(world.context, all->get(), job->problem).status(),
              absl::StatusCode::kUnavailable, "MPI has ended");
  job.reset();
  all->reset();
  CheckStatus(world.Open(nullptr).status(), absl::StatusCode::kUnavailable, "MPI has ended");
  Check(dist::FinalizeMpi({.library = shim}).ok(), "the end of MPI is the program's");
  std::printf("rank %d of %d: %d checks hold\n", world.rank, world.size, checks);
  return 0;
}

}  // namespace
}  // namespace fft::testing

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  return fft::testing::Main(fft::testing::Calls(argv[1]), argv[2], argc > 3 ? argv[3] : nullptr);
}
