// FFTW as a peer, on one thread.
#ifndef BENCH_FFTW_PEER_H_
#define BENCH_FFTW_PEER_H_

#include <memory>

#include "absl/status/statusor.h"
#include "bench/peer.h"

namespace fft::bench {

// Opens FFTW. It plans with FFTW_MEASURE up to 2^20 points per transform, and with FFTW_ESTIMATE
// above.
absl::StatusOr<std::unique_ptr<Peer>> MakeFftwPeer();

}  // namespace fft::bench

#endif  // BENCH_FFTW_PEER_H_
