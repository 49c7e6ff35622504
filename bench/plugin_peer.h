// Libraries behind the five functions of bench/plugin/peer_plugin.h.
#ifndef BENCH_PLUGIN_PEER_H_
#define BENCH_PLUGIN_PEER_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "bench/peer.h"
#include "bench/plugin/peer_plugin.h"
#include "fft/core/problem.h"

namespace fft::bench {

// Opens a plug-in; the peer's name is the file's without its folder and ending. Unavailable where
// the file cannot be loaded or lacks one of the functions.
absl::StatusOr<std::unique_ptr<Peer>> OpenPlugin(const std::string& path);

// The problem for a plug-in. Unimplemented for planar arrays, bfloat16, further loops, kinds of
// axes and more than 3 lengths, since the functions have no arguments for these.
absl::StatusOr<fft_peer_problem> ToPeerProblem(const Problem& problem);

}  // namespace fft::bench

#endif  // BENCH_PLUGIN_PEER_H_
