// The schemes the planner tries, in display order; of plans that cost the same the first one wins.
#include "absl/strings/str_join.h"
#include "fft/base/status.h"
#include "fft/plan/scheme.h"
#include "fft/plan/schemes/block_col_row_3d.h"
#include "fft/plan/schemes/block_row_col_3d.h"
#include "fft/plan/schemes/bluestein.h"
#include "fft/plan/schemes/bluestein_kernels.h"
#include "fft/plan/schemes/convert.h"
#include "fft/plan/schemes/large_col_row.h"
#include "fft/plan/schemes/large_col_row_transpose.h"
#include "fft/plan/schemes/large_real.h"
#include "fft/plan/schemes/large_row_col.h"
#include "fft/plan/schemes/large_transposes.h"
#include "fft/plan/schemes/per_axis.h"
#include "fft/plan/schemes/rader.h"
#include "fft/plan/schemes/real_full.h"
#include "fft/plan/schemes/real_pairs.h"
#include "fft/plan/schemes/row_col_2d.h"
#include "fft/plan/schemes/row_col_3d.h"
#include "fft/plan/schemes/row_transpose_2d.h"
#include "fft/plan/schemes/row_transpose_3d.h"
#include "fft/plan/schemes/single_2d.h"
#include "fft/plan/schemes/stockham.h"
#include "fft/plan/schemes/transpose.h"
#include "fft/plan/schemes/transpose_row_3d.h"

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
      kLargeRealRowColScheme, kLargeRealColRowScheme,
      kConvertScheme,
  };
  return *kTable;
}

const Scheme& SchemeOf(SchemeKind kind) {
  for (const Scheme& scheme : SchemeTable()) {
    if (scheme.kind == kind) return scheme;
  }
  FFT_CHECK(false && "a scheme without a row in the table");
  return SchemeTable().front();
}

absl::StatusOr<SchemeKind> ParseScheme(const std::string& field, const std::string& name) {
  std::vector<std::string> names;
  for (const Scheme& scheme : SchemeTable()) {
    if (scheme.only_by_name) continue;
    names.push_back(ToString(scheme.kind));
    if (names.back() == name) return scheme.kind;
  }
  return InvalidField(field, name, absl::StrJoin(names, ", "));
}

}  // namespace fft
