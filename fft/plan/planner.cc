#include "fft/plan/planner.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/hash/hash.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "fft/base/field_error.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/choice/request.h"
#include "fft/core/dim.h"
#include "fft/core/layout.h"
#include "fft/plan/planning.h"
#include "fft/plan/root_request.h"
#include "fft/plan/scheme.h"
#include "fft/plan/share_scale.h"
#include "fft/shapes/kernel_shape.h"
#include "fft/tree/point_operations.h"

namespace fft {
namespace {

// The decision about one request, and the decisions about the parts of the tree that was chosen for
// it. Requests with parts in common share their decisions.
struct Decided {
  TransformRequest request;
  std::vector<ConsideredScheme> considered;
  SchemeKind chosen{};
  std::vector<std::shared_ptr<const Decided>> parts;
};
using SharedDecisions = std::vector<std::shared_ptr<const Decided>>;

// The best tree for one request.
struct Planned {
  PlanNode node;
  double seconds = std::numeric_limits<double>::infinity();
  bool is_as_forced = false;  // some part is planned by the forced scheme
  SharedDecisions decisions;  // of the parts; after Record, only the request's own decision
  TreeDecision made_by;       // from which the tree can be made again
};

// Whether each scheme has an equal share of the work, or may use all work that is left.
enum class Sharing { kNone, kEqual };

// Whether a request is a part that a large 1D scheme or a forced convolution made.
enum class Nesting { kOutermost, kInsideLarge };

std::string Describe(const TransformRequest& request) {
  std::string text = ToString(request.axes);
  if (request.kind != TransformKind::kComplex) {
    text = absl::StrCat(ToString(request.kind), " ", text);
  }
  const auto append = [](std::string* out, AxisKind kind) { absl::StrAppend(out, ToString(kind)); };
  if (request.kinds.size() > 1 || !IsFourier(request.kinds.front())) {
    absl::StrAppend(&text, " by ", absl::StrJoin(request.kinds, ", ", append));
  }
  if (!request.loops.empty()) absl::StrAppend(&text, " x", ToString(request.loops));
  for (const auto& [name, ranges] :
       {std::pair{" in ", &request.in_ranges}, std::pair{" out ", &request.out_ranges}}) {
    if (!ranges->empty()) absl::StrAppend(&text, name, ToString(*ranges));
  }
  return text;
}

// How the first try shares its work among schemes. If no axis is long or has a large prime factor,
// there are no shares, since the default of max_plan_work suffices to compare everything.
Sharing FirstSharing(const TransformRequest& request) {
  constexpr int64_t kLongest = int64_t{1} << 26, kLargestPrime = 13;
  const auto is_easy = [](const Dim& axis) {
    return axis.length <= kLongest && LargestPrimeFactor(axis.length) <= kLargestPrime;
  };
  return std::all_of(request.axes.begin(), request.axes.end(), is_easy) ? Sharing::kNone
                                                                        : Sharing::kEqual;
}

class Planner {
 public:
  Planner(const Problem& problem, const Target& target, const PlanOptions& options, bool records,
          Sharing sharing, ShapeMemo* memo)
      : planning_(target, options.max_plan_work, options.cancel, memo,
                  IndependentRows(problem, options), &problem),
        problem_(problem),
        options_(options),
        records_(records),
        sharing_(sharing) {}

  // The best trees of the outermost request, best first, at most `most` (1 or more) of them. Every
  // scheme that takes the request is tried, with every choice. An error has the reasons why there
  // is no tree.
  absl::StatusOr<std::vector<Planned>> PlanOutermost(const TransformRequest& request, size_t most);

  // Makes the tree of the outermost request again by an earlier decision.
  absl::StatusOr<Planned> Remake(const TransformRequest& request, const TreeDecision& decision);

  // The reasons for which the forced scheme refused outermost transforms.
  const std::set<std::string>& forced_refusals() const { return forced_refusals_; }
  // Whether the limit of work cut comparisons short.
  bool was_short() const { return planning_.shortages() > 0; }

 private:
  // At least one tree, in the order in which they were found, or a refusal.
  using Answer = std::variant<std::vector<Planned>, Refusal>;

