#include "inspector/server/views_search.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "inspector/server/views_plan.h"

namespace fft::inspector {
namespace {

struct RefusalGroup {
  int64_t count = 0;
  const PlacementTrace* first = nullptr;
  int pass = 0;
};

// The traces are as deep as a plan has leaves; an explicit stack keeps that off the thread's own.
void CollectRefusals(const PlacementTrace& root, int pass,
                     std::map<std::string, RefusalGroup>* groups) {
  std::vector<const PlacementTrace*> open = {&root};
  while (!open.empty()) {
    const PlacementTrace* trace = open.back();
    open.pop_back();
    if (!trace->refusal.empty()) {
      RefusalGroup& group = (*groups)[trace->refusal];
      if (group.count++ == 0) {
        group.first = trace;
        group.pass = pass;
      }
    }
    for (auto it = trace->branches.rbegin(); it != trace->branches.rend(); ++it) {
      open.push_back(it->get());
    }
  }
}

Json RefusalsView(const PlanDescription& plan) {
  std::map<std::string, RefusalGroup> groups;
  for (size_t i = 0; i < plan.search.traces.size(); ++i) {
    if (plan.search.traces[i] == nullptr) continue;
    const int pass = i < plan.search.passes.size() ? plan.search.passes[i].temporaries : i;
    CollectRefusals(*plan.search.traces[i], pass, &groups);
  }
  std::vector<std::pair<std::string, RefusalGroup>> sorted(groups.begin(), groups.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second.count > b.second.count; });
  const std::vector<std::string> nodes = LeafIds(plan.tree);
  Json list = Json::array();
  for (const auto& [reason, group] : sorted) {
    const PlacementTrace& first = *group.first;
    Json example = {{"pass", group.pass},
                    {"leaf", first.leaf},
                    {"in_buffer", fft::ToString(first.in_buffer)},
                    {"out_buffer", fft::ToString(first.out_buffer)},
                    {"in_format", fft::ToString(first.in_format)},
                    {"out_format", fft::ToString(first.out_format)}};
    if (first.leaf >= 0 && first.leaf < static_cast<int>(nodes.size())) {
      example["node"] = nodes[first.leaf];
    }
    list.push_back({{"reason", reason}, {"count", group.count}, {"example", std::move(example)}});
  }
  return list;
}

}  // namespace

Json SearchView(const PlanDescription& plan, const Trace& trace) {
  Json passes = Json::array();
  for (const PassStatistics& pass : plan.search.passes) {
    passes.push_back({{"temporaries", pass.temporaries},
                      {"tries", pass.tries},
                      {"refused", pass.refused},
                      {"candidates", pass.candidates},
                      {"decision_calls", pass.decision_calls},
                      {"decision_hits", pass.decision_hits}});
  }
  return {{"passes", std::move(passes)},
          {"refusals", RefusalsView(plan)},
          {"schemes", trace.StageToJson("plan")},
          {"truncated", plan.search.truncated},
          {"truncation", plan.search.truncation}};
}

}  // namespace fft::inspector
