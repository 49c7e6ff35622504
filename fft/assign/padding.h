// When and how the strides of temporary data are padded (rocFFT's buffer assignment design,
// "Padding"). All of the decision stands here; the thresholds are a Target's PaddingRule and its
// ChannelModel, which the price of a kernel uses too.
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

// A kernel's access to an edge: `stride` is the member of the dims of `node` that has its strides
// there.
struct EdgeAccess {
  const PlanNode* node = nullptr;
  int64_t Dim::*stride = nullptr;
  // Whether the layout has to give its axes single strides. Other accesses count only where the
  // layout gives them single strides.
  bool is_required = true;
};

// An edge's data: how many elements, of how many bytes, in how many transforms of a batch.
struct PaddedEdge {
  int64_t volume = 1;
  int64_t batch = 1;
  int64_t element_bytes = 8;
};

// The padded layout for data that stays in a temporary from its writer to the last of the accesses,
// or nullopt when no padding is called for. A dim of an access does harm when it is long and steps
// along a large power of two, into few channels or cache sets. It also does harm where it writes
// columns in parts of sectors, which memory reads first. Rows of one or two dims get some elements
// more between them, so that the fewest dims do harm, at the least cost of memory. Data faster than
// these rows stay packed, slower data follow. A batch's own stride does no harm.
//
//   {262144:1}{4096:262144}  ->  {262144:1}{4096:262208}
//   {3125:1}{2560:3125}      ->  {3125:1}{2560:3136}
std::optional<Layout> PaddedLayout(const std::vector<EdgeAccess>& accesses, const PaddedEdge& edge,
                                   const Target& target);

// Whether `length` steps of `stride` elements meet in few channels or cache sets.
bool DoesHarm(int64_t length, int64_t stride, int64_t element_bytes, const Target& target);

}  // namespace fft

#endif  // FFT_ASSIGN_PADDING_H_
