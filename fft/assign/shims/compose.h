// Composition of a leaf's index maps with those of a transpose or a conversion before or after it.
#ifndef FFT_ASSIGN_SHIMS_COMPOSE_H_
#define FFT_ASSIGN_SHIMS_COMPOSE_H_

#include "fft/assign/shims/shim.h"

namespace fft {

// `leaf` reading what `transpose` reads, as if `transpose` had run before it.
Fusion ReadThrough(const PlanNode& transpose, const PlanNode& leaf);

// `leaf` writing what `transpose` writes, as if `transpose` had run after it. Twiddles of the
// transpose become the leaf's.
Fusion WriteThrough(const PlanNode& leaf, const PlanNode& transpose);

// `leaf`, a transform, multiplying what it reads or writes by what `conversion`, one of those of a
// convolution, would: as if it had run before or after it.
Fusion ReadConverted(const PlanNode& conversion, const PlanNode& leaf);
Fusion WriteConverted(const PlanNode& leaf, const PlanNode& conversion);

}  // namespace fft

#endif  // FFT_ASSIGN_SHIMS_COMPOSE_H_
