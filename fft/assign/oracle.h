// The buffer assignments of a plan by brute force. Every combination of kernels, buffers and
// layouts is built in full and then checked address by address. There is no pruning and no caching.
// Brute force uses only the lists of kernels and of placements from the search's code.
#ifndef FFT_ASSIGN_ORACLE_H_
#define FFT_ASSIGN_ORACLE_H_

#include <map>
#include <set>
#include <string>

#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/plan/plan_options.h"
#include "fft/tree/plan_node.h"

namespace fft {

// The assignments that brute force finds, as DescribeAssignment writes them.
struct OracleAnswer {
  std::set<std::string> candidates;  // all that are valid
  std::map<Strategy, std::string> winners;
};

// All valid assignments of buffers to the leaves of `root`, with the winner of every strategy. The
// strategy of the options has no effect.
OracleAnswer AskOracle(const Problem& problem, const PlanNode& root, const Target& target,
                       const PlanOptions& options);

}  // namespace fft

#endif  // FFT_ASSIGN_ORACLE_H_