  // The trees of one scheme's choices, or its refusal.
  Answer TryScheme(const Scheme& scheme, const TransformRequest& request, Nesting nesting);
  // Makes the tree by the first decision of *remade_, and removes the decision from *remade_.
  absl::StatusOr<Planned> RemakeNext(const TransformRequest& request, Nesting nesting);
  // The cheapest tree of a request, or the reasons why there is none.
  absl::StatusOr<Planned> Plan(TransformRequest request, Nesting nesting);
  absl::StatusOr<Planned> ExpandChoice(const Scheme& scheme, const TransformRequest& request,
                                       const Choice& choice, Nesting nesting);
  // The trees of a request by all schemes: at least one, in the order in which they were found.
  struct Considered {
    std::vector<Planned> trees;
    std::vector<ConsideredScheme> schemes;
  };
  absl::StatusOr<Considered> PlanAnew(const TransformRequest& request, Nesting nesting);
  // Replaces the decisions of the parts in planned->decisions by the request's own decision, which
  // contains them.
  void Record(const TransformRequest& request, std::vector<ConsideredScheme> schemes,
              Planned* planned) const;
  // Whether to look no further than this plan: planning is cancelled, or its work is used up and
  // the plan has the forced scheme, if there is one.
  bool IsSettled(const Planned& best) const {
    if (best.seconds == std::numeric_limits<double>::infinity()) return false;
    if (planning_.IsCancelled()) return true;
    return planning_.IsShort() && (!options_.scheme || best.is_as_forced);
  }
  bool Forces(const Scheme& scheme, const TransformRequest& request, Nesting nesting) const {
    return options_.scheme == scheme.kind && nesting == Nesting::kOutermost && !request.scheme;
  }
  bool Considers(const Scheme& scheme, const TransformRequest& request, Nesting nesting) const {
    if (!scheme.plans(request.kind) || !TakesRanges(scheme, request)) return false;
    if (request.scheme) return *request.scheme == scheme.kind;
    if (Forces(scheme, request, nesting)) return true;
    if (scheme.only_by_name) return false;
    return TakesAxes(scheme, request);
  }

