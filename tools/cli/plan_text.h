// Plans, candidates and kernels as text for people. Pure functions of their arguments.
#ifndef TOOLS_CLI_PLAN_TEXT_H_
#define TOOLS_CLI_PLAN_TEXT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "fft/exec/pipeline.h"
#include "fft/exec/plan_report.h"

namespace fft::cli {

// A problem in words: "complex forward, 96 x 64 points, batch 2, single precision, in place".
std::string DescribeProblem(const Problem& problem);

// The buffers in the order in which the data visits them, as "IN > T0/CP* > OUT(2)". IN and OUT are
// the user's, T0, T1 and TB temporaries. Behind a name stand a format that is not interleaved, "*"
// where it is padded, and how many leaves the kernel that writes it joins.
std::string RouteText(const Candidate& candidate);

// Explains the columns of CandidatesText and the signs of RouteText.
std::string CandidatesLegend();

// One line per node: scheme, transform, shape and strides of both sides.
std::string TreeText(const PlanNode& root);

// One line per step: which kernel runs, where its shape comes from, and its predicted time by
// cause.
std::string PricesText(const Candidate& candidate);

// One line per step of the chosen assignment: kernel lengths, buffers and layouts on both sides.
std::string StepsText(const PlanDescription& plan);

// The first `limit` assignments, best first: the five scores, workspace, memory moved and predicted
// time.
std::string CandidatesText(const SearchResult& search, int limit);

// A line with the reason why the planner was cut short; empty where it was not.
std::string CutShortText(const PlannerReport& planner);

// A line for each choice, of a tree and of a candidate, in which something overruled the predicted
// time; empty where the fastest were chosen.
std::string NotFastestText(const PlannerReport& planner, const SearchResult& search,
                           Strategy strategy);

// The number of candidates of all trees of a report, with those that it does not rank.
int64_t CandidatesOf(const PlanReport& report);

// The first `limit` candidates that a report ranks, cheapest first, and the chosen one; then the
// trees.
std::string RankedText(const PlanReport& report, int limit);

// One line per kernel: launch, factors, bytes moved, operations.
std::string KernelsText(const std::vector<kernels::PlannedKernel>& kernels);
// A line for each pair of kernels that runs as one launch; empty where there is none.
std::string RelaysText(const PlanDescription& plan);

// All of these texts; no list of assignments where `candidates` is 0.
std::string PlanText(const PlanDescription& plan, int candidates);

}  // namespace fft::cli

#endif  // TOOLS_CLI_PLAN_TEXT_H_
