// The rows of ShimTable.
#ifndef FFT_ASSIGN_SHIMS_TABLE_H_
#define FFT_ASSIGN_SHIMS_TABLE_H_

#include "fft/assign/shims/shim.h"

namespace fft {

extern const Shim kTransposeStockham;
extern const Shim kStockhamTranspose;
extern const Shim kStockhamZXy;
extern const Shim kStockhamXyZ;
extern const Shim kTransposeStockhamTranspose;
extern const Shim kRealPostTranspose;
extern const Shim kTransposeRealPre;
extern const Shim kChirpStockham;
extern const Shim kStockhamFilter;
extern const Shim kStockhamChirp;

}  // namespace fft

#endif  // FFT_ASSIGN_SHIMS_TABLE_H_
