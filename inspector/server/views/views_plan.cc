#include <algorithm>
#include <utility>

#include "fft/exec/trace_events.h"
#include "inspector/server/plan_request.h"
#include "inspector/server/views/views.h"

namespace fft::inspector {
Json PlanSummaryView(const StoredPlan& stored) {
  const PlanDescription& plan = stored.plan;
  double fastest = plan.chosen().seconds;
  for (const Candidate& candidate : plan.search.candidates) {
    fastest = std::min(fastest, candidate.seconds);
  }
  Json json = {
      {"id", stored.id},
      {"token", TokenOf(stored)},
      {"problem", fft::ToJson(plan.problem)},
      {"target", fft::ToJson(plan.target)},
      {"options", OptionsMember(plan.options)},
      {"chosen", plan.candidate},
      {"candidates", plan.search.candidates.size()},
      {"kernels", plan.kernels.size()},
      {"workspace_bytes", plan.workspace_bytes()},
      {"predicted_us", plan.chosen().seconds * 1e6},
      {"fastest_us", fastest * 1e6},
      {"roof_us", IdealBytes(plan.problem) / plan.target.bandwidth_gbs * 1e-3},
      {"cut_short", plan.planner.is_cut_short ? Json(WhyCutShort(plan.planner)) : Json(nullptr)},
      {"planning_ms", stored.planning_ms}};
  if (stored.chain) {
    json["chain"] = {{"part", stored.chain->part},
                     {"parts", stored.chain->parts},
                     {"between_bytes", stored.chain->between_bytes},
                     {"workspace_bytes", stored.chain->workspace_bytes}};
  }
  return json;
}

Json PlanView(const StoredPlan& stored) {
  const PlanDescription& plan = stored.plan;
  Json json = PlanSummaryView(stored);
  json["schema"] = "fft.inspector.plan/1";
  json["tree"] = TreeView(plan, plan.candidate);
  json["candidates"] = CandidatesView(plan, {});
  json["chosen_candidate"] = CandidateView(plan, plan.candidate, plan.kernels);
  json["search"] = SearchView(plan);
  json["kernels"] = KernelsView(plan, plan.candidate, plan.kernels);
  return json;
}

Json TraceView(const PlanDescription& plan) { return {{"events", fft::ToJson(EventsOf(plan))}}; }

Json TargetsView(const std::vector<Target>& targets, const std::string& device_target) {
  Json list = Json::array();
  for (const Target& target : targets) {
    Json json = fft::ToJson(target);
    json["this_machine"] = target.name == device_target;
    list.push_back(std::move(json));
  }
  return {{"targets", std::move(list)}};
}

Json DevicesView(const std::vector<rtc::DeviceKindListing>& kinds, const std::string& opened) {
  Json list = Json::array();
  for (const rtc::DeviceKindListing& kind : kinds) {
    Json devices = Json::array();
    for (const rtc::DeviceListing& device : kind.devices) {
      devices.push_back({{"selector", device.selector},
                         {"name", device.name},
                         {"arch", device.arch},
                         {"memory_bytes", device.properties.memory_bytes},
                         {"multiprocessors", device.properties.multiprocessors}});
    }
    list.push_back({{"kind", rtc::DeviceKindName(kind.kind)},
                    {"available", kind.status.ok() && !kind.devices.empty()},
                    {"reason", std::string(kind.status.message())},
                    {"devices", std::move(devices)}});
  }
  return {{"opened", opened}, {"kinds", std::move(list)}};
}

}  // namespace fft::inspector
