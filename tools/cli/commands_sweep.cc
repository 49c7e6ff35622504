// `fft sweep`: times a plan with one or two things changed, as the inspector's Sweep does.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "fft/base/options.h"
#include "fft/base/status.h"
#include "fft/exec/context.h"
#include "inspector/server/runs/sweep.h"
#include "tools/cli/commands.h"
#include "tools/cli/plan_options.h"
#include "tools/cli/target_choice.h"
#include "tools/cli/text_table.h"

namespace fft::cli {
namespace {

class NobodyWatches : public inspector::JobControl {
 public:
  void Report(Json) override {}
  const inspector::Cancellation& cancellation() const override { return cancellation_; }

 private:
  inspector::Cancellation cancellation_;
};

// Returns a sweep's axis from a flag's value such as "input.padding=0,8,16".
absl::StatusOr<Json> AxisOf(const Flags& flags, const char* name) {
  const std::vector<std::string> parts = absl::StrSplit(flags.Get(name), absl::MaxSplits('=', 1));
  if (parts.size() != 2) {
    return InvalidField(absl::StrCat("--", name), flags.Get(name),
                        "a field and values: padding=0,8,16");
  }
  const bool is_text = inspector::TakesText(parts[0]);
  Json values = Json::array();
  for (const auto& part : absl::StrSplit(parts[1], ',', absl::SkipEmpty())) {
    const std::string text(absl::StripAsciiWhitespace(part));
    int64_t number = 0;
    if (!is_text && absl::SimpleAtoi(text, &number)) {
      values.push_back(number);
    } else {
      values.push_back(text);
    }
  }
  return Json{{"field", parts[0]}, {"values", std::move(values)}};
}

absl::StatusOr<Json> RequestOf(const Flags& flags) {
  if (!flags.Has("rows")) {
    return absl::InvalidArgumentError("--rows is missing; allowed: FIELD=VALUE,VALUE..");
  }
  Json request = Json::object();
  for (const char* axis : {"rows", "columns"}) {
    if (!flags.Has(axis)) continue;
    FFT_ASSIGN_OR_RETURN(request[axis], AxisOf(flags, axis));
  }
  if (flags.Has("length")) {
    FFT_ASSIGN_OR_RETURN(request["length"], flags.GetInt("length", 0, 1, INT32_MAX));
  }
  FFT_ASSIGN_OR_RETURN(request["rounds"], flags.GetInt("rounds", 15, 3, 100));
  request["cold_caches"] = flags.Has("cold");
  return request;
}

std::string WordOf(const std::string& field, const Json& value) {
  const bool is_padding = field.find("padding") != std::string::npos;
  if (value == Json("") || (value == Json(0) && !is_padding)) return inspector::kPlanned;
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string CellText(const Json& item, double fastest) {
  if (item["samples"] == 0) return "-";
  const double median = item["median_ms"];
  return median == fastest ? FormatMilliseconds(median) + " *"
                           : absl::StrFormat("%s %+.0f%%", FormatMilliseconds(median),
                                             100 * (median / fastest - 1));
}

std::string SweepText(const Json& swept) {
  const std::string rows = swept["rows"]["field"];
  const bool has_columns = !swept["columns"].is_null();
  std::vector<std::string> header = {rows};
  for (const Json& value : has_columns ? swept["columns"]["values"] : Json::array({"time"})) {
    header.push_back(has_columns ? absl::StrCat(swept["columns"]["field"].get<std::string>(), " ",
                                                WordOf(swept["columns"]["field"], value))
                                 : "time");
  }
  TextTable table(header);
  const double fastest =
      swept["fastest"].is_null()
          ? 0
          : swept["items"][swept["fastest"].get<size_t>()]["median_ms"].get<double>();
  std::string reasons;
  std::vector<std::string> row;
  for (const Json& item : swept["items"]) {
    if (row.empty()) row = {WordOf(rows, swept["rows"]["values"][item["row"].get<size_t>()])};
    row.push_back(CellText(item, fastest));
    if (item["error"] != "") {
      absl::StrAppend(&reasons, "row ", item["row"].get<int>() + 1, ", column ",
                      item["column"].get<int>() + 1, ": ", item["error"].get<std::string>(), "\n");
    }
    if (row.size() == header.size()) table.Add(std::exchange(row, {}));
  }
  if (!row.empty()) table.Add(std::move(row));  // the sweep ended within a row
  for (const Json& warning : swept["machine"]["warnings"]) {
    absl::StrAppend(&reasons, "noise: ", warning.get<std::string>(), "\n");
  }
  return absl::StrCat(table.ToString(), "* fastest; medians of ", swept["rounds"].get<int>(),
                      " executions each on ", swept["device"].get<std::string>(), "\n", reasons);
}

}  // namespace

absl::Status RunSweep(const Flags& flags, std::ostream& out) {
  FFT_ASSIGN_OR_RETURN(const Problem problem, ReadProblem(flags.positional()[0]));
  FFT_ASSIGN_OR_RETURN(const PlanOptions options, ChooseOptions(flags));
  FFT_ASSIGN_OR_RETURN(const Json body, RequestOf(flags));
  ContextOptions environment = ReadEnvironment();
  environment.device = flags.Get("device", environment.device);
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<Context> context, Context::Create(environment));
  FFT_ASSIGN_OR_RETURN(const PlanDescription plan,
                       DescribePlan(problem, context->target(), options));
  FFT_ASSIGN_OR_RETURN(const inspector::SweepRequest request,
                       inspector::ParseSweepRequest(body, plan));
  NobodyWatches control;
  FFT_ASSIGN_OR_RETURN(const Json swept, inspector::RunSweep(plan, request, *context, control));
  out << (flags.Has("json") ? swept.dump(1) + "\n" : SweepText(swept));
  return absl::OkStatus();
}

}  // namespace fft::cli
