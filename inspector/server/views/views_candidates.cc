#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/assign/ranking.h"
#include "fft/assign/search_report.h"
#include "fft/base/status.h"
#include "inspector/server/views/views.h"

namespace fft::inspector {
namespace {

constexpr int kMaxLimit = 2000;

Json CandidateItem(const PlanDescription& plan, int index) {
  const CandidateReport report = ReportOf(plan.search, index, plan.options.strategy);
  Json json = {{"candidate", index}, {"rank", index + 1}, {"chosen", index == plan.candidate}};
  for (const Figure& figure : report.figures) json[figure.name] = figure.value;
  json["predicted_us"] = PredictedView(report.seconds);
  json["kernels"] = report.leaves.size();
  json["traffic"] = nullptr;
  if (report.bytes_moved > 0) json["traffic"] = report.bytes_moved / IdealBytes(plan.problem);
  json["pass"] = report.pass;
  json["path"] = Json::array();
  json["padded_path"] = Json::array();
  json["path_formats"] = Json::array();
  for (const EdgeReport& edge : report.path) {
    json["path"].push_back(fft::ToString(edge.buffer));
    json["padded_path"].push_back(edge.padded);
    json["path_formats"].push_back(fft::ToString(edge.format));
  }
  json["path_leaves"] = report.leaves;
  json["decided_by"] = report.decided_by.empty() ? Json(nullptr) : Json(report.decided_by);
  json["reason"] = report.reason;
  return json;
}

}  // namespace

absl::StatusOr<CandidatesQuery> ParseCandidatesQuery(const std::string& sort,
                                                     const std::string& limit,
                                                     const std::string& offset) {
  CandidatesQuery query;
  query.sort = sort;
  if (!limit.empty() &&
      (!absl::SimpleAtoi(limit, &query.limit) || query.limit < 1 || query.limit > kMaxLimit)) {
    return InvalidField("limit", limit.substr(0, 30),
                        absl::StrCat("whole numbers from 1 to ", kMaxLimit));
  }
  if (!offset.empty() && (!absl::SimpleAtoi(offset, &query.offset) || query.offset < 0)) {
    return InvalidField("offset", offset.substr(0, 30), "whole numbers from 0");
  }
  const std::string name = sort.substr(sort.empty() || sort[0] != '-' ? 0 : 1);
  std::vector<std::string> names = {"rank"};
  for (const Criterion& criterion : CriteriaOf(kEveryCriterion)) names.push_back(criterion.name);
  if (!sort.empty() && std::find(names.begin(), names.end(), name) == names.end()) {
    return InvalidField("sort", sort.substr(0, 30),
                        absl::StrCat(absl::StrJoin(names, ", "), ", each also after \"-\""));
  }
  return query;
}

Json CandidatesView(const PlanDescription& plan, const CandidatesQuery& query) {
  std::vector<int> order(plan.search.candidates.size());
  std::iota(order.begin(), order.end(), 0);
  const bool descending = !query.sort.empty() && query.sort[0] == '-';
  const std::string name = query.sort.substr(descending ? 1 : 0);
  if (name == "rank" && descending) std::reverse(order.begin(), order.end());
  for (const Criterion& criterion : CriteriaOf(kEveryCriterion)) {
    if (name != criterion.name) continue;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
      const int64_t left = criterion.value(plan.search.candidates[a]);
      const int64_t right = criterion.value(plan.search.candidates[b]);
      return descending ? left > right : left < right;
    });
  }
  order.erase(order.begin(), order.begin() + std::min<ptrdiff_t>(query.offset, std::ssize(order)));
  if (order.size() > static_cast<size_t>(query.limit)) order.resize(query.limit);
  Json criteria = Json::array();
  for (const Criterion& criterion : CriteriaOf(plan.options.strategy)) {
    criteria.push_back({{"name", criterion.name},
                        {"label", criterion.label},
                        {"better", criterion.more_is_better ? "more" : "less"}});
  }
  Json items = Json::array();
  for (int index : order) items.push_back(CandidateItem(plan, index));
  return {{"criteria", std::move(criteria)},
          {"total", plan.search.candidates.size()},
          {"offset", query.offset},
          {"returned", items.size()},
          {"truncated", plan.search.truncated},
          {"truncation", plan.search.truncation},
          {"chosen", plan.candidate},
          {"items", std::move(items)}};
}

Json CandidateView(const PlanDescription& plan, int candidate,
                   const std::vector<kernels::PlannedKernel>& kernels) {
  const Candidate& chosen = plan.search.candidates[candidate];
  const std::vector<std::string> nodes = LeafIds(plan.tree);
  Json json = CandidateItem(plan, candidate);
  json["temp_offsets"] = chosen.temp_offsets;
  Json steps = Json::array();
  for (size_t i = 0; i < chosen.steps.size(); ++i) {
    const Step& step = chosen.steps[i];
    Json view = StepView(plan, step, nodes);
    view["predicted_us"] = PredictedView(step.seconds);
    view["choice"] = step.kernel ? fft::ToJson(*step.kernel) : Json(nullptr);
    view["bytes_moved"] = step.bytes_moved;
    view["kernel"] = i < kernels.size() ? KernelView(plan, candidate, kernels, static_cast<int>(i))
                                        : Json(nullptr);
    steps.push_back(std::move(view));
  }
  json["steps"] = std::move(steps);
  json["lanes"] = LanesView(plan, chosen);
  json["tree"] = PlacedNodesView(plan, candidate);
  return json;
}

}  // namespace fft::inspector
