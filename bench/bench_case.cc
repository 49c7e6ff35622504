#include "bench/bench_case.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "fft/base/status.h"
#include "fft/exec/pipeline.h"

namespace fft::bench {
namespace {

// The cache size that is assumed for a host, which does not report its shared cache. Most shared
// caches are smaller.
constexpr int64_t kHostCacheBytes = int64_t{64} << 20;

int64_t CacheBytes(const rtc::Device& device) {
  const int64_t l2 = device.properties().l2_bytes;
  return device.kind() == rtc::DeviceKind::kHost ? std::max(l2, kHostCacheBytes) : l2;
}

// Returns the milliseconds of a copy that reads `bytes` / 2 and writes `bytes` / 2.
absl::StatusOr<double> TimeCopy(int64_t bytes, const BenchOptions& options, rtc::Device* device) {
  const int64_t half = std::max<int64_t>(bytes / 2, 1);
  const int sets =
      options.rotation == Rotation::kOn ? RotationCount(2 * half, CacheBytes(*device)) : 1;
  std::vector<rtc::DeviceBuffer> from, to;
  for (int i = 0; i < sets; ++i) {
    FFT_ASSIGN_OR_RETURN(rtc::DeviceBuffer a, rtc::DeviceBuffer::Allocate(*device, half));
    FFT_ASSIGN_OR_RETURN(rtc::DeviceBuffer b, rtc::DeviceBuffer::Allocate(*device, half));
    FFT_RETURN_IF_ERROR(device->Fill(a.data(), 0x3C, half, nullptr));
    FFT_RETURN_IF_ERROR(device->Fill(b.data(), 0, half, nullptr));
    from.push_back(std::move(a));
    to.push_back(std::move(b));
  }
  FFT_RETURN_IF_ERROR(device->Synchronize(nullptr));
  return MedianMilliseconds(device, options.timing, [&](int64_t i, rtc::Stream stream) {
    return device->CopyOnDevice(to[i % sets].data(), from[i % sets].data(), half, stream);
  });
}

// Returns timing options that refill the inputs of in-place transforms before their numbers
// overflow.
TimingOptions TimingFor(const Problem& problem, const TimingOptions& timing,
                        const RotatingArrays& arrays) {
  TimingOptions result = timing;
  const int64_t limit = ExecutionsBeforeOverflow(problem);
  if (limit == 0) return result;
  result.max_batch = std::min(timing.max_batch, limit * arrays.count());
  result.prepare = [&arrays](rtc::Stream stream) { return arrays.Refill(stream); };
  return result;
}

absl::StatusOr<double> TimePlan(const Plan& plan, const BenchOptions& options,
                                const RotatingArrays& arrays, rtc::Device* device) {
  FFT_ASSIGN_OR_RETURN(const rtc::DeviceBuffer workspace,
                       rtc::DeviceBuffer::Allocate(*device, plan.workspace_bytes()));
  const Problem& problem = plan.description().problem;
  const int64_t factors = problem.input.has_window ? WindowElements(problem) : 0;
  const int64_t window_bytes = factors * RealBytes(ComputePrecision(problem.precision));
  FFT_ASSIGN_OR_RETURN(const rtc::DeviceBuffer window,
                       rtc::DeviceBuffer::Allocate(*device, window_bytes));
  FFT_RETURN_IF_ERROR(device->Fill(window.data(), 0x3C, window_bytes, nullptr));
  const TimingOptions timing = TimingFor(problem, options.timing, arrays);
  const auto workspace_bytes = static_cast<int64_t>(workspace.bytes());
  return MedianMilliseconds(device, timing, [&](int64_t i, rtc::Stream stream) {
    const Arrays& set = arrays[i];
    ExecuteArguments arguments;
    arguments.in = set.in;
    arguments.in_imag = set.in_imag;
    arguments.out = set.out;
    arguments.out_imag = set.out_imag;
    arguments.stream = stream;
    arguments.workspace = workspace.data();
    arguments.workspace_bytes = workspace_bytes;
    arguments.load_user = window.data();
    return plan.Execute(arguments);
  });
}

absl::StatusOr<PeerResult> TimePeer(const Problem& problem, const BenchOptions& options,
                                    const RotatingArrays& arrays, rtc::Device* device, Peer* peer) {
  PeerResult result;
  result.peer = peer->name();
  if (problem.input.has_window || HasFunction(problem.output)) {
    result.refusal = "peers have no windows and no functions";
    return result;
  }
  absl::StatusOr<std::unique_ptr<PeerPlan>> plan = peer->MakePlan(problem, arrays[0]);
  if (!plan.ok()) {
    result.refusal = std::string(plan.status().message());
    return result;
  }
  FFT_RETURN_IF_ERROR(arrays.Refill(nullptr));
  result.workspace_bytes = (*plan)->workspace_bytes();
  FFT_ASSIGN_OR_RETURN(result.ms,
                       MedianMilliseconds(device, TimingFor(problem, options.timing, arrays),
                                          [&](int64_t i, rtc::Stream stream) {
                                            return (*plan)->Enqueue(arrays[i], stream);
                                          }));
  return result;
}

// Returns the result with a refusal and without times.
BenchResult RefusedResult(BenchResult result, const absl::Status& status,
                          const std::vector<std::unique_ptr<Peer>>& peers) {
  result.refusal = std::string(status.message());
  for (const std::unique_ptr<Peer>& peer : peers) {
    result.peers.push_back({.peer = peer->name(), .refusal = "not timed"});
  }
  return result;
}

}  // namespace

absl::StatusOr<BenchResult> RunBench(const std::string& token, const BenchOptions& options,
                                     const std::vector<std::unique_ptr<Peer>>& peers,
                                     Context* context) {
  BenchResult result;
  result.token = token;
  const absl::StatusOr<Problem> problem = ParseToken(token);
  if (!problem.ok()) return RefusedResult(std::move(result), problem.status(), peers);
  const absl::Time start = absl::Now();
  const absl::StatusOr<std::shared_ptr<const Plan>> plan =
      context->MakePlan(*problem, options.plan, nullptr);
  result.plan_ms = absl::ToDoubleMilliseconds(absl::Now() - start);
  if (!plan.ok()) {
    if (!absl::IsUnimplemented(plan.status()) && !absl::IsInvalidArgument(plan.status())) {
      return plan.status();
    }
    return RefusedResult(std::move(result), plan.status(), peers);
  }
  rtc::Device* device = &context->device();
  result.bytes = BytesRead(*problem) + BytesWritten(*problem);
  result.workspace_bytes = (*plan)->workspace_bytes();
  result.kernels = static_cast<int>((*plan)->description().kernels.size());
  FFT_ASSIGN_OR_RETURN(result.copy_ms, TimeCopy(result.bytes, options, device));
  const int sets =
      options.rotation == Rotation::kOn ? RotationCount(result.bytes, CacheBytes(*device)) : 1;
  result.array_sets = sets;
  FFT_ASSIGN_OR_RETURN(const RotatingArrays arrays,
                       RotatingArrays::Allocate(*problem, sets, device));
  FFT_ASSIGN_OR_RETURN(result.ms, TimePlan(**plan, options, arrays, device));
  for (const std::unique_ptr<Peer>& peer : peers) {
    FFT_ASSIGN_OR_RETURN(PeerResult timed, TimePeer(*problem, options, arrays, device, peer.get()));
    result.peers.push_back(std::move(timed));
  }
  return result;
}

}  // namespace fft::bench
