#include "inspector/server/runs/sweep.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>
#include <utility>
#include <variant>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/plan/scheme.h"
#include "fft/shapes/asked_shape.h"
#include "fft/shapes/shape_members.h"
#include "inspector/server/http/json_body.h"
#include "inspector/server/runs/machine_state.h"
#include "inspector/server/runs/measure.h"

namespace fft::inspector {
namespace {

constexpr int kMinRounds = 3;
constexpr int kMaxRounds = 100;
constexpr int64_t kMostPadding = 1 << 20;
constexpr int64_t kMostOfShape = 1 << 16;
constexpr size_t kMaxText = 60;

bool IsPadding(const std::string& field) { return absl::EndsWith(field, "padding"); }

bool IsOfShape(const std::string& field) { return FindShapeMember(field) != nullptr; }

bool HasRows(const Problem& problem) {
  return problem.loops.empty() && (problem.lengths.size() > 1 || problem.batch > 1);
}

absl::Status CheckValue(const SweepAxis& axis, const Json& value, const std::string& name) {
  if (TakesText(axis.field)) {
    if (value.is_string() && value.get_ref<const std::string&>().size() <= kMaxText) {
      return absl::OkStatus();
    }
    return InvalidField(name, value.dump(-1, ' ', true).substr(0, kMaxText),
                        absl::StrCat("texts of at most ", kMaxText, " letters"));
  }
  const int64_t most = IsPadding(axis.field) ? kMostPadding : kMostOfShape;
  if (value.is_number_integer() && value.get<int64_t>() >= 0 && value.get<int64_t>() <= most) {
    return absl::OkStatus();
  }
  return InvalidField(name, value.dump(-1, ' ', true).substr(0, kMaxText),
                      absl::StrCat("whole numbers from 0 to ", most, " and ", kPlanned));
}

absl::StatusOr<SweepAxis> AxisOf(const Json& json, const std::string& name,
                                 const Problem& problem) {
  if (!json.is_object()) return InvalidField(name, json.type_name(), "an object");
  FFT_RETURN_IF_ERROR(CheckMembers(json, name + ".", {"field", "values"}));
  const std::vector<std::string> fields = SweptFields(problem);
  SweepAxis axis;
  const Json field = json.value("field", Json());
  if (field.is_string()) axis.field = field.get<std::string>();
  if (std::find(fields.begin(), fields.end(), axis.field) == fields.end()) {
    return InvalidField(name + ".field",
                        json.contains("field") ? field.dump(-1, ' ', true).substr(0, kMaxText)
                                               : std::string("missing"),
                        absl::StrJoin(fields, ", "));
  }
  axis.values = json.value("values", Json());
  if (!axis.values.is_array() || axis.values.empty() || axis.values.size() > kMaxSweptValues) {
    return InvalidField(name + ".values", axis.values.dump(-1, ' ', true).substr(0, kMaxText),
                        absl::StrCat("a list of 1 to ", kMaxSweptValues, " values"));
  }
  for (Json& value : axis.values) {
    if (value == Json(kPlanned)) value = TakesText(axis.field) ? Json("") : Json(0);
  }
  for (size_t i = 0; i < axis.values.size(); ++i) {
    FFT_RETURN_IF_ERROR(CheckValue(axis, axis.values[i], absl::StrCat(name, ".values[", i, "]")));
  }
  return axis;
}

// The length of the kernels whose shapes are swept: the given one, or the plan's only one.
absl::StatusOr<int64_t> LengthOf(const Json& json, const PlanDescription& plan) {
  const std::vector<int64_t> lengths = SweptLengths(plan);
  if (!json.contains("length") && lengths.size() == 1) return lengths.front();
  const Json value = json.value("length", Json());
  if (value.is_number_integer() && value.get<int64_t>() >= 1) return value.get<int64_t>();
  return InvalidField(
      "length",
      json.contains("length") ? value.dump(-1, ' ', true).substr(0, kMaxText)
                              : std::string("missing"),
      absl::StrCat("the length of a kernel of this plan: ", absl::StrJoin(lengths, ", ")));
}

// Lengthens the rows of the input or output by `padding` elements.
void PadRows(const Problem& problem, int64_t padding, ArrayDescription* array) {
  const std::vector<int64_t> lengths = StoredLengths(problem, *array);
  // In place, a row of reals has the bytes of a row of complex numbers, so it gets twice as many
  // reals.
  const bool is_twice =
      problem.placement == Placement::kInPlace && array->format == ArrayFormat::kReal;
  int64_t added = is_twice ? 2 * padding : padding;
  for (size_t i = lengths.size() - 1; i-- > 0;) {
    array->strides[i] += added;
    added *= lengths[i];
  }
  array->distance += added;
}

// The wish for kernels of this length. It is added if there is none.
ShapeWish* WishFor(int64_t length, std::vector<AskedShape>* shapes) {
  for (AskedShape& shape : *shapes) {
    if (shape.length == length) return &shape.wish;
  }
  shapes->push_back({length, {}});
  return &shapes->back().wish;
}

absl::Status Apply(const SweepAxis& axis, const Json& value, int64_t length, PlanRequest* cell) {
  if (value == Json("") || value == Json(0)) return absl::OkStatus();
  if (IsPadding(axis.field)) {
    Problem& problem = cell->problem;
    const int64_t padding = value.get<int64_t>();
    if (axis.field != "output.padding") PadRows(problem, padding, &problem.input);
    if (axis.field != "input.padding") PadRows(problem, padding, &problem.output);
    return absl::OkStatus();
  }
  if (axis.field == "scheme") {
    FFT_ASSIGN_OR_RETURN(cell->options.scheme, ParseScheme("scheme", value.get<std::string>()));
    cell->options.factors.clear();
    return absl::OkStatus();
  }
  const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  return SetMember(axis.field, text, WishFor(length, &cell->options.shapes));
}

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
    Json json = TimesView(Summarize(0, std::move(cell.times)));
    json.update({{"row", cell.row},
                 {"column", cell.column},
                 {"token", ""},
                 {"shapes", ""},
                 {"scheme", nullptr},
                 {"predicted_us", nullptr},
                 {"steps", nullptr},
                 {"error", cell.error}});
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
    Json json = MeasuredOn(context_, base_, request_.caches, before);
    json["rounds"] = request_.rounds;
    json["complete"] = done_ == total_;
    json["length"] = request_.length;
    json["rows"] = ToJson(request_.rows);
    json["columns"] = request_.columns.has_value() ? ToJson(*request_.columns) : Json(nullptr);
    json["items"] = std::move(items);
    json["fastest"] = std::move(fastest);
    return json;
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

bool TakesText(const std::string& field) {
  const ShapeMember* const member = FindShapeMember(field);
  return member != nullptr ? member->is_word : field == "scheme";
}

std::vector<std::string> SweptFields(const Problem& problem) {
  std::vector<std::string> fields;
  if (HasRows(problem)) {
    fields.push_back("padding");
    if (problem.placement == Placement::kOutOfPlace) {
      fields.insert(fields.end(), {"input.padding", "output.padding"});
    }
  }
  for (const ShapeMember& member : ShapeMembers()) fields.push_back(member.name);
  fields.push_back("scheme");
  return fields;
}

std::vector<int64_t> SweptLengths(const PlanDescription& plan) {
  std::set<int64_t> lengths;
  for (const Step& step : plan.chosen().steps) {
    if (!step.kernel || !std::holds_alternative<KernelShape>(step.kernel->shape)) continue;
    int64_t length = 1;
    for (int factor : step.kernel->line().factors) length *= factor;
    lengths.insert(length);
  }
  return {lengths.begin(), lengths.end()};
}

absl::StatusOr<SweepRequest> ParseSweepRequest(const Json& json, const PlanDescription& plan) {
  FFT_RETURN_IF_ERROR(
      CheckMembers(json, "", {"rows", "columns", "length", "rounds", "cold_caches"}));
  SweepRequest request;
  if (!json.contains("rows")) return InvalidField("rows", "missing", "an object");
  FFT_ASSIGN_OR_RETURN(request.rows, AxisOf(json["rows"], "rows", plan.problem));
  if (json.contains("columns") && !json["columns"].is_null()) {
    FFT_ASSIGN_OR_RETURN(request.columns, AxisOf(json["columns"], "columns", plan.problem));
    if (request.columns->field == request.rows.field) {
      return InvalidField("columns.field", request.rows.field, "another field than rows.field");
    }
  }
  const int cells = request.row_count() * request.column_count();
  if (cells > kMaxSweptCells) {
    return InvalidField("columns.values", absl::StrCat("such that there are ", cells, " cells"),
                        absl::StrCat("at most ", kMaxSweptCells, " cells"));
  }
  const bool of_shape = IsOfShape(request.rows.field) ||
                        (request.columns.has_value() && IsOfShape(request.columns->field));
  if (of_shape) {
    FFT_ASSIGN_OR_RETURN(request.length, LengthOf(json, plan));
  }
  if (json.contains("rounds")) {
    FFT_ASSIGN_OR_RETURN(request.rounds,
                         IntMember(json["rounds"], "rounds", kMinRounds, kMaxRounds));
  }
  FFT_ASSIGN_OR_RETURN(request.caches, CachesMember(json));
  return request;
}

absl::StatusOr<PlanRequest> CellOf(const PlanDescription& plan, const SweepRequest& request,
                                   int row, int column) {
  PlanRequest cell = {plan.problem, plan.target, plan.options};
  cell.options.candidate = 0;
  FFT_RETURN_IF_ERROR(Apply(request.rows, request.rows.values[row], request.length, &cell));
  if (request.columns.has_value()) {
    FFT_RETURN_IF_ERROR(
        Apply(*request.columns, request.columns->values[column], request.length, &cell));
  }
  FFT_ASSIGN_OR_RETURN(cell.problem, CompleteProblem(cell.problem));
  return cell;
}

Json ToJson(const SweepAxis& axis) { return {{"field", axis.field}, {"values", axis.values}}; }

absl::StatusOr<Json> RunSweep(const PlanDescription& plan, const SweepRequest& request,
                              Context& context, JobControl& control, const RunLimits& limits) {
  FFT_RETURN_IF_ERROR(CheckRunnable(plan, 0, context, limits));
  return Sweep(plan, request, context, control, limits).Run();
}

}  // namespace fft::inspector
