#include "inspector/server/views_candidates.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/assign/shims/shim.h"
#include "fft/base/status.h"
#include "inspector/server/views_kernels.h"
#include "inspector/server/views_plan.h"

namespace fft::inspector {
namespace {

constexpr int kMaxLimit = 2000;
// The strategy whose ranking asks for all there are.
constexpr Strategy kEveryCriterion = Strategy::kBalanced;

// The placements that the data goes through.
std::vector<const EdgePlacement*> Edges(const Candidate& candidate) {
  std::vector<const EdgePlacement*> edges;
  if (candidate.steps.empty()) return edges;
  edges.push_back(&candidate.steps.front().in);
  for (const Step& step : candidate.steps) edges.push_back(&step.out);
  return edges;
}

Json CandidateItem(const PlanDescription& plan, int index) {
  const Candidate& candidate = plan.search.candidates[index];
  Json json = {{"candidate", index}, {"rank", index + 1}, {"chosen", index == plan.candidate}};
  for (const Criterion& criterion : CriteriaOf(kEveryCriterion))
    json[criterion.name] = criterion.value(candidate);
  json["predicted_us"] = candidate.seconds > 0 ? Json(candidate.seconds * 1e6) : Json(nullptr);
  json["kernels"] = candidate.steps.size();
  json["traffic"] = nullptr;
  if (candidate.bytes_moved > 0) {
    json["traffic"] = candidate.bytes_moved / IdealBytes(plan.problem);
  }
  json["pass"] = candidate.pass;
  json["path"] = Json::array();
  json["padded_path"] = Json::array();
  for (const EdgePlacement* edge : Edges(candidate)) {
    json["path"].push_back(fft::ToString(edge->buffer));
    json["padded_path"].push_back(edge->padded);
  }
  json["decided_by"] = nullptr;
  json["reason"] = "";
  if (index > 0) {
    const Candidate& before = plan.search.candidates[index - 1];
    json["decided_by"] = DecidedBy(before, candidate, plan.options.strategy);
    json["reason"] = ExplainOrder(before, candidate, plan.options.strategy);
  }
  return json;
}

int64_t EdgeBytes(const EdgePlacement& edge, Precision precision) {
  const int arrays = IsPlanar(edge.format) ? 2 : 1;
  return (edge.layout.offset() + edge.layout.extent()) * ElementBytes(edge.format, precision) *
         arrays;
}

// Lengths and memory strides of a step, slowest first, on the side that `stride` selects.
Json Shape(const Step& step, int64_t Dim::*stride) {
  Dims dims = step.loops;
  dims.insert(dims.end(), step.axes.begin(), step.axes.end());
  std::stable_sort(dims.begin(), dims.end(),
                   [stride](const Dim& a, const Dim& b) { return a.*stride > b.*stride; });
  Json lengths = Json::array();
  Json strides = Json::array();
  for (const Dim& dim : dims) {
    lengths.push_back(dim.length);
    strides.push_back(dim.*stride);
  }
  return {{"lengths", std::move(lengths)}, {"strides", std::move(strides)}};
}

Json SideView(const EdgePlacement& edge, Precision precision, Json shape) {
  Json json = {{"buffer", fft::ToString(edge.buffer)},
               {"format", fft::ToString(edge.format)},
               {"padded", edge.padded},
               {"elements", edge.layout.volume()},
               {"bytes", EdgeBytes(edge, precision)},
               {"layout", fft::ToString(edge.layout)}};
  json.update(shape);
  return json;
}

Json StepView(const PlanDescription& plan, const Step& step, const std::vector<std::string>& ids) {
  const std::vector<const PlanNode*> leaves = Leaves(plan.tree);
  Json axes = Json::array();
  for (const Dim& axis : step.axes) axes.push_back(axis.length);
  Json nodes = Json::array();
  for (int i = 0; i < step.leaf_count; ++i) nodes.push_back(ids[step.leaf + i]);
  const bool is_fused = step.shim != ShimKind::kNone;
  return {{"leaf", step.leaf},
          {"node", ids[step.leaf]},
          {"nodes", std::move(nodes)},
          {"shim", is_fused ? Json(fft::ToString(step.shim)) : Json(nullptr)},
          {"scheme", fft::ToString(KernelNode(leaves, step).scheme)},
          {"transform", std::move(axes)},
          {"in", SideView(step.in, plan.problem.precision, Shape(step, &Dim::in_stride))},
          {"out", SideView(step.out, plan.problem.precision, Shape(step, &Dim::out_stride))},
          {"in_place", step.in_place},
          {"axes", fft::ToJson(step.axes)},
          {"loops", fft::ToJson(step.loops)}};
}

struct Lane {
  int64_t bytes = 0;
  Json uses = Json::array();  // {step, mode: "R" | "W" | "RW"}
  Json live = Json::array();  // [first step, last step] between a write and its read
};

// One lane per buffer: who reads and writes it when, and from when to when its data is needed.
Json LanesView(const PlanDescription& plan, const Candidate& candidate) {
  std::map<Buffer, Lane> lanes;
  const Precision precision = plan.problem.precision;
  for (size_t i = 0; i < candidate.steps.size(); ++i) {
    const Step& step = candidate.steps[i];
    for (const EdgePlacement* edge : {&step.in, &step.out}) {
      Lane& lane = lanes[edge->buffer];
      lane.bytes = std::max(lane.bytes, EdgeBytes(*edge, precision));
    }
    if (step.in.buffer == step.out.buffer) {
      lanes[step.in.buffer].uses.push_back({{"step", i}, {"mode", "RW"}});
    } else {
      lanes[step.in.buffer].uses.push_back({{"step", i}, {"mode", "R"}});
      lanes[step.out.buffer].uses.push_back({{"step", i}, {"mode", "W"}});
    }
    // An edge lives from the step that writes it to the step that reads it; -1 is the caller.
    lanes[step.in.buffer].live.push_back({static_cast<int>(i) - 1, i});
  }
  if (!candidate.steps.empty()) {
    const int last = static_cast<int>(candidate.steps.size()) - 1;
    lanes[candidate.steps.back().out.buffer].live.push_back({last, last + 1});
  }
  Json list = Json::array();
  for (auto& [buffer, lane] : lanes) {
    Json json = {{"buffer", fft::ToString(buffer)}, {"bytes", lane.bytes}};
    const int temp = static_cast<int>(buffer) - static_cast<int>(Buffer::kTemp0);
    json["workspace_offset"] = nullptr;
    if (temp >= 0 && temp < static_cast<int>(candidate.temp_offsets.size())) {
      json["workspace_offset"] = candidate.temp_offsets[temp];
    }
    json["uses"] = std::move(lane.uses);
    json["live"] = std::move(lane.live);
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

const char* DecidedBy(const Candidate& before, const Candidate& after, Strategy strategy) {
  const Criterion* criterion = DecidingCriterion(before, after, strategy);
  return criterion == nullptr ? "order" : criterion->name;
}

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
                   const std::vector<codegen::PlannedKernel>& kernels) {
  const Candidate& chosen = plan.search.candidates[candidate];
  const std::vector<std::string> nodes = LeafIds(plan.tree);
  Json json = CandidateItem(plan, candidate);
  json["temp_offsets"] = chosen.temp_offsets;
  Json steps = Json::array();
  for (size_t i = 0; i < chosen.steps.size(); ++i) {
    const Step& step = chosen.steps[i];
    Json view = StepView(plan, step, nodes);
    view["kernel"] = i < kernels.size() ? KernelView(kernels[i]) : Json(nullptr);
    steps.push_back(std::move(view));
  }
  json["steps"] = std::move(steps);
  json["lanes"] = LanesView(plan, chosen);
  return json;
}

}  // namespace fft::inspector
