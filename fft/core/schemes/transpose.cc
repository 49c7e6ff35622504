#include "fft/core/schemes/transpose.h"

#include "fft/core/cost_model.h"

namespace fft {
namespace {

// One kernel moves tiles through LDS, so that both sides run along their own rows:
//
//   TRANSPOSE        in edge  x ->          out edge  y ->
//                    y [ a b c ]     ==>    x [ a d ]
//                    v [ d e f ]            v [ b e ]
//                                             [ c f ]
//
//   TRANSPOSE_XY_Z   (z, y, x) ==> (y, x, z): x and y, taken as one dim, change places with z
//   TRANSPOSE_Z_XY   (z, y, x) ==> (x, z, y): y and z, taken as one dim, change places with x
//
// (slowest first). The three are one kernel: loops that step alike on both sides are one loop.
// Element (k, j) may be multiplied by exp(-+2 pi i j k / L), k along axes.front(), j along a loop.

std::variant<std::vector<Choice>, Refusal> Applicable(const TransformRequest& request,
                                                      const Target& target) {
  if (request.axes.size() != 1) return Refusal{"a move has one axis; the others are its loops"};
  Dims dims = request.loops;
  dims.push_back(request.axes.front());
  const auto seconds = TransposeSeconds(dims, request.precision, target);
  if (!seconds.ok()) return Refusal{std::string(seconds.status().message())};
  return std::vector<Choice>{{{}, *seconds}};
}

template <SchemeKind kKind>
std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice&,
                                     PlanNode* node) {
  node->scheme = kKind;
  node->axes = request.axes;
  node->loops = request.loops;
  node->large_twiddle = request.large_twiddle;
  return {};
}

template <SchemeKind kKind>
constexpr Scheme MakeScheme(const char* name, const char* summary) {
  return {kKind,   name,         summary,
          1,       Applicable,   Expand<kKind>,
          nullptr, PlansComplex, /*only_by_name=*/true};
}

}  // namespace

const Scheme kTransposeScheme =
    MakeScheme<SchemeKind::kTranspose>("TRANSPOSE", "one kernel exchanges rows and columns");
const Scheme kTransposeXyZScheme = MakeScheme<SchemeKind::kTransposeXyZ>(
    "TRANSPOSE_XY_Z", "one kernel exchanges the two fast dimensions with the slow one");
const Scheme kTransposeZXyScheme = MakeScheme<SchemeKind::kTransposeZXy>(
    "TRANSPOSE_Z_XY", "one kernel exchanges the fast dimension with the two slow ones");

}  // namespace fft
