// The candidate assignments: ranked, and one of them step by step. Pure functions to JSON.
#ifndef INSPECTOR_SERVER_VIEWS_CANDIDATES_H_
#define INSPECTOR_SERVER_VIEWS_CANDIDATES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/base/json.h"
#include "fft/codegen/lower_plan.h"
#include "fft/exec/pipeline.h"

namespace fft::inspector {

// A property that candidates are ranked or sorted by.
struct Criterion {
  const char* name;   // key in JSON and in ?sort=
  const char* label;  // for people
  int better;         // +1: more is better, -1: less is better
  int64_t (*value)(const Candidate& candidate);
};

// In the order of the ranking.
const std::vector<Criterion>& Criteria();

struct CandidatesQuery {
  std::string sort;  // a criterion, or "-" and a criterion for descending; empty: by rank
  int limit = 500;
};

// InvalidArgument names a criterion that does not exist.
absl::StatusOr<CandidatesQuery> ParseCandidatesQuery(const std::string& sort,
                                                     const std::string& limit);

// {criteria, total, returned, truncated, truncation, chosen, items}. An item carries its rank, its
// scores, the path of its buffers, and `decided_by`: the first criterion in which it is worse than
// the candidate ranked before it, with the reason in words.
Json CandidatesView(const PlanDescription& plan, const CandidatesQuery& query);

// Steps with both sides placed, the lanes of the buffers, and for each step its kernel. `kernels`
// is empty when the candidate cannot be lowered.
Json CandidateView(const PlanDescription& plan, int candidate,
                   const std::vector<codegen::PlannedKernel>& kernels);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_CANDIDATES_H_
