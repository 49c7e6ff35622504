#include "fft/assign/workspace.h"

#include <algorithm>
#include <set>
#include <vector>

#include "fft/base/int_math.h"

namespace fft {
namespace {

// The use of one temporary while a candidate runs.
struct Usage {
  int index = 0;  // into Candidate::temp_offsets
  int64_t bytes = 0;
  std::set<int> steps;     // during which it holds data
  int64_t neighbours = 0;  // temporaries that hold data during any of these steps, itself included
};

Usage UsageOf(Buffer temporary, Precision precision, const Candidate& candidate) {
  Usage usage;
  usage.index = TemporaryIndex(temporary);
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
  std::vector<Usage> usages;
  for (Buffer temporary : kTemporaries) {
    usages.push_back(UsageOf(temporary, precision, *candidate));
    if (usages.back().steps.empty()) usages.pop_back();
  }
  for (Usage& usage : usages) {
    usage.neighbours = std::count_if(usages.begin(), usages.end(), [&usage](const Usage& other) {
      return LiveTogether(usage, other);
    });
  }
  // A temporary that is live together with many others comes first, so that the others may share
  // the memory behind it.
  std::stable_sort(usages.begin(), usages.end(),
                   [](const Usage& a, const Usage& b) { return a.neighbours > b.neighbours; });
  for (size_t i = 0; i < usages.size(); ++i) {
    int64_t offset = 0;
    for (size_t k = 0; k < i; ++k) {
      if (!LiveTogether(usages[k], usages[i])) continue;
      offset = std::max(offset, candidate->temp_offsets[usages[k].index] + usages[k].bytes);
    }
    const size_t size = usages[i].index + 1;
    if (candidate->temp_offsets.size() < size) candidate->temp_offsets.resize(size);
    candidate->temp_offsets[usages[i].index] = offset;
    candidate->workspace_bytes = std::max(candidate->workspace_bytes, offset + usages[i].bytes);
  }
}

}  // namespace fft
