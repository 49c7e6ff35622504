// The buffer assignments of a plan by brute force. Every combination of kernels, buffers and
// layouts is built in full and then checked address by address. There is no pruning and no caching;
// of the search's code only its lists of kernels and of placements are used.
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

struct OracleAnswer {
  std::set<std::string> candidates;  // DescribeAssignment of each
  std::map<Strategy, std::string> winners;
};

// The strategy of the options does not matter.
OracleAnswer AskOracle(const Problem& problem, const PlanNode& root, const Target& target,
                       const PlanOptions& options);

}  // namespace fft

#endif  // FFT_ASSIGN_ORACLE_H_
