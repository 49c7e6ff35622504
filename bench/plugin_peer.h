// Peers that are plug-ins: libraries with the five functions of bench/plugin/peer_plugin.h.
#ifndef BENCH_PLUGIN_PEER_H_
#define BENCH_PLUGIN_PEER_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "bench/peer.h"
#include "bench/plugin/peer_plugin.h"
#include "fft/core/problem.h"

namespace fft::bench {

// Opens a plug-in. The peer's name is the file's name without folder and ending. Unavailable if the
// file cannot be loaded or lacks one of the functions.
absl::StatusOr<std::unique_ptr<Peer>> OpenPlugin(const std::string& path);

// Returns the problem as a plug-in takes it. Unimplemented for planar arrays, bfloat16, loops
// beside the batch, real-to-real axes and more than 3 lengths, since the functions have no
// arguments for these.
absl::StatusOr<fft_peer_problem> ToPeerProblem(const Problem& problem);

}  // namespace fft::bench

#endif  // BENCH_PLUGIN_PEER_H_
