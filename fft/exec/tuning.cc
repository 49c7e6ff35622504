#include "fft/exec/tuning.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "fft/assign/ranking.h"
#include "fft/base/status.h"
#include "fft/exec/check_options.h"
#include "fft/exec/describe_plans.h"
#include "fft/exec/measured_candidate.h"
#include "fft/exec/pipeline.h"
#include "fft/exec/plan.h"
#include "fft/exec/plan_timer.h"
#include "fft/exec/wisdom.h"
#include "fft/kernels/generate.h"
#include "fft/plan/scheme.h"
#include "fft/rtc/cache/wisdom_store.h"

namespace fft {
namespace {

// The most trees that are planned. The trees with the least predicted time are timed.
constexpr int kMostTrees = 40;
// The separator of tree and assignment in the text of a choice, which wisdom stores.
constexpr char kTreeEnd[] = ": ";

// The index of the candidate with these choices, or -1.
int Find(const SearchResult& search, const std::string& assignment) {
  for (size_t i = 0; i < search.candidates.size(); ++i) {
    if (DescribeAssignment(search.candidates[i].steps) == assignment) return static_cast<int>(i);
  }
  return -1;
}

// Splits the text of a choice. Sets the options' tree if the choice names one, and returns the
// assignment. Returns an empty text if this library does not know the tree.
std::string ReadChoice(const std::string& choice, PlanOptions* options) {
  if (!absl::StartsWith(choice, "scheme=")) return choice;
  const std::pair<std::string, std::string> parts =
      absl::StrSplit(choice, absl::MaxSplits(kTreeEnd, 1));
  options->factors.clear();
  for (absl::string_view word : absl::StrSplit(parts.first, ' ')) {
    int64_t factor = 0;
    if (absl::ConsumePrefix(&word, "scheme=")) {
      const auto scheme = ParseScheme("scheme", std::string(word));
      if (!scheme.ok()) return "";
      options->scheme = *scheme;
    } else if (absl::ConsumePrefix(&word, "factor=") && absl::SimpleAtoi(word, &factor)) {
      options->factors.push_back(factor);
    } else {
      return "";
    }
  }
  return parts.second;
}

// Returns the plan, with the tree that the caller asked for as PlanDescription::asked_tree.
std::shared_ptr<const PlanDescription> AsMeasured(PlanDescription plan, const PlanOptions& asked) {
  plan.asked_tree = {asked.scheme, asked.factors};
  return std::make_shared<const PlanDescription>(std::move(plan));
}

absl::Status CheckMeasuring(const PlanOptions& options) {
  if (options.measured_candidates < 1) {
    return InvalidField("options.measured_candidates", absl::StrCat(options.measured_candidates),
                        "1 or more");
  }
  if (options.measured_trees < 0) {
    return InvalidField("options.measured_trees", absl::StrCat(options.measured_trees),
                        "0 or more");
  }
  if (!(options.measure_seconds >= 0)) {
    return InvalidField("options.measure_seconds", absl::StrCat(options.measure_seconds),
                        "0 or more");
  }
  return absl::OkStatus();
}

// A tree whose candidates are timed.
struct Contender {
  std::string words;
  std::shared_ptr<const PlanDescription> plan;
  std::vector<MeasuredCandidate> measured;
  bool is_planners = false;
  std::string refusal;

  const MeasuredCandidate& fastest() const {
    return *std::min_element(measured.begin(), measured.end(),
                             [](const MeasuredCandidate& a, const MeasuredCandidate& b) {
                               return a.milliseconds < b.milliseconds;
                             });
  }
};

// The measurement of one problem. The first candidates of all trees are timed first, then other
// candidates of the planner's tree, then other candidates of the fastest tree, until the time is
// over.
class Race {
 public:
  Race(std::shared_ptr<ContextState> state, const PlanOptions& options,
       std::unique_ptr<PlanTimer> timer)
      : state_(std::move(state)), options_(options), timer_(std::move(timer)) {}

  absl::Status Run(std::shared_ptr<const PlanDescription> plan) {
    contenders_.push_back({"chosen", std::move(plan), {}, true, ""});
    FFT_RETURN_IF_ERROR(TimeCandidate(0, &contenders_.front()));
    FFT_RETURN_IF_ERROR(TimeOtherTrees());
    FFT_RETURN_IF_ERROR(TimeMore(&contenders_.front()));
    Contender* const ahead = &Winner();
    return ahead->is_planners ? absl::OkStatus() : TimeMore(ahead);
  }

