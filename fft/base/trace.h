// The record of one trip through the pipeline.
//
// One explicit `Trace*` (null = off) is passed through the stages. Every stage adds what it decided
// and why: schemes considered and refused, search passes, kernels, compile logs. The inspector, the
// command-line tool, golden tests and the dump directory all read this one record; there is no
// second way to explain a plan. A Trace belongs to one plan and is not thread safe.
#ifndef FFT_BASE_TRACE_H_
#define FFT_BASE_TRACE_H_

#include <string>
#include <utility>
#include <vector>

#include "fft/base/json.h"

namespace fft {

// One decision or product. `stage` is the pipeline stage ("problem", "target", "plan", "tree",
// "assign", "candidates", "lower", "codegen", "source", "rtc", "error"), `subject` what it is about
// ("refused", a kernel name, ...), `detail` the facts.
struct TraceEvent {
  std::string stage;
  std::string subject;
  Json detail;
};

// Members of `detail` that are text to read as it stands.
inline constexpr const char* kTraceTexts[] = {"ast", "source"};

class Trace {
 public:
  void Add(std::string stage, std::string subject, Json detail) {
    events_.push_back({std::move(stage), std::move(subject), std::move(detail)});
  }
  const std::vector<TraceEvent>& events() const { return events_; }

  // The events of one stage, in order, as a JSON array of {subject, detail}.
  Json StageToJson(const std::string& stage) const;

 private:
  std::vector<TraceEvent> events_;
};

}  // namespace fft

#endif  // FFT_BASE_TRACE_H_
