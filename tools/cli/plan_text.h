// Plans, candidates and kernels as text for people. Pure functions of their arguments.
#ifndef TOOLS_CLI_PLAN_TEXT_H_
#define TOOLS_CLI_PLAN_TEXT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "fft/exec/pipeline.h"
#include "fft/exec/plan_report.h"

namespace fft::cli {

// Returns a problem in words: "complex forward, 96 x 64 points, batch 2, single precision, in
// place".
std::string DescribeProblem(const Problem& problem);

// Returns the buffers in the order in which the data visits them, such as "IN > T0/CP* > OUT(2)".
// IN and OUT are the user's buffers; T0, T1 and TB are temporaries. "/CP" is a format other than
// interleaved, "*" marks padded data, and "(2)" is the number of leaves that the writing kernel
// fuses.
std::string RouteText(const Candidate& candidate);

// Explains the columns of CandidatesText and the signs of RouteText.
std::string CandidatesLegend();

// Returns one line per node: scheme, transform, shape and strides of both sides.
std::string TreeText(const PlanNode& root);

// Returns one line per step: its kernel, where the kernel's shape comes from, and the parts of its
// predicted time.
std::string PricesText(const Candidate& candidate);

// Returns one line per step of the chosen assignment: kernel lengths, and buffers and layouts of
// both sides.
std::string StepsText(const PlanDescription& plan);

// Returns the first `limit` assignments, best first: the five scores, workspace, bytes moved and
// predicted time.
std::string CandidatesText(const SearchResult& search, int limit);

// Returns a line with the reason why the planner was cut short; empty if it was not.
std::string CutShortText(const PlannerReport& planner);

// Returns a line for the choice of the tree and a line for the choice of the assignment, each with
// the reason why it is not the predicted fastest. Empty if both are the fastest.
std::string NotFastestText(const PlannerReport& planner, const SearchResult& search,
                           Strategy strategy);

// Returns the number of candidates of all trees of a report, including candidates that the report
// does not rank.
int64_t CandidatesOf(const PlanReport& report);

// Returns the first `limit` candidates that a report ranks, cheapest first, and the chosen
// candidate. The trees follow.
std::string RankedText(const PlanReport& report, int limit);

// Returns one line per kernel: launch, factors, bytes moved, operations.
std::string KernelsText(const std::vector<kernels::PlannedKernel>& kernels);
// Returns a line for each pair of kernels that runs as one launch; empty if there is none.
std::string RelaysText(const PlanDescription& plan);

// Returns the whole text of `fft plan`. The text has no list of assignments if `candidates` is 0.
std::string PlanText(const PlanDescription& plan, int candidates);

}  // namespace fft::cli

#endif  // TOOLS_CLI_PLAN_TEXT_H_
