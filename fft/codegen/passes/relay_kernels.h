// Two kernels as one launch that hands data from the first to the second through the cache.
#ifndef FFT_CODEGEN_PASSES_RELAY_KERNELS_H_
#define FFT_CODEGEN_PASSES_RELAY_KERNELS_H_

#include <array>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// The form of a relay, beside its two kernels, which are its legs.
struct RelayForm {
  std::string name;
  int min_blocks = 0;  // Kernel::min_blocks
};

// The parameters of a relay, which follow those of its legs. Work comes in `pieces` pieces. Piece p
// of the first leg is `blocks` of its workgroups, from number p * blocks on; the last piece may
// have fewer, since the leg has `total` workgroups. `next_blocks` and `next_total` are these
// numbers of the second leg. `groups` workgroups of the relay do a piece of the first leg, and
// `next_groups` do a piece of the second leg. The first leg is `ahead` pieces ahead of the second.
// `signals` has a zero for each piece. A leg runs alone if `ahead` and the other leg's groups are
// 0.
inline constexpr std::array<std::string_view, 9> kRelayParameters = {
    "relay_signals", "relay_pieces",      "relay_ahead", "relay_groups",    "relay_next_groups",
    "relay_blocks",  "relay_next_blocks", "relay_total", "relay_next_total"};

// The relay of two kernels. Workgroups of the first leg signal that their piece is done, and
// workgroups of the second leg await the signals of their piece. So a piece may reach the second
// leg while the cache still holds it. Workgroups start in the order of their numbers and await only
// workgroups of lower numbers, so some workgroup can always go on. If the legs differ in size, each
// has whole warps, and surplus threads end at once. The smaller leg runs several workgroups side by
// side, with barriers of their own. A global array that one leg writes and the other accesses has
// to be Aliasing::kMayAlias. Returns InvalidArgument for legs that cannot run in a relay.
absl::StatusOr<Kernel> RelayKernels(const Kernel& first, const Kernel& second,
                                    const RelayForm& form);

// Threads of a leg's workgroup, and of its relay's: whole warps where the legs differ.
constexpr int WarpThreads(int threads) { return (threads + 31) / 32 * 32; }
constexpr int RelayThreads(int first, int second) {
  return first == second ? first : WarpThreads(first > second ? first : second);
}

// How many workgroups of `threads` threads run side by side in one workgroup of the relay.
constexpr int SideBySide(int threads, int relay_threads) {
  constexpr int kBarriers = 15;  // barriers that exist beside the barrier of all threads
  if (threads == relay_threads) return 1;
  const int count = relay_threads / WarpThreads(threads);
  return count < kBarriers ? count : kBarriers;
}

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_RELAY_KERNELS_H_
