// The schemes the planner tries, in display order; of plans that cost the same the first one wins.
#include "fft/core/scheme.h"
#include "fft/core/schemes/bluestein.h"
#include "fft/core/schemes/convert.h"
#include "fft/core/schemes/large_col_row.h"
#include "fft/core/schemes/large_row_col.h"
#include "fft/core/schemes/per_axis.h"
#include "fft/core/schemes/rader.h"
#include "fft/core/schemes/real_full.h"
#include "fft/core/schemes/real_pairs.h"
#include "fft/core/schemes/stockham.h"

namespace fft {

const std::vector<Scheme>& SchemeTable() {
  static const auto* const kTable = new std::vector<Scheme>{
      kStockhamScheme, kBluesteinScheme, kRaderScheme,    kLargeColRowScheme, kLargeRowColScheme,
      kPerAxisScheme,  kRealPairsScheme, kRealFullScheme, kConvertScheme,
  };
  return *kTable;
}

}  // namespace fft
