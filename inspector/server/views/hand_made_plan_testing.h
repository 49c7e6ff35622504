// A plan made by hand: views of it change only when the views do.
#ifndef INSPECTOR_SERVER_VIEWS_HAND_MADE_PLAN_TESTING_H_
#define INSPECTOR_SERVER_VIEWS_HAND_MADE_PLAN_TESTING_H_

#include "inspector/server/plan_store.h"

namespace fft::inspector {

// 6 = 2 x 3 points by two kernels, as a tree.
PlanNode TwoKernels();

// The two kernels, with the data between them in `middle`.
Candidate TwoSteps(Buffer middle);

// A candidate through USER_OUT, one through TEMP0, and one through TEMP0 with padding.
PlanDescription HandMade();

// With one pass of the search, three refused tries and a few events.
StoredPlan HandMadeStored();

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_HAND_MADE_PLAN_TESTING_H_
