// The search for buffers, with its refusals. Pure functions to JSON.
#ifndef INSPECTOR_SERVER_VIEWS_VIEWS_SEARCH_H_
#define INSPECTOR_SERVER_VIEWS_VIEWS_SEARCH_H_

#include "fft/base/json.h"
#include "fft/exec/pipeline.h"

namespace fft::inspector {

// {passes, refusals, schemes, truncated, truncation}. `refusals` groups the refused tries of all
// rounds by reason, most frequent first, each with its first example; `schemes` holds the planner's
// decisions.
Json SearchView(const PlanDescription& plan);

// {leaf, node, buffers, verdicts}: the answers of the decision function for leaf `leaf`, for every
// way from buffer to buffer that the search came to try, with the number of tries and the reasons
// of refusals. `buffers` lists all that the search used anywhere. A pair that is missing was never
// tried, because no valid choice brings the data there or because the round did not offer it.
Json VerdictsView(const PlanDescription& plan, int leaf);

// {shown, total, passes: [{temporaries, branches}]}: the search as it went, depth first. A branch
// is a try, {node, shim, in_buffer, out_buffer, padded, refusal, branches}; the branches of a valid
// try are tries for the kernel after it. A long search shows its first kMaxTries.
Json TriesView(const PlanDescription& plan);
inline constexpr int kMaxTries = 1500;

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_SEARCH_H_
