// A plan made by hand, so that views of it change only when the views do.
#ifndef INSPECTOR_SERVER_VIEWS_HAND_MADE_PLAN_TESTING_H_
#define INSPECTOR_SERVER_VIEWS_HAND_MADE_PLAN_TESTING_H_

#include "inspector/server/plan_store.h"

namespace fft::inspector {

// The tree of 6 = 2 x 3 points by two kernels.
PlanNode TwoKernels();

// The two kernels, with the data between them in `middle`.
Candidate TwoSteps(Buffer middle);

// The plan with three candidates: through USER_OUT, through TEMP0, and through TEMP0 with padding.
PlanDescription HandMade();

// The plan with one round of the search, three refused tries and a few events.
StoredPlan HandMadeStored();

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_HAND_MADE_PLAN_TESTING_H_
