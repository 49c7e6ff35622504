// cuFFT, loaded at run time.
#ifndef BENCH_CUFFT_PEER_H_
#define BENCH_CUFFT_PEER_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "bench/peer.h"
#include "fft/core/problem.h"

namespace fft::bench {

// Opens cuFFT as a peer on the first visible device (CUDA_VISIBLE_DEVICES chooses it). Loads the
// library that FFT_CUFFT_LIBRARY names. Without this variable, looks for libcufft.so.12 and
// libcufft.so.11, then in the usual folders of the CUDA toolkit.
absl::StatusOr<std::unique_ptr<Peer>> MakeCufftPeer();

// cuFFT's "advanced data layout" of one side: the element (i0, i1, i2) of batch b lies at
// b * distance + ((i0 * embed[1] + i1) * embed[2] + i2) * stride.
struct CufftLayout {
  long long stride = 1;
  long long distance = 1;
  std::vector<long long> embed;
  friend bool operator==(const CufftLayout&, const CufftLayout&) = default;
};

// Returns cuFFT's layout of an array. Unimplemented if the stride of an axis is not a multiple of
// the stride of the next faster axis.
absl::StatusOr<CufftLayout> ToCufftLayout(const ArrayDescription& array,
                                          const std::vector<int64_t>& side_lengths);

}  // namespace fft::bench

#endif  // BENCH_CUFFT_PEER_H_
