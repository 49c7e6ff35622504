// Measures variants of a plan: a grid of paddings, kernel shapes or schemes, a time for each cell.
#ifndef INSPECTOR_SERVER_RUNS_SWEEP_H_
#define INSPECTOR_SERVER_RUNS_SWEEP_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/base/json.h"
#include "fft/exec/context.h"
#include "fft/exec/pipeline.h"
#include "inspector/server/plan_request.h"
#include "inspector/server/runs/jobs.h"
#include "inspector/server/runs/plan_runner.h"

namespace fft::inspector {

inline constexpr int kMaxSweptValues = 16;  // of one field
inline constexpr int kMaxSweptCells = 64;

// A value that stands for the value of the plan on show.
inline constexpr char kPlanned[] = "planned";

// One axis of a sweep. Values are numbers, or texts where the field takes texts. 0 and "" stand for
// the value of the plan on show; requests may say kPlanned.
struct SweepAxis {
  std::string field;
  Json values = Json::array();
};

struct SweepRequest {
  SweepAxis rows;
  std::optional<SweepAxis> columns;
  int64_t length = 0;  // of the lines of the kernels whose shapes are swept
  int rounds = 15;     // executions of each cell
  Caches caches = Caches::kWarm;

  int row_count() const { return static_cast<int>(rows.values.size()); }
  int column_count() const {
    return columns.has_value() ? static_cast<int>(columns->values.size()) : 1;
  }
};

// The fields that can be swept for this plan: "padding" (elements between the rows of both sides),
// "input.padding" and "output.padding" where there are rows; the members of a kernel's shape
// ("factors", "threads", "transforms", "exchange", "pad_every", "resident_groups", "staged",
// "persistent"); "scheme".
std::vector<std::string> SweptFields(const Problem& problem);

// Whether a field's values are texts: "0" of "staged" and "persistent" means no, not the value of
// the plan on show.
bool TakesText(const std::string& field);

// Lengths that shapes of this plan's kernels can be asked for.
std::vector<int64_t> SweptLengths(const PlanDescription& plan);

// Reads {"rows": {"field", "values"}, "columns": likewise, "length", "rounds", "cold_caches"}; all
// members except rows may be left out. Errors name the member at fault.
absl::StatusOr<SweepRequest> ParseSweepRequest(const Json& json, const PlanDescription& plan);

// The plan's problem and options with the values of one cell. InvalidArgument where they make no
// valid problem or shape.
absl::StatusOr<PlanRequest> CellOf(const PlanDescription& plan, const SweepRequest& request,
                                   int row, int column);

Json ToJson(const SweepAxis& axis);

// Plans and builds every cell, then times the first candidate of each cell in turn, lap after lap.
// Memory holds the arrays of one cell at a time. Cells that cannot be planned or run say why. Ends
// early when cancelled or after about three minutes. Reports {phase, done, total, row, column}.
//
// {device, arch, target, token, rounds, cold_caches, complete, machine, length, rows, columns,
// items, fastest}; `fastest` is an index into `items`, or null.
absl::StatusOr<Json> RunSweep(const PlanDescription& plan, const SweepRequest& request,
                              Context& context, JobControl& control, const RunLimits& limits = {});

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_RUNS_SWEEP_H_
