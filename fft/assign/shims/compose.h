// Composition of a leaf's index maps with those of a transpose before or after it.
#ifndef FFT_ASSIGN_SHIMS_COMPOSE_H_
#define FFT_ASSIGN_SHIMS_COMPOSE_H_

#include "fft/assign/shims/shim.h"

namespace fft {

// `leaf` reading what `transpose` reads, as if `transpose` had run before it.
Fusion ReadThrough(const PlanNode& transpose, const PlanNode& leaf);

// `leaf` writing what `transpose` writes, as if `transpose` had run after it. Twiddles of the
// transpose become the leaf's.
Fusion WriteThrough(const PlanNode& leaf, const PlanNode& transpose);

}  // namespace fft

#endif  // FFT_ASSIGN_SHIMS_COMPOSE_H_
