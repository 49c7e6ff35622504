// A scheme turns one transform into children, or refuses with a reason.
#ifndef FFT_PLAN_SCHEME_H_
#define FFT_PLAN_SCHEME_H_

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fft/core/layout.h"
#include "fft/core/problem.h"
#include "fft/plan/planning.h"
#include "fft/tree/plan_node.h"

namespace fft {

// What a request asks for.
enum class TransformKind {
  kComplex,
  kRealToHermitian,  // the last axis: length reals in, length/2 + 1 complex numbers out
  kHermitianToReal,  // the reverse
  kRealToReal,       // each axis by its real-to-real kind
  kConvert,          // no transform: in_side to out_side along the one axis
  kChain,  // transform, multiply by spectra, transform back; in_side and out_side say whether the
           // elements are complex or real, `row` has the spectra's steps
  kLayer,  // transform all axes but the first, which counts channels; multiply the channels of each
           // mode by a matrix; transform back. `row` has the matrices' steps
  kOverlapAdd,  // no transform: the axis holds frames, which are added where they overlap. `row`
                // has their steps
};

// The transform that a scheme is asked to plan, with axes and loops in canonical strides. For
// example, {.axes = {{1024, 1, 1}}, .loops = {{64, 1024, 1024}}} asks for forward transforms of 64
// rows of 1024 complex points, from one array to another.
struct TransformRequest {
  TransformKind kind = TransformKind::kComplex;
  // The kinds of the axes: one for each axis, or a single one if all are the same.
  std::vector<AxisKind> kinds = {AxisKind::kForward};
  Dims axes;
  Dims loops;
  Precision precision = Precision::kSingle;
  Placement placement = Placement::kOutOfPlace;
  // The large twiddle by which the results are multiplied. Leaves take it; if `row` is unfolded,
  // schemes with splits_rows take it too.
  LargeTwiddle large_twiddle;
  // The longer rows that the transform is a part of. Only leaves and schemes with splits_rows take
  // them.
  EnclosingRow row;
  AxisSide in_side, out_side;  // kConvert, kChain, kLayer and kOverlapAdd only
  // The parts of the axes that the input's array and the output's array hold: one range for each
  // axis, or empty if they hold the whole axes.
  Ranges in_ranges, out_ranges;
  // The parts of the spectrum that a kLayer keeps, one range for each axis but the first.
  Ranges modes;
  // The scheme that has to take the request; nullopt: the cheapest scheme.
  std::optional<SchemeKind> scheme;
  // The factors into which the axis has to be split; empty: the scheme chooses.
  std::vector<int64_t> factors;
  // The layouts of the user's arrays that the request reads and writes; null: a packed temporary.
  const Layout* in_layout = nullptr;
  const Layout* out_layout = nullptr;

