#include "tests/property/random_chain.h"

#include "fft/base/status.h"
#include "tests/property/random_problem.h"

namespace fft::testing {
namespace {

// Makes a chain of two or more lengths a layer, with random modes and channels.
void MakeLayer(Random* random, Chain* chain) {
  chain->is_layer = true;
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

}  // namespace

Chain RandomChain(int64_t max_points, Random* random) {
  while (true) {
    Chain chain;
    chain.arrays = RandomProblem(max_points, random);
    if (IsReal(chain.arrays.type) || IsPlanar(chain.arrays.input.format) ||
        IsPlanar(chain.arrays.output.format)) {
      continue;
    }
    chain.arrays.has_callbacks = false;
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
    if (!completed.ok() && chain.is_layer) continue;
    FFT_CHECK(completed.ok());
    return *completed;
  }
}

}  // namespace fft::testing
