#include "inspector/server/runs/sweep.h"

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/shapes/asked_shape.h"
#include "inspector/server/runs/machine_state.h"
#include "inspector/server/runs/measure.h"

namespace fft::inspector {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLaps = 3;  // several, so that a slow minute of the machine affects all cells
constexpr auto kTimeBudget = std::chrono::minutes(3);

struct Cell {
  int row = 0;
  int column = 0;
  std::shared_ptr<const Plan> plan;  // null if the cell has no plan that can run
  std::string error;
  std::vector<double> times;
};

class Sweep {
 public:
  Sweep(const PlanDescription& base, const SweepRequest& request, Context& context,
        JobControl& control, const RunLimits& limits)
      : base_(base),
        request_(request),
        context_(context),
        control_(control),
        limits_(limits),
        total_(request.row_count() * request.column_count() * (1 + kLaps)),
        deadline_(Clock::now() + kTimeBudget) {}

  absl::StatusOr<Json> Run() {
    for (int row = 0; row < request_.row_count(); ++row) {
      for (int column = 0; column < request_.column_count(); ++column) {
        if (Ended()) break;
        cells_.push_back({row, column, nullptr, "", {}});
        Cell& cell = cells_.back();
        absl::StatusOr<std::shared_ptr<const Plan>> plan = Build(row, column);
        if (plan.ok()) {
          cell.plan = *std::move(plan);
        } else {
          cell.error = std::string(plan.status().message());
        }
        Progress("build", cell);
      }
    }
    const ProcessorSample before = SampleProcessors();
    for (int lap = 0; lap < kLaps; ++lap) {
      for (Cell& cell : cells_) {
        if (Ended()) break;
        if (cell.error.empty()) {
          const absl::Status ran = Lap(lap, &cell);
          if (!ran.ok()) cell.error = std::string(ran.message());
        }
        Progress("time", cell);
      }
    }
    return View(before);
  }

 private:
  bool Ended() const { return control_.cancelled() || Clock::now() > deadline_; }

  void Progress(const char* phase, const Cell& cell) {
    control_.Report({{"phase", phase},
                     {"done", ++done_},
                     {"total", total_},
                     {"row", cell.row},
                     {"column", cell.column}});
  }

  absl::StatusOr<std::shared_ptr<const Plan>> Build(int row, int column) {
    FFT_ASSIGN_OR_RETURN(const PlanRequest asked, CellOf(base_, request_, row, column));
    const PlanOptions options = CancelledBy(control_.cancellation(), asked.options);
    FFT_ASSIGN_OR_RETURN(std::shared_ptr<const Plan> plan,
                         context_.MakePlan(asked.problem, options));
    const PlanDescription& made = plan->description();
    const int64_t bytes = SaturatingAdd(RunBytes(made, made.candidate),
                                        CoolingBytes(context_.device(), request_.caches));
    FFT_RETURN_IF_ERROR(CheckRunnable(made, bytes, context_, limits_));
    return plan;
  }

  // Executes one lap's share of a cell's executions.
  absl::Status Lap(int lap, Cell* cell) {
    const int first = request_.rounds * lap / kLaps;
    const int last = request_.rounds * (lap + 1) / kLaps;
    PlanRunner runner(cell->plan->description(), context_.device(), request_.caches);
    FFT_RETURN_IF_ERROR(runner.Prepare(cell->plan->workspace_bytes()));
    FFT_RETURN_IF_ERROR(runner.Time(*cell->plan).status());
    for (int round = first; round < last && !control_.cancelled(); ++round) {
      FFT_ASSIGN_OR_RETURN(const double milliseconds, runner.Time(*cell->plan));
      cell->times.push_back(milliseconds);
    }
    return absl::OkStatus();
  }

  Json CellView(Cell& cell) const {
    if (!cell.error.empty()) cell.times.clear();
    const Timing timing = Summarize(0, std::move(cell.times));
    Json json = {{"row", cell.row},
                 {"column", cell.column},
                 {"median_ms", timing.median},
                 {"low_ms", timing.low},
                 {"high_ms", timing.high},
                 {"best_ms", timing.best},
                 {"samples", timing.samples},
                 {"token", ""},
                 {"shapes", ""},
                 {"scheme", nullptr},
                 {"predicted_us", nullptr},
                 {"steps", nullptr},
                 {"error", cell.error}};
    if (cell.plan == nullptr) return json;
    const PlanDescription& made = cell.plan->description();
    json["token"] = ToToken(made.problem);
    json["shapes"] = fft::ToString(made.options.shapes);
    if (made.options.scheme.has_value()) json["scheme"] = fft::ToString(*made.options.scheme);
    json["predicted_us"] = made.chosen().seconds * 1e6;
    json["steps"] = made.chosen().steps.size();
    return json;
  }

  Json View(const ProcessorSample& before) {
    Json items = Json::array();
    Json fastest = nullptr;
    for (Cell& cell : cells_) {
      items.push_back(CellView(cell));
      const Json& item = items.back();
      if (item["samples"] == 0) continue;
      const bool faster =
          fastest.is_null() || item["median_ms"] < items[fastest.get<size_t>()]["median_ms"];
      if (faster) fastest = items.size() - 1;
    }
    return {{"device", context_.device().name()},
            {"arch", context_.device().arch()},
            {"target", base_.target.name},
            {"token", ToToken(base_.problem)},
            {"rounds", request_.rounds},
            {"cold_caches", request_.caches == Caches::kCold},
            {"complete", done_ == total_},
            {"machine", MachineView(StateBetween(before, SampleProcessors()), context_.device())},
            {"length", request_.length},
            {"rows", ToJson(request_.rows)},
            {"columns", request_.columns.has_value() ? ToJson(*request_.columns) : Json(nullptr)},
            {"items", std::move(items)},
            {"fastest", std::move(fastest)}};
  }

  const PlanDescription& base_;
  const SweepRequest& request_;
  Context& context_;
  JobControl& control_;
  const RunLimits& limits_;
  std::vector<Cell> cells_;
  int done_ = 0;
  const int total_;
  const Clock::time_point deadline_;
};

}  // namespace

absl::StatusOr<Json> RunSweep(const PlanDescription& plan, const SweepRequest& request,
                              Context& context, JobControl& control, const RunLimits& limits) {
  FFT_RETURN_IF_ERROR(CheckRunnable(plan, 0, context, limits));
  return Sweep(plan, request, context, control, limits).Run();
}

}  // namespace fft::inspector
