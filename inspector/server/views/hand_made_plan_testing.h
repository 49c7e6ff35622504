// A plan made by hand. Its views change only if the code of the views changes.
#ifndef INSPECTOR_SERVER_VIEWS_HAND_MADE_PLAN_TESTING_H_
#define INSPECTOR_SERVER_VIEWS_HAND_MADE_PLAN_TESTING_H_

#include "inspector/server/plan_store.h"

namespace fft::inspector {

// The tree of 6 = 2 x 3 points with two kernels.
PlanNode TwoKernels();

// A candidate with both kernels and the data between them in `middle`.
Candidate TwoSteps(Buffer middle);

// The plan with three candidates: the data goes through USER_OUT, through TEMP0, or through a
// padded TEMP0.
PlanDescription HandMade();

// The stored plan, with one round of the search, three refused tries and a few events.
StoredPlan HandMadeStored();

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_HAND_MADE_PLAN_TESTING_H_
