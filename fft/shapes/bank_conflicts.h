// Bank conflicts: how often lanes of a kernel access the same bank of LDS at once, counted from the
// accesses of its passes.
#ifndef FFT_SHAPES_BANK_CONFLICTS_H_
#define FFT_SHAPES_BANK_CONFLICTS_H_

#include <cstdint>
#include <optional>

#include "fft/core/target.h"
#include "fft/shapes/kernel_shape.h"
#include "fft/shapes/lds_points.h"

namespace fft {

// Which accesses are counted: all, or a sample of a few points of each butterfly in the first
// wavefronts. The sample suffices to compare layouts and costs little.
enum class Accesses { kAll, kSample };

// How many more turns than one LDS takes to serve a group of lanes, averaged over the accesses of
// all exchanges and staged moves. A group has as many lanes as LDS can serve in one turn. The
// result is 0 if LDS has no banks or nothing is exchanged.
double ExtraWavefronts(const KernelShapeRequest& request, const KernelShape& shape,
                       const Target& target, Accesses accesses);

// The layout of the shape's LDS: the padding and the distance of transforms with the fewest bank
// conflicts, counted by Accesses::kSample. `pad_every` fixes the padding.
LdsLayout ChooseLdsLayout(const KernelShapeRequest& request, const KernelShape& shape,
                          const Target& target, std::optional<int> pad_every);

// The layout without padding and without regard to banks, for prices before a layout is chosen.
LdsLayout PlainLdsLayout(const KernelShapeRequest& request, const KernelShape& shape,
                         const Target& target);

// Whether the layout is one that ChooseLdsLayout may choose for the shape, with any padding.
bool IsLdsLayout(const KernelShapeRequest& request, const KernelShape& shape, const Target& target,
                 const LdsLayout& lds);

// ExtraWavefronts and ChooseLdsLayout for planes. The distance between rows is
// LdsLayout::transform_step, and the rows of all planes follow each other.
double ExtraWavefronts(const PlanePasses& passes, const LdsLayout& lds, Precision precision,
                       const Target& target, Accesses accesses);
// `most_words` bounds the layout's words, unless every layout has more.
LdsLayout ChooseLdsLayout(const PlanePasses& passes, Precision precision, int64_t most_words,
                          const Target& target);
// Whether planes may have a layout.
bool IsLdsLayout(const PlanePasses& passes, const LdsLayout& lds, const Target& target);

}  // namespace fft

#endif  // FFT_SHAPES_BANK_CONFLICTS_H_
