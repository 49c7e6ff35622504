// The schemes the planner tries, in display order; of plans that cost the same the first one wins.
#include "absl/strings/str_join.h"
#include "fft/base/status.h"
#include "fft/plan/scheme.h"
#include "fft/plan/schemes/2d_rc.h"
#include "fft/plan/schemes/2d_rtrt.h"
#include "fft/plan/schemes/2d_single.h"
#include "fft/plan/schemes/3d_block_cr.h"
#include "fft/plan/schemes/3d_block_rc.h"
#include "fft/plan/schemes/3d_rc.h"
#include "fft/plan/schemes/3d_rtrt.h"
#include "fft/plan/schemes/3d_trtrtr.h"
#include "fft/plan/schemes/bluestein.h"
#include "fft/plan/schemes/bluestein_columns.h"
#include "fft/plan/schemes/bluestein_kernels.h"
#include "fft/plan/schemes/convert.h"
#include "fft/plan/schemes/filter.h"
#include "fft/plan/schemes/l1d_cc.h"
#include "fft/plan/schemes/l1d_cr.h"
#include "fft/plan/schemes/l1d_crt.h"
#include "fft/plan/schemes/l1d_real.h"
#include "fft/plan/schemes/l1d_trtrt.h"
#include "fft/plan/schemes/per_axis.h"
#include "fft/plan/schemes/rader.h"
#include "fft/plan/schemes/real_full.h"
#include "fft/plan/schemes/real_pairs.h"
#include "fft/plan/schemes/stockham.h"
#include "fft/plan/schemes/transpose.h"

namespace fft {

const std::vector<Scheme>& SchemeTable() {
  static const auto* const kTable = new std::vector<Scheme>{
      kStockhamScheme,
      kBluesteinScheme,
      kRaderScheme,
      kFilterScheme,
      k2dSingleScheme,
      kTransposeScheme,
      kTransposeXyZScheme,
      kTransposeZXyScheme,
      kL1dCcScheme,
      kL1dCrScheme,
      kL1dCrtScheme,
      kL1dTrtrtScheme,
      k2dRcScheme,
      k2dRtrtScheme,
      k3dRcScheme,
      k3dRtrtScheme,
      k3dTrtrtrScheme,
      k3dBlockRcScheme,
      k3dBlockCrScheme,
      kPerAxisScheme,
      kBluesteinColumnsScheme,
      kBluesteinKernelsScheme,
      kRealPairsScheme,
      kRealFullScheme,
      kL1dRealCrScheme,
      kL1dRealCcScheme,
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
