#include "fft/assign/ranking.h"

#include <algorithm>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "fft/core/layout.h"

namespace fft {
namespace {

using Value = int64_t;

const Criterion kFused = {"fused", "Fused kernels", "more fused kernels", true,
                          [](const Candidate& c) -> Value { return c.scores.fused; }};
const Criterion kBuffers = {"buffers", "Buffers", "fewer buffers", false,
                            [](const Candidate& c) -> Value { return c.scores.buffers; }};
const Criterion kPadded = {"padded", "Padded accesses", "more padded reads and writes", true,
                           [](const Candidate& c) -> Value { return c.scores.padded; }};
const Criterion kInPlace = {"in_place", "In-place steps", "more in-place steps", true,
                            [](const Candidate& c) -> Value { return c.scores.in_place; }};
const Criterion kTypeChanges = {"type_changes", "Type changes", "fewer type changes", false,
                                [](const Candidate& c) -> Value { return c.scores.type_changes; }};
const Criterion kWorkspace = {"workspace_bytes", "Workspace", "less workspace", false,
                              [](const Candidate& c) -> Value { return c.workspace_bytes; }};
const Criterion kInputWrites = {"input_writes", "Writes to the input",
                                "fewer writes to the user's input", false,
                                [](const Candidate& c) -> Value { return c.scores.input_writes; }};
const Criterion kSecondTemporary = {"second_temporaries", "Second temporaries",
                                    "fewer second temporaries", false,
                                    [](const Candidate& c) -> Value { return c.pass > 1 ? 1 : 0; }};
const Criterion kTime = {"nanoseconds", "Predicted nanoseconds", "fewer predicted nanoseconds",
                         false, [](const Candidate& c) -> Value { return c.scores.nanoseconds; }};

std::vector<const Step*> Pointers(const Candidate& candidate) {
  std::vector<const Step*> steps;
  for (const Step& step : candidate.steps) steps.push_back(&step);
  return steps;
}

int CompareLayouts(const Layout& a, const Layout& b) {
  const auto order = [](const Layout& layout) {
    std::vector<std::pair<int64_t, int64_t>> digits;
    for (const LayoutDigit& digit : layout.digits()) digits.push_back({digit.length, digit.stride});
    return digits;
  };
  if (a == b) return 0;
  return order(a) < order(b) ? -1 : 1;
}

int CompareSteps(const Step& a, const Step& b) {
  const auto key = [](const Step& s) {
    return std::tuple(s.leaf_count, s.shim, s.out.buffer, s.out.format, s.out.padded);
  };
  if (key(a) != key(b)) return key(a) < key(b) ? -1 : 1;
  return CompareLayouts(a.out.layout, b.out.layout);
}

// A step's choices, such as "TRANSPOSE+STOCKHAM:TEMP0/CP*". The * stands for padding.
std::string DescribeChoice(const Step& step) {
  return absl::StrCat(
      step.shim == ShimKind::kNone ? "" : ToString(step.shim) + ":", ToString(step.out.buffer),
      step.out.format == ArrayFormat::kComplexInterleaved ? "" : "/" + ToString(step.out.format),
      step.out.padded ? "*" : "");
}

}  // namespace

const std::vector<Criterion>& CriteriaOf(Strategy strategy) {
  using List = std::vector<Criterion>;
  static const auto* const kFewest =
      new List{kBuffers, kWorkspace, kFused, kPadded, kInPlace, kTypeChanges, kInputWrites, kTime};
  static const auto* const kMost =
      new List{kFused, kBuffers, kPadded, kInPlace, kTypeChanges, kWorkspace, kInputWrites, kTime};
  static const auto* const kMiddle =
      new List{kSecondTemporary, kFused,     kBuffers,     kPadded, kInPlace,
               kTypeChanges,     kWorkspace, kInputWrites, kTime};
  static const auto* const kQuick =
      new List{kTime,    kSecondTemporary, kFused,     kBuffers,    kPadded,
               kInPlace, kTypeChanges,     kWorkspace, kInputWrites};
  switch (strategy) {
    case Strategy::kFewestBuffers:
      return *kFewest;
    case Strategy::kMostFusion:
      return *kMost;
    case Strategy::kFastest:
      return *kQuick;
    case Strategy::kBalanced:
      break;
  }
  return *kMiddle;
}

const Criterion* DecidingCriterion(const Candidate& a, const Candidate& b, Strategy strategy) {
  for (const Criterion& criterion : CriteriaOf(strategy)) {
    if (criterion.value(a) != criterion.value(b)) return &criterion;
  }
  return nullptr;
}

std::string DescribeAssignment(const std::vector<Step>& steps) {
  std::string text;
  for (const Step& step : steps) {
    absl::StrAppend(&text, step.leaf, "+", step.leaf_count, " ", ToString(step.shim), " ",
                    ToString(step.out.buffer), " ", ToString(step.out.format), " ",
                    ToString(step.out.layout), step.out.padded ? " padded; " : "; ");
  }
  return text;
}

int CompareChoices(const std::vector<const Step*>& a, const std::vector<const Step*>& b) {
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (const int order = CompareSteps(*a[i], *b[i]); order != 0) return order;
  }
  return a.size() == b.size() ? 0 : a.size() < b.size() ? -1 : 1;
}

bool RanksBefore(const Candidate& a, const Candidate& b, Strategy strategy) {
  const Criterion* criterion = DecidingCriterion(a, b, strategy);
  if (criterion == nullptr) return CompareChoices(Pointers(a), Pointers(b)) < 0;
  return (criterion->value(a) < criterion->value(b)) != criterion->more_is_better;
}

std::string ExplainOrder(const Candidate& a, const Candidate& b, Strategy strategy) {
  if (const Criterion* criterion = DecidingCriterion(a, b, strategy); criterion != nullptr) {
    return absl::StrCat(criterion->comparative, ": ", criterion->value(a), " against ",
                        criterion->value(b));
  }
  for (size_t i = 0; i < std::min(a.steps.size(), b.steps.size()); ++i) {
    const Step &sa = a.steps[i], &sb = b.steps[i];
    if (CompareSteps(sa, sb) == 0) continue;
    std::string ca = DescribeChoice(sa), cb = DescribeChoice(sb);
    if (ca == cb) {
      absl::StrAppend(&ca, " ", ToString(sa.out.layout));
      absl::StrAppend(&cb, " ", ToString(sb.out.layout));
    }
    return absl::StrCat("equal scores; by name of what step ", i, " writes: ", ca, " before ", cb);
  }
  return "the same assignment";
}

}  // namespace fft
