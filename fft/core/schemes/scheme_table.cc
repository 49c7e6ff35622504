// The schemes the planner tries, in display order; of plans that cost the same the first one wins.
#include "fft/core/scheme.h"
#include "fft/core/schemes/block_col_row_3d.h"
#include "fft/core/schemes/block_row_col_3d.h"
#include "fft/core/schemes/bluestein.h"
#include "fft/core/schemes/bluestein_kernels.h"
#include "fft/core/schemes/convert.h"
#include "fft/core/schemes/large_col_row.h"
#include "fft/core/schemes/large_col_row_transpose.h"
#include "fft/core/schemes/large_row_col.h"
#include "fft/core/schemes/large_transposes.h"
#include "fft/core/schemes/per_axis.h"
#include "fft/core/schemes/rader.h"
#include "fft/core/schemes/real_full.h"
#include "fft/core/schemes/real_pairs.h"
#include "fft/core/schemes/row_col_2d.h"
#include "fft/core/schemes/row_col_3d.h"
#include "fft/core/schemes/row_transpose_2d.h"
#include "fft/core/schemes/row_transpose_3d.h"
#include "fft/core/schemes/single_2d.h"
#include "fft/core/schemes/stockham.h"
#include "fft/core/schemes/transpose.h"
#include "fft/core/schemes/transpose_row_3d.h"

namespace fft {

const std::vector<Scheme>& SchemeTable() {
  static const auto* const kTable = new std::vector<Scheme>{
      kStockhamScheme,        kBluesteinScheme,
      kRaderScheme,           kSingle2dScheme,
      kTransposeScheme,       kTransposeXyZScheme,
      kTransposeZXyScheme,    kLargeColRowScheme,
      kLargeRowColScheme,     kLargeColRowTransposeScheme,
      kLargeTransposesScheme, kRowCol2dScheme,
      kRowTranspose2dScheme,  kRowCol3dScheme,
      kRowTranspose3dScheme,  kTransposeRow3dScheme,
      kBlockRowCol3dScheme,   kBlockColRow3dScheme,
      kPerAxisScheme,         kBluesteinKernelsScheme,
      kRealPairsScheme,       kRealFullScheme,
      kConvertScheme,
  };
  return *kTable;
}

}  // namespace fft
