// Large 1D transforms in four steps: two transforms, twiddles between them, and moves. The schemes
// differ in where the moves stand.
#include <algorithm>
#include <string_view>

#include "fft/machine/model.h"
#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/large_1d.h"
#include "fft/plan/schemes/table.h"
#include "fft/plan/schemes/workspace_seconds.h"

namespace fft {
namespace {

// Whether the edge, kHere or kOut, holds only a part of the request's rows.
bool IsCut(const TransformRequest& request, std::string_view edge) {
  const RowOperation operation = request.row.operation;
  return edge == kHere ? CutsInput(operation) : edge == kOut && CutsOutput(operation);
}

// N = N1 * N2, n = n1 * N2 + n2, k = k1 + N1 * k2. The first transform runs over n1 for every n2,
// the second one over n2 for every k1; between them y[k1, n2] is multiplied by exp(-+2 pi i n2 k1 /
// N). The second transform may be split again, by the same scheme if the request names more than
// two factors.
//
// `kSteps` may number the middle as an edge of the request. That edge may hold only a part of its
// axis or of its rows, and then it has no numbers for the whole middle. `kPacked` are the steps for
// such requests.
template <SchemeKind kKind, const auto& kSteps, const auto& kPacked>
std::vector<TransformRequest> Split(const TransformRequest& request,
                                    const std::vector<int64_t>& factors) {
  const Dims parts = FourStepParts(request.axes.front(), factors.front());
  const bool packs = HasRanges(request) || IsCut(request, kSteps[0].to);
  std::vector<TransformRequest> children =
      packs ? Chain(request, parts, "12", kPacked) : Chain(request, parts, "12", kSteps);
  PassRanges(request, factors.front(), &children);
  PassRow(request, factors.front(), &children);
  if (factors.size() <= 2) return children;
  const auto second =
      std::find_if(children.rbegin(), children.rend(),
                   [](const TransformRequest& child) { return !child.scheme.has_value(); });
  second->scheme = kKind;
  second->factors.assign(factors.begin() + 1, factors.end());
  return children;
}

template <SchemeKind kKind, const auto& kSteps, const auto& kPacked = kSteps>
constexpr Scheme MakeScheme(const char* summary,
                            double (*extra_seconds)(const TransformRequest&, const Target&)) {
  return {
      .kind = kKind,
      .summary = summary,
      .axes = 1,
      .applicable = TakesSplits<Split<kKind, kSteps, kPacked>>,
      .expand = ExpandSplit<kKind, Split<kKind, kSteps, kPacked>>,
      .extra_seconds = extra_seconds,
      .ranges = &kPacked == &kSteps ? RangeUse::kRefuses : RangeUse::kTakes,
      .splits = true,
      .splits_rows = &kPacked != &kSteps,
  };
}

constexpr SchemeKind kT = SchemeKind::kTranspose;

//   in edge            between                        out edge
//        n2 ->              n2 ->                          k1 ->
//   n1 [ x x x x ]     k1 [ y y y y ]  columns done   k2 [ X X X ]
//    | [ x x x x ] ==>  | [ y y y y ]  and twiddled ==> | [ X X X ]
//    v [ x x x x ]      v [ y y y y ]                   v [ X X X ]
//                                                         [ X X X ]
// The position in the middle is k1 * N2 + n2 in the input edge's numbering, so the first kernel can
// run in place on the input's buffer or in a temporary; only the second one moves elements. Out of
// place, the columns of a read-only input need a workspace to go to.
constexpr ChainStep kL1dCc[] = {{"1", kHere, {}, '2'}, {"2", kOut}};
constexpr ChainStep kPackedCc[] = {{"1", "12", {}, '2'}, {"2", kOut}};

//   in edge            between                        out edge
//        n2 ->              k1 ->                          k1 ->
//   n1 [ x x x x ]     n2 [ y y y ]  columns done,    k2 [ X X X ]
//    | [ x x x x ] ==>  | [ y y y ]  twiddled and ==>  | [ X X X ]
//    v [ x x x x ]      v [ y y y ]  transposed        v [ X X X ]
//                         [ y y y ]                      [ X X X ]
// The position in the middle is k1 + N1 * n2 in the output edge's numbering, so an out-of-place
// transform goes straight to the output buffer, stays there, and needs no workspace.
constexpr ChainStep kL1dCr[] = {{"1", kOut, {}, '2'}, {"2", kOut}};
constexpr ChainStep kPackedCr[] = {{"1", "21", {}, '2'}, {"2", kOut}};

//   in edge            between            between             out edge
//        n2 ->              n2 ->              k2 ->               k1 ->
//   n1 [ x x x x ]     k1 [ y y y y ]     k1 [ X X X X ]      k2 [ X X X ]
//    | [ x x x x ] ==>  | [ y y y y ] ==>  | [ X X X X ] ==>   | [ X X X ]
//    v [ x x x x ]      v [ y y y y ]      v [ X X X X ]       v [ X X X ]
//                                                                [ X X X ]
// Both transforms run in place, so the transpose is the only step that needs a second buffer.
constexpr ChainStep kL1dCrt[] = {{"1", kHere, {}, '2'}, {"2", kHere}, {"1", kOut, kT}};

//   in edge            T, R            T with twiddles, R      T: out edge
//        n2 ->              k1 ->           k2 ->                  k1 ->
//   n1 [ x x x x ]     n2 [ y y y ]    k1 [ X X X X ]         k2 [ X X X ]
//    | [ x x x x ] ==>  | [ y y y ] ==> | [ X X X X ] ==>      | [ X X X ]
//    v [ x x x x ]      v [ y y y ]     v [ X X X X ]          v [ X X X ]
//                         [ y y y ]                              [ X X X ]
// Every transform runs over contiguous rows, since loops are the slowest dims between the edges,
// even if they are not on the request's own edges.
constexpr ChainStep kL1dTrtrt[] = {
    {"1", "21", kT}, {"1", kHere}, {"1", "12", kT, '2'}, {"2", kHere}, {"1", kOut, kT}};

double SecondsOfCc(const TransformRequest& request, const Target& target) {
  const PlanWeights& weights = ModelOf(target).plan;
  const bool is_long = request.axes.front().length >= weights.long_length;
  const double share = is_long && !HasConvolution(request, target) ? weights.long_workspace : 1;
  const double workspace =
      request.placement == Placement::kInPlace ? 0 : share * WorkspaceSeconds(request, target);
  return workspace + SplitPartSeconds(request, target);
}

// The seconds charged for the workspace of L1D_CRT. Splits with a convolution are charged nothing,
// since their prices are fitted without such a charge.
double SecondsOfCrt(const TransformRequest& request, const Target& target) {
  const double workspaces = ModelOf(target).plan.turning_workspace;
  const bool pays = request.placement == Placement::kOutOfPlace && workspaces > 0 &&
                    !HasConvolution(request, target);
  return pays ? workspaces * WorkspaceSeconds(request, target) : 0;
}

}  // namespace

const Scheme kL1dCcScheme = MakeScheme<SchemeKind::kL1dCc, kL1dCc, kPackedCc>(
    "column kernel in place, then a transform that writes transposed", SecondsOfCc);
const Scheme kL1dCrScheme = MakeScheme<SchemeKind::kL1dCr, kL1dCr, kPackedCr>(
    "column kernel that writes transposed, then columns in place", SplitPartSeconds);
const Scheme kL1dCrtScheme = MakeScheme<SchemeKind::kL1dCrt, kL1dCrt>(
    "column kernel in place, row transform in place, then a transpose", SecondsOfCrt);
const Scheme kL1dTrtrtScheme = MakeScheme<SchemeKind::kL1dTrtrt, kL1dTrtrt>(
    "row transforms between three transposes", nullptr);

}  // namespace fft
