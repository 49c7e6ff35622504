// Leaves that move elements. Other schemes request them; they are never a transform's own plan.
#include "fft/plan/schemes/table.h"

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
// Axes are given slowest first. All three leaves have the same kernel, which merges loops that step
// alike on both sides. Element (k, j) may be multiplied by exp(-+2 pi i j k / L), where k counts
// along axes.front(), j along a loop, and L is large_twiddle.length.

template <SchemeKind kKind>
constexpr Scheme MakeScheme(const char* summary) {
  return {
      .kind = kKind,
      .summary = summary,
      .axes = 1,
      .applicable = TakesLeaf<LeafOf<kKind>>,
      .expand = ExpandLeaf<LeafOf<kKind>>,
      .only_by_name = true,
  };
}

}  // namespace

const Scheme kTransposeScheme =
    MakeScheme<SchemeKind::kTranspose>("one kernel exchanges rows and columns");
const Scheme kTransposeXyZScheme = MakeScheme<SchemeKind::kTransposeXyZ>(
    "one kernel exchanges the two fast dimensions with the slow one");
const Scheme kTransposeZXyScheme = MakeScheme<SchemeKind::kTransposeZXy>(
    "one kernel exchanges the fast dimension with the two slow ones");

}  // namespace fft
