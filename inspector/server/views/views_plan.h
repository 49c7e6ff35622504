// A plan's request, machine and tree. Pure functions from values to JSON.
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
// fastest_us, roof_us}: one entry of a list of plans. `cut_short` says why the planner was, or is
// null. The cost model predicts `predicted_us` for the chosen candidate and `fastest_us` for the
// one it likes best. `roof_us` is the time in which memory of the target's bandwidth reads the
// input and writes the output once.
Json PlanSummaryView(const StoredPlan& plan);

// The summary with all of these views in it: tree, candidates, search, kernels.
Json PlanView(const StoredPlan& plan);

// {events: [{stage, subject, detail}]}.
Json TraceView(const PlanDescription& plan);

Json TargetsView(const std::vector<Target>& targets, const std::string& device_target);

// {kinds: [{kind, available, reason, devices: [...]}]}.
Json DevicesView(const std::vector<rtc::DeviceKindListing>& kinds, const std::string& opened);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_PLAN_H_
