#include "fft/assign/ranking.h"

#include <algorithm>
#include <tuple>

#include "absl/strings/str_cat.h"

namespace fft {
namespace {

// One figure of a candidate. The smaller value ranks first; figures of which more is better are
// negated.
struct Criterion {
  const char* name;  // in the comparative: "fewer buffers"
  int64_t (*value)(const Candidate&);
  bool more_is_better;
};

const Criterion kFused = {"more fused kernels",
                          [](const Candidate& c) -> int64_t { return c.scores.fused; }, true};
const Criterion kBuffers = {"fewer buffers",
                            [](const Candidate& c) -> int64_t { return c.scores.buffers; }, false};
const Criterion kPadded = {"more padded reads and writes",
                           [](const Candidate& c) -> int64_t { return c.scores.padded; }, true};
const Criterion kInPlace = {"more in-place steps",
                            [](const Candidate& c) -> int64_t { return c.scores.in_place; }, true};
const Criterion kTypeChanges = {"fewer type changes",
                                [](const Candidate& c) -> int64_t { return c.scores.type_changes; },
                                false};
const Criterion kWorkspace = {"less workspace",
                              [](const Candidate& c) { return c.workspace_bytes; }, false};
const Criterion kSecondTemporary = {
    "fewer second temporaries", [](const Candidate& c) -> int64_t { return c.pass > 1 ? 1 : 0; },
    false};

using CriteriaList = std::vector<const Criterion*>;

const CriteriaList& Criteria(Strategy strategy) {
  static const auto* const kFewest =
      new CriteriaList{&kBuffers, &kWorkspace, &kFused, &kPadded, &kInPlace, &kTypeChanges};
  static const auto* const kMost =
      new CriteriaList{&kFused, &kBuffers, &kPadded, &kInPlace, &kTypeChanges, &kWorkspace};
  static const auto* const kMiddle = new CriteriaList{
      &kSecondTemporary, &kFused, &kBuffers, &kPadded, &kInPlace, &kTypeChanges, &kWorkspace};
  switch (strategy) {
    case Strategy::kFewestBuffers:
      return *kFewest;
    case Strategy::kMostFusion:
      return *kMost;
    case Strategy::kBalanced:
      break;
  }
  return *kMiddle;
}

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

// "TRANSPOSE+STOCKHAM:TEMP0/CP*", * for padded.
std::string DescribeChoice(const Step& step) {
  return absl::StrCat(
      step.shim == ShimKind::kNone ? "" : ToString(step.shim) + ":", ToString(step.out.buffer),
      step.out.format == ArrayFormat::kComplexInterleaved ? "" : "/" + ToString(step.out.format),
      step.out.padded ? "*" : "");
}

}  // namespace

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
  for (const Criterion* criterion : Criteria(strategy)) {
    const int64_t va = criterion->value(a), vb = criterion->value(b);
    if (va != vb) return (va < vb) != criterion->more_is_better;
  }
  return CompareChoices(Pointers(a), Pointers(b)) < 0;
}

std::string ExplainOrder(const Candidate& a, const Candidate& b, Strategy strategy) {
  for (const Criterion* criterion : Criteria(strategy)) {
    const int64_t va = criterion->value(a), vb = criterion->value(b);
    if (va != vb) return absl::StrCat(criterion->name, ": ", va, " against ", vb);
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
