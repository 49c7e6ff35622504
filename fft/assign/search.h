// The exhaustive search for buffer assignments.
#ifndef FFT_ASSIGN_SEARCH_H_
#define FFT_ASSIGN_SEARCH_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/assign/placement.h"
#include "fft/assign/shims/shim.h"
#include "fft/base/json_fwd.h"
#include "fft/choice/request.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/plan/plan_options.h"
#include "fft/tree/plan_node.h"

namespace fft {

// Figures of one round of the search. For example, the first round of two kernels may have
// temporaries 0, 4 tries, 3 of them refused, and 1 candidate.
struct PassStatistics {
  int temporaries = 0;  // how many of TEMP0 and TEMP1 are on offer: 0, 1 or 2
  int64_t tries = 0;
  int64_t refused = 0;
  int64_t candidates = 0;      // found in this round and not in an earlier one
  int64_t decision_calls = 0;  // calls of the decision function
  int64_t decision_hits = 0;   // calls that were answered from the cache
  friend bool operator==(const PassStatistics&, const PassStatistics&) = default;
};

// How much the search used of the limits in PlanOptions.
struct SearchUse {
  int64_t tries = 0;   // of all rounds
  int64_t bytes = 0;   // about how much memory candidates and tries hold
  int64_t states = 0;  // of the dynamic programme that finds the winner; 0: it did not run
  friend bool operator==(const SearchUse&, const SearchUse&) = default;
};

// A fused kernel that the search could choose.
struct OfferedShim {
  ShimKind shim = ShimKind::kNone;
  int leaf = 0;  // the first leaf that it covers
  int leaf_count = 2;
  bool taken = false;  // whether the winner uses it
  friend bool operator==(const OfferedShim&, const OfferedShim&) = default;
};

// The result of the search. For example, two kernels of 2^20 points on sm_90 have three candidates:
// one found with no temporary, two with one.
struct SearchResult {
  std::vector<Candidate> candidates;  // best first; the order is deterministic
  std::vector<PassStatistics> passes;
  std::vector<std::shared_ptr<PlacementTrace>> traces;  // a root for each round, above its tries
  bool truncated = false;                               // whether a limit cut the enumeration short
  std::string truncation;                               // which limit, for people
  std::vector<OfferedShim> shims;
  std::vector<ShimRefusal> shims_refused;  // fusions of neighbours that were not offered
  SearchUse use;
};

// Assigns buffers to the leaves of `root`. All rounds are run and every valid candidate is kept,
// ranked by RanksBefore for options.strategy. When a limit of the options cuts the enumeration
// short, the first candidate is still the best of all (fft/assign/winner.h). Fails with the
// refusals' reasons when nothing is valid. A caller that searches several times passes one `memo`,
// made with options.shapes.
absl::StatusOr<SearchResult> AssignBuffers(const Problem& problem, const PlanNode& root,
                                           const Target& target, const PlanOptions& options,
                                           ShapeMemo* memo);
absl::StatusOr<SearchResult> AssignBuffers(const Problem& problem, const PlanNode& root,
                                           const Target& target, const PlanOptions& options);

// Schema "fft.search/1": docs/plan-json.md.
Json ToJson(const SearchResult& result);

Json ToJson(const PassStatistics& pass);
Json ToJson(const OfferedShim& offer);
Json ToJson(const ShimRefusal& refusal);
Json ToJson(const SearchUse& use);

// The events of the search for a trace, each a subject with its facts. The subjects are "pass" for
// each round, "truncated" and "winner".
std::vector<std::pair<std::string, Json>> EventsOf(const SearchResult& result);

}  // namespace fft

#endif  // FFT_ASSIGN_SEARCH_H_
