// The rows of SchemeTable; each has a file with the picture of its index maths.
#ifndef FFT_PLAN_SCHEMES_TABLE_H_
#define FFT_PLAN_SCHEMES_TABLE_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kStockhamScheme;
extern const Scheme kBluesteinScheme;
extern const Scheme kRaderScheme;
extern const Scheme kFilterScheme;
extern const Scheme k2dSingleScheme;
extern const Scheme kTransposeScheme;
extern const Scheme kTransposeXyZScheme;
extern const Scheme kTransposeZXyScheme;
extern const Scheme kL1dCcScheme;
extern const Scheme kL1dCrScheme;
extern const Scheme kL1dCrtScheme;
extern const Scheme kL1dTrtrtScheme;
extern const Scheme k2dRcScheme;
extern const Scheme k2dRtrtScheme;
extern const Scheme k3dRcScheme;
extern const Scheme k3dRtrtScheme;
extern const Scheme k3dTrtrtrScheme;
extern const Scheme k3dBlockRcScheme;
extern const Scheme k3dBlockCrScheme;
extern const Scheme kPerAxisScheme;
extern const Scheme kBluesteinColumnsScheme;
extern const Scheme kBluesteinKernelsScheme;
extern const Scheme kRealPairsScheme;
extern const Scheme kRealFullScheme;
extern const Scheme kRealToRealScheme;
extern const Scheme kL1dRealCrScheme;
extern const Scheme kL1dRealCcScheme;
extern const Scheme kConvertScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_TABLE_H_
