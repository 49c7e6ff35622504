#include "fft/assign/candidate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "fft/assign/workspace.h"

namespace fft {
namespace {

// More steps than any plan has.
constexpr int64_t kMostSteps = 256;

int64_t Nanoseconds(const Step& step) {
  // No step counts for more nanoseconds than this, so that a plan's sum fits 63 bits.
  constexpr double kMost = std::numeric_limits<int64_t>::max() / kMostSteps;
  return std::llround(std::min(1e9 * step.seconds, kMost));
}

}  // namespace

Scores ScoresOf(const Step& step) {
  Scores scores;
  scores.fused = step.leaf_count - 1;
  scores.padded = (step.in.padded ? 1 : 0) + (step.out.padded ? 1 : 0);
  scores.in_place = step.in_place ? 1 : 0;
  scores.type_changes = step.in.format != step.out.format ? 1 : 0;
  scores.input_writes = step.out.buffer == Buffer::kUserIn ? 1 : 0;
  scores.nanoseconds = Nanoseconds(step);
  return scores;
}

Scores Add(const Scores& a, const Scores& b) {
  return {a.fused + b.fused,
          0,
          a.padded + b.padded,
          a.in_place + b.in_place,
          a.type_changes + b.type_changes,
          a.input_writes + b.input_writes,
          a.nanoseconds + b.nanoseconds};
}

Candidate MakeCandidate(const Problem& problem, std::vector<Step> steps) {
  Candidate candidate;
  candidate.steps = std::move(steps);
  std::set<Buffer> buffers;
  for (const Step& step : candidate.steps) {
    buffers.insert({step.in.buffer, step.out.buffer});
    candidate.scores = Add(candidate.scores, ScoresOf(step));
    candidate.bytes_moved += step.bytes_moved;
    candidate.seconds += step.seconds;
  }
  candidate.scores.buffers = static_cast<int>(buffers.size());
  candidate.pass = static_cast<int>(buffers.count(Buffer::kTemp0) + buffers.count(Buffer::kTemp1));
  PlaceTemporaries(problem.precision, &candidate);
  return candidate;
}

int64_t Footprint(const Candidate& candidate) {
  int64_t bytes = sizeof(Candidate) + candidate.temp_offsets.capacity() * sizeof(int64_t);
  for (const Step& step : candidate.steps) {
    bytes += sizeof(Step) + (step.axes.capacity() + step.loops.capacity()) * sizeof(Dim);
    bytes += (step.row_steps.capacity() + step.twiddle_steps.capacity() +
              step.output_lengths.capacity()) *
             sizeof(int64_t);
    for (const EdgePlacement* edge : {&step.in, &step.out}) {
      bytes += edge->layout.digits().capacity() * sizeof(LayoutDigit);
    }
  }
  return bytes;
}

}  // namespace fft
