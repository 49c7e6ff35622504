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

// The transforms of each length that are timed.
enum class GauntletKinds { kAll, kComplex, kReal };

struct GauntletOptions {
  LengthRange lengths;
  GauntletKinds kinds = GauntletKinds::kAll;
  int repeats = 5;
  double loop_us = 20;  // several calls are timed together, so that a timing lasts this long
};

// Nanoseconds of a call of this library and of a call of the peer. They are timed in both orders;
// the times are those of the order with the lower ratio.
struct GauntletTime {
  double ours = 0;
  double peer = 0;
  double Ratio() const { return peer / ours; }
};

struct GauntletResult {
  int64_t length = 0;
  std::string token;
  std::string refusal;              // why this library has no time
  std::vector<GauntletTime> peers;  // a peer that refused has times of 0
};

// Returns the tokens of a length: those of complex forward, real forward and real inverse that are
// of these kinds, each in single and double precision.
std::vector<std::string> GauntletTokens(int64_t length, GauntletKinds kinds);

// Returns a summary as text: the geometric mean and the least of the ratios to each peer and to the
// best peer, and the share of wins. One line is for all results; the other lines are for groups by
// the length's largest prime factor and by size.
std::string GauntletSummary(const std::vector<GauntletResult>& results,
                            const std::vector<std::string>& peers);

// Times every length of the range; none is left out. Writes each line to `csv` as soon as it is
// known. Times a control length beside every hundredth length; the spread of the control's times is
// the machine's noise.
absl::Status RunGauntlet(const GauntletOptions& options,
                         const std::vector<std::unique_ptr<Peer>>& peers, Context* context,
                         std::ostream* csv);

}  // namespace fft::bench

#endif  // BENCH_GAUNTLET_H_
