#include "fft/core/axis_kind.h"

#include "fft/base/status.h"

namespace fft {
namespace {

using enum AxisKind;
using enum RealBasis;
using enum RealOrder;
using enum RealPlace;

// One entry for each real-to-real kind. DCT-II follows J. Makhoul, "A fast cosine transform in one
// and two dimensions", 1980, and DCT-III is its inverse. A sine transform is a cosine transform of
// reals whose signs alternate or that are read from the end.
constexpr std::array kRealKinds = {
    RealKind{.kind = kR2hc,
             .name = "r2hc",
             .basis = kFromReals,
             .lengths = 1,
             .extra = 0,
             .order = kNatural,
             .first = kAtK,
             .second = kMirrorOfK,
             .second_im = 1},
    RealKind{.kind = kHc2r,
             .name = "hc2r",
             .basis = kToReals,
             .lengths = 1,
             .extra = 0,
             .order = kNatural,
             .first = kAtK,
             .second = kMirrorOfK,
             .second_im = 1},
    RealKind{.kind = kDht,
             .name = "dht",
             .basis = kFromReals,
             .lengths = 1,
             .extra = 0,
             .order = kNatural,
             .first = kAtK,
             .second = kMirrorOfK,
             .first_im = -1,
             .second_re = 1,
             .second_im = 1},
    RealKind{.kind = kDct1,
             .name = "dct1",
             .basis = kFromReals,
             .lengths = 2,
             .extra = -2,
             .order = kMirrored,
             .first = kAtK},
    RealKind{.kind = kDct2,
             .name = "dct2",
             .basis = kFromReals,
             .lengths = 1,
             .extra = 0,
             .order = kEvensOdds,
             .turns = true,
             .first = kAtK,
             .second = kMirrorOfK,
             .second_im = -1},
    RealKind{.kind = kDct3,
             .name = "dct3",
             .basis = kToReals,
             .lengths = 1,
             .extra = 0,
             .order = kEvensOdds,
             .turns = true,
             .first = kAtK,
             .second = kMirrorOfK,
             .second_im = -1},
    RealKind{.kind = kDct4,
             .name = "dct4",
             .basis = kQuarters,
             .lengths = 1,
             .extra = 0,
             .order = kNatural},
    RealKind{.kind = kDst1,
             .name = "dst1",
             .basis = kFromReals,
             .lengths = 2,
             .extra = 2,
             .order = kOddMirrored,
             .first = kBeforeK,
             .first_re = 0,
             .first_im = -1},
    RealKind{.kind = kDst2,
             .name = "dst2",
             .basis = kFromReals,
             .lengths = 1,
             .extra = 0,
             .order = kEvensOdds,
             .negates_odds = true,
             .turns = true,
             .first = kFromEnd,
             .second = kBeforeK,
             .second_im = -1},
    RealKind{.kind = kDst3,
             .name = "dst3",
             .basis = kToReals,
             .lengths = 1,
             .extra = 0,
             .order = kEvensOdds,
             .negates_odds = true,
             .turns = true,
             .first = kFromEnd,
             .second = kBeforeK,
             .second_im = -1},
    RealKind{.kind = kDst4,
             .name = "dst4",
             .basis = kQuarters,
             .lengths = 1,
             .extra = 0,
             .order = kNatural,
             .negates_odds = true},
};

}  // namespace

const RealKind& PartsOf(AxisKind kind) {
  for (const RealKind& row : kRealKinds) {
    if (row.kind == kind) return row;
  }
  FFT_CHECK(false && "a Fourier axis has no maps of reals");
  return kRealKinds.front();
}

std::string ToString(AxisKind kind) {
  if (kind == kForward) return "forward";
  if (kind == kInverse) return "inverse";
  return PartsOf(kind).name;
}

}  // namespace fft
