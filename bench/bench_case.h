// One token timed: this library, a copy of the same size, and the peers.
#ifndef BENCH_BENCH_CASE_H_
#define BENCH_BENCH_CASE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/peer.h"
#include "bench/timing.h"
#include "fft/fft.h"

namespace fft::bench {

// Whether successive executions use different arrays, so that caches hold nothing of the execution
// before.
enum class Rotation { kOff, kOn };

struct BenchOptions {
  TimingOptions timing;
  Rotation rotation = Rotation::kOn;
  PlanOptions plan;
};

struct PeerResult {
  std::string peer;
  double ms = 0;
  int64_t workspace_bytes = 0;
  std::string refusal;  // why there is no time
};

// The times of a problem. For example, ms 0.25 and copy_ms 0.2 make CopyFraction() 0.8.
struct BenchResult {
  std::string token;
  std::string refusal;  // why this library has no time; the rest is empty then
  double ms = 0;
  double copy_ms = 0;  // device to device, as many bytes read and written as the transform moves
  double plan_ms = 0;
  int64_t bytes = 0;  // elements read and written by the caller's view
  int64_t workspace_bytes = 0;
  int kernels = 0;
  int64_t array_sets = 1;
  std::vector<PeerResult> peers;  // in the order of the peers given

  double CopyFraction() const { return copy_ms / ms; }
  double GigabytesPerSecond() const { return static_cast<double>(bytes) / ms * 1e-6; }
  // How many times as fast as the peer; 0 without a time.
  double Ratio(size_t peer) const { return peers[peer].ms / ms; }
};

// Times one token. Returns errors of the device. A library that cannot compute the problem has a
// refusal in the result.
absl::StatusOr<BenchResult> RunBench(const std::string& token, const BenchOptions& options,
                                     const std::vector<std::unique_ptr<Peer>>& peers,
                                     Context* context);

}  // namespace fft::bench

#endif  // BENCH_BENCH_CASE_H_
