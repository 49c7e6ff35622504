// One workgroup-resident transform per row: the leaf of every plan.
#ifndef FFT_PLAN_SCHEMES_STOCKHAM_H_
#define FFT_PLAN_SCHEMES_STOCKHAM_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kStockhamScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_STOCKHAM_H_
