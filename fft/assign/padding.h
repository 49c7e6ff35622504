// When and how the strides of temporary data are padded (rocFFT's buffer assignment design,
// "Padding"). The thresholds are a Target's PaddingRule and its ChannelModel, which the price of a
// kernel uses too.
#ifndef FFT_ASSIGN_PADDING_H_
#define FFT_ASSIGN_PADDING_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "fft/core/dim.h"
#include "fft/core/layout.h"
#include "fft/core/target.h"
#include "fft/tree/plan_node.h"

namespace fft {

// The chains of kernels that may access the data while it stays in its temporary: the plain ones,
// those that fuse the most leaves, and those of the latter that read what the writer has written. A
// layout has to give single strides to the dims of all accesses of one chain. A dim of another
// access counts only if it gets a single stride.
inline constexpr unsigned kPlainChain = 1, kFusedChain = 2, kFirstReaders = 4, kAllChains = 7;

// A kernel's access to an edge. `stride` is &Dim::in_stride if `node` reads the edge, and
// &Dim::out_stride if it writes the edge.
struct EdgeAccess {
  const PlanNode* node = nullptr;
  int64_t Dim::*stride = nullptr;
  unsigned chains = kAllChains;  // those that the access is part of
};

// The size of an edge's data.
struct PaddedEdge {
  int64_t volume = 1;  // elements of all transforms
  int64_t batch = 1;   // transforms
  int64_t element_bytes = 8;
};

// The padded layout for data that stays in a temporary from its writer to the last of the accesses;
// nullopt when no padding is needed. A dim of an access does harm when it is long and its stride, a
// multiple of a large power of two, leads to few channels or cache sets. A dim also does harm when
// it writes columns in parts of sectors, since memory reads such a sector before it writes a part.
// The layout lengthens the distance between the rows of one or two dims, so that the fewest dims do
// harm, at the least cost of memory. Faster dims stay packed, and slower dims step over the
// padding. A batch's own stride does no harm. Where neither of the chains that stay can be padded,
// the layout serves only the first readers.
//
//   {262144:1}{4096:262144}  ->  {262144:1}{4096:262208}
//   {3125:1}{2560:3125}      ->  {3125:1}{2560:3136}
std::optional<Layout> PaddedLayout(const std::vector<EdgeAccess>& accesses, const PaddedEdge& edge,
                                   const Target& target);

// Whether `length` steps of `stride` elements meet in few channels or cache sets.
bool DoesHarm(int64_t length, int64_t stride, int64_t element_bytes, const Target& target);

}  // namespace fft

#endif  // FFT_ASSIGN_PADDING_H_
