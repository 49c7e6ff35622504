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

// cuFFT as a peer. Works on the first visible device (CUDA_VISIBLE_DEVICES chooses it). Looks for
// libcufft.so.12 and .11, then in the usual folders of the CUDA toolkit; FFT_CUFFT_LIBRARY names
// another.
absl::StatusOr<std::unique_ptr<Peer>> MakeCufftPeer();

// cuFFT's "advanced data layout" of one side: the element (i0, i1, i2) of batch b lies at
// b * distance + ((i0 * embed[1] + i1) * embed[2] + i2) * stride.
struct CufftLayout {
  long long stride = 1;
  long long distance = 1;
  std::vector<long long> embed;
  friend bool operator==(const CufftLayout&, const CufftLayout&) = default;
};

// cuFFT's layout of an array. Unimplemented when a stride is not a multiple of the next faster one.
absl::StatusOr<CufftLayout> ToCufftLayout(const ArrayDescription& array,
                                          const std::vector<int64_t>& side_lengths);

}  // namespace fft::bench

#endif  // BENCH_CUFFT_PEER_H_
