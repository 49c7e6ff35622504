#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "fft/assign/ranking.h"
#include "fft/base/int_math.h"
#include "fft/choice/price.h"
#include "fft/shapes/kernel_shape.h"
#include "inspector/server/views/views.h"

namespace fft::inspector {
namespace {

struct Hint {
  const char* rule = "";
  std::string text;
  std::optional<int> step;
  std::optional<int> candidate;  // a candidate that does better
  std::optional<double> saves_seconds;
};
using Hints = std::vector<Hint>;

struct Facts {
  const PlanDescription& plan;
  int index;
  const std::vector<kernels::PlannedKernel>& kernels;

  const Candidate& candidate() const { return plan.search.candidates[index]; }
};

std::string Time(double seconds) {
  return seconds < 1e-3 ? absl::StrFormat("%.3g µs", seconds * 1e6)
                        : absl::StrFormat("%.3g ms", seconds * 1e3);
}

bool IsWorthwhile(double better, double now) {
  return better > 0 && better < now * (1 - kLeastGain);
}

// Adds the fastest candidate of the plan by the cost model, if it is faster than the candidate that
// the hints are for.
void FasterCandidate(const Facts& facts, Hints* hints) {
  const std::vector<Candidate>& all = facts.plan.search.candidates;
  const auto fastest = std::min_element(
      all.begin(), all.end(),
      [](const Candidate& a, const Candidate& b) { return a.seconds < b.seconds; });
  const double now = facts.candidate().seconds;
  if (!IsWorthwhile(fastest->seconds, now)) return;
  const int other = static_cast<int>(fastest - all.begin());
  std::string text =
      absl::StrFormat("Candidate %d is predicted %.2f times as fast (%s against %s).", other,
                      now / fastest->seconds, Time(fastest->seconds), Time(now));
  if (other > facts.index) {
    absl::StrAppend(&text, " It stands behind for ",
                    ExplainOrder(facts.candidate(), *fastest, facts.plan.options.strategy),
                    "; measure both.");
  }
  hints->push_back({"faster_candidate", std::move(text), {}, other, now - fastest->seconds});
}

// Adds a scheme for the whole problem that is predicted to be faster than the forced one.
void FasterScheme(const Facts& facts, Hints* hints) {
  if (!facts.plan.options.scheme.has_value()) return;
  if (facts.plan.planner.decisions.empty()) return;
  // The decisions for the whole problem come first.
  const ConsideredScheme* best = nullptr;
  for (const ConsideredScheme& one : facts.plan.planner.decisions.front().considered) {
    if (one.is_accepted && (best == nullptr || one.seconds < best->seconds)) best = &one;
  }
  const double now = facts.candidate().seconds;
  if (best == nullptr || !IsWorthwhile(best->seconds, now)) return;
  hints->push_back({"faster_scheme",
                    absl::StrFormat("The scheme was forced; %s is predicted %.2f times as fast.",
                                    fft::ToString(best->scheme), now / best->seconds),
                    {},
                    {},
                    now - best->seconds});
}

int64_t Distinct(const std::vector<int64_t>& units) {
  return std::ssize(std::set<int64_t>(units.begin(), units.end()));
}

// The access to an edge that uses less than an eighth of the memory's units, or null. Rows of the
// caller's arrays are ignored if the kernel goes along them.
const DimAccess* CrowdedAccess(const EdgeAccess& edge, int64_t units) {
  for (const std::vector<DimAccess>* dims : {&edge.writer_dims, &edge.reader_dims}) {
    for (const DimAccess& dim : *dims) {
      if (!IsTemporary(edge.edge.buffer) && !dim.is_transformed) continue;
      const int64_t accesses = std::ssize(dim.units);
      if (accesses >= 16 && Distinct(dim.units) * 8 < std::min(units, accesses)) return &dim;
    }
  }
  return nullptr;
}

void Crowding(const Facts& facts, Hints* hints) {
  const ChannelModel& model = facts.plan.target.channels;
  const std::vector<Candidate>& all = facts.plan.search.candidates;
  const int shown = all[facts.index].scores.padded;
  const auto padded = std::find_if(all.begin(), all.end(),
                                   [shown](const Candidate& c) { return c.scores.padded > shown; });
  std::set<std::pair<Buffer, int64_t>> said;
  for (const EdgeAccess& edge : EdgeAccesses(facts.plan, facts.index)) {
    const Buffer buffer = edge.edge.buffer;
    const DimAccess* access = CrowdedAccess(edge, model.units);
    if (access == nullptr || !said.emplace(buffer, access->stride).second) continue;
    std::string text =
        absl::StrFormat("%s: rows %d elements apart meet in %d of %d %ss.", fft::ToString(buffer),
                        access->stride, Distinct(access->units), model.units, model.unit);
    const int step = edge.writer ? *edge.writer : *edge.reader;
    if (edge.edge.padded) {
      absl::StrAppend(&text, " It is padded; no padding that was tried spreads these rows too.");
      hints->push_back({"crowded_temporary", std::move(text), step, {}, {}});
      continue;
    }
    if (IsTemporary(buffer) && padded != all.end()) {
      const int other = static_cast<int>(padded - all.begin());
      absl::StrAppend(&text, " Candidate ", other, " pads a temporary.");
      hints->push_back({"crowded_temporary", std::move(text), step, other, {}});
      continue;
    }
    // The caller can only choose the strides between rows of its own arrays.
    const ArrayDescription& array =
        edge.writer ? facts.plan.problem.output : facts.plan.problem.input;
    const bool is_row = std::find(array.strides.begin(), array.strides.end() - 1, access->stride) !=
                        array.strides.end() - 1;
    if (IsTemporary(buffer) || !is_row) continue;
    const int64_t more = std::max<int64_t>(facts.plan.target.padding.elements, 16);
    absl::StrAppend(&text, " The caller may place them ", access->stride + more, " apart.");
    hints->push_back({"crowded_user_array", std::move(text), step, {}, {}});
  }
}

// The steps whose kernels satisfy a condition.
template <typename Condition>
std::vector<int> StepsWhere(const Facts& facts, const Condition& holds) {
  std::vector<int> steps;
  for (size_t i = 0; i < facts.kernels.size(); ++i) {
    if (holds(facts.kernels[i])) steps.push_back(static_cast<int>(i));
  }
  return steps;
}

// The words for steps: "Step 1" or "Steps 0, 2".
std::string Named(const std::vector<int>& steps) {
  return absl::StrCat(steps.size() == 1 ? "Step " : "Steps ", absl::StrJoin(steps, ", "));
}

void IdleUnits(const Facts& facts, Hints* hints) {
  const int units = facts.plan.target.compute_units;
  const std::vector<int> steps = StepsWhere(
      facts, [units](const kernels::PlannedKernel& kernel) { return kernel.blocks < units; });
  if (steps.empty()) return;
  std::vector<int64_t> blocks;
  for (int step : steps) blocks.push_back(facts.kernels[step].blocks);
  hints->push_back({"idle_units",
                    absl::StrCat(Named(steps), ": fewer workgroups (", absl::StrJoin(blocks, ", "),
                                 ") than compute units (", units,
                                 "), so that some idle. A larger batch fills them."),
                    steps.front(),
                    {},
                    {}});
}

void LdsLimit(const Facts& facts, Hints* hints) {
  const Target& target = facts.plan.target;
  if (target.lds_banks == 0) return;  // LDS is memory in a cache there
  const std::vector<int> steps = StepsWhere(facts, [&](const kernels::PlannedKernel& kernel) {
    return 2 * kernel.lds_bytes > target.lds_bytes && kernel.blocks >= target.compute_units;
  });
  if (steps.empty()) return;
  hints->push_back(
      {"lds_limit",
       absl::StrCat(Named(steps), ": more than half of the ", target.lds_bytes,
                    " bytes of LDS a workgroup, so that a compute unit holds one alone, "
                    "with no other to work while it waits for memory."),
       steps.front(),
       {},
       {}});
}

bool HasConvolution(const PlanNode& node) {
  return node.convolution > 0 ||
         std::any_of(node.children.begin(), node.children.end(), HasConvolution);
}

void Convolution(const Facts& facts, Hints* hints) {
  if (!HasConvolution(facts.plan.tree)) return;
  const int64_t largest = LargestPrimeRadix(facts.plan.target);
  const std::vector<int64_t>& lengths = facts.plan.problem.lengths;
  for (int64_t length : std::set<int64_t>(lengths.begin(), lengths.end())) {
    if (LargestPrimeFactor(length) <= largest) continue;
    int64_t next = length + 1;
    while (LargestPrimeFactor(next) > largest) ++next;
    hints->push_back(
        {"convolution",
         absl::StrFormat(
             "Length %d has a prime factor above %d and runs as a convolution. Where the "
             "application may choose, %d needs none.",
             length, largest, next),
         {},
         {},
         {}});
  }
}

void Scattered(const Facts& facts, Hints* hints) {
  const auto is_scattered = [](const Step& step, int64_t Dim::*stride) {
    const auto side_by_side = [stride](const Dim& dim) {
      return dim.length > 1 && dim.*stride == 1;
    };
    const auto more_than_one = [](const Dim& dim) { return dim.length > 1; };
    bool any = false;
    for (const Dims* dims : {&step.axes, &step.loops}) {
      if (std::any_of(dims->begin(), dims->end(), side_by_side)) return false;
      any = any || std::any_of(dims->begin(), dims->end(), more_than_one);
    }
    return any;
  };
  const std::vector<Step>& steps = facts.candidate().steps;
  for (size_t i = 0; i < steps.size(); ++i) {
    for (const auto& [stride, verb] :
         {std::pair{&Dim::in_stride, "reads"}, std::pair{&Dim::out_stride, "writes"}}) {
      if (!is_scattered(steps[i], stride)) continue;
      hints->push_back({"scattered",
                        absl::StrCat("Step ", i, " ", verb,
                                     " no two elements side by side: every access moves a whole "
                                     "line of memory for one of them."),
                        static_cast<int>(i),
                        {},
                        {}});
    }
  }
}

constexpr void (*kRules[])(const Facts& facts, Hints* hints) = {
    FasterCandidate, FasterScheme, Crowding, Scattered, Convolution, IdleUnits, LdsLimit,
};

template <typename T>
Json OrNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

}  // namespace

Json HintsView(const PlanDescription& plan, int candidate,
               const std::vector<kernels::PlannedKernel>& kernels) {
  const Facts facts{plan, candidate, kernels};
  Hints hints;
  for (const auto& rule : kRules) rule(facts, &hints);
  std::stable_sort(hints.begin(), hints.end(), [](const Hint& a, const Hint& b) {
    return a.saves_seconds.value_or(0) > b.saves_seconds.value_or(0);
  });
  Json list = Json::array();
  for (const Hint& hint : hints) {
    list.push_back({{"rule", hint.rule},
                    {"text", hint.text},
                    {"step", OrNull(hint.step)},
                    {"candidate", OrNull(hint.candidate)},
                    {"saves_us", hint.saves_seconds ? Json(*hint.saves_seconds * 1e6) : Json()}});
  }
  return {{"hints", std::move(list)}};
}

}  // namespace fft::inspector
