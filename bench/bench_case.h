// Times one token on this library and on its peers, and times a copy of the same size.
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

// Whether successive executions use different arrays. With kOn, caches hold no data of the previous
// execution.
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
  std::string refusal;  // why this library has no time; the members below are empty then
  double ms = 0;
  double copy_ms = 0;  // time of a copy on the device that moves as many bytes as the transform
  double plan_ms = 0;
  int64_t bytes = 0;  // bytes of all elements that one execution reads and writes
  int64_t workspace_bytes = 0;
  int kernels = 0;
  int64_t array_sets = 1;
  std::vector<PeerResult> peers;  // in the order of the peers given

  double CopyFraction() const { return copy_ms / ms; }
  double GigabytesPerSecond() const { return static_cast<double>(bytes) / ms * 1e-6; }
  // Returns the peer's time over this library's time; 0 if the peer has no time.
  double Ratio(size_t peer) const { return peers[peer].ms / ms; }
};

// Times one token. Returns errors of the device. If a library cannot compute the problem, the
// result has the reason as its refusal.
absl::StatusOr<BenchResult> RunBench(const std::string& token, const BenchOptions& options,
                                     const std::vector<std::unique_ptr<Peer>>& peers,
                                     Context* context);

}  // namespace fft::bench

#endif  // BENCH_BENCH_CASE_H_
