// Views of the search for buffers and of its refusals.
#ifndef INSPECTOR_SERVER_VIEWS_VIEWS_SEARCH_H_
#define INSPECTOR_SERVER_VIEWS_VIEWS_SEARCH_H_

#include "fft/base/json.h"
#include "fft/exec/pipeline.h"

namespace fft::inspector {

// {passes, refusals, schemes, truncated, truncation}. `passes` are the rounds of the search.
// `refusals` groups the refused tries of all rounds by reason, the most frequent one first, each
// with its first example. `schemes` holds the planner's decisions.
Json SearchView(const PlanDescription& plan);

// {leaf, node, buffers, verdicts}: the answers of the decision function for leaf `leaf`. There is a
// verdict for every pair of input and output buffer that the search tried, with the number of tries
// and the reasons of refusals. `buffers` lists all buffers that the search used. A pair is missing
// if no valid choice brings the data to its input, or if no round offered it.
Json VerdictsView(const PlanDescription& plan, int leaf);

// {shown, total, passes: [{temporaries, branches}]}: the tries of the search, depth first. A branch
// is a try: {node, shim, in_buffer, out_buffer, padded, refusal, branches}. The branches of a valid
// try are the tries for the next kernel. If the search is long, only the first kMaxTries tries are
// shown.
Json TriesView(const PlanDescription& plan);
inline constexpr int kMaxTries = 1500;

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_SEARCH_H_
