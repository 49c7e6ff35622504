#include "tests/property/random_chain.h"

#include "fft/base/status.h"
#include "tests/property/random_problem.h"

namespace fft::testing {

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
    const absl::StatusOr<Chain> completed = CompleteChain(chain);
    FFT_CHECK(completed.ok());  // what is made here is legal
    return *completed;
  }
}

}  // namespace fft::testing
