#include "inspector/server/plan_request.h"

#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/field_error.h"
#include "fft/base/status.h"
#include "fft/exec/describe_chain.h"
#include "fft/exec/pipeline.h"
#include "fft/plan/scheme.h"
#include "inspector/server/http/json_body.h"

namespace fft::inspector {
namespace {

absl::StatusOr<std::vector<int64_t>> FactorsMember(const Json& value) {
  std::vector<int64_t> factors;
  const bool is_list = value.is_array() && value.size() <= size_t{kMostFactors};
  for (const Json& factor : is_list ? value : Json::array({value})) {
    if (!is_list || !factor.is_number_integer() || factor.get<int64_t>() < 1) {
      return InvalidField(
          "options.factors", factor.dump(-1, ' ', true).substr(0, 60),
          absl::StrCat("a list of whole numbers from 1, at most ", kMostFactors, " of them"));
    }
    factors.push_back(factor.get<int64_t>());
  }
  return factors;
}

}  // namespace

absl::StatusOr<PlanOptions> ParsePlanOptions(const Json& json, int most_candidates) {
  PlanOptions options;
  options.max_candidates = kMaxCandidates;
  if (!json.is_object()) return InvalidField("options", json.type_name(), "an object");
  if (json.contains("callbacks")) {
    return InvalidField("options.callbacks", "source text",
                        "nothing: code is never taken over HTTP; the program that links the "
                        "library gives it");
  }
  FFT_RETURN_IF_ERROR(
      CheckMembers(json, "options.",
                   {"strategy", "allow_input_overwrite", "allow_gap_overwrite", "independent_rows",
                    "scheme", "factors", "shapes", "candidate", "max_candidates"}));
  if (json.contains("strategy")) {
    FFT_ASSIGN_OR_RETURN(const std::string name,
                         StringMember(json["strategy"], "options.strategy"));
    FFT_ASSIGN_OR_RETURN(options.strategy, ParseStrategy("options.strategy", name));
  }
  if (json.contains("allow_input_overwrite")) {
    FFT_ASSIGN_OR_RETURN(
        options.allow_input_overwrite,
        BoolMember(json["allow_input_overwrite"], "options.allow_input_overwrite"));
  }
  if (json.contains("independent_rows")) {
    FFT_ASSIGN_OR_RETURN(options.independent_rows,
                         BoolMember(json["independent_rows"], "options.independent_rows"));
  }
  if (json.contains("allow_gap_overwrite")) {
    FFT_ASSIGN_OR_RETURN(options.allow_gap_overwrite,
                         BoolMember(json["allow_gap_overwrite"], "options.allow_gap_overwrite"));
  }
  if (json.contains("scheme") && !json["scheme"].is_null()) {
    FFT_ASSIGN_OR_RETURN(const std::string name, StringMember(json["scheme"], "options.scheme"));
    FFT_ASSIGN_OR_RETURN(options.scheme, ParseChainScheme("options.scheme", name));
  }
  if (json.contains("factors")) {
    FFT_ASSIGN_OR_RETURN(options.factors, FactorsMember(json["factors"]));
  }
  if (json.contains("shapes")) {
    FFT_ASSIGN_OR_RETURN(const std::string text, StringMember(json["shapes"], "options.shapes"));
    absl::StatusOr<std::vector<AskedShape>> shapes = ParseAskedShapes(text);
    if (!shapes.ok()) return Within("options.shapes", shapes.status());
    options.shapes = *std::move(shapes);
  }
  if (json.contains("candidate")) {
    FFT_ASSIGN_OR_RETURN(options.candidate,
                         IntMember(json["candidate"], "options.candidate", 0, most_candidates - 1));
  }
  if (json.contains("max_candidates")) {
    FFT_ASSIGN_OR_RETURN(const int count, IntMember(json["max_candidates"],
                                                    "options.max_candidates", 1, most_candidates));
    options.max_candidates = count;
    if (count > kMaxCandidates) KeepCandidates(count, &options);
  }
  return options;
}

Json OptionsMember(const PlanOptions& options) {
  Json json = ToJson(options);
  json["candidate"] = options.candidate;
  json["max_candidates"] = options.max_candidates;
  return json;
}

absl::StatusOr<Problem> ParseProblemMember(const Json& json) {
  if (json.contains("token") == json.contains("problem")) {
    return InvalidField("problem", json.contains("token") ? "given twice" : "missing",
                        "one of \"problem\" (an object) and \"token\" (a string)");
  }
  if (json.contains("token")) {
    FFT_ASSIGN_OR_RETURN(const std::string token, StringMember(json["token"], "token"));
    return ParseToken(token);
  }
  if (!json["problem"].is_object()) {
    return InvalidField("problem", json["problem"].type_name(), "an object");
  }
  FFT_ASSIGN_OR_RETURN(const Problem problem, ProblemFromJson(json["problem"]));
  return CompleteProblem(problem);
}

absl::StatusOr<std::optional<Chain>> ParseChainMember(const Json& json) {
  const bool is_chain = !json.contains("problem") && json.contains("token") &&
                        json["token"].is_string() && IsChainToken(json["token"].get<std::string>());
  if (!is_chain) return std::nullopt;
  FFT_ASSIGN_OR_RETURN(const Chain chain, ParseChainToken(json["token"].get<std::string>()));
  return std::optional<Chain>(chain);
}

absl::StatusOr<PlanRequest> ParsePlanRequest(const Json& json, const Target& default_target) {
  FFT_RETURN_IF_ERROR(CheckMembers(json, "", {"problem", "token", "target", "options", "part"}));
  PlanRequest request;
  FFT_ASSIGN_OR_RETURN(request.chain, ParseChainMember(json));
  if (request.chain) {
    request.problem = request.chain->arrays;
  } else {
    FFT_ASSIGN_OR_RETURN(request.problem, ParseProblemMember(json));
  }
  if (json.contains("part")) {
    // The plan of the chain decides how many parts it has.
    const int most = request.chain ? std::numeric_limits<int>::max() : 0;
    FFT_ASSIGN_OR_RETURN(request.part, IntMember(json["part"], "part", 0, most));
  }
  request.target = default_target;
  if (json.contains("target")) {
    FFT_ASSIGN_OR_RETURN(const std::string name, StringMember(json["target"], "target"));
    // The device's own target has the device's limits.
    absl::StatusOr<Target> target = name == default_target.name ? default_target : FindTarget(name);
    if (!target.ok()) {
      std::vector<std::string> names;
      for (const Target& known : Targets()) names.push_back(known.name);
      return InvalidField("target", name.substr(0, 60), absl::StrJoin(names, ", "));
    }
    request.target = *std::move(target);
  }
  FFT_ASSIGN_OR_RETURN(
      request.options,
      ParsePlanOptions(json.contains("options") ? json["options"] : Json::object()));
  return request;
}

PlanOptions CancelledBy(const Cancellation& cancellation, PlanOptions options) {
  options.cancel = cancellation.token();
  return options;
}

std::string CanonicalText(const PlanRequest& request) {
  return Json{
      {"problem", request.chain ? Json{{"chain", ToToken(*request.chain)}, {"part", request.part}}
                                : fft::ToJson(request.problem)},
      {"target", fft::ToJson(request.target)},
      {"options", OptionsMember(request.options)}}
      .dump(-1, ' ', true, Json::error_handler_t::replace);
}

}  // namespace fft::inspector
