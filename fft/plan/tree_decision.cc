#include "fft/plan/tree_decision.h"

#include <algorithm>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "fft/base/status.h"
#include "fft/plan/scheme.h"

namespace fft {
namespace {

constexpr char kBetweenNodes[] = ", ";
constexpr char kBetweenWords[] = " ";
constexpr char kBeforeShapes[] = "|";

void AppendNode(std::string* text, const NodeDecision& node) {
  absl::StrAppend(text, ToString(node.scheme));
  for (int64_t number : node.split) absl::StrAppend(text, kBetweenWords, number);
}

absl::StatusOr<NodeDecision> ParseNode(absl::string_view text) {
  const std::vector<absl::string_view> words = absl::StrSplit(text, kBetweenWords);
  const auto& schemes = SchemeTable();
  const auto named = std::find_if(schemes.begin(), schemes.end(), [&](const Scheme& scheme) {
    return ToString(scheme.kind) == words.front();
  });
  if (named == schemes.end()) {
    return InvalidField("decision", std::string(text), "a scheme and its numbers for each node");
  }
  NodeDecision node = {named->kind, {}};
  for (size_t i = 1; i < words.size(); ++i) {
    if (!absl::SimpleAtoi(words[i], &node.split.emplace_back())) {
      return InvalidField("decision", std::string(text), "a scheme and its numbers for each node");
    }
  }
  return node;
}

}  // namespace

std::string ToString(const TreeDecision& decision) {
  return absl::StrJoin(decision, kBetweenNodes, AppendNode);
}

absl::StatusOr<TreeDecision> ParseTreeDecision(absl::string_view text) {
  TreeDecision decision;
  for (absl::string_view node : absl::StrSplit(text, kBetweenNodes)) {
    FFT_ASSIGN_OR_RETURN(decision.emplace_back(), ParseNode(node));
  }
  return decision;
}

std::string ToString(const PlanDecision& decision) {
  return absl::StrCat(ToString(decision.tree), kBeforeShapes, ToString(decision.shapes));
}

absl::StatusOr<PlanDecision> ParsePlanDecision(absl::string_view text) {
  const size_t end = text.find(kBeforeShapes);
  if (end == absl::string_view::npos) {
    return InvalidField("decision", std::string(text), "a tree, '|' and shapes");
  }
  PlanDecision decision;
  FFT_ASSIGN_OR_RETURN(decision.tree, ParseTreeDecision(text.substr(0, end)));
  FFT_ASSIGN_OR_RETURN(decision.shapes, ParseKeptShapes(text.substr(end + 1)));
  return decision;
}

}  // namespace fft