  Planning planning_;
  const Problem& problem_;
  const PlanOptions& options_;
  const bool records_;
  const Sharing sharing_;
  std::set<std::string> forced_refusals_;
  // The rest of an earlier decision that is followed; nullopt: everything is decided anew.
  std::optional<absl::Span<const NodeDecision>> remade_;
  // The answer to a request, which is kept because several plans may have it as a part.
  struct Known {
    absl::StatusOr<Planned> planned;
    bool is_short;  // whether the work was used up, so that not everything was compared
  };
  using Asked = std::pair<TransformRequest, Nesting>;
  std::unordered_map<Asked, Known, absl::Hash<Asked>> known_;
};

absl::StatusOr<Planned> Planner::ExpandChoice(const Scheme& scheme, const TransformRequest& request,
                                              const Choice& choice, Nesting nesting) {
  Planned planned;
  planned.seconds = 0;
  planned.is_as_forced = Forces(scheme, request, nesting);
  planned.made_by = {{scheme.kind, choice.split}};
  // The transforms of a forced convolution are not convolutions again.
  const bool is_inside = scheme.splits || (scheme.convolves && planned.is_as_forced);
  const Nesting child_nesting = is_inside ? Nesting::kInsideLarge : nesting;
  std::vector<TransformRequest> children = scheme.expand(request, choice, &planned.node);
  SetOutputLengths(&planned.node);
  PassLayouts(request, &children);
  if (children.empty()) planned.seconds = choice.cost;
  planned.node.children.reserve(children.size());
  for (TransformRequest& child : children) {
    FFT_ASSIGN_OR_RETURN(Planned part, Plan(WithoutPoints(std::move(child)), child_nesting));
    planned.seconds += part.seconds;
    planned.is_as_forced = planned.is_as_forced || part.is_as_forced;
    planned.node.children.push_back(std::move(part.node));
    std::move(part.decisions.begin(), part.decisions.end(), std::back_inserter(planned.decisions));
    std::move(part.made_by.begin(), part.made_by.end(), std::back_inserter(planned.made_by));
  }
  if (scheme.extra_seconds != nullptr) {
    const double rows = std::max<double>(1, planning_.independent_rows());
    planned.seconds += scheme.extra_seconds(request, planning_.target()) / rows;
  }
  return planned;
}

// Cuts a reason to 400 characters. Reasons are long where they quote the reasons of parts of parts.
std::string Shortened(const std::string& reason) {
  constexpr size_t kLongest = 400;
  return reason.size() <= kLongest ? reason : reason.substr(0, kLongest) + " ...";
}

// A plan with the forced scheme in it comes before all others.
bool IsBetter(const Planned& a, const Planned& b) {
  if (a.is_as_forced != b.is_as_forced) return a.is_as_forced;
  return a.seconds < b.seconds;
}

Planned* Best(std::vector<Planned>* trees) {
  return &*std::min_element(trees->begin(), trees->end(), IsBetter);
}

Planner::Answer Planner::TryScheme(const Scheme& scheme, const TransformRequest& request,
                                   Nesting nesting) {
  Applicability answer = ChoicesOf(scheme, request, &planning_);
  if (const Refusal* refusal = std::get_if<Refusal>(&answer)) return *refusal;
  const std::vector<Choice>& choices = std::get<std::vector<Choice>>(answer);
  std::vector<Planned> all;
  all.reserve(choices.size());
  std::string reason;
  for (const Choice& choice : choices) {
    if (!all.empty() && IsSettled(*Best(&all))) break;
    absl::StatusOr<Planned> planned = ExpandChoice(scheme, request, choice, nesting);
    if (planned.ok()) {
      all.push_back(*std::move(planned));
    } else {
      reason = std::string(planned.status().message());
    }
  }
  if (all.empty()) return Refusal{reason};
  return all;
}

absl::Status NoSuchTree(const TransformRequest& request) {
  return absl::InvalidArgumentError(
      absl::StrCat("the decision is of no tree for ", Describe(request)));
}

absl::StatusOr<Planned> Planner::RemakeNext(const TransformRequest& request, Nesting nesting) {
  if (remade_->empty()) return NoSuchTree(request);
  const NodeDecision& next = remade_->front();
  remade_->remove_prefix(1);
  const Scheme& scheme = SchemeOf(next.scheme);
  if (!Considers(scheme, request, nesting)) return NoSuchTree(request);
  TransformRequest wanted = request;
  wanted.factors = next.split;
  const Applicability answer = ChoicesOf(scheme, wanted, &planning_);
  const auto* const choices = std::get_if<std::vector<Choice>>(&answer);
  if (choices == nullptr) return NoSuchTree(request);
  const auto choice = std::find_if(choices->begin(), choices->end(),
                                   [&](const Choice& one) { return one.split == next.split; });
  if (choice == choices->end()) return NoSuchTree(request);
  FFT_ASSIGN_OR_RETURN(Planned planned, ExpandChoice(scheme, request, *choice, nesting));
  Record(request, {}, &planned);
  return planned;
}

absl::StatusOr<Planned> Planner::Remake(const TransformRequest& request,
                                        const TreeDecision& decision) {
  remade_ = absl::MakeConstSpan(decision);
  FFT_ASSIGN_OR_RETURN(Planned planned, RemakeNext(request, Nesting::kOutermost));
  if (!remade_->empty()) return NoSuchTree(request);
  return planned;
}

absl::StatusOr<Planned> Planner::Plan(TransformRequest asked, Nesting nesting) {
  if (remade_) return RemakeNext(asked, nesting);
  Asked key = {std::move(asked), nesting};
  const TransformRequest& request = key.first;
  const auto found = known_.find(key);
  if (found != known_.end() && (!found->second.is_short || planning_.IsShort())) {
    return found->second.planned;
  }
  const int64_t shortages = planning_.shortages();
  absl::StatusOr<Considered> all = PlanAnew(request, nesting);
  absl::StatusOr<Planned> planned = Planned{};
  if (all.ok()) {
    planned = std::move(*Best(&all->trees));
    Record(request, std::move(all->schemes), &*planned);
  } else {
    planned = all.status();
  }
  const bool is_short = planning_.shortages() > shortages;
  known_.insert_or_assign(std::move(key), Known{planned, is_short});
  return planned;
}

absl::StatusOr<Planner::Considered> Planner::PlanAnew(const TransformRequest& request,
                                                      Nesting nesting) {
  Considered all;
  std::vector<const Scheme*> schemes;
  for (const Scheme& scheme : SchemeTable()) {
    if (Considers(scheme, request, nesting)) schemes.push_back(&scheme);
  }
  for (size_t i = 0; i < schemes.size(); ++i) {
    const Scheme& scheme = *schemes[i];
    const int64_t parts = sharing_ == Sharing::kEqual ? std::ssize(schemes) - i : 1;
    const Planning::Share share(&planning_, parts);
    const bool forces = Forces(scheme, request, nesting);
    if (!forces && !all.trees.empty()) {
      const Planned& best = *Best(&all.trees);
      if (scheme.is_needless != nullptr && scheme.is_needless(request, best.node.scheme)) continue;
      if (IsSettled(best)) continue;
    }
    std::optional<TransformRequest> forced;
    if (forces && scheme.splits) {
      forced = request;
      forced->factors = options_.factors;
    }
    Answer answer = TryScheme(scheme, forced ? *forced : request, nesting);
    if (Refusal* refusal = std::get_if<Refusal>(&answer)) {
      if (forces) forced_refusals_.insert(refusal->reason);
      all.schemes.push_back({scheme.kind, false, 0, std::move(refusal->reason)});
      continue;
    }
    std::vector<Planned>& trees = std::get<std::vector<Planned>>(answer);
    const Planned& best = *Best(&trees);
    all.schemes.push_back({scheme.kind, true, best.seconds, ""});
    const bool is_ahead = all.trees.empty() || IsBetter(best, *Best(&all.trees));
    std::move(trees.begin(), trees.end(), std::back_inserter(all.trees));
    if (is_ahead && nesting == Nesting::kInsideLarge && scheme.ends_search_inside) break;
  }
  if (!all.trees.empty()) return all;
  const auto append = [](std::string* out, const ConsideredScheme& one) {
    absl::StrAppend(out, ToString(one.scheme), ": ", Shortened(one.refusal));
  };
  return absl::UnimplementedError(absl::StrCat("no scheme takes ", Describe(request), ": ",
                                               absl::StrJoin(all.schemes, "; ", append)));
}

void Planner::Record(const TransformRequest& request, std::vector<ConsideredScheme> schemes,
                     Planned* planned) const {
  if (!records_) return;
  planned->decisions = {std::make_shared<Decided>(
      Decided{request, std::move(schemes), planned->node.scheme, std::move(planned->decisions)})};
}

absl::StatusOr<std::vector<Planned>> Planner::PlanOutermost(const TransformRequest& request,
                                                            size_t most) {
  FFT_ASSIGN_OR_RETURN(Considered all, PlanAnew(request, Nesting::kOutermost));
  std::vector<Planned>& trees = all.trees;
  absl::Status refusal;
  std::erase_if(trees, [&](const Planned& tree) {
    const absl::Status takes = TreeTakesPointOperations(problem_, tree.node);
    refusal.Update(takes);
    return !takes.ok();
  });
  if (trees.empty()) return refusal;
  std::stable_sort(trees.begin(), trees.end(), IsBetter);
  const bool is_as_forced = trees.front().is_as_forced;
  std::erase_if(trees, [&](const Planned& tree) { return tree.is_as_forced != is_as_forced; });
  // Drops repeated trees, since different splits may lead to the same tree.
  std::vector<Planned> distinct;
  for (Planned& tree : trees) {
    const auto is_same = [&](const Planned& other) { return other.node == tree.node; };
    if (distinct.size() == most) break;
    if (std::any_of(distinct.begin(), distinct.end(), is_same)) continue;
    Record(request, all.schemes, &distinct.emplace_back(std::move(tree)));
  }
  return distinct;
}

void AddDecisions(const SharedDecisions& all, std::vector<SchemeDecision>* list) {
  for (const auto& decided : all) {
    list->push_back({Describe(decided->request), decided->considered, decided->chosen});
    AddDecisions(decided->parts, list);
  }
}

// The lengths of the lines whose kernels have a shape that options.shapes asks for.
std::set<int64_t> LengthsAsAsked(const PlanNode& root) {
  std::set<int64_t> lengths;
  for (const PlanNode* leaf : Leaves(root)) {
    const auto* const line =
        leaf->kernel ? std::get_if<KernelShape>(&leaf->kernel->shape) : nullptr;
    if (line == nullptr || line->origin != Origin::kAsked) continue;
    int64_t length = 1;
    for (int factor : line->factors) length *= factor;
    lengths.insert(length);
  }
  return lengths;
}

// Whether a kernel of plain rows can have the asked shape; the error says why it cannot.
absl::Status CheckWish(const AskedShape& asked, Precision precision, const Target& target) {
  KernelShapeRequest rows = {asked.length, precision, Tiling::kRowRow,
                             std::numeric_limits<int32_t>::max()};
  return ShapeAsked(asked.wish, rows, target).status();
}

// The error for a scheme that no tree has, for these reasons. It names the factors that options ask
// for if only these keep the scheme from the problem.
absl::Status SchemeRefused(const RootRequest& root, const Target& target, PlanOptions options,
                           const std::set<std::string>& refusals, ShapeMemo* memo) {
  const std::string reasons = absl::StrJoin(refusals, "; ");
  const SchemeKind scheme = *options.scheme;
  if (const std::vector<int64_t> factors = std::exchange(options.factors, {}); !factors.empty()) {
    Planner open(root.problem, target, options, /*records=*/false, Sharing::kEqual, memo);
    const auto answer = open.PlanOutermost(root.request, 1);
    if (answer.ok() && answer->front().is_as_forced) {
      return InvalidField("options.factors", absl::StrJoin(factors, " x "),
                          absl::StrCat("factors with which ", ToString(scheme),
                                       " takes this problem (", reasons, ")"));
    }
  }
  return InvalidField(
      "options.scheme", ToString(scheme),
      absl::StrCat("schemes that take this problem (",
                   reasons.empty() ? "it is for another kind of data or number of axes" : reasons,
                   ")"));
}

// Refuses an asked shape that no kernel of the plan has. `forced` is an error if the plan lacks the
// scheme that the options force. The shape may be the cause.
absl::Status CheckShapes(const Problem& problem, const Target& target, const PlanOptions& options,
                         const absl::StatusOr<std::vector<Planned>>& answer,
                         const absl::Status& forced) {
  std::set<int64_t> seen;
  const std::set<int64_t> used =
      answer.ok() ? LengthsAsAsked(answer->front().node) : std::set<int64_t>();
  for (size_t i = 0; i < options.shapes.size(); ++i) {
    const AskedShape& asked = options.shapes[i];
    const std::string field = absl::StrCat("options.shapes[", i, "]");
    if (asked.length < 1) {
      return InvalidField(field + ".length", absl::StrCat(asked.length), "1 or more");
    }
    if (!seen.insert(asked.length).second) {
      return InvalidField(field, ToString(asked), "one shape for each length");
    }
    if (used.count(asked.length) > 0) continue;
    const absl::Status wish = CheckWish(asked, problem.precision, target);
    if (!wish.ok() && !absl::IsInvalidArgument(wish)) {
      return InvalidField(
          field, ToString(asked),
          absl::StrCat("shapes of lengths that have a kernel (", wish.message(), ")"));
    }
    if (const std::optional<FieldError> error = FieldErrorOf(wish)) {
      // The error's field is a member of the shape, such as "threads", or the whole "shape".
      return InvalidField(error->field == "shape" ? field : absl::StrCat(field, ".", error->field),
                          error->value, error->allowed);
    }
    if (!answer.ok()) return answer.status();
    FFT_RETURN_IF_ERROR(forced);
    return InvalidField(field, ToString(asked),
                        absl::StrCat("a shape for a kernel of the plan, which is ",
                                     ToString(answer->front().node)));
  }
  return absl::OkStatus();
}

absl::StatusOr<PlannedTree> Finish(const Problem& problem, const PlannerReport& report,
                                   Planned planned) {
  ShareScale(problem, &planned.node);
  FFT_RETURN_IF_ERROR(CheckOutputLengths(planned.node));
  PlannedTree tree = {std::move(planned.node), planned.seconds, report, std::move(planned.made_by)};
  AddDecisions(planned.decisions, &tree.report.decisions);
  return tree;
}

absl::StatusOr<std::vector<PlannedTree>> Plan(const RootRequest& root, const Target& target,
                                              const PlanOptions& options, bool records, int most,
                                              ShapeMemo* memo) {
  const auto& [problem, request] = root;
  for (const int64_t factor : options.factors) {
    if (factor < 2) return InvalidField("options.factors", absl::StrCat(factor), "numbers above 1");
  }
  if (!options.factors.empty() && !(options.scheme && SchemeOf(*options.scheme).splits)) {
    return InvalidField("options.factors", absl::StrJoin(options.factors, " x "),
                        "none without options.scheme of a large 1D transform");
  }
  const Sharing first = FirstSharing(request);
  std::optional<Planner> planner(std::in_place, problem, target, options, records, first, memo);
  auto answer = planner->PlanOutermost(request, static_cast<size_t>(most));
  if (first == Sharing::kNone && planner->was_short() && !options.cancel.is_cancelled()) {
    planner.emplace(problem, target, options, records, Sharing::kEqual, memo);
    answer = planner->PlanOutermost(request, static_cast<size_t>(most));
  }
  if (options.cancel.is_cancelled()) return absl::CancelledError("planning was cancelled");
  const absl::Status forced =
      answer.ok() && options.scheme && !answer->front().is_as_forced
          ? SchemeRefused(root, target, options, planner->forced_refusals(), memo)
          : absl::OkStatus();
  FFT_RETURN_IF_ERROR(CheckShapes(problem, target, options, answer, forced));
  FFT_RETURN_IF_ERROR(answer.status());
  FFT_RETURN_IF_ERROR(forced);
  const std::set<int64_t> as_asked = LengthsAsAsked(answer->front().node);
  std::vector<PlannedTree> trees;
  for (Planned& planned : *answer) {
    if (LengthsAsAsked(planned.node) != as_asked) continue;
    const PlannerReport report = {{}, options.max_plan_work, planner->was_short(), {}};
    FFT_ASSIGN_OR_RETURN(trees.emplace_back(), Finish(problem, report, std::move(planned)));
  }
  return trees;
}

absl::StatusOr<std::vector<PlannedTree>> PlanProblem(const Problem& problem, const Target& target,
                                                     const PlanOptions& options, bool records,
                                                     int most, ShapeMemo* memo) {
  if (options.scheme) {
    FFT_RETURN_IF_ERROR(ParseScheme("options.scheme", ToString(*options.scheme)).status());
  }
  const Layout in = InputLayout(problem), out = OutputLayout(problem);
  return Plan(RequestOf(problem, in, out), target, options, records, most, memo);
}

}  // namespace

double PlannedTree::ExtraSeconds() const { return seconds - tree.Seconds(); }

absl::StatusOr<std::vector<PlannedTree>> MakePlanTrees(const Problem& problem, const Target& target,
                                                       const PlanOptions& options, int most,
                                                       ShapeMemo* memo) {
  return PlanProblem(problem, target, options, /*records=*/true, most, memo);
}

absl::StatusOr<std::vector<PlannedTree>> MakeChainTrees(const Chain& chain, const Target& target,
                                                        const PlanOptions& options, int most,
                                                        ShapeMemo* memo) {
  const Problem problem = TreeProblem(chain);
  const Layout in = InputLayout(problem), out = OutputLayout(problem);
  return Plan(RequestOf(chain, problem, in, out), target, options, /*records=*/true, most, memo);
}

absl::StatusOr<PlannedTree> RemakePlanTree(const Problem& problem, const Target& target,
                                           const PlanOptions& options, const TreeDecision& decision,
                                           ShapeMemo* memo) {
  const Layout in = InputLayout(problem), out = OutputLayout(problem);
  Planner planner(problem, target, options, /*records=*/true, Sharing::kNone, memo);
  FFT_ASSIGN_OR_RETURN(Planned planned,
                       planner.Remake(RequestOf(problem, in, out).request, decision));
  return Finish(problem, {{}, options.max_plan_work, false, {}}, std::move(planned));
}

absl::StatusOr<PlanNode> MakePlanTree(const Problem& problem, const Target& target,
                                      const PlanOptions& options, PlannerReport* report) {
  ShapeMemo memo(options.shapes);
  FFT_ASSIGN_OR_RETURN(std::vector<PlannedTree> trees,
                       PlanProblem(problem, target, options, report != nullptr, 1, &memo));
  if (report != nullptr) *report = std::move(trees.front().report);
  return std::move(trees.front().tree);
}

}  // namespace fft
