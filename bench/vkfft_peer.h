// VkFFT as a peer, through the shared library that bench/vkfft/build_shim.sh makes.
#ifndef BENCH_VKFFT_PEER_H_
#define BENCH_VKFFT_PEER_H_

#include <memory>

#include "absl/status/statusor.h"
#include "bench/peer.h"
#include "bench/vkfft/vkfft_shim.h"
#include "fft/core/problem.h"

namespace fft::bench {

// Opens the library that FFT_VKFFT_LIBRARY names, else libfft_vkfft.so. Unavailable if it cannot be
// opened.
absl::StatusOr<std::unique_ptr<Peer>> MakeVkfftPeer();

// Returns the problem as VkFFT takes it. Unimplemented for planar arrays, and for arrays with gaps
// other than the padding of real rows in place.
absl::StatusOr<VkfftRequest> ToVkfftRequest(const Problem& problem);

}  // namespace fft::bench

#endif  // BENCH_VKFFT_PEER_H_
