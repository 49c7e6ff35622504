#include "fft/core/planner.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/core/dim.h"
#include "fft/core/kernel_shape.h"
#include "fft/core/layout.h"
#include "fft/core/scheme.h"

namespace fft {
namespace {

// The best tree for one request, with what it was compared to.
struct Planned {
  PlanNode node;
  double seconds = std::numeric_limits<double>::infinity();
  bool is_as_forced = false;  // some part is planned by the forced scheme
  std::vector<TraceEvent> events;
};

// Whether a request is a part that a large 1D scheme or a forced convolution made.
enum class Nesting { kOutermost, kInsideLarge };

std::string Describe(const TransformRequest& request) {
  std::string text = ToString(request.axes);
  if (request.kind != TransformKind::kComplex) {
    text = absl::StrCat(ToString(request.kind), " ", text);
  }
  if (!request.loops.empty()) absl::StrAppend(&text, " x", ToString(request.loops));
  return text;
}

// Axes of one element have nothing to transform; one axis remains. The last axis of a real
// transform also says what its edges hold.
TransformRequest WithoutPoints(TransformRequest request) {
  if (request.kind != TransformKind::kComplex) return request;
  for (size_t i = request.axes.size(); i-- > 0 && request.axes.size() > 1;) {
    if (request.axes[i].length == 1) request.axes.erase(request.axes.begin() + i);
  }
  return request;
}

class Planner {
 public:
  Planner(const Target& target, const PlanOptions& options, bool records)
      : target_(target), options_(options), records_(records) {}

  // The cheapest tree, or the reasons why there is none.
  absl::StatusOr<Planned> Plan(const TransformRequest& request, Nesting nesting);

  // Why the forced scheme refused the outermost transforms.
  const std::set<std::string>& forced_refusals() const { return forced_refusals_; }

 private:
  using Answer = std::variant<Planned, Refusal>;

  // The cheapest choice of one scheme, or its refusal.
  Answer TryScheme(const Scheme& scheme, const TransformRequest& request, Nesting nesting);
  absl::StatusOr<Planned> ExpandChoice(const Scheme& scheme, const TransformRequest& request,
                                       const Choice& choice, Nesting nesting);
  absl::StatusOr<Planned> PlanAnew(const TransformRequest& request, Nesting nesting);
  bool Forces(const Scheme& scheme, const TransformRequest& request, Nesting nesting) const {
    return options_.scheme == scheme.kind && nesting == Nesting::kOutermost && !request.scheme;
  }
  bool Considers(const Scheme& scheme, const TransformRequest& request, Nesting nesting) const {
    if (!scheme.plans(request.kind)) return false;
    if (request.scheme) return *request.scheme == scheme.kind;
    if (Forces(scheme, request, nesting)) return true;
    if (scheme.only_by_name) return false;
    return scheme.axes == 0 || scheme.axes == std::ssize(request.axes);
  }
  void Record(const char* subject, Json detail, std::vector<TraceEvent>* events) const {
    if (records_) events->push_back({"plan", subject, std::move(detail)});
  }

