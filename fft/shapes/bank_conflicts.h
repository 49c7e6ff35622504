// Bank conflicts of LDS. Lanes that are served together conflict if they access different words of
// the same bank. The conflicts are counted from the accesses of a kernel's passes.
#ifndef FFT_SHAPES_BANK_CONFLICTS_H_
#define FFT_SHAPES_BANK_CONFLICTS_H_

#include <cstdint>
#include <optional>

#include "fft/core/target.h"
#include "fft/shapes/kernel_shape.h"
#include "fft/shapes/lds_points.h"

namespace fft {

// Which accesses of a workgroup are counted: all, or a sample. The sample has points 0 and 1 of the
// first butterfly that each thread computes in a pass, for the threads of the first wavefront, or
// of the first two wavefronts of planes. It suffices to compare layouts, and costs little.
enum class Accesses { kAll, kSample };

// How many more turns than one LDS takes to serve a group of lanes, averaged over the accesses of
// all exchanges and staged moves. A group has as many lanes as LDS can serve in one turn. The
// result is 0 if LDS has no banks, and for Exchange::kNone, which no shape with staged moves has.
double ExtraWavefronts(const KernelShapeRequest& request, const KernelShape& shape,
                       const Target& target, Accesses accesses);

// The layout of the shape's LDS. A few distances between transforms and a few paddings are tried,
// the plainest first. A layout replaces the layout before it if it saves more than
// SearchWeights::worth_padding extra wavefronts, counted by Accesses::kSample. `pad_every` fixes
// the padding. Without banks, and with one thread for each transform, the first layout is taken.
LdsLayout ChooseLdsLayout(const KernelShapeRequest& request, const KernelShape& shape,
                          const Target& target, std::optional<int> pad_every);

// The layout without padding and without regard to banks, for prices before a layout is chosen.
LdsLayout PlainLdsLayout(const KernelShapeRequest& request, const KernelShape& shape,
                         const Target& target);

// Whether `lds` has a distance between transforms that ChooseLdsLayout tries for the shape, any
// padding, and the number of words that both need.
bool IsLdsLayout(const KernelShapeRequest& request, const KernelShape& shape, const Target& target,
                 const LdsLayout& lds);

// ExtraWavefronts and ChooseLdsLayout for planes, whose words are whole complex numbers. The
// distance between rows is LdsLayout::transform_step, and the rows of all planes follow each other.
double ExtraWavefronts(const PlanePasses& passes, const LdsLayout& lds, Precision precision,
                       const Target& target, Accesses accesses);
// `most_words` bounds the layout's words, unless every layout has more.
LdsLayout ChooseLdsLayout(const PlanePasses& passes, Precision precision, int64_t most_words,
                          const Target& target);
// Whether planes may have this layout: no gaps and no padding, or, if LDS has banks, any padding
// and fewer than 64 words between the end of a row and the next row.
bool IsLdsLayout(const PlanePasses& passes, const LdsLayout& lds, const Target& target);

}  // namespace fft

#endif  // FFT_SHAPES_BANK_CONFLICTS_H_
