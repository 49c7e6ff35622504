// The schemes the planner tries, in the order of the tries and of the display; of plans that cost
// the same the first one wins.
#include "absl/strings/str_join.h"
#include "fft/base/status.h"
#include "fft/plan/scheme.h"
#include "fft/plan/schemes/table.h"

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
      kL1dRealCrScheme,
      kL1dRealCcScheme,
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
      kRealToRealScheme,
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
    const bool plans_problems = scheme.plans(TransformKind::kComplex) ||
                                scheme.plans(TransformKind::kRealToHermitian) ||
                                scheme.plans(TransformKind::kRealToReal);
    if (scheme.only_by_name || !plans_problems) continue;
    names.push_back(ToString(scheme.kind));
    if (names.back() == name) return scheme.kind;
  }
  return InvalidField(field, name, absl::StrJoin(names, ", "));
}

}  // namespace fft
