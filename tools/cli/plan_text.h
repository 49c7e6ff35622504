// Plans, candidates and kernels as text for people. Pure functions of their arguments.
#ifndef TOOLS_CLI_PLAN_TEXT_H_
#define TOOLS_CLI_PLAN_TEXT_H_

#include <string>
#include <vector>

#include "fft/exec/pipeline.h"

namespace fft::cli {

// "complex forward, 96 x 64 points, batch 2, single precision, in place"
std::string DescribeProblem(const Problem& problem);

// The buffers in the order in which the data visits them; a fusion stands before the buffer that it
// writes, "*" behind one that is padded.
std::string RouteText(const Candidate& candidate);

// One line per node: scheme, what it transforms, shape and strides of what it reads and writes.
std::string TreeText(const PlanNode& root);

// One line per step of the chosen assignment: kernel lengths, buffers and layouts on both sides.
std::string StepsText(const PlanDescription& plan);

// The first `limit` assignments, best first, with the five scores.
std::string CandidatesText(const SearchResult& search, int limit);

// One line per kernel: launch, factors, bytes moved, operations.
std::string KernelsText(const std::vector<codegen::PlannedKernel>& kernels);

// All of the above.
std::string PlanText(const PlanDescription& plan, int candidates);

}  // namespace fft::cli

#endif  // TOOLS_CLI_PLAN_TEXT_H_
