// One process of an MPI job compiles; the others receive the compiled kernels and compile nothing.
//
//   bazel build //examples/mpi:shared_cache
//   mpirun -np 4 bazel-bin/examples/mpi/shared_cache
//
// Rank 0 makes the job's plans and broadcasts its kernel cache. Every other rank loads the cache,
// makes the same plans, and checks that it compiled no kernel. Then each rank transforms a tone of
// its own and checks the spectrum. All ranks must run on the same kind of device; FFT_DEVICE
// chooses. No rank touches a shared file.
#include <mpi/mpi.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "fft/fft.h"

namespace {

using Samples = std::vector<std::complex<float>>;
using PlanList = std::vector<std::shared_ptr<const fft::Plan>>;

constexpr int64_t kLengths[] = {1000, 4096, 65536};

absl::StatusOr<PlanList> MakePlans(fft::Context& context) {
  PlanList plans;
  for (const int64_t length : kLengths) {
    fft::Problem problem;
    problem.lengths = {length};
    problem.placement = fft::Placement::kInPlace;
    absl::StatusOr<std::shared_ptr<const fft::Plan>> plan = context.MakePlan(problem);
    if (!plan.ok()) return plan.status();
    plans.push_back(*plan);
  }
  return plans;
}

// Returns the bytes of rank 0 on every rank.
std::string Broadcast(std::string bytes) {
  uint64_t size = bytes.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  bytes.resize(size);
  MPI_Bcast(bytes.data(), static_cast<int>(size), MPI_BYTE, 0, MPI_COMM_WORLD);
  return bytes;
}

absl::Status Run(const fft::Plan& plan, fft::rtc::Device& device, Samples* data) {
  const size_t bytes = data->size() * sizeof(data->front());
  absl::StatusOr<fft::rtc::DeviceBuffer> buffer = fft::rtc::DeviceBuffer::Allocate(device, bytes);
  if (!buffer.ok()) return buffer.status();
  absl::StatusOr<fft::rtc::DeviceBuffer> workspace =
      fft::rtc::DeviceBuffer::Allocate(device, plan.workspace_bytes());
  if (!workspace.ok()) return workspace.status();
  absl::Status status = device.CopyToDevice(buffer->data(), data->data(), bytes, nullptr);
  if (status.ok()) {
    status = plan.Execute({.out = buffer->data(),
                           .workspace = workspace->data(),
                           .workspace_bytes = plan.workspace_bytes()});
  }
  if (status.ok()) status = device.CopyToHost(data->data(), buffer->data(), bytes, nullptr);
  return status;
}

// Transforms a tone of `tone` periods and checks its spectrum: value `tone` is the number of
// points, and all others are zero.
absl::Status CheckTone(const fft::Plan& plan, fft::rtc::Device& device, int64_t tone) {
  const int64_t length = plan.problem().lengths[0];
  Samples data(length);
  for (int64_t n = 0; n < length; ++n) {
    const double angle = 2 * M_PI * static_cast<double>(tone * n % length) / length;
    data[n] = std::complex<float>(std::cos(angle), std::sin(angle));
  }
  absl::Status status = Run(plan, device, &data);
  if (!status.ok()) return status;
  for (int64_t k = 0; k < length; ++k) {
    const float expected = k == tone ? static_cast<float>(length) : 0.0f;
    const double error = std::abs(data[k] - expected) / static_cast<double>(length);
    if (!(error < 1e-5)) {
      return absl::InternalError(absl::StrCat("length ", length, ": error ", error, " at ", k));
    }
  }
  return absl::OkStatus();
}

// Does one rank's part, and returns the number of kernels that it compiled.
absl::StatusOr<int64_t> RunRank(int rank) {
  absl::StatusOr<std::shared_ptr<fft::Context>> context = fft::Context::Create();
  if (!context.ok()) return context.status();
  absl::StatusOr<PlanList> plans;
  if (rank == 0) plans = MakePlans(**context);
  const std::string cache = Broadcast(rank == 0 ? (*context)->SerializeCache() : "");
  if (rank != 0) {
    const absl::StatusOr<int64_t> kernels = (*context)->DeserializeCache(cache);
    if (!kernels.ok()) return kernels.status();
    plans = MakePlans(**context);
  }
  if (!plans.ok()) return plans.status();
  const int64_t compiles = (*context)->cache_counters().compiles;
  if ((rank == 0) != (compiles > 0)) {
    return absl::InternalError(absl::StrCat(compiles, " kernels compiled"));
  }
  for (const std::shared_ptr<const fft::Plan>& plan : *plans) {
    const absl::Status status = CheckTone(*plan, (*context)->device(), rank + 1);
    if (!status.ok()) return status;
  }
  return compiles;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const absl::StatusOr<int64_t> compiles = RunRank(rank);
  if (!compiles.ok()) {
    std::fprintf(stderr, "rank %d: %s\n", rank, std::string(compiles.status().message()).c_str());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  std::printf("rank %d: compiled %d kernels, spectra right\n", rank, static_cast<int>(*compiles));
  MPI_Finalize();
  return 0;
}
