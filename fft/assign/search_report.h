// The results of the search for buffers without its steps: the candidates with their scores, and
// for each candidate the criterion that puts it behind the one before it.
#ifndef FFT_ASSIGN_SEARCH_REPORT_H_
#define FFT_ASSIGN_SEARCH_REPORT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "fft/assign/placement.h"
#include "fft/assign/search.h"
#include "fft/base/json_fwd.h"
#include "fft/plan/plan_options.h"

namespace fft {

// A criterion of the ranking (fft/assign/ranking.h) with a candidate's value.
struct Figure {
  std::string name;  // "in_place"
  int64_t value = 0;
  friend bool operator==(const Figure&, const Figure&) = default;
};

// Where the data of one edge lies.
struct EdgeReport {
  Buffer buffer = Buffer::kUserOut;
  ArrayFormat format = ArrayFormat::kComplexInterleaved;
  bool padded = false;
  int64_t padding = 0;  // elements of a padded layout's extent that hold no data
  friend bool operator==(const EdgeReport&, const EdgeReport&) = default;
};

// A candidate without its steps. For example, candidate 1 with decided_by "buffers" uses more
// buffers than candidate 0.
struct CandidateReport {
  int candidate = 0;  // index by rank: 0 is the winner
  std::vector<Figure> figures;
  int pass = 0;  // how many of TEMP0 and TEMP1 it uses
  int64_t workspace_bytes = 0;
  int64_t bytes_moved = 0;
  double seconds = 0;            // predicted
  std::vector<EdgeReport> path;  // from the user's input to the user's output
  std::vector<int> leaves;       // number of leaves that each step covers
  // The criterion that puts this candidate behind the candidate before it, by name and in words.
  // The name is "order" if all criteria are equal; both texts are empty for the first candidate.
  std::string decided_by;
  std::string reason;
  friend bool operator==(const CandidateReport&, const CandidateReport&) = default;
};

// The search without the steps of its candidates; `candidates` may be fewer than `total`. For
// example, a search that kept 1000 candidates may report 20 of them, with `total` 1000.
struct SearchReport {
  Strategy strategy = Strategy::kBalanced;
  std::vector<std::string> criteria;  // of the strategy, in the order in which they decide
  std::vector<CandidateReport> candidates;
  int64_t total = 0;  // candidates that the search kept
  bool truncated = false;
  std::string truncation;
  std::vector<PassStatistics> passes;
  std::vector<OfferedShim> shims;
  std::vector<ShimRefusal> shims_refused;
  SearchUse use;
  friend bool operator==(const SearchReport&, const SearchReport&) = default;
};

// The name of the criterion that puts `after` behind `before`; "order" where all are equal.
const char* DecidedBy(const Candidate& before, const Candidate& after, Strategy strategy);

// Why a candidate that is predicted to take less time than the first candidate is not the first;
// empty where no candidate takes less by more than 1%.
std::string WhyNotFastest(const SearchResult& search, Strategy strategy);

// The report of candidate `index`.
CandidateReport ReportOf(const SearchResult& search, int index, Strategy strategy);
// The report of the search, with its first `most` candidates.
SearchReport ReportOf(const SearchResult& search, Strategy strategy, int64_t most);

Json ToJson(const CandidateReport& candidate);
Json ToJson(const SearchReport& report);

}  // namespace fft

#endif  // FFT_ASSIGN_SEARCH_REPORT_H_
