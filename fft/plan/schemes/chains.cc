// Transforms of several axes as rows between moves. Each scheme is a chain of steps. The axes are
// z (slow), y and x (fast). An arrow names the axes that it transforms; T is a transpose.
#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/table.h"
#include "fft/plan/schemes/workspace_seconds.h"

namespace fft {
namespace {

template <SchemeKind kKind, const auto& kSteps>
std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice&,
                                     PlanNode* node) {
  *node = NodeFor(kKind, request);
  constexpr std::string_view kAxes = "zyx";
  return Chain(request, request.axes, kAxes.substr(kAxes.size() - request.axes.size()), kSteps);
}

template <SchemeKind kKind, const auto& kSteps>
constexpr Scheme MakeScheme(int axes, const char* summary,
                            double (*extra_seconds)(const TransformRequest&,
                                                    const Target&) = nullptr) {
  return {
      .kind = kKind,
      .summary = summary,
      .axes = axes,
      .applicable = TakesAll,
      .expand = Expand<kKind, kSteps>,
      .extra_seconds = extra_seconds,
  };
}

constexpr SchemeKind kT = SchemeKind::kTranspose;
constexpr SchemeKind kXyZ = SchemeKind::kTransposeXyZ;
constexpr SchemeKind kZXy = SchemeKind::kTransposeZXy;

//   in edge       x ->               y ->                   x ->
//            y [ a a a a ]  x, T   x [ b b b ]  y, T   y [ c c c c ]  out edge
//            | [ a a a a ] =====>  | [ b b b ] =====>  | [ c c c c ]
//            v [ a a a a ]         v [ b b b ]         v [ c c c c ]
//                                    [ b b b ]
constexpr ChainStep k2dRtrt[] = {{"x", kHere}, {"y", "xy", kT}, {"y", kHere}, {"y", kOut, kT}};

//   (z, y, x)  --yx-->  (z, y, x)  --XY_Z-->  (y, x, z)  --z-->  (y, x, z)  --Z_XY-->  out edge
constexpr ChainStep k3dRtrt[] = {
    {"yx", kHere}, {"z", "yxz", kXyZ}, {"z", kHere}, {"z", kOut, kZXy}};

// Each move rotates the order of the axes by one, so that the next axis becomes the fast one:
//
//   (z, y, x)  --T-->  (x, z, y)  --y-->  --T-->  (y, x, z)  --z-->  --T-->  (z, y, x)  --x-->
constexpr ChainStep k3dTrtrtr[] = {{"x", "xzy", kZXy}, {"y", kHere},      {"y", "yxz", kZXy},
                                   {"z", kHere},       {"z", kOut, kZXy}, {"x", kHere}};

// Each kernel reads rows along the fast axis and writes columns, so that its axis becomes the slow
// one (SBRC). Rows are read whole; tiles span neighbours along the next axis:
//
//   (z, y, x)  --x-->  (x, z, y)  --y-->  (y, x, z)  --z-->  (z, y, x)
constexpr ChainStep k3dBlockRc[] = {{"x", "xzy"}, {"y", "yxz"}, {"z", kOut}};

// Each kernel reads columns along the slow axis and writes rows, so that its axis becomes the fast
// one (SBCR). Rows are written whole; tiles span neighbours along the fast axis:
//
//   (z, y, x)  --z-->  (y, x, z)  --y-->  (x, z, y)  --x-->  (z, y, x)
constexpr ChainStep k3dBlockCr[] = {{"z", "yxz"}, {"y", "xzy"}, {"x", kOut}};

}  // namespace

const Scheme k2dRtrtScheme =
    MakeScheme<SchemeKind::k2dRtrt, k2dRtrt>(2, "rows, transpose, rows, transpose");
const Scheme k3dRtrtScheme = MakeScheme<SchemeKind::k3dRtrt, k3dRtrt>(
    3, "2D transforms of planes, transpose, rows, transpose");
const Scheme k3dTrtrtrScheme =
    MakeScheme<SchemeKind::k3dTrtrtr, k3dTrtrtr>(3, "transpose and rows, three times");
const Scheme k3dBlockRcScheme = MakeScheme<SchemeKind::k3dBlockRc, k3dBlockRc>(
    3, "row kernels that turn the volume, three times", TurningSeconds);
const Scheme k3dBlockCrScheme = MakeScheme<SchemeKind::k3dBlockCr, k3dBlockCr>(
    3, "column kernels that turn the volume, three times", TurningSeconds);

}  // namespace fft
