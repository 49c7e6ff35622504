// Measures variants of a plan. Its paddings, kernel shapes or scheme vary over a grid, and each
// cell of the grid is timed.
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

inline constexpr int kMaxSweptValues = 16;  // the most values of one field
inline constexpr int kMaxSweptCells = 64;

// In requests, the value that stands for the plan's own value.
inline constexpr char kPlanned[] = "planned";

// One axis of a sweep. Values are numbers, or texts if the field takes texts. 0 and "" stand for
// the plan's own value; requests may write kPlanned instead.
struct SweepAxis {
  std::string field;
  Json values = Json::array();
};

struct SweepRequest {
  SweepAxis rows;
  std::optional<SweepAxis> columns;
  int64_t length = 0;  // length of the kernels whose shapes are swept
  int rounds = 15;     // executions of each cell
  Caches caches = Caches::kWarm;

  int row_count() const { return static_cast<int>(rows.values.size()); }
  int column_count() const {
    return columns.has_value() ? static_cast<int>(columns->values.size()) : 1;
  }
};

// The fields that can be swept for this problem.
//
// - "padding" is the number of elements between rows, in input and output. "input.padding" and
// "output.padding" are the same for only the input or only the output. A problem without rows has
// no padding. - "factors", "threads", "transforms", "exchange", "pad_every", "resident_groups",
// "staged" and "persistent" are members of a kernel's shape. - "scheme" is the scheme of the whole
// problem.
std::vector<std::string> SweptFields(const Problem& problem);

// Whether a field's values are texts. For "staged" and "persistent" the text "0" means no, not the
// plan's own value.
bool TakesText(const std::string& field);

// The lengths of this plan's kernels whose shapes can be swept.
std::vector<int64_t> SweptLengths(const PlanDescription& plan);

// Reads {"rows": {"field", "values"}, "columns": {"field", "values"}, "length", "rounds",
// "cold_caches"}. All members except "rows" may be left out. Errors name the faulty member.
absl::StatusOr<SweepRequest> ParseSweepRequest(const Json& json, const PlanDescription& plan);

// The plan's problem and options with the values of one cell. InvalidArgument if the problem or a
// shape is not valid.
absl::StatusOr<PlanRequest> CellOf(const PlanDescription& plan, const SweepRequest& request,
                                   int row, int column);

Json ToJson(const SweepAxis& axis);

// Plans and builds every cell. Then it times the first candidate of each cell in several laps over
// all cells. Only the arrays of one cell are in memory at a time. A cell that cannot be planned or
// run states the reason. The sweep ends early if it is cancelled, and after about three minutes. It
// reports {phase, done, total, row, column}.
//
// The result is {device, arch, target, token, rounds, cold_caches, complete, machine, length, rows,
// columns, items, fastest}. `fastest` is an index into `items`, or null.
absl::StatusOr<Json> RunSweep(const PlanDescription& plan, const SweepRequest& request,
                              Context& context, JobControl& control, const RunLimits& limits = {});

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_RUNS_SWEEP_H_
