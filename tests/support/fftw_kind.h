// FFTW's names of the real-to-real kinds.
#ifndef TESTS_SUPPORT_FFTW_KIND_H_
#define TESTS_SUPPORT_FFTW_KIND_H_

#include <fftw3.h>

#include "fft/base/status.h"
#include "fft/core/axis_kind.h"

namespace fft::testing {

inline fftw_r2r_kind FftwKindOf(AxisKind kind) {
  switch (kind) {
    case AxisKind::kForward:
    case AxisKind::kInverse:
      break;
    case AxisKind::kR2hc:
      return FFTW_R2HC;
    case AxisKind::kHc2r:
      return FFTW_HC2R;
    case AxisKind::kDht:
      return FFTW_DHT;
    case AxisKind::kDct1:
      return FFTW_REDFT00;
    case AxisKind::kDct2:
      return FFTW_REDFT10;
    case AxisKind::kDct3:
      return FFTW_REDFT01;
    case AxisKind::kDct4:
      return FFTW_REDFT11;
    case AxisKind::kDst1:
      return FFTW_RODFT00;
    case AxisKind::kDst2:
      return FFTW_RODFT10;
    case AxisKind::kDst3:
      return FFTW_RODFT01;
    case AxisKind::kDst4:
      return FFTW_RODFT11;
  }
  FFT_CHECK(false && "a Fourier axis holds no reals");
  return FFTW_R2HC;
}

}  // namespace fft::testing

#endif  // TESTS_SUPPORT_FFTW_KIND_H_
