// Choosing a plan tree and a buffer assignment by timing them.
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

// Times the first `count` candidates of the problem's plan (all, if there are fewer) on the
// device, on buffers of its own that hold zeros; one entry each, in the order of their ranks.
// ResourceExhausted when the device has no memory for the buffers.
absl::StatusOr<std::vector<MeasuredCandidate>> MeasurePlans(
    const std::shared_ptr<ContextState>& state, const Problem& problem, const PlanOptions& options,
    int count);

// The plan to run under Rigor::kMeasure, with its candidate chosen. It is the choice that an
// earlier call has stored for this problem, device and library. Where there is none, it is the
// fastest of those that this call times (PlanOptions::measured_candidates, measured_trees,
// measure_seconds), and is stored. Each tree is planned once, whatever the number of candidates.
// `report`, unless null, gets the measurements. The problem must be completed.
absl::StatusOr<std::shared_ptr<const PlanDescription>> ChooseByTiming(
    const std::shared_ptr<ContextState>& state, const Problem& problem, const PlanOptions& options,
    TuningReport* report);

// The key under which a choice for the problem is stored, and the choice of a plan as text. The
// problem must be completed.
rtc::WisdomKey WisdomKeyOf(ContextState& state, const Problem& problem, const PlanOptions& options);
std::string WisdomChoiceOf(const PlanDescription& plan);

// The options that the caller gave: those of the plan without the tree that timing has chosen.
PlanOptions AskedOptions(const PlanDescription& plan);

}  // namespace fft

#endif  // FFT_EXEC_TUNING_H_
