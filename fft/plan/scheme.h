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

enum class TransformKind {
  kComplex,
  kRealToHermitian,  // the last axis: length reals in, length/2 + 1 complex numbers out
  kHermitianToReal,  // the reverse
  kRealToReal,       // each axis by its real-to-real kind
  kConvert,          // no transform: in_side to out_side along the one axis
  kChain,  // there, times spectra, and back, of complex numbers or of reals as in_side and
           // out_side say; `row` has the spectra's steps
  kLayer,  // the first axis counts channels; the others are transformed, channels multiplied by
           // matrices for each mode, and the others transformed back. `row` has the matrices' steps
  kOverlapAdd,  // the axis holds frames, which are added where they overlap. `row` has their steps
};

// The transform a scheme is asked to plan: axes and loops in canonical strides. For example, {.axes
// = {{1024, 1, 1}}, .loops = {{64, 1024, 1024}}} are 64 rows of 1024 complex points, forward, from
// one array to another.
struct TransformRequest {
  TransformKind kind = TransformKind::kComplex;
  // The kinds of the axes: one for all, or one for each where they differ.
  std::vector<AxisKind> kinds = {AxisKind::kForward};
  Dims axes;
  Dims loops;
  Precision precision = Precision::kSingle;
  Placement placement = Placement::kOutOfPlace;
  // The large twiddle asked of the kernel that computes this transform. A leaf can take it, or,
  // with rows that are unfolded, a scheme that splits_rows.
  LargeTwiddle large_twiddle;
  // The longer rows that the transform is a part of. A leaf can take them, or a scheme that
  // splits_rows.
  EnclosingRow row;
  AxisSide in_side, out_side;  // kConvert, kChain, kLayer and kOverlapAdd only
  // The parts of the axes that the arrays of each side hold, one range for each axis; empty: the
  // whole axes.
  Ranges in_ranges, out_ranges;
  // The parts of the spectrum that a kLayer keeps, one range for each axis but the first.
  Ranges modes;
  // The scheme that has to take the request; none: the cheapest.
  std::optional<SchemeKind> scheme;
  // The factors that the axis has to be split into; empty: the scheme's choice.
  std::vector<int64_t> factors;
  // The user's arrays that the request reads and writes; null: a temporary, packed.
  const Layout* in_layout = nullptr;
  const Layout* out_layout = nullptr;

  AxisKind KindOf(size_t axis) const { return kinds.size() == 1 ? kinds.front() : kinds[axis]; }
  friend bool operator==(const TransformRequest&, const TransformRequest&) = default;
  // The arrays are told apart by their addresses.
  template <typename H>
  friend H AbslHashValue(H state, const TransformRequest& request) {
    return H::combine(std::move(state), request.kind, request.kinds, request.axes, request.loops,
                      request.placement, request.large_twiddle, request.row, request.in_side,
                      request.out_side, request.in_ranges, request.out_ranges, request.modes,
                      request.scheme, request.factors, request.in_layout, request.out_layout);
  }
};

// Keeps one kind of the list where all are the same.
void SimplifyKinds(std::vector<AxisKind>* kinds);
inline bool HasRanges(const TransformRequest& request) {
  return !request.in_ranges.empty() || !request.out_ranges.empty();
}

// Gives the children their layouts. The first child reads the request's input, the last one writes
// the request's output, and everything between lies in temporaries.
void PassLayouts(const TransformRequest& request, std::vector<TransformRequest>* children);

// The transform in place, in the numbering of the edge whose strides `stride` names. It is complex:
// reals are real in one edge alone.
TransformRequest InPlaceOf(TransformRequest request, int64_t Dim::*stride);

// A node of `scheme` with all that the request says of it. Children, kernel and convolution are the
// caller's.
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
  std::string reason;  // for people: "101 has a prime factor above 31"
};

// The parameters that a scheme would use; their meaning is the scheme's own.
struct Choice {
  std::vector<int64_t> split;
  double cost = 0;
  SharedChoice kernel;
};

// A scheme's answer to a request: the choices that it has, or why there is none.
using Applicability = std::variant<std::vector<Choice>, Refusal>;

// The choice of a leaf that has this kernel, or the refusal of one that has none.
Applicability TakeKernel(const PlanNode& leaf, const TransformRequest& request, Planning* planning);

