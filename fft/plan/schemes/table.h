// Declares the scheme of every kind. The definition of a scheme stands below the picture of its
// index maths.
#ifndef FFT_PLAN_SCHEMES_TABLE_H_
#define FFT_PLAN_SCHEMES_TABLE_H_

#include "fft/plan/scheme.h"

namespace fft {

#define SCHEME_KIND(id, name, work) extern const Scheme id##Scheme;
#include "fft/tree/scheme_kinds.def"
#undef SCHEME_KIND

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_TABLE_H_
