// A trace as a list of events with details in JSON, for the inspector and for dumps.
#ifndef FFT_EXEC_TRACE_EVENTS_H_
#define FFT_EXEC_TRACE_EVENTS_H_

#include <string>
#include <vector>

#include "fft/base/json.h"
#include "fft/exec/trace.h"

namespace fft {

// A decision or a result of one stage. `stage` is one of "tuning", "problem", "target", "plan",
// "tree", "assign", "candidates", "lower", "codegen", "source", "rtc" and "error". `subject` says
// what the event is about ("refused", a kernel's name, ...), and `detail` has the facts.
struct TraceEvent {
  std::string stage;
  std::string subject;
  Json detail;
  std::string pass;  // if `text` is a syntax tree: the AST pass that made it
  std::string text;  // a syntax tree or a source, if the event has one
};

// Return the events of a description, which has the stages before code generation, and of a trace,
// which has all stages.
std::vector<TraceEvent> EventsOf(const PlanDescription& plan);
std::vector<TraceEvent> EventsOf(const Trace& trace);

// [{stage, subject, detail}]
Json ToJson(const std::vector<TraceEvent>& events);

}  // namespace fft

#endif  // FFT_EXEC_TRACE_EVENTS_H_