  Contender& Winner() {
    return *std::min_element(contenders_.begin(), contenders_.end(),
                             [](const Contender& a, const Contender& b) {
                               if (a.measured.empty() || b.measured.empty()) {
                                 return !a.measured.empty() && b.measured.empty();
                               }
                               return a.fastest().milliseconds < b.fastest().milliseconds;
                             });
  }

  void Tell(TuningReport* report) {
    report->measured = contenders_.front().measured;
    for (size_t i = 1; i < contenders_.size(); ++i) {
      const Contender& tree = contenders_[i];
      report->other_trees.push_back(
          {tree.words, tree.plan->chosen().seconds * 1e3, tree.measured, tree.refusal});
    }
    report->tree = Winner().words;
    report->out_of_time = out_of_time_;
    report->seconds = Spent();
  }

 private:
  using Clock = std::chrono::steady_clock;

  double Spent() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  // Whether another candidate may begin: it would end in time even if it took as long as the
  // slowest candidate so far.
  bool HasTime() {
    if (Spent() + slowest_ >= options_.measure_seconds) out_of_time_ = true;
    return !out_of_time_;
  }

  absl::Status TimeCandidate(int candidate, Contender* tree) {
    const double begin = Spent();
    auto description = tree->plan;
    if (candidate != description->candidate) {
      FFT_ASSIGN_OR_RETURN(PlanDescription other, WithCandidate(*tree->plan, candidate));
      description = std::make_shared<const PlanDescription>(std::move(other));
    }
    FFT_ASSIGN_OR_RETURN(const auto plan,
                         PlanImpl::Create(state_, std::move(description), options_.cancel));
    FFT_ASSIGN_OR_RETURN(const double milliseconds, timer_->Time(*plan));
    tree->measured.push_back({candidate, milliseconds});
    slowest_ = std::max(slowest_, Spent() - begin);
    return absl::OkStatus();
  }

  absl::Status TimeMore(Contender* tree) {
    const int count = std::min(options_.measured_candidates,
                               static_cast<int>(tree->plan->search.candidates.size()));
    for (int i = 1; i < count && HasTime(); ++i) FFT_RETURN_IF_ERROR(TimeCandidate(i, tree));
    return absl::OkStatus();
  }

  // Times the first candidates of the other trees, cheapest tree first. Skips a tree that cannot
  // run.
  absl::Status TimeOtherTrees() {
    if (options_.measured_trees == 0 || !HasTime()) return absl::OkStatus();
    PlanOptions options = options_;
    options.candidate = 0;
    FFT_ASSIGN_OR_RETURN(std::vector<NamedPlan> trees,
                         DescribePlans(contenders_.front().plan->problem, state_->target(), options,
                                       kMostTrees, [this] { return HasTime(); }));
    trees.erase(trees.begin());
    std::stable_sort(trees.begin(), trees.end(), [](const NamedPlan& a, const NamedPlan& b) {
      return a.plan->chosen().seconds < b.plan->chosen().seconds;
    });
    if (std::ssize(trees) > options_.measured_trees) trees.resize(options_.measured_trees);
    for (NamedPlan& tree : trees) {
      if (!HasTime()) break;
      contenders_.push_back({std::move(tree.words), std::move(tree.plan), {}, false, ""});
      const absl::Status timed = TimeCandidate(0, &contenders_.back());
      if (absl::IsCancelled(timed)) return timed;
      contenders_.back().refusal = std::string(timed.message());
    }
    return absl::OkStatus();
  }

