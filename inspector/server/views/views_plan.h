// Views of a plan's request, machine and tree.
#ifndef INSPECTOR_SERVER_VIEWS_VIEWS_PLAN_H_
#define INSPECTOR_SERVER_VIEWS_VIEWS_PLAN_H_

#include <string>
#include <vector>

#include "fft/base/json.h"
#include "fft/core/target.h"
#include "fft/exec/pipeline.h"
#include "fft/rtc/device_registry.h"
#include "inspector/server/plan_store.h"

namespace fft::inspector {

// {id, token, problem, target, options, chosen, planning_ms, cut_short, counts, predicted_us,
// fastest_us, roof_us}: an entry of a list of plans. `cut_short` says why the planner was cut
// short, or is null. `predicted_us` is the predicted time of the chosen candidate, and `fastest_us`
// is the least predicted time of all candidates. `roof_us` is the time to read the input and write
// the output once at the target's bandwidth. All three are in microseconds.
Json PlanSummaryView(const StoredPlan& plan);

// The summary with the views of tree, candidates, search and kernels as members.
Json PlanView(const StoredPlan& plan);

// {events: [{stage, subject, detail}]}.
Json TraceView(const PlanDescription& plan);

Json TargetsView(const std::vector<Target>& targets, const std::string& device_target);

// {kinds: [{kind, available, reason, devices: [...]}]}.
Json DevicesView(const std::vector<rtc::DeviceKindListing>& kinds, const std::string& opened);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_PLAN_H_
