// Views of candidate assignments: the ranked list, and one candidate step by step.
#ifndef INSPECTOR_SERVER_VIEWS_VIEWS_CANDIDATES_H_
#define INSPECTOR_SERVER_VIEWS_VIEWS_CANDIDATES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/base/json.h"
#include "fft/exec/pipeline.h"
#include "fft/kernels/lower_plan.h"

namespace fft::inspector {

struct CandidatesQuery {
  std::string sort;  // a criterion, with "-" before it for descending order; empty: by rank
  int limit = 500;
  int offset = 0;  // the number of candidates to skip
};

// Reads a query. InvalidArgument names an unknown criterion or a faulty number.
absl::StatusOr<CandidatesQuery> ParseCandidatesQuery(const std::string& sort,
                                                     const std::string& limit,
                                                     const std::string& offset = "");

// {criteria, total, offset, returned, truncated, truncation, chosen, items}. `criteria` are in the
// order of the strategy's ranking. An item has its rank, its scores, the buffers of its path and
// which of them are padded, and `kernels`. `predicted_us` is in microseconds by the cost model, or
// null if the model has no figure. `traffic` is the bytes that its kernels move, relative to one
// read of the input and one write of the output. `decided_by` is the first criterion by which it is
// worse than the candidate before it, and `reason` says this in words.
Json CandidatesView(const PlanDescription& plan, const CandidatesQuery& query);

// The steps with their inputs and outputs as placed, the lanes of the buffers, and the kernel of
// each step. A step lists the nodes whose work it does. A fused step lists several, with the shim
// that joins them. `kernels` is empty if the candidate cannot be lowered.
Json CandidateView(const PlanDescription& plan, int candidate,
                   const std::vector<kernels::PlannedKernel>& kernels);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_CANDIDATES_H_