  const std::shared_ptr<ContextState> state_;
  const PlanOptions& options_;
  const std::unique_ptr<PlanTimer> timer_;
  const Clock::time_point start_ = Clock::now();
  std::vector<Contender> contenders_;  // the planner's tree first
  double slowest_ = 0;                 // seconds of a candidate, compiling included
  bool out_of_time_ = false;
};

// Returns the plan that wisdom has for the problem, or null.
absl::StatusOr<std::shared_ptr<const PlanDescription>> KnownPlan(ContextState* state,
                                                                 const Problem& problem,
                                                                 const PlanOptions& options,
                                                                 TuningReport* report) {
  // If the store cannot be read, plans are measured.
  const auto stored = state->wisdom().Get(WisdomKeyOf(*state, problem, options));
  if (!stored.ok() || !stored->has_value()) return nullptr;
  PlanOptions known = options;
  const std::string assignment = ReadChoice(**stored, &known);
  if (assignment.empty()) return nullptr;
  const bool is_planners = TreeText(known) == TreeText(options);
  known.candidate = 0;
  const auto plan = state->Describe(problem, known);
  if (!plan.ok()) {
    // If the stored choice cannot be planned, plans are measured. If the choice has the planner's
    // own tree, the problem has no plan, and this error gives the reason.
    return is_planners || absl::IsCancelled(plan.status()) ? plan : nullptr;
  }
  known.candidate = Find((*plan)->search, assignment);
  if (known.candidate < 0) return nullptr;
  report->known = known.candidate;
  report->tree = is_planners ? "chosen" : std::string(absl::StripPrefix(TreeText(known), " "));
  FFT_ASSIGN_OR_RETURN(const auto chosen, state->Describe(problem, known));
  return is_planners ? chosen : AsMeasured(*chosen, options);
}

}  // namespace

rtc::WisdomKey WisdomKeyOf(ContextState& state, const Problem& problem,
                           const PlanOptions& options) {
  return {WisdomProblem(problem, options),
          absl::StrCat(state.device().name(), " ", state.device().arch()),
          absl::StrCat(state.compiler_version(), " ", kernels::GeneratorVersion())};
}

// The text of a choice in wisdom: the assignment, after the tree if it is not the planner's tree.
std::string WisdomChoiceOf(const PlanDescription& plan) {
  const std::string assignment = DescribeAssignment(plan.chosen().steps);
  if (!plan.asked_tree) return assignment;
  return absl::StrCat(absl::StripPrefix(TreeText(plan.options), " "), kTreeEnd, assignment);
}

PlanOptions AskedOptions(const PlanDescription& plan) {
  PlanOptions options = plan.options;
  if (plan.asked_tree) {
    options.scheme = plan.asked_tree->scheme;
    options.factors = plan.asked_tree->factors;
  }
  return options;
}

absl::StatusOr<std::vector<MeasuredCandidate>> MeasurePlans(
    const std::shared_ptr<ContextState>& state, const Problem& problem, const PlanOptions& options,
    int count) {
  if (count < 1) return InvalidField("count", absl::StrCat(count), "at least 1");
  FFT_RETURN_IF_ERROR(CheckEnumerations(problem, options));
  FFT_ASSIGN_OR_RETURN(const Problem completed, CompleteProblem(problem));
  FFT_ASSIGN_OR_RETURN(const auto timer, PlanTimer::Create(completed, &state->device()));
  std::vector<MeasuredCandidate> measured;
  PlanOptions one = options;
  std::shared_ptr<const PlanDescription> description;
  for (int available = count, i = 0; i < std::min(count, available); ++i) {
    one.candidate = i;
    FFT_ASSIGN_OR_RETURN(description, state->Describe(completed, one));
    available = static_cast<int>(description->search.candidates.size());
    FFT_ASSIGN_OR_RETURN(const auto plan, PlanImpl::Create(state, description, options.cancel));
    FFT_ASSIGN_OR_RETURN(const double milliseconds, timer->Time(*plan));
    measured.push_back({i, milliseconds});
  }
  return measured;
}

absl::StatusOr<std::shared_ptr<const PlanDescription>> ChooseByTiming(
    const std::shared_ptr<ContextState>& state, const Problem& problem, const PlanOptions& options,
    TuningReport* report) {
  TuningReport unseen;
  if (report == nullptr) report = &unseen;
  FFT_RETURN_IF_ERROR(CheckMeasuring(options));
  FFT_ASSIGN_OR_RETURN(auto known, KnownPlan(state.get(), problem, options, report));
  if (known != nullptr) return known;
  // The context shares this description while it exists, so no candidate is planned again.
  PlanOptions first = options;
  first.candidate = 0;
  FFT_ASSIGN_OR_RETURN(const auto plan, state->Describe(problem, first));
  FFT_ASSIGN_OR_RETURN(auto timer, PlanTimer::Create(plan->problem, &state->device()));
  Race race(state, options, std::move(timer));
  FFT_RETURN_IF_ERROR(race.Run(plan));
  race.Tell(report);
  const Contender& winner = race.Winner();
  first.candidate = winner.fastest().candidate;
  std::shared_ptr<const PlanDescription> chosen;
  if (winner.is_planners) {
    FFT_ASSIGN_OR_RETURN(chosen, state->Describe(problem, first));
  } else {
    FFT_ASSIGN_OR_RETURN(PlanDescription other, WithCandidate(*winner.plan, first.candidate));
    chosen = AsMeasured(std::move(other), options);
  }
  const absl::Status put =
      state->wisdom().Put(WisdomKeyOf(*state, problem, options), WisdomChoiceOf(*chosen));
  report->stored = first.candidate;
  report->store_fault = std::string(put.message());
  return chosen;
}

}  // namespace fft
