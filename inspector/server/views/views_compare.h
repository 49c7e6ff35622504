// The differences of two candidate assignments.
#ifndef INSPECTOR_SERVER_VIEWS_VIEWS_COMPARE_H_
#define INSPECTOR_SERVER_VIEWS_VIEWS_COMPARE_H_

#include "fft/base/json.h"
#include "fft/exec/pipeline.h"

namespace fft::inspector {

struct CandidateOfPlan {
  const PlanDescription& plan;
  int candidate = 0;
};

// {a, b, order, criteria, steps, buffers, kernels, counts}. Steps of one plan's candidates are
// paired if they run the same first leaf. Steps of different plans are paired by position. Each
// pair lists its `differences` as {field, a, b}. A field is a path into the step, such as
// "out.buffer" or "kernel.spec.tiling".
Json CompareView(const CandidateOfPlan& a, const CandidateOfPlan& b);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_COMPARE_H_
