// Hints that could make a plan faster or smaller, and their gains. Rules find them in a plan and
// one of its candidates. Each rule is a function and an entry.
#ifndef INSPECTOR_SERVER_VIEWS_VIEWS_HINTS_H_
#define INSPECTOR_SERVER_VIEWS_VIEWS_HINTS_H_

#include <vector>

#include "fft/base/json.h"
#include "fft/exec/pipeline.h"
#include "fft/kernels/lower_plan.h"

namespace fft::inspector {

// {hints: [{rule, step, candidate, saves_us, text}]}, the largest gain first. `step` is the step
// that the hint concerns, and `candidate` is a candidate that does better; both may be null.
// `saves_us` is the predicted gain in microseconds, or null if the cost model has no figure.
// `kernels` is empty if the candidate cannot be lowered.
Json HintsView(const PlanDescription& plan, int candidate,
               const std::vector<kernels::PlannedKernel>& kernels);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_HINTS_H_
