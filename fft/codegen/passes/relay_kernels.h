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

// Parameters of a relay, behind those of its legs. Work comes in `pieces`: piece p of a leg is its
// workgroups from p * blocks on, `blocks` of them or what is left of `total`. `groups` workgroups
// of the relay do a piece of the first leg, `next_groups` one of the second. The first leg is
// `ahead` pieces ahead. `signals` has a zero for each piece. A leg runs alone where `ahead` and the
// other leg's groups are 0.
inline constexpr std::array<std::string_view, 9> kRelayParameters = {
    "relay_signals", "relay_pieces",      "relay_ahead", "relay_groups",    "relay_next_groups",
    "relay_blocks",  "relay_next_blocks", "relay_total", "relay_next_total"};

// The relay of two kernels. The first leg's workgroups signal that their piece is done, and those
// of the second await the signals of theirs, so a piece may reach the second leg while the cache
// still holds it. Workgroups are handed out in the order of their numbers and only await lower
// ones, so there is always one that goes on. Legs of different size have whole warps, whose surplus
// threads end. The smaller leg runs several workgroups side by side, with barriers of their own.
// Global arrays that one leg writes and the other accesses have to be Aliasing::kMayAlias.
// InvalidArgument for legs that cannot run so.
absl::StatusOr<Kernel> RelayKernels(const Kernel& first, const Kernel& second,
                                    const RelayForm& form);

// Threads of a leg's workgroup, and of its relay's: whole warps where the legs differ.
constexpr int WarpThreads(int threads) { return (threads + 31) / 32 * 32; }
constexpr int RelayThreads(int first, int second) {
  return first == second ? first : WarpThreads(first > second ? first : second);
}

// How many workgroups of `threads` threads run side by side in one workgroup of the relay.
constexpr int SideBySide(int threads, int relay_threads) {
  constexpr int kBarriers = 15;  // beside the barrier of all threads
  if (threads == relay_threads) return 1;
  const int count = relay_threads / WarpThreads(threads);
  return count < kBarriers ? count : kBarriers;
}

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_RELAY_KERNELS_H_
