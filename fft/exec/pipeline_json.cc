#include "fft/base/json.h"
#include "fft/exec/pipeline.h"

namespace fft {

Json ToJson(const PlanDescription& plan) {
  Json kernels = Json::array();
  for (const kernels::PlannedKernel& kernel : plan.kernels) {
    kernels.push_back(kernels::ToJson(kernel));
  }
  Json json = {{"schema", "fft.plan/1"},
               {"token", ToToken(plan.problem)},
               {"problem", ToJson(plan.problem)},
               {"target", ToJson(plan.target)},
               {"planner", ToJson(plan.planner)},
               {"tree", ToJson(plan.tree)},
               {"search", ToJson(plan.search)},
               {"candidate", plan.candidate},
               {"workspace_bytes", plan.workspace_bytes()},
               {"kernels", kernels}};
  json["relays"] = Json::array();
  for (const PlannedRelay& relay : plan.relays) json["relays"].push_back(ToJson(relay));
  for (const kernels::PlannedKernel& kernel : plan.callback_kernels) {
    json["callback_kernels"].push_back(kernels::ToJson(kernel));
  }
  return json;
}

}  // namespace fft