  const Target& target_;
  const PlanOptions& options_;
  const bool records_;
  std::set<std::string> forced_refusals_;
  // Parts that several plans have in common.
  std::map<std::vector<int64_t>, absl::StatusOr<Planned>> known_;
};

// Everything that the answer depends on.
std::vector<int64_t> KeyOf(const TransformRequest& request, Nesting nesting) {
  std::vector<int64_t> key = {static_cast<int64_t>(nesting),
                              static_cast<int64_t>(request.kind),
                              static_cast<int64_t>(request.placement),
                              request.scheme ? static_cast<int64_t>(*request.scheme) : -1,
                              request.large_twiddle.length,
                              request.large_twiddle.loop};
  for (const AxisSide* side : {&request.in_side, &request.out_side}) {
    key.insert(key.end(), {static_cast<int64_t>(side->data), side->length});
  }
  for (const Dims* dims : {&request.axes, &request.loops}) {
    key.push_back(static_cast<int64_t>(dims->size()));
    for (const Dim& dim : *dims) {
      key.insert(key.end(), {dim.length, dim.in_stride, dim.out_stride});
    }
  }
  key.insert(key.end(), request.factors.begin(), request.factors.end());
  return key;
}

absl::StatusOr<Planned> Planner::ExpandChoice(const Scheme& scheme, const TransformRequest& request,
                                              const Choice& choice, Nesting nesting) {
  Planned planned;
  planned.seconds = 0;
  planned.is_as_forced = Forces(scheme, request, nesting);
  // The transforms of a forced convolution are not convolutions again.
  const bool is_inside = IsLarge1d(scheme.kind) ||
                         (scheme.kind == SchemeKind::kBluesteinKernels && planned.is_as_forced);
  const Nesting child_nesting = is_inside ? Nesting::kInsideLarge : nesting;
  const std::vector<TransformRequest> children = scheme.expand(request, choice, &planned.node);
  if (children.empty()) planned.seconds = choice.cost;
  for (const TransformRequest& child : children) {
    FFT_ASSIGN_OR_RETURN(Planned part, Plan(WithoutPoints(child), child_nesting));
    planned.seconds += part.seconds;
    planned.is_as_forced = planned.is_as_forced || part.is_as_forced;
    planned.node.children.push_back(std::move(part.node));
    std::move(part.events.begin(), part.events.end(), std::back_inserter(planned.events));
  }
  if (scheme.extra_seconds != nullptr) planned.seconds += scheme.extra_seconds(request, target_);
  return planned;
}

// A plan with the forced scheme in it comes before all others.
bool IsBetter(const Planned& a, const Planned& b) {
  if (a.is_as_forced != b.is_as_forced) return a.is_as_forced;
  return a.seconds < b.seconds;
}

Planner::Answer Planner::TryScheme(const Scheme& scheme, const TransformRequest& request,
                                   Nesting nesting) {
  auto answer = scheme.applicable(request, target_);
  if (const Refusal* refusal = std::get_if<Refusal>(&answer)) return *refusal;
  Planned best;
  std::string reason;
  for (const Choice& choice : std::get<std::vector<Choice>>(answer)) {
    absl::StatusOr<Planned> planned = ExpandChoice(scheme, request, choice, nesting);
    if (!planned.ok()) {
      reason = std::string(planned.status().message());
    } else if (IsBetter(*planned, best)) {
      best = *std::move(planned);
    }
  }
  if (best.seconds == std::numeric_limits<double>::infinity()) return Refusal{reason};
  return best;
}

absl::StatusOr<Planned> Planner::Plan(const TransformRequest& request, Nesting nesting) {
  std::vector<int64_t> key = KeyOf(request, nesting);
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  absl::StatusOr<Planned> planned = PlanAnew(request, nesting);
  known_.emplace(std::move(key), planned);
  return planned;
}

// Whether a scheme cannot beat the best one before it: a length with passes of its own needs no
// convolution.
bool IsNeedless(const Scheme& scheme, const TransformRequest& request, const Scheme& best) {
  if (IsConvolution(scheme.kind)) return best.kind == SchemeKind::kStockham;
  if (scheme.kind != SchemeKind::kBluesteinKernels) return false;
  // Nor is one worth splitting that a workgroup holds.
  if (IsConvolution(best.kind)) return true;
  const std::vector<int64_t> primes = PrimeFactors(request.axes.front().length);
  return primes.empty() || primes.back() <= kMaxPrimeRadix;
}

absl::StatusOr<Planned> Planner::PlanAnew(const TransformRequest& request, Nesting nesting) {
  Planned best;
  const Scheme* chosen = nullptr;
  std::vector<TraceEvent> events;
  std::vector<std::string> reasons;
  const std::string subject = Describe(request);
  for (const Scheme& scheme : SchemeTable()) {
    if (!Considers(scheme, request, nesting)) continue;
    const bool forces = Forces(scheme, request, nesting);
    if (!forces && chosen != nullptr && IsNeedless(scheme, request, *chosen)) continue;
    TransformRequest wanted = request;
    if (forces && IsLarge1d(scheme.kind)) wanted.factors = options_.factors;
    Answer answer = TryScheme(scheme, wanted, nesting);
    if (const Refusal* refusal = std::get_if<Refusal>(&answer)) {
      Record("refused",
             {{"transform", subject}, {"scheme", scheme.name}, {"reason", refusal->reason}},
             &events);
      reasons.push_back(absl::StrCat(scheme.name, ": ", refusal->reason));
      if (forces) forced_refusals_.insert(refusal->reason);
      continue;
    }
    Planned& planned = std::get<Planned>(answer);
    Record(
        "accepted",
        {{"transform", subject}, {"scheme", scheme.name}, {"microseconds", planned.seconds * 1e6}},
        &events);
    if (!IsBetter(planned, best)) continue;
    best = std::move(planned);
    chosen = &scheme;
    // Splitting a part that fits one kernel would only move its data more often.
    if (nesting == Nesting::kInsideLarge && chosen->kind == SchemeKind::kStockham) break;
  }
  if (chosen == nullptr) {
    return absl::UnimplementedError(
        absl::StrCat("no scheme takes ", subject, ": ", absl::StrJoin(reasons, "; ")));
  }
  Record("chosen", {{"transform", subject}, {"scheme", chosen->name}}, &events);
  best.events.insert(best.events.begin(), std::make_move_iterator(events.begin()),
                     std::make_move_iterator(events.end()));
  return best;
}

TransformKind KindOf(TransformType type) {
  switch (type) {
    case TransformType::kComplexForward:
    case TransformType::kComplexInverse:
      return TransformKind::kComplex;
    case TransformType::kRealForward:
      return TransformKind::kRealToHermitian;
    case TransformType::kRealInverse:
      return TransformKind::kHermitianToReal;
  }
  return TransformKind::kComplex;
}

// The whole problem over canonical positions: dimensions that step are axes, the batch is a loop.
// The last dimension of a real problem stays an axis whatever its length.
TransformRequest RootRequest(const Problem& problem) {
  TransformRequest request;
  request.kind = KindOf(problem.type);
  request.precision = problem.precision;
  request.placement = problem.placement;
  const std::vector<int64_t> in = SideLengths(problem, problem.input.format);
  const std::vector<int64_t> out = SideLengths(problem, problem.output.format);
  int64_t in_stride = 1, out_stride = 1;
  for (size_t i = problem.lengths.size(); i-- > 0;) {
    const int64_t length = problem.lengths[i];
    const bool is_real = IsReal(problem.type) && i + 1 == problem.lengths.size();
    if (length > 1 || is_real) {
      request.axes.insert(request.axes.begin(), Dim{length, in_stride, out_stride});
    }
    in_stride *= in[i];
    out_stride *= out[i];
  }
  if (request.axes.empty()) request.axes.push_back({1, 1, 1});
  if (problem.batch > 1) request.loops.push_back({problem.batch, in_stride, out_stride});
  return request;
}

// Joins the loops of leaves where that is exact in every buffer the data can lie in.
class LoopMerger {
 public:
  explicit LoopMerger(const Problem& problem)
      : layouts_({InputLayout(problem), OutputLayout(problem)}) {}

