// Chooses a plan tree and a buffer assignment by timing them.
#ifndef FFT_EXEC_TUNING_H_
#define FFT_EXEC_TUNING_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/core/problem.h"
#include "fft/exec/context.h"
#include "fft/exec/context_state.h"
#include "fft/exec/measured_candidate.h"
#include "fft/exec/pipeline.h"
#include "fft/exec/trace.h"
#include "fft/plan/plan_options.h"

namespace fft {

// Times the first `count` candidates of the problem's plan (all, if there are fewer) on the device,
// in its own buffers, which hold zeros. Returns one entry for each, in the order of their ranks.
// ResourceExhausted if the device has too little memory for the buffers.
absl::StatusOr<std::vector<MeasuredCandidate>> MeasurePlans(
    const std::shared_ptr<ContextState>& state, const Problem& problem, const PlanOptions& options,
    int count);

// Returns the plan that runs with Rigor::kMeasure, with its candidate. The plan is the choice that
// an earlier call has stored for this problem, device and library. If no choice is stored, the call
// times candidates (PlanOptions::measured_candidates, measured_trees, measure_seconds) and stores
// the fastest one. Each tree is planned once, whatever the number of candidates. `report` receives
// the measurements; it may be null. The problem must be completed.
absl::StatusOr<std::shared_ptr<const PlanDescription>> ChooseByTiming(
    const std::shared_ptr<ContextState>& state, const Problem& problem, const PlanOptions& options,
    TuningReport* report);

// Return the key of the stored choice for a completed problem, and the choice of a plan as text.
rtc::WisdomKey WisdomKeyOf(ContextState& state, const Problem& problem, const PlanOptions& options);
std::string WisdomChoiceOf(const PlanDescription& plan);

// Returns the options that the caller gave: the plan's options without the tree that timing chose.
PlanOptions AskedOptions(const PlanDescription& plan);

}  // namespace fft

#endif  // FFT_EXEC_TUNING_H_
