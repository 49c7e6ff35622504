#include "fft/assign/workspace.h"

#include <algorithm>
#include <array>
#include <set>

#include "fft/base/int_math.h"

namespace fft {
namespace {

constexpr std::array kTemporaries = {Buffer::kTemp0, Buffer::kTemp1};

// The use of one temporary while a candidate runs.
struct Usage {
  int64_t bytes = 0;
  std::set<int> steps;  // during which it holds data
};

Usage UsageOf(Buffer temporary, Precision precision, const Candidate& candidate) {
  Usage usage;
  for (size_t i = 0; i < candidate.steps.size(); ++i) {
    const Step& step = candidate.steps[i];
    for (const EdgePlacement* edge : {&step.in, &step.out}) {
      if (edge->buffer != temporary) continue;
      usage.bytes = std::max(usage.bytes, TemporaryBytes(*edge, precision));
      usage.steps.insert(static_cast<int>(i));
    }
  }
  usage.bytes = RoundUp(usage.bytes, kWorkspaceAlignment);
  return usage;
}

bool LiveTogether(const Usage& a, const Usage& b) {
  return std::any_of(a.steps.begin(), a.steps.end(),
                     [&b](int step) { return b.steps.count(step) > 0; });
}

}  // namespace

int64_t TemporaryBytes(const EdgePlacement& placement, Precision precision) {
  const int64_t arrays = IsPlanar(placement.format) ? 2 : 1;
  return arrays * placement.layout.extent() * ElementBytes(placement.format, precision);
}

void PlaceTemporaries(Precision precision, Candidate* candidate) {
  candidate->workspace_bytes = 0;
  candidate->temp_offsets.clear();
  std::vector<Usage> placed;
  for (Buffer temporary : kTemporaries) {
    const Usage usage = UsageOf(temporary, precision, *candidate);
    int64_t offset = 0;
    for (size_t i = 0; i < placed.size(); ++i) {
      if (!LiveTogether(placed[i], usage)) continue;
      offset = std::max(offset, candidate->temp_offsets[i] + placed[i].bytes);
    }
    placed.push_back(usage);
    candidate->temp_offsets.push_back(offset);
    candidate->workspace_bytes = std::max(candidate->workspace_bytes, offset + usage.bytes);
  }
  while (!placed.empty() && placed.back().steps.empty()) {
    placed.pop_back();
    candidate->temp_offsets.pop_back();
  }
}

}  // namespace fft
