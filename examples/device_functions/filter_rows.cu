// A user's kernel that filters rows of 64 points. It transforms a row, multiplies it by a spectrum
// and transforms it back; the row stays in shared memory. The source is valid CUDA and HIP. These
// commands write its headers:
//
//   fft kernels complex_forward_len_64_single_op_batch_1000 --target sm_90 --emit device
//   fft kernels complex_inverse_len_64_single_op_batch_1000 --target sm_90 --emit device
//
// Launch (count + kTransforms - 1) / kTransforms workgroups of kThreads threads.
#include "fft_forward_64_single.h"
#include "fft_inverse_64_single.h"

namespace forward = fft_forward_64_single;
namespace inverse = fft_inverse_64_single;

static_assert(forward::kThreads == inverse::kThreads, "one workgroup does both");
static_assert(forward::kTransforms == inverse::kTransforms, "one workgroup does both");

// Row t, 0 <= t < count, is rows[64 t .. 64 t + 63]; `filter` is the spectrum divided by 64.
extern "C" __global__ void __launch_bounds__(forward::kThreads)
    filter_rows(const float2* rows, const float2* filter, float2* filtered, int count) {
  const int n = forward::kLength, tile = forward::kTransforms;
  __shared__ double2 exchange[(forward::kSharedBytes + inverse::kSharedBytes + 15) / 16];
  __shared__ float2 spectra[forward::kTransforms * forward::kLength];
  const int first = (int)blockIdx.x * tile;
  const int mine = count - first < tile ? count - first : tile;

  // The spectra of the workgroup's rows lie in shared memory, row by row.
  forward::transform(rows + first * n, 1, n, spectra, 1, n, 0, mine, exchange);
  __syncthreads();
  for (int i = (int)threadIdx.x; i < mine * n; i += forward::kThreads) {
    const float2 x = spectra[i], w = filter[i % n];
    spectra[i] = make_float2(x.x * w.x - x.y * w.y, x.x * w.y + x.y * w.x);
  }
  __syncthreads();
  inverse::transform(spectra, 1, n, filtered + first * n, 1, n, 0, mine, exchange);
}
