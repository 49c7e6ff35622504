// When and how the strides of temporary data are padded (seed: buffer assignment, "Padding"). All
// of the decision stands here; the thresholds are a Target's PaddingRule.
#ifndef FFT_ASSIGN_PADDING_H_
#define FFT_ASSIGN_PADDING_H_

#include <cstdint>
#include <optional>

#include "fft/core/layout.h"
#include "fft/core/plan_node.h"
#include "fft/core/target.h"

namespace fft {

// The padded layout in which `writer` should leave its output in a temporary, or nullopt when no
// padding is called for. `volume` is the number of elements written, `batch` the number of
// transforms among them. The slowest dimension of a transform that is long enough and is written
// along a large power-of-two stride gets `rule.elements` more between its rows; what is faster
// stays packed, what is slower follows. Every later reader and in-place writer takes the layout
// as it is, so the padding travels with the data until the data leaves the buffer.
//
//   {262144:1}{4096:262144}  ->  {262144:1}{4096:262208}
std::optional<Layout> PaddedLayout(const PlanNode& writer, int64_t volume, int64_t batch,
                                   const PaddingRule& rule);

}  // namespace fft

#endif  // FFT_ASSIGN_PADDING_H_
