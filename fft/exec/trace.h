// The record of one plan's making: what each stage handed to the next, and what of it is not kept
// otherwise. One explicit `Trace*` (null = off) goes to Context::MakePlan. JSON and files are made
// of it at the very end (fft/exec/trace_events.h, fft/exec/trace_dump.h).
#ifndef FFT_EXEC_TRACE_H_
#define FFT_EXEC_TRACE_H_

#include <cstdint>
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

// How Rigor::kMeasure came to its candidate.
struct TuningReport {
  std::optional<int> known;  // the candidate that was stored; nothing is measured then
  std::vector<MeasuredCandidate> measured;
  std::optional<int> stored;  // the fastest one
  std::string store_fault;    // why it could not be stored; empty: it was
};

// Members are filled as far as the plan's making came. Not thread safe.
struct Trace {
  TuningReport tuning;
  std::optional<Problem> problem;  // completed
  std::optional<Target> target;
  std::shared_ptr<const PlanDescription> plan;
  std::vector<codegen::SourceReport> sources;  // of the plan's kernels, each once
  std::vector<KernelBuild> builds;
  absl::Status status;  // of the whole
};

}  // namespace fft

#endif  // FFT_EXEC_TRACE_H_
