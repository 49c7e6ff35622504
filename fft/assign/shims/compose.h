// Composition of a leaf's index maps with the index maps of the moves and conversions before and
// after the leaf.
#ifndef FFT_ASSIGN_SHIMS_COMPOSE_H_
#define FFT_ASSIGN_SHIMS_COMPOSE_H_

#include "fft/assign/shims/shim.h"

namespace fft {

// The leaf that does the work of a window of leaves. It is the window's transform, else its
// conversion, else its first move, changed as if the other leaves had run before and after it. A
// move changes the leaf's index maps, and adds its twiddles if it comes after the leaf. A
// conversion of a convolution makes the leaf multiply the values that it reads or writes.
Fusion Fuse(const LeafWindow& window);

}  // namespace fft

#endif  // FFT_ASSIGN_SHIMS_COMPOSE_H_
