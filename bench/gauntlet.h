// Times every length of a range, as a single transform, beside the peers.
#ifndef BENCH_GAUNTLET_H_
#define BENCH_GAUNTLET_H_

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "bench/peer.h"
#include "fft/fft.h"

namespace fft::bench {

struct LengthRange {
  int64_t first = 2;
  int64_t last = 4096;
};
// Reads "2-4096", or one length.
absl::StatusOr<LengthRange> ParseLengthRange(const std::string& text);

struct GauntletOptions {
  LengthRange lengths;
  int repeats = 5;
  double loop_us = 20;  // calls are timed several at a time to last this long
};

// Nanoseconds of a call, ours and the peer's. They are timed in both orders, and the order with the
// worse ratio for this library counts.
struct GauntletTime {
  double ours = 0;
  double peer = 0;
  double Ratio() const { return peer / ours; }
};

struct GauntletResult {
  int64_t length = 0;
  std::string token;
  std::string refusal;              // of this library
  std::vector<GauntletTime> peers;  // a time of 0: the peer refused
};

// The tokens of a length: single and double, complex and real, forward, and reals inverse.
std::vector<std::string> GauntletTokens(int64_t length);

// A summary as text: geometric mean, share of wins and least ratio, to each peer and to the best of
// them. It has a line for all results, and lines for parts of them, by the largest prime factor of
// the length and by size.
std::string GauntletSummary(const std::vector<GauntletResult>& results,
                            const std::vector<std::string>& peers);

// Times every length of the range; none is left out. Lines go to `csv` as they come. With every
// hundredth length a control length is timed; the spread of its times is the machine's noise.
absl::Status RunGauntlet(const GauntletOptions& options,
                         const std::vector<std::unique_ptr<Peer>>& peers, Context* context,
                         std::ostream* csv);

}  // namespace fft::bench

#endif  // BENCH_GAUNTLET_H_
