#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/assign/ranking.h"
#include "fft/assign/search_report.h"
#include "inspector/server/views/views.h"

namespace fft::inspector {
namespace {

// Whether a member of a step is not compared. Such members follow from others or do not affect the
// work.
bool IsDerived(const std::string& field) {
  static const auto& derived =
      *new std::set<std::string>{"leaf",        "node",           "axes",
                                 "loops",       "access",         "predicted_us",
                                 "bytes_moved", "in.transformed", "out.transformed",
                                 "kernel.name", "kernel.leaf",    "kernel.flops_per_byte"};
  return derived.count(field) > 0;
}

// Lists the differences of two JSON values. Objects are compared member by member, so new members
// of the library's JSON are included. Other values are compared as a whole.
void AddDifferences(const Json& a, const Json& b, const std::string& field, Json* list) {
  if (IsDerived(field) || a == b) return;
  if (!a.is_object() || !b.is_object()) {
    list->push_back({{"field", field}, {"a", a}, {"b", b}});
    return;
  }
  const std::string prefix = field.empty() ? "" : field + ".";
  for (const auto& member : a.items()) {
    const Json other = b.contains(member.key()) ? b[member.key()] : Json(nullptr);
    AddDifferences(member.value(), other, prefix + member.key(), list);
  }
  for (const auto& member : b.items()) {
    if (!a.contains(member.key())) {
      AddDifferences(nullptr, member.value(), prefix + member.key(), list);
    }
  }
}

struct Side {
  const PlanDescription& plan;
  int candidate;
  Json view;

  explicit Side(const CandidateOfPlan& of) : plan(of.plan), candidate(of.candidate) {
    const auto kernels = KernelsOfCandidate(plan, candidate);
    view = CandidateView(plan, candidate,
                         kernels.ok() ? *kernels : std::vector<kernels::PlannedKernel>());
  }

