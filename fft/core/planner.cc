#include "fft/core/planner.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/core/dim.h"
#include "fft/core/layout.h"
#include "fft/core/scheme.h"

namespace fft {
namespace {

// The best tree for one request, with what it was compared to.
struct Planned {
  PlanNode node;
  double seconds = std::numeric_limits<double>::infinity();
  std::vector<TraceEvent> events;
};

// Whether a request is a part that a large 1D scheme made.
enum class Nesting { kOutermost, kInsideLarge };

std::string Describe(const TransformRequest& request) {
  std::string text = ToString(request.axes);
  if (request.kind != TransformKind::kComplex) {
    text = absl::StrCat(ToString(request.kind), " ", text);
  }
  if (!request.loops.empty()) absl::StrAppend(&text, " x", ToString(request.loops));
  return text;
}

class Planner {
 public:
  Planner(const Target& target, std::optional<SchemeKind> forced)
      : target_(target), forced_(forced) {}

  // The cheapest tree, or the reasons why there is none.
  absl::StatusOr<Planned> Plan(const TransformRequest& request, Nesting nesting);

  // True when some transform was planned by the forced scheme.
  bool used_forced() const { return used_forced_; }
  // Why the forced scheme refused the outermost transforms.
  const std::vector<std::string>& forced_refusals() const { return forced_refusals_; }

 private:
  // The cheapest choice of one scheme, or its refusal.
  std::variant<Planned, Refusal> TryScheme(const Scheme& scheme, const TransformRequest& request,
                                           Nesting nesting);
  absl::StatusOr<Planned> ExpandChoice(const Scheme& scheme, const TransformRequest& request,
                                       const Choice& choice, Nesting nesting);
  bool Forces(const Scheme& scheme, Nesting nesting) const {
    return forced_ == scheme.kind && nesting == Nesting::kOutermost;
  }

  const Target& target_;
  const std::optional<SchemeKind> forced_;
  bool used_forced_ = false;
  std::vector<std::string> forced_refusals_;
};

absl::StatusOr<Planned> Planner::ExpandChoice(const Scheme& scheme, const TransformRequest& request,
                                              const Choice& choice, Nesting nesting) {
  const bool splits_one_axis = request.axes.size() == 1 && request.kind == TransformKind::kComplex;
  const Nesting child_nesting = splits_one_axis ? Nesting::kInsideLarge : nesting;
  Planned planned;
  planned.seconds = 0;
  const std::vector<TransformRequest> children = scheme.expand(request, choice, &planned.node);
  if (children.empty()) planned.seconds = choice.cost;
  for (const TransformRequest& child : children) {
    FFT_ASSIGN_OR_RETURN(Planned part, Plan(child, child_nesting));
    planned.seconds += part.seconds;
    planned.node.children.push_back(std::move(part.node));
    std::move(part.events.begin(), part.events.end(), std::back_inserter(planned.events));
  }
  if (scheme.extra_seconds != nullptr) planned.seconds += scheme.extra_seconds(request, target_);
  return planned;
}

std::variant<Planned, Refusal> Planner::TryScheme(const Scheme& scheme,
                                                  const TransformRequest& request,
                                                  Nesting nesting) {
  auto answer = scheme.applicable(request, target_);
  if (const Refusal* refusal = std::get_if<Refusal>(&answer)) return *refusal;
  Planned best;
  std::string reason;
  for (const Choice& choice : std::get<std::vector<Choice>>(answer)) {
    absl::StatusOr<Planned> planned = ExpandChoice(scheme, request, choice, nesting);
    if (!planned.ok()) {
      reason = std::string(planned.status().message());
    } else if (planned->seconds < best.seconds) {
      best = *std::move(planned);
    }
  }
  if (best.seconds == std::numeric_limits<double>::infinity()) return Refusal{reason};
  return best;
}

absl::StatusOr<Planned> Planner::Plan(const TransformRequest& request, Nesting nesting) {
  Planned best;
  const Scheme* chosen = nullptr;
  std::vector<TraceEvent> events;
  std::vector<std::string> reasons;
  const std::string subject = Describe(request);
  bool forced = false;
  for (const Scheme& scheme : SchemeTable()) {
    if (!scheme.plans(request.kind)) continue;
    // A length with passes of its own needs no convolution.
    const bool has_passes = chosen != nullptr && chosen->kind == SchemeKind::kStockham;
    if (has_passes && IsConvolution(scheme.kind) && !Forces(scheme, nesting)) continue;
    auto answer = TryScheme(scheme, request, nesting);
    if (const Refusal* refusal = std::get_if<Refusal>(&answer)) {
      events.push_back(
          {"plan",
           "refused",
           {{"transform", subject}, {"scheme", scheme.name}, {"reason", refusal->reason}}});
      reasons.push_back(absl::StrCat(scheme.name, ": ", refusal->reason));
      if (Forces(scheme, nesting)) forced_refusals_.push_back(refusal->reason);
      continue;
    }
    Planned& planned = std::get<Planned>(answer);
    events.push_back({"plan",
                      "accepted",
                      {{"transform", subject},
                       {"scheme", scheme.name},
                       {"microseconds", planned.seconds * 1e6}}});
    const bool wins = Forces(scheme, nesting) || (!forced && planned.seconds < best.seconds);
    if (!wins) continue;
    forced = Forces(scheme, nesting);
    best = std::move(planned);
    chosen = &scheme;
    // Splitting a part that fits one kernel would only move its data more often.
    if (nesting == Nesting::kInsideLarge && chosen->kind == SchemeKind::kStockham) break;
  }
  if (chosen == nullptr) {
    return absl::UnimplementedError(
        absl::StrCat("no scheme takes ", subject, ": ", absl::StrJoin(reasons, "; ")));
  }
  if (forced) used_forced_ = true;
  events.push_back({"plan", "chosen", {{"transform", subject}, {"scheme", chosen->name}}});
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

absl::StatusOr<PlanNode> MakePlanTree(const Problem& problem, const Target& target,
                                      const PlanOptions& options, Trace* trace) {
  Planner planner(target, options.scheme);
  FFT_ASSIGN_OR_RETURN(Planned planned, planner.Plan(RootRequest(problem), Nesting::kOutermost));
  if (trace != nullptr) {
    for (TraceEvent& event : planned.events) {
      trace->Add(std::move(event.stage), std::move(event.subject), std::move(event.detail));
    }
  }
  if (options.scheme && !planner.used_forced()) {
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
