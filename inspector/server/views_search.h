// How the search went and what was refused. A pure function to JSON.
#ifndef INSPECTOR_SERVER_VIEWS_SEARCH_H_
#define INSPECTOR_SERVER_VIEWS_SEARCH_H_

#include "fft/base/json.h"
#include "fft/base/trace.h"
#include "fft/exec/pipeline.h"

namespace fft::inspector {

// {passes, refusals, schemes, truncated, truncation}. `refusals` groups the refused tries of all
// passes by reason, most frequent first, each with its first example; `schemes` holds the planner's
// decisions from the trace.
Json SearchView(const PlanDescription& plan, const Trace& trace);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_SEARCH_H_
