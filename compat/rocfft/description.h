// Turns the arguments of rocfft_plan_create into a problem.
#ifndef FFT_COMPAT_ROCFFT_DESCRIPTION_H_
#define FFT_COMPAT_ROCFFT_DESCRIPTION_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "compat/rocfft/rocfft.h"
#include "fft/core/problem.h"

namespace fft::compat {

// The layout of a plan's input or output. Strides have the fastest dimension first. Empty strides
// mean packed arrays. A distance of 0 means the distance that follows from lengths and strides.
struct RocfftArray {
  rocfft_array_type type = rocfft_array_type_unset;
  std::array<int64_t, 2> offsets = {0, 0};
  std::vector<int64_t> strides;
  int64_t distance = 0;
};

// A plan's description. For example, {} describes packed arrays and a scale of 1.
struct RocfftDescription {
  RocfftArray in, out;
  double scale = 1;
};

struct RocfftRequest {
  rocfft_result_placement placement = rocfft_placement_notinplace;
  rocfft_transform_type type = rocfft_transform_type_complex_forward;
  rocfft_precision precision = rocfft_precision_single;
  std::vector<int64_t> lengths;  // 1 to kMostRank lengths, fastest first
  int64_t batch = 1;
};

// Writes the completed problem. Returns rocfft_status_invalid_array_type where an array type does
// not go with the transform or the placement, rocfft_status_invalid_strides where the number of
// strides is not the number of dimensions, and other statuses for other arguments.
rocfft_status ProblemOf(const RocfftRequest& request, const RocfftDescription& description,
                        Problem* problem);

}  // namespace fft::compat

#endif  // FFT_COMPAT_ROCFFT_DESCRIPTION_H_
