// The exhaustive search for buffer assignments.
#ifndef FFT_ASSIGN_SEARCH_H_
#define FFT_ASSIGN_SEARCH_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/assign/placement.h"
#include "fft/base/trace.h"
#include "fft/core/plan_node.h"
#include "fft/core/planner.h"
#include "fft/core/problem.h"

namespace fft {

// Figures of one pass of the search (0, 1 or 2 temporaries on offer).
struct PassStatistics {
  int temporaries = 0;
  int64_t tries = 0;
  int64_t refused = 0;
  int64_t candidates = 0;      // found in this pass and not in an earlier one
  int64_t decision_calls = 0;  // calls of the decision function
  int64_t decision_hits = 0;   // answered from its cache
};

struct SearchResult {
  std::vector<Candidate> candidates;  // best first; the order is deterministic
  std::vector<PassStatistics> passes;
  std::vector<std::unique_ptr<PlacementTrace>> traces;  // root of the tries of each pass
  bool truncated = false;                               // a limit cut the enumeration short
  std::string truncation;                               // which one, for people
};

// Assigns buffers to the leaves of `root`. All passes are run and every valid candidate is kept;
// the ranking compares fused, buffers, padded, in_place, type_changes in that order, then workspace
// bytes, then the buffers of the steps. Fails with the refusals' reasons when nothing is valid.
absl::StatusOr<SearchResult> AssignBuffers(const Problem& problem, const PlanNode& root,
                                           const PlanOptions& options, Trace* trace);

// True when candidate `a` ranks before `b`. kFewestBuffers compares buffers and workspace first;
// the other strategies compare in the order above.
bool RanksBefore(const Candidate& a, const Candidate& b, Strategy strategy = Strategy::kBalanced);

// Why candidate `a` ranks before `b`: "fewer buffers: 2 against 3".
std::string ExplainOrder(const Candidate& a, const Candidate& b,
                         Strategy strategy = Strategy::kBalanced);

Json ToJson(const SearchResult& result);

}  // namespace fft

#endif  // FFT_ASSIGN_SEARCH_H_
