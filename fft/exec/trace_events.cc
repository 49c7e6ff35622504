#include "fft/exec/trace_events.h"

#include <algorithm>
#include <utility>

#include "fft/exec/kernel_build.h"
#include "fft/exec/measured_candidate.h"
#include "fft/exec/pipeline.h"

namespace fft {
namespace {

constexpr size_t kToldCandidates = 20;

class EventList {
 public:
  void Add(const char* stage, std::string subject, Json detail) {
    events_.push_back({stage, std::move(subject), std::move(detail), "", ""});
  }
  void AddText(TraceEvent event) { events_.push_back(std::move(event)); }
  std::vector<TraceEvent> Take() { return std::move(events_); }

 private:
  std::vector<TraceEvent> events_;
};

void AddHead(const Problem& problem, const Target& target, EventList* events) {
  events->Add("problem", "", {{"token", ToToken(problem)}, {"problem", ToJson(problem)}});
  events->Add("target", "", ToJson(target));
}

// Adds the decisions, and the kernels of the chosen candidate.
void AddPlan(const PlanDescription& plan, EventList* events) {
  for (auto& [subject, detail] : EventsOf(plan.planner)) {
    events->Add("plan", subject, std::move(detail));
  }
  events->Add("tree", "", ToJson(plan.tree));
  for (auto& [subject, detail] : EventsOf(plan.search)) {
    events->Add("assign", subject, std::move(detail));
  }
  const size_t count = std::min(kToldCandidates, plan.search.candidates.size());
  for (size_t i = 0; i < count; ++i) {
    events->Add("candidates", "", ToJson(plan.search.candidates[i]));
  }
  for (const auto* kernels : {&plan.kernels, &plan.callback_kernels}) {
    for (const kernels::PlannedKernel& kernel : *kernels) {
      events->Add("lower", kernel.name, kernels::ToJson(kernel));
    }
  }
}

void AddMeasured(const std::string& tree, const std::vector<MeasuredCandidate>& rows,
                 EventList* events) {
  for (const MeasuredCandidate& row : rows) {
    events->Add("tuning", "measured",
                {{"tree", tree}, {"candidate", row.candidate}, {"milliseconds", row.milliseconds}});
  }
}

void AddTuning(const TuningReport& tuning, EventList* events) {
  if (tuning.known) {
    events->Add("tuning", "wisdom", {{"tree", tuning.tree}, {"candidate", *tuning.known}});
  }
  AddMeasured("chosen", tuning.measured, events);
  for (const TimedTree& tree : tuning.other_trees) {
    AddMeasured(tree.words, tree.measured, events);
    if (tree.measured.empty()) {
      events->Add("tuning", "refused", {{"tree", tree.words}, {"reason", tree.refusal}});
    }
  }
  if (tuning.stored) {
    events->Add("tuning", "stored",
                {{"tree", tuning.tree},
                 {"candidate", *tuning.stored},
                 {"seconds", tuning.seconds},
                 {"out_of_time", tuning.out_of_time},
                 {"status", tuning.store_fault}});
  }
}

void AddSource(const kernels::SourceReport& source, EventList* events) {
  for (const kernels::PassReport& pass : source.passes) {
    Json detail = {{"pass", pass.pass}, {"changed", pass.changed}, {"ast", pass.ast}};
    events->AddText({"codegen", source.kernel, std::move(detail), pass.pass, pass.ast});
  }
  if (source.text.empty()) return;
  Json detail = {{"dialect", ToString(source.dialect)}, {"source", source.text}};
  events->AddText({"source", source.kernel, std::move(detail), "", source.text});
}

}  // namespace

std::vector<TraceEvent> EventsOf(const PlanDescription& plan) {
  EventList events;
  AddHead(plan.problem, plan.target, &events);
  AddPlan(plan, &events);
  return events.Take();
}

std::vector<TraceEvent> EventsOf(const Trace& trace) {
  EventList events;
  AddTuning(trace.tuning, &events);
  if (trace.problem && trace.target) AddHead(*trace.problem, *trace.target, &events);
  if (trace.plan != nullptr) AddPlan(*trace.plan, &events);
  for (const kernels::SourceReport& source : trace.sources) AddSource(source, &events);
  for (const KernelBuild& build : trace.builds) {
    events.Add("rtc", build.name,
               {{"origin", build.origin},
                {"milliseconds", build.milliseconds},
                {"code_bytes", build.code_bytes},
                {"log", build.log}});
  }
  if (!trace.status.ok()) events.Add("error", "", {{"message", trace.status.ToString()}});
  return events.Take();
}

Json ToJson(const std::vector<TraceEvent>& events) {
  Json list = Json::array();
  for (const TraceEvent& event : events) {
    list.push_back({{"stage", event.stage}, {"subject", event.subject}, {"detail", event.detail}});
  }
  return list;
}

}  // namespace fft
