// The exact differences of two candidate assignments, side by side.
#ifndef INSPECTOR_SERVER_VIEWS_VIEWS_COMPARE_H_
#define INSPECTOR_SERVER_VIEWS_VIEWS_COMPARE_H_

#include "fft/base/json.h"
#include "fft/exec/pipeline.h"

namespace fft::inspector {

struct CandidateOfPlan {
  const PlanDescription& plan;
  int candidate = 0;
};

// {a, b, order, criteria, steps, buffers, kernels, counts}. Candidates of one plan are aligned by
// the leaf of the tree that their steps run first, candidates of two plans by position. Each
// aligned pair lists its `differences` as {field, a, b}; a field is a path into the step
// ("out.buffer", "kernel.spec.tiling").
Json CompareView(const CandidateOfPlan& a, const CandidateOfPlan& b);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_COMPARE_H_
