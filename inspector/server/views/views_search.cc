#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fft/assign/shims/shim.h"
#include "inspector/server/views/views.h"

namespace fft::inspector {
namespace {

struct RefusalGroup {
  int64_t count = 0;
  const PlacementTrace* first = nullptr;
  int pass = 0;
};

// Calls `visit` for every try, in the order of the search. The depth of a trace is the number of
// the plan's leaves. An explicit stack avoids recursion of that depth.
template <typename Visit>
void VisitTries(const PlacementTrace& root, const Visit& visit) {
  std::vector<const PlacementTrace*> open = {&root};
  while (!open.empty()) {
    const PlacementTrace* trace = open.back();
    open.pop_back();
    visit(*trace);
    for (auto it = trace->branches.rbegin(); it != trace->branches.rend(); ++it) {
      open.push_back(it->get());
    }
  }
}

void CollectRefusals(const PlacementTrace& root, int pass,
                     std::map<std::string, RefusalGroup>* groups) {
  VisitTries(root, [&](const PlacementTrace& trace) {
    if (trace.refusal.empty()) return;
    RefusalGroup& group = (*groups)[trace.refusal];
    if (group.count++ == 0) {
      group.first = &trace;
      group.pass = pass;
    }
  });
}

// A way for data through a leaf: the buffers and formats before and after it. Tries with equal
// members have one entry.
struct Way {
  Buffer in_buffer;
  Buffer out_buffer;
  ArrayFormat in_format;
  ArrayFormat out_format;
  auto operator<=>(const Way&) const = default;
};

struct WayVerdict {
  int64_t tries = 0;
  int64_t valid = 0;
  std::map<std::string, int64_t> refusals;
};

Json WayView(const Way& way, const WayVerdict& verdict) {
  Json refusals = Json::array();
  for (const auto& [reason, count] : verdict.refusals) {
    refusals.push_back({{"reason", reason}, {"count", count}});
  }
  return {{"in_buffer", fft::ToString(way.in_buffer)},
          {"out_buffer", fft::ToString(way.out_buffer)},
          {"in_format", fft::ToString(way.in_format)},
          {"out_format", fft::ToString(way.out_format)},
          {"in_place", way.in_buffer == way.out_buffer},
          {"tries", verdict.tries},
          {"valid", verdict.valid},
          {"refusals", std::move(refusals)}};
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

// The ways to run neighbouring leaves as one kernel. Some are offered to the search, the others are
// refused.
Json FusionsView(const PlanDescription& plan) {
  const std::vector<std::string> nodes = LeafIds(plan.tree);
  Json list = Json::array();
  const auto add = [&](ShimKind shim, int leaf, int leaf_count, const Json& members) {
    Json json = {{"shim", fft::ToString(shim)}, {"nodes", Json::array()}};
    for (int i = leaf; i < leaf + leaf_count; ++i) json["nodes"].push_back(nodes[i]);
    json.update(members);
    list.push_back(std::move(json));
  };
  for (const OfferedShim& offer : plan.search.shims) {
    add(offer.shim, offer.leaf, offer.leaf_count, {{"taken", offer.taken}, {"refusal", ""}});
  }
  for (const ShimRefusal& refusal : plan.search.shims_refused) {
    const auto row = std::find_if(ShimTable().begin(), ShimTable().end(),
                                  [&](const Shim& shim) { return shim.kind == refusal.shim; });
    const int leaf_count = row == ShimTable().end() ? 1 : row->leaf_count();
    add(refusal.shim, refusal.leaf, leaf_count, {{"taken", false}, {"refusal", refusal.reason}});
  }
  return list;
}

// Recursive; the depth is the number of the plan's leaves.
Json BranchesView(const PlacementTrace& trace, const std::vector<std::string>& nodes, int* shown) {
  Json list = Json::array();
  for (const auto& branch : trace.branches) {
    if (*shown >= kMaxTries) break;
    ++*shown;
    const bool is_known = branch->leaf >= 0 && branch->leaf < static_cast<int>(nodes.size());
    const bool is_fused = branch->shim != ShimKind::kNone;
    list.push_back({{"node", is_known ? Json(nodes[branch->leaf]) : Json(nullptr)},
                    {"shim", is_fused ? Json(fft::ToString(branch->shim)) : Json(nullptr)},
                    {"in_buffer", fft::ToString(branch->in_buffer)},
                    {"out_buffer", fft::ToString(branch->out_buffer)},
                    {"padded", branch->out_padded},
                    {"refusal", branch->refusal},
                    {"branches", BranchesView(*branch, nodes, shown)}});
  }
  return list;
}

}  // namespace

Json SearchView(const PlanDescription& plan) {
  Json passes = Json::array(), schemes = Json::array();
  for (const PassStatistics& pass : plan.search.passes) passes.push_back(fft::ToJson(pass));
  for (auto& [subject, detail] : EventsOf(plan.planner)) {
    schemes.push_back({{"subject", subject}, {"detail", std::move(detail)}});
  }
  return {{"passes", std::move(passes)},        {"refusals", RefusalsView(plan)},
          {"fusions", FusionsView(plan)},       {"schemes", std::move(schemes)},
          {"truncated", plan.search.truncated}, {"truncation", plan.search.truncation}};
}

Json TriesView(const PlanDescription& plan) {
  const std::vector<std::string> nodes = LeafIds(plan.tree);
  int shown = 0;
  int64_t total = 0;
  Json passes = Json::array();
  for (size_t i = 0; i < plan.search.traces.size(); ++i) {
    if (plan.search.traces[i] == nullptr) continue;
    VisitTries(*plan.search.traces[i], [&](const PlacementTrace&) { ++total; });
    --total;  // the root is not a try
    passes.push_back(
        {{"temporaries", i < plan.search.passes.size() ? plan.search.passes[i].temporaries : i},
         {"branches", BranchesView(*plan.search.traces[i], nodes, &shown)}});
  }
  return {{"shown", shown}, {"total", total}, {"passes", std::move(passes)}};
}

Json VerdictsView(const PlanDescription& plan, int leaf) {
  std::map<Way, WayVerdict> ways;
  std::set<Buffer> buffers;
  for (const auto& root : plan.search.traces) {
    if (root == nullptr) continue;
    VisitTries(*root, [&](const PlacementTrace& trace) {
      if (trace.leaf < 0) return;
      buffers.insert({trace.in_buffer, trace.out_buffer});
      if (trace.leaf != leaf) return;
      WayVerdict& verdict =
          ways[{trace.in_buffer, trace.out_buffer, trace.in_format, trace.out_format}];
      ++verdict.tries;
      if (trace.refusal.empty()) {
        ++verdict.valid;
      } else {
        ++verdict.refusals[trace.refusal];
      }
    });
  }
  Json names = Json::array();
  for (Buffer buffer : buffers) names.push_back(fft::ToString(buffer));
  Json verdicts = Json::array();
  for (const auto& [way, verdict] : ways) verdicts.push_back(WayView(way, verdict));
  const std::vector<std::string> nodes = LeafIds(plan.tree);
  return {{"leaf", leaf},
          {"node", leaf < static_cast<int>(nodes.size()) ? Json(nodes[leaf]) : Json(nullptr)},
          {"buffers", std::move(names)},
          {"verdicts", std::move(verdicts)},
          {"truncated", plan.search.truncated}};
}

}  // namespace fft::inspector
