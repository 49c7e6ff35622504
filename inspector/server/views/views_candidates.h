// The candidate assignments: ranked, and one of them step by step. Pure functions to JSON.
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
  std::string sort;  // a criterion, or "-" and a criterion for descending; empty: by rank
  int limit = 500;
  int offset = 0;  // how many candidates to skip
};

// Reads a query. InvalidArgument names a criterion that does not exist, or the number at fault.
absl::StatusOr<CandidatesQuery> ParseCandidatesQuery(const std::string& sort,
                                                     const std::string& limit,
                                                     const std::string& offset = "");

// {criteria, total, offset, returned, truncated, truncation, chosen, items}. `criteria` stand in
// the order of the strategy's ranking. An item carries its rank, its scores, the path of its
// buffers and which of them are padded there, and `kernels`. `predicted_us` are microseconds by the
// library's cost model, null when it has no figure. `traffic` is the bytes that its kernels move
// over those of one read of the input and one write of the output. `decided_by` is the first
// criterion in which it is worse than the candidate ranked before it, with the reason in words.
Json CandidatesView(const PlanDescription& plan, const CandidatesQuery& query);

// The steps with both sides placed, the lanes of the buffers, and for each step its kernel. A step
// names the nodes that it does the work of; a fused step names several, and the shim that joins
// them. `kernels` is empty when the candidate cannot be lowered.
Json CandidateView(const PlanDescription& plan, int candidate,
                   const std::vector<kernels::PlannedKernel>& kernels);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_CANDIDATES_H_