// The leaf of a scheme that takes the request as it is.
template <SchemeKind kind>
PlanNode LeafOf(const TransformRequest& request) {
  return NodeFor(kind, request);
}

// Expand of a scheme whose leaf `make` makes.
template <PlanNode (*make)(const TransformRequest&)>
std::vector<TransformRequest> ExpandLeaf(const TransformRequest& request, const Choice& choice,
                                         PlanNode* node) {
  *node = make(request);
  node->kernel = choice.kernel;
  return {};
}

// Applicable of a scheme that takes every request that has a kernel.
template <PlanNode (*make)(const TransformRequest&)>
Applicability TakesLeaf(const TransformRequest& request, Planning* planning) {
  return TakeKernel(make(request), request, planning);
}

// Applicable of a scheme with nothing to choose.
inline Applicability TakesAll(const TransformRequest&, Planning*) {
  return std::vector<Choice>{Choice{}};
}

// Whether a scheme takes requests that hold a part of an axis.
enum class RangeUse {
  kRefuses,
  kTakes,
  kNeeds,  // takes no others
};

inline constexpr int kAnyAxes = -1;

// A way to compute a transform, as an entry of SchemeTable. For example, kStockhamScheme makes a
// leaf, so its `expand` returns no requests.
struct Scheme {
  SchemeKind kind;
  const char* summary;  // one line for the inspector
  int axes;             // of the requests it takes; 0: two or more; kAnyAxes
  // The choices that a scheme has for a request with a number of axes (ChoicesOf).
  Applicability (*applicable)(const TransformRequest&, Planning*);
  // Fills `node` and returns the requests of its children, in execution order. The planner expands
  // children whose own axes still need a scheme.
  std::vector<TransformRequest> (*expand)(const TransformRequest&, const Choice&, PlanNode* node);
  // Predicted seconds beyond those of the children; null: none.
  double (*extra_seconds)(const TransformRequest&, const Target&) = nullptr;
  // The kinds of transforms that the scheme plans; the planner does not ask it for others.
  bool (*plans)(TransformKind) = PlansComplex;
  // Whether axes may be of different kinds.
  bool mixes_kinds = false;
  // Which parts of axes the scheme handles; the planner does not ask it for requests that have
  // others.
  RangeUse ranges = RangeUse::kRefuses;
  // Whether the scheme takes only requests that name it.
  bool only_by_name = false;
  // Whether the scheme splits an axis into the factors that a request asks for; a part that fits
  // one kernel is not split again.
  bool splits = false;
  // Whether it also splits the rows of a spectrum of reals (EnclosingRow) between its kernels.
  bool splits_rows = false;
  // Whether its children are the transforms of a convolution.
  bool convolves = false;
  // Whether the planner takes it for a part of a large transform without a look at later schemes.
  // To split a part that fits one kernel would only move its data more often.
  bool ends_search_inside = false;
  // Whether the scheme cannot beat a plan of the scheme `best`, which was tried before it. Null: it
  // can.
  bool (*is_needless)(const TransformRequest&, SchemeKind best) = nullptr;
};

// Whether options may ask for the scheme of a problem.
bool PlansProblems(const Scheme& scheme);

inline bool TakesRanges(const Scheme& scheme, const TransformRequest& request) {
  return scheme.ranges != (HasRanges(request) ? RangeUse::kRefuses : RangeUse::kNeeds);
}

inline bool TakesAxes(const Scheme& scheme, const TransformRequest& request) {
  const auto axes = std::ssize(request.axes);
  if (scheme.axes == kAnyAxes) return true;
  return scheme.axes == 0 ? axes >= 2 : axes == scheme.axes;
}

// Calls Applicable for the requests that the scheme is made for, and refuses all others. Large
// twiddles and parts of longer rows are for leaves of one axis and schemes that split rows. A chain
// has no longer rows, but steps of spectra or matrices.
Applicability ChoicesOf(const Scheme& scheme, const TransformRequest& request, Planning* planning);

// All schemes in display order.
const std::vector<Scheme>& SchemeTable();
const Scheme& SchemeOf(SchemeKind kind);
// The scheme of this name that options may ask for; an error that names `field` and the schemes.
absl::StatusOr<SchemeKind> ParseScheme(const std::string& field, const std::string& name);

}  // namespace fft

#endif  // FFT_PLAN_SCHEME_H_