  AxisKind KindOf(size_t axis) const { return kinds.size() == 1 ? kinds.front() : kinds[axis]; }
  friend bool operator==(const TransformRequest&, const TransformRequest&) = default;
  // Layouts count as equal if they are the same object.
  template <typename H>
  friend H AbslHashValue(H state, const TransformRequest& request) {
    return H::combine(std::move(state), request.kind, request.kinds, request.axes, request.loops,
                      request.placement, request.large_twiddle, request.row, request.in_side,
                      request.out_side, request.in_ranges, request.out_ranges, request.modes,
                      request.scheme, request.factors, request.in_layout, request.out_layout);
  }
};

// Shortens the list to one kind if all kinds are the same.
void SimplifyKinds(std::vector<AxisKind>* kinds);
inline bool HasRanges(const TransformRequest& request) {
  return !request.in_ranges.empty() || !request.out_ranges.empty();
}

// Sets the children's layouts: the first child reads the request's input, the last child writes the
// request's output, and everything between lies in temporaries.
void PassLayouts(const TransformRequest& request, std::vector<TransformRequest>* children);

// The request as a complex transform in place. Its positions are numbered as on the request's input
// (`stride` is &Dim::in_stride) or its output (&Dim::out_stride).
TransformRequest InPlaceOf(TransformRequest request, int64_t Dim::*stride);

// A node of `scheme` with all members that the request determines. The caller sets children, kernel
// and convolution.
PlanNode NodeFor(SchemeKind scheme, const TransformRequest& request);

std::string ToString(TransformKind kind);  // "complex", "real to Hermitian", ...

inline bool PlansComplex(TransformKind kind) { return kind == TransformKind::kComplex; }
inline bool PlansReal(TransformKind kind) {
  return kind == TransformKind::kRealToHermitian || kind == TransformKind::kHermitianToReal;
}
inline bool PlansFourier(TransformKind kind) { return PlansComplex(kind) || PlansReal(kind); }
inline bool PlansRealToReal(TransformKind kind) { return kind == TransformKind::kRealToReal; }
inline bool PlansTransforms(TransformKind kind) {
  return PlansFourier(kind) || PlansRealToReal(kind);
}
inline bool PlansChains(TransformKind kind) { return kind == TransformKind::kChain; }
inline bool PlansLayers(TransformKind kind) { return kind == TransformKind::kLayer; }
inline bool PlansOverlapAdd(TransformKind kind) { return kind == TransformKind::kOverlapAdd; }
// Whether only chains (fft/core/chain.h) are of the kind.
inline bool IsOfChains(TransformKind kind) {
  return PlansChains(kind) || PlansLayers(kind) || PlansOverlapAdd(kind);
}

// Why a scheme does not take a request.
struct Refusal {
  std::string reason;  // for people, such as "101 has a prime factor above 31"
};

// The parameters that a scheme would use. Each scheme gives `split` its own meaning, such as
// factors.
struct Choice {
  std::vector<int64_t> split;
  double cost = 0;
  SharedChoice kernel;
};

// A scheme's answer to a request: the choices that it has, or why there is none.
using Applicability = std::variant<std::vector<Choice>, Refusal>;

// One choice with the kernel of `leaf`, or a refusal if the leaf has no kernel.
Applicability TakeKernel(const PlanNode& leaf, const TransformRequest& request, Planning* planning);

// A leaf of the scheme `kind` that has the request's axes and loops unchanged.
template <SchemeKind kind>
PlanNode LeafOf(const TransformRequest& request) {
  return NodeFor(kind, request);
}

// Scheme::expand for a scheme that is one leaf, which `make` makes.
template <PlanNode (*make)(const TransformRequest&)>
std::vector<TransformRequest> ExpandLeaf(const TransformRequest& request, const Choice& choice,
                                         PlanNode* node) {
  *node = make(request);
  node->kernel = choice.kernel;
  return {};
}

// Scheme::applicable for a scheme that is one leaf: it takes a request if the leaf has a kernel.
template <PlanNode (*make)(const TransformRequest&)>
Applicability TakesLeaf(const TransformRequest& request, Planning* planning) {
  return TakeKernel(make(request), request, planning);
}

// Scheme::applicable for a scheme that takes every request and has nothing to choose.
inline Applicability TakesAll(const TransformRequest&, Planning*) {
  return std::vector<Choice>{Choice{}};
}

// Whether a scheme takes requests whose arrays hold only parts of axes.
enum class RangeUse {
  kRefuses,
  kTakes,
  kNeeds,  // takes only requests with parts of axes
};

inline constexpr int kAnyAxes = -1;

// A way to compute a transform, as an entry of SchemeTable. For example, kStockhamScheme makes a
// leaf, so its `expand` returns no requests.
struct Scheme {
  SchemeKind kind;
  const char* summary;  // one line for the inspector
  int axes;             // how many axes a request must have; 0: two or more; kAnyAxes: any number
  // The choices that the scheme has for a request. Callers use ChoicesOf, which checks the request.
  Applicability (*applicable)(const TransformRequest&, Planning*);
  // Fills `node` and returns the requests of its children, in execution order. The planner expands
  // children whose own axes still need a scheme.
  std::vector<TransformRequest> (*expand)(const TransformRequest&, const Choice&, PlanNode* node);
  // The predicted seconds that the scheme adds to those of its children; null: 0.
  double (*extra_seconds)(const TransformRequest&, const Target&) = nullptr;
  // The kinds of transforms that the scheme plans; the planner does not ask it for others.
  bool (*plans)(TransformKind) = PlansComplex;
  // Whether axes may be of different kinds.
  bool mixes_kinds = false;
  // Whether the scheme takes requests with parts of axes. The planner does not ask it for others.
  RangeUse ranges = RangeUse::kRefuses;
  // Whether the scheme takes only requests that name it.
  bool only_by_name = false;
  // Whether the scheme splits an axis into the factors that a request asks for. A part that fits
  // one kernel is not split again.
  bool splits = false;
  // Whether the scheme also splits transforms that are parts of longer rows (EnclosingRow) of a
  // spectrum of reals.
  bool splits_rows = false;
  // Whether the scheme's children are the transforms of a convolution.
  bool convolves = false;
  // Whether the planner takes the scheme for a part of a large transform without trying later
  // schemes, since splitting a part that fits one kernel would only move its data more often.
  bool ends_search_inside = false;
  // Whether the scheme cannot beat the scheme `best`, the best one tried before it. Null: it can.
  bool (*is_needless)(const TransformRequest&, SchemeKind best) = nullptr;
};

// Whether PlanOptions::scheme may name this scheme.
bool PlansProblems(const Scheme& scheme);

inline bool TakesRanges(const Scheme& scheme, const TransformRequest& request) {
  return scheme.ranges != (HasRanges(request) ? RangeUse::kRefuses : RangeUse::kNeeds);
}

inline bool TakesAxes(const Scheme& scheme, const TransformRequest& request) {
  const auto axes = std::ssize(request.axes);
  if (scheme.axes == kAnyAxes) return true;
  return scheme.axes == 0 ? axes >= 2 : axes == scheme.axes;
}

// Calls scheme.applicable if the scheme can take the request at all, and refuses it otherwise.
// Large twiddles and longer rows are only for leaves of one axis and schemes that split rows. In a
// chain, `row` has the steps of spectra or matrices instead of a longer row.
Applicability ChoicesOf(const Scheme& scheme, const TransformRequest& request, Planning* planning);

// All schemes in display order.
const std::vector<Scheme>& SchemeTable();
const Scheme& SchemeOf(SchemeKind kind);
// The scheme of this name, if PlanOptions::scheme may name it. Otherwise an error that names
// `field` and lists the schemes.
absl::StatusOr<SchemeKind> ParseScheme(const std::string& field, const std::string& name);

}  // namespace fft

#endif  // FFT_PLAN_SCHEME_H_
