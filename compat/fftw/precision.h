// The names and types of one precision: double, or single where FFT_FFTW_SINGLE is defined. A
// source of the interface is compiled once for each precision.
#ifndef COMPAT_FFTW_PRECISION_H_
#define COMPAT_FFTW_PRECISION_H_

#include "compat/fftw/fftw3.h"
#include "compat/fftw/plan.h"
#include "compat/fftw/planner.h"
#include "compat/fftw/request.h"

// The names are macros because they are parts of the names of C functions.
#ifdef FFT_FFTW_SINGLE
#define FFTW(name) FFTW_MANGLE_FLOAT(name)
#define FFTW_FORTRAN(name) FFT_FFTW_CONCAT(sfftw_, name)
#else
#define FFTW(name) FFTW_MANGLE_DOUBLE(name)
#define FFTW_FORTRAN(name) FFT_FFTW_CONCAT(dfftw_, name)
#endif

namespace fft::fftw {

#ifdef FFT_FFTW_SINGLE
using Real = float;
inline constexpr Precision kPrecision = Precision::kSingle;
#else
using Real = double;
inline constexpr Precision kPrecision = Precision::kDouble;
#endif
using Complex = FFTW(complex);

inline Planner& ThePlanner() { return Planner::Of(kPrecision); }

inline const Plan& PlanOf(const FFTW(plan) plan) { return *reinterpret_cast<const Plan*>(plan); }

}  // namespace fft::fftw

#endif  // COMPAT_FFTW_PRECISION_H_
