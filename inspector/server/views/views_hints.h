// Hints that could make a plan faster or smaller, and by how much, from rules over a plan and one
// of its candidates. Each rule is a function and an entry.
#ifndef INSPECTOR_SERVER_VIEWS_VIEWS_HINTS_H_
#define INSPECTOR_SERVER_VIEWS_VIEWS_HINTS_H_

#include <vector>

#include "fft/base/json.h"
#include "fft/exec/pipeline.h"
#include "fft/kernels/lower_plan.h"

namespace fft::inspector {

// {hints: [{rule, step, candidate, saves_us, text}]}, largest gain first. `step` (where to look)
// and `candidate` (the one that does better) may be null. `saves_us` is what following the hint
// saves by the cost model, null where it has no figure. `kernels` is empty when the candidate
// cannot be lowered.
Json HintsView(const PlanDescription& plan, int candidate,
               const std::vector<kernels::PlannedKernel>& kernels);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_HINTS_H_