  Json Head() const {
    return {{"token", ToToken(plan.problem)},
            {"target", plan.target.name},
            {"candidate", candidate},
            {"rank", candidate + 1},
            {"path", view["path"]},
            {"padded_path", view["padded_path"]},
            {"kernels", view["steps"].size()},
            {"predicted_us", view["predicted_us"]},
            {"path_formats", view["path_formats"]},
            {"path_leaves", view["path_leaves"]}};
  }
};

// The index of each step by its key. The key is the first leaf that the step runs, or the step's
// position.
std::map<int, int> StepsByKey(const Side& side, bool by_leaf) {
  std::map<int, int> keys;
  const std::vector<Step>& steps = side.plan.search.candidates[side.candidate].steps;
  for (size_t i = 0; i < steps.size(); ++i) {
    keys[by_leaf ? steps[i].leaf : static_cast<int>(i)] = static_cast<int>(i);
  }
  return keys;
}

Json StepOrNull(const Side& side, const std::map<int, int>& keys, int key) {
  const auto it = keys.find(key);
  if (it == keys.end()) return nullptr;
  Json step = side.view["steps"][it->second];
  step["step"] = it->second;
  return step;
}

Json AlignedSteps(const Side& a, const Side& b, bool by_leaf) {
  const std::map<int, int> a_keys = StepsByKey(a, by_leaf);
  const std::map<int, int> b_keys = StepsByKey(b, by_leaf);
  std::set<int> keys;
  for (const auto& [key, step] : a_keys) keys.insert(key);
  for (const auto& [key, step] : b_keys) keys.insert(key);
  Json rows = Json::array();
  for (int key : keys) {
    Json row = {{"a", StepOrNull(a, a_keys, key)}, {"b", StepOrNull(b, b_keys, key)}};
    Json differences = Json::array();
    if (!row["a"].is_null() && !row["b"].is_null()) {
      Json left = row["a"];
      Json right = row["b"];
      left.erase("step");
      right.erase("step");
      AddDifferences(left, right, "", &differences);
    }
    row["only"] = row["a"].is_null() ? Json("b") : row["b"].is_null() ? Json("a") : Json(nullptr);
    row["same"] = row["only"].is_null() && differences.empty();
    row["differences"] = std::move(differences);
    rows.push_back(std::move(row));
  }
  return rows;
}

Json ComparedCriteria(const Candidate& a, const Candidate& b) {
  Json list = Json::array();
  for (const Criterion& criterion : CriteriaOf(kEveryCriterion)) {
    const int64_t left = criterion.value(a);
    const int64_t right = criterion.value(b);
    const char* better = left == right                                ? ""
                         : (left > right) == criterion.more_is_better ? "a"
                                                                      : "b";
    list.push_back({{"name", criterion.name},
                    {"label", criterion.label},
                    {"a", left},
                    {"b", right},
                    {"better", better}});
  }
  return list;
}

Json ComparedBuffers(const Json& a, const Json& b) {
  std::map<std::string, Json> rows;
  for (const auto& [key, lanes] : {std::pair{"a", &a}, std::pair{"b", &b}}) {
    for (const Json& lane : *lanes) {
      Json& row = rows[lane["buffer"].get<std::string>()];
      if (row.is_null()) {
        row = {{"buffer", lane["buffer"]}, {"a_bytes", nullptr}, {"b_bytes", nullptr}};
      }
      row[absl::StrCat(key, "_bytes")] = lane["bytes"];
    }
  }
  Json list = Json::array();
  for (auto& [name, row] : rows) {
    row["same"] = row["a_bytes"] == row["b_bytes"];
    list.push_back(std::move(row));
  }
  return list;
}

// Which of the two candidates the library ranks first, and why. Null for candidates of different
// plans, and for a candidate beside itself.
Json Order(const Side& a, const Side& b) {
  if (&a.plan != &b.plan || a.candidate == b.candidate) return nullptr;
  const bool a_first = a.candidate < b.candidate;
  const std::vector<Candidate>& all = a.plan.search.candidates;
  const Candidate& first = all[a_first ? a.candidate : b.candidate];
  const Candidate& second = all[a_first ? b.candidate : a.candidate];
  return {{"first", a_first ? "a" : "b"},
          {"decided_by", DecidedBy(first, second, a.plan.options.strategy)},
          {"reason", ExplainOrder(first, second, a.plan.options.strategy)}};
}

std::set<std::string> KernelNames(const Json& view) {
  std::set<std::string> names;
  for (const Json& step : view["steps"]) {
    if (!step["kernel"].is_null()) names.insert(step["kernel"]["name"].get<std::string>());
  }
  return names;
}

}  // namespace

Json CompareView(const CandidateOfPlan& of_a, const CandidateOfPlan& of_b) {
  const Side a(of_a);
  const Side b(of_b);
  const bool same_tree = a.plan.tree == b.plan.tree;
  Json steps = AlignedSteps(a, b, same_tree);
  int same = 0;
  for (const Json& row : steps) same += row["same"].get<bool>() ? 1 : 0;
  const std::set<std::string> a_kernels = KernelNames(a.view);
  const std::set<std::string> b_kernels = KernelNames(b.view);
  int shared = 0;
  for (const std::string& name : a_kernels) shared += b_kernels.count(name) > 0 ? 1 : 0;
  const int steps_count = static_cast<int>(steps.size());
  return {{"a", a.Head()},
          {"b", b.Head()},
          {"same_tree", same_tree},
          {"order", Order(a, b)},
          {"criteria", ComparedCriteria(a.plan.search.candidates[a.candidate],
                                        b.plan.search.candidates[b.candidate])},
          {"steps", std::move(steps)},
          {"buffers", ComparedBuffers(a.view["lanes"], b.view["lanes"])},
          {"counts",
           {{"steps_same", same},
            {"steps_differing", steps_count - same},
            {"kernels_shared", shared},
            {"kernels_only_a", a_kernels.size() - shared},
            {"kernels_only_b", b_kernels.size() - shared}}}};
}

}  // namespace fft::inspector
