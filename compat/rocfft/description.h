// The arguments of rocfft_plan_create, as a problem.
#ifndef FFT_COMPAT_ROCFFT_DESCRIPTION_H_
#define FFT_COMPAT_ROCFFT_DESCRIPTION_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "compat/rocfft/rocfft.h"
#include "fft/core/problem.h"

namespace fft::compat {

// One side of a plan's description. Strides have the fastest dimension first; none means packed
// arrays, and a distance of 0 one that follows from lengths and strides.
struct RocfftArray {
  rocfft_array_type type = rocfft_array_type_unset;
  std::array<int64_t, 2> offsets = {0, 0};
  std::vector<int64_t> strides;
  int64_t distance = 0;
};

// A plan's description. For example, {} is a packed plan without a factor.
struct RocfftDescription {
  RocfftArray in, out;
  double scale = 1;
};

struct RocfftRequest {
  rocfft_result_placement placement = rocfft_placement_notinplace;
  rocfft_transform_type type = rocfft_transform_type_complex_forward;
  rocfft_precision precision = rocfft_precision_single;
  std::vector<int64_t> lengths;  // fastest first; 1 to kMostRank of them
  int64_t batch = 1;
};

// Writes the completed problem. An array type that does not go with the transform or the placement,
// strides of another number than the dimensions, and other arguments have statuses of their own.
rocfft_status ProblemOf(const RocfftRequest& request, const RocfftDescription& description,
                        Problem* problem);

}  // namespace fft::compat

#endif  // FFT_COMPAT_ROCFFT_DESCRIPTION_H_