  void Run(PlanNode* node) const {
    for (PlanNode& child : node->children) Run(&child);
    if (node->is_leaf()) MergeLeaf(node);
  }

 private:
  bool Maps(const Dim& dim) const {
    return std::all_of(layouts_.begin(), layouts_.end(), [&dim](const Layout& layout) {
      return layout.MapStride(dim.in_stride, dim.length) &&
             layout.MapStride(dim.out_stride, dim.length);
    });
  }

  void MergeLeaf(PlanNode* leaf) const {
    LargeTwiddle& twiddle = leaf->large_twiddle;
    const Dim twiddled = twiddle.length > 0 ? leaf->loops[twiddle.loop] : Dim{};
    std::stable_sort(leaf->loops.begin(), leaf->loops.end(), [](const Dim& a, const Dim& b) {
      return std::pair(a.in_stride, a.out_stride) > std::pair(b.in_stride, b.out_stride);
    });
    Dims merged;
    for (const Dim& loop : leaf->loops) {
      const bool is_twiddled = twiddle.length > 0 && loop == twiddled;
      if (is_twiddled) twiddle.loop = static_cast<int>(merged.size());
      if (!merged.empty() && !is_twiddled) {
        const bool after_twiddled = twiddle.length > 0 &&
                                    twiddle.loop == static_cast<int>(merged.size()) - 1 &&
                                    merged.back() == twiddled;
        const Dims pair = MergeDims({merged.back(), loop});
        if (!after_twiddled && pair.size() == 1 && Maps(pair.front())) {
          merged.back() = pair.front();
          continue;
        }
      }
      merged.push_back(loop);
    }
    leaf->loops = std::move(merged);
  }

  const std::vector<Layout> layouts_;
};

PlanNode* LastLeaf(PlanNode* node) {
  while (!node->children.empty()) node = &node->children.back();
  return node;
}

}  // namespace

std::string ToString(Strategy strategy) {
  switch (strategy) {
    case Strategy::kFewestBuffers:
      return "fewest_buffers";
    case Strategy::kBalanced:
      return "balanced";
    case Strategy::kMostFusion:
      return "most_fusion";
  }
  return "";
}

absl::StatusOr<PlanNode> MakePlanTree(const Problem& problem, const Target& target,
                                      const PlanOptions& options, Trace* trace) {
  if (!options.factors.empty() && !(options.scheme && IsLarge1d(*options.scheme))) {
    return InvalidField("options.factors", absl::StrJoin(options.factors, " x "),
                        "none without options.scheme of a large 1D transform");
  }
  Planner planner(target, options, /*records=*/trace != nullptr);
  FFT_ASSIGN_OR_RETURN(Planned planned, planner.Plan(RootRequest(problem), Nesting::kOutermost));
  if (trace != nullptr) {
    for (TraceEvent& event : planned.events) {
      trace->Add(std::move(event.stage), std::move(event.subject), std::move(event.detail));
    }
  }
  if (options.scheme && !planned.is_as_forced) {
    return InvalidField("options.scheme", ToString(*options.scheme),
                        absl::StrCat("schemes that take this problem (",
                                     absl::StrJoin(planner.forced_refusals(), "; "), ")"));
  }
  // The sides of a real problem number their positions differently; lowering merges its loops.
  if (!IsReal(problem.type)) LoopMerger(problem).Run(&planned.node);
  LastLeaf(&planned.node)->applies_scale = true;
  return std::move(planned.node);
}

}  // namespace fft
