// The record of one plan's making: the result of each stage, and its reports. One explicit `Trace*`
// (null = off) goes to Context::MakePlan. JSON and files are made of it at the very end
// (fft/exec/trace_events.h, fft/exec/trace_dump.h).
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

// Another tree than the planner's, timed.
struct TimedTree {
  std::string words;  // its words: "L1D_CC 512x2048"
  double predicted_milliseconds = 0;
  std::vector<MeasuredCandidate> measured;  // of its assignments, in the order of their ranks
  std::string refusal;                      // why none could be timed
};

// How Rigor::kMeasure came to its tree and candidate. For example, it timed 8 candidates of
// "chosen" and 3 of "L1D_CC 512x2048", and stored candidate 2 of "L1D_CC 512x2048".
struct TuningReport {
  std::optional<int> known;  // the candidate that was stored; nothing is measured then
  // The words for the tree of the known or stored candidate; the planner's tree is "chosen".
  std::string tree;
  std::vector<MeasuredCandidate> measured;  // of the planner's tree
  std::vector<TimedTree> other_trees;       // in the order in which they were timed
  double seconds = 0;                       // that planning, compiling and timing them took
  bool out_of_time = false;                 // whether PlanOptions::measure_seconds ended it
  std::optional<int> stored;                // the fastest one
  std::string store_fault;                  // why it could not be stored; empty: it was
};

// One plan's making. Members are filled as far as it came. Not thread safe. For example, a plan
// whose kernel does not compile leaves a trace with `plan`, `sources` and an error in `status`.
struct Trace {
  TuningReport tuning;
  std::optional<Problem> problem;  // completed
  std::optional<Target> target;
  std::shared_ptr<const PlanDescription> plan;
  std::vector<kernels::SourceReport> sources;  // of the plan's kernels, each once
  std::vector<KernelBuild> builds;
  absl::Status status;  // of the whole
};

}  // namespace fft

#endif  // FFT_EXEC_TRACE_H_
