// A plan's making as a list of events with their facts in JSON, for the inspector and for dumps.
#ifndef FFT_EXEC_TRACE_EVENTS_H_
#define FFT_EXEC_TRACE_EVENTS_H_

#include <string>
#include <vector>

#include "fft/base/json.h"
#include "fft/exec/trace.h"

namespace fft {

// One decision or product. `stage` is the pipeline's ("tuning", "problem", "target", "plan",
// "tree", "assign", "candidates", "lower", "codegen", "source", "rtc", "error"), `subject` says
// what it is about ("refused", a kernel's name, ...), and `detail` has the facts.
struct TraceEvent {
  std::string stage;
  std::string subject;
  Json detail;
  std::string pass;  // of a syntax tree: the AST pass that it comes from
  std::string text;  // the syntax tree or source itself, to read as it stands
};

// The events of a description, which has the stages before code generation, and of a whole plan's
// making.
std::vector<TraceEvent> EventsOf(const PlanDescription& plan);
std::vector<TraceEvent> EventsOf(const Trace& trace);

// [{stage, subject, detail}]
Json ToJson(const std::vector<TraceEvent>& events);

}  // namespace fft

#endif  // FFT_EXEC_TRACE_EVENTS_H_
