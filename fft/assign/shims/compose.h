// Composition of a leaf's index maps with those of the moves and conversions before and after it.
#ifndef FFT_ASSIGN_SHIMS_COMPOSE_H_
#define FFT_ASSIGN_SHIMS_COMPOSE_H_

#include "fft/assign/shims/shim.h"

namespace fft {

// The leaf that does the work of a window: its transform, else its conversion, else its first move,
// as if the others had run before and after it. A move gives it index maps, and its twiddles where
// it comes after; a conversion of a convolution, a factor for what is read or written.
Fusion Fuse(const LeafWindow& window);

}  // namespace fft

#endif  // FFT_ASSIGN_SHIMS_COMPOSE_H_
