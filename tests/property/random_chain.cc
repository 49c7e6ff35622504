#include "tests/property/random_chain.h"

#include <optional>

#include "fft/base/status.h"
#include "tests/property/random_problem.h"

namespace fft::testing {
namespace {

// Makes a chain of two or more lengths a layer, with random modes and channels.
void MakeLayer(Random* random, Chain* chain) {
  chain->kind = ChainKind::kLayer;
  Problem& arrays = chain->arrays;
  for (ArrayDescription* array : {&arrays.input, &arrays.output}) {
    if (!array->ranges.empty()) array->ranges.front().first = 0;
  }
  // Only one side has a range of channels; the other side has all channels.
  Ranges& ranges = random->OneIn(2) ? arrays.input.ranges : arrays.output.ranges;
  if (!ranges.empty()) ranges.front() = {0, arrays.lengths.front()};
  if (random->OneIn(4)) return;
  for (size_t i = 1; i < arrays.lengths.size(); ++i) {
    const bool is_half = IsReal(*chain) && i + 1 == arrays.lengths.size();
    const int64_t elements = is_half ? arrays.lengths[i] / 2 + 1 : arrays.lengths[i];
    chain->modes.push_back({random->Below(elements), 1 + random->Below(elements)});
  }
}

// Draws a chain that adds frames.
Chain DrawOverlapAdd(int64_t max_points, Random* random) {
  const int64_t length = 1 + random->Below(max_points / 2 + 1);
  const int64_t frames = 1 + random->Below(max_points / length + 2);
  Chain chain =
      random->OneIn(2) ? RealOverlapAdd(length, frames, 0) : ComplexOverlapAdd(length, frames, 0);
  Problem& arrays = chain.arrays;
  if (random->OneIn(2)) arrays.precision = Precision::kDouble;
  int64_t samples = length;
  if (random->OneIn(4)) {
    samples = 1 + random->Below(length);
    arrays.output.ranges = {{random->Below(length), samples}};
  }
  arrays.output.distance = 1 + random->Below(samples);
  const int64_t whole = (frames - 1) * arrays.output.distance + samples;
  if (random->OneIn(2)) {
    chain.samples.first = random->Below(whole);
    chain.samples.count = 1 + random->Below(whole - chain.samples.first);
  }
  arrays.output.offsets[0] = random->Below(4);
  if (random->OneIn(3)) {
    arrays.loops = {{1 + random->Below(3), length * frames, whole + random->Below(5)}};
  }
  chain.normalizes = random->OneIn(2);
  const absl::StatusOr<Chain> completed = CompleteChain(chain);
  FFT_CHECK(completed.ok());
  return *completed;
}

}  // namespace

Chain RandomChain(int64_t max_points, Random* random) {
  if (random->OneIn(5)) return DrawOverlapAdd(max_points, random);
  while (true) {
    Chain chain;
    chain.arrays = RandomProblem(max_points, random);
    chain.arrays.input.precision = chain.arrays.output.precision = std::nullopt;
    if (IsReal(chain.arrays.type) || IsPlanar(chain.arrays.input.format) ||
        IsPlanar(chain.arrays.output.format)) {
      continue;
    }
    if (IsReal(chain)) {
      chain.arrays.kinds.assign(chain.arrays.lengths.size(), AxisKind::kDht);
    } else {
      chain.arrays.type = TransformType::kComplexForward;
      chain.arrays.kinds.clear();
    }
    const int64_t batch = chain.arrays.batch;
    do {
      chain.spectra = 1 + random->Below(batch);
    } while (batch % chain.spectra != 0);
    chain.conjugates = random->OneIn(2);
    if (chain.arrays.lengths.size() > 1 && random->OneIn(2)) MakeLayer(random, &chain);
    const absl::StatusOr<Chain> completed = CompleteChain(chain);
    // The only illegal case that can arise: more channels may make the rows of a layer overlap in
    // memory.
    if (!completed.ok() && chain.kind == ChainKind::kLayer) continue;
    FFT_CHECK(completed.ok());
    return *completed;
  }
}

}  // namespace fft::testing
