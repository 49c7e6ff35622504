// A trace records how one plan was made: the result of each stage, and the stages' reports. A
// program passes a `Trace*` to Context::MakePlan (null: no trace). A trace can be written as JSON
// (fft/exec/trace_events.h) and as files (fft/exec/trace_dump.h).
#ifndef FFT_EXEC_TRACE_H_
#define FFT_EXEC_TRACE_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/exec/kernel_build.h"
#include "fft/exec/measured_candidate.h"
#include "fft/kernels/source_report.h"

namespace fft {

struct PlanDescription;  // fft/exec/pipeline.h

// The timing of a tree other than the planner's.
struct TimedTree {
  std::string words;  // how the tree was made: "L1D_CC 512x2048"
  double predicted_milliseconds = 0;
  std::vector<MeasuredCandidate> measured;  // of its assignments, in the order of their ranks
  std::string refusal;                      // why no assignment could be timed
};

// How Rigor::kMeasure chose its tree and candidate. For example, it timed 8 candidates of "chosen"
// and 3 of "L1D_CC 512x2048", and stored candidate 2 of "L1D_CC 512x2048".
struct TuningReport {
  std::optional<int> known;  // the candidate that wisdom had; nothing is measured then
  // The name of the tree of the known or stored candidate; the planner's tree is "chosen".
  std::string tree;
  std::vector<MeasuredCandidate> measured;  // of the planner's tree
  std::vector<TimedTree> other_trees;       // in the order in which they were timed
  double seconds = 0;                       // the time of planning, compiling and timing
  bool out_of_time = false;                 // whether PlanOptions::measure_seconds ended the timing
  std::optional<int> stored;                // the fastest candidate
  std::string store_fault;                  // why nothing could be stored; empty without a fault
};

// How one plan was made. If making the plan fails, later stages leave their members empty. Not
// thread safe. For example, a plan whose kernel does not compile has a trace with `plan`, `sources`
// and an error in `status`.
struct Trace {
  TuningReport tuning;
  std::optional<Problem> problem;  // completed
  std::optional<Target> target;
  std::shared_ptr<const PlanDescription> plan;
  std::vector<kernels::SourceReport> sources;  // of the plan's kernels, each once
  std::vector<KernelBuild> builds;
  absl::Status status;  // the result of MakePlan
};

}  // namespace fft

#endif  // FFT_EXEC_TRACE_H_
