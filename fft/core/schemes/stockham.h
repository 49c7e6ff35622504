// One workgroup-resident transform per row: the leaf of every plan.
#ifndef FFT_CORE_SCHEMES_STOCKHAM_H_
#define FFT_CORE_SCHEMES_STOCKHAM_H_

#include "fft/core/scheme.h"

namespace fft {

extern const Scheme kStockhamScheme;

}  // namespace fft

#endif  // FFT_CORE_SCHEMES_STOCKHAM_H_
