#include "inspector/server/routes.h"

#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/codegen/generate.h"
#include "inspector/server/assets.h"
#include "inspector/server/fingerprint.h"
#include "inspector/server/json_body.h"
#include "inspector/server/plan_request.h"
#include "inspector/server/problem_details.h"
#include "inspector/server/run_view.h"
#include "inspector/server/views_candidates.h"
#include "inspector/server/views_kernels.h"
#include "inspector/server/views_plan.h"
#include "inspector/server/views_search.h"

namespace fft::inspector {
namespace {

using PlanPointer = std::shared_ptr<const StoredPlan>;

HttpResponse JsonResponse(const Json& json) {
  HttpResponse response;
  response.content_type = "application/json";
  response.body = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  response.headers.push_back({"Cache-Control", "no-store"});
  return response;
}

// For what depends on a plan's id alone: the id names the contents, but another build of this
// server may plan differently, so the client asks again and mostly gets a 304.
HttpResponse Revalidated(HttpResponse response) {
  response.headers = {{"Cache-Control", "private, no-cache"},
                      {"ETag", absl::StrCat("\"", Fingerprint(response.body), "\"")}};
  return response;
}

std::string QueryValue(const HttpRequest& request, const std::string& name) {
  auto it = request.query.find(name);
  return it == request.query.end() ? "" : it->second;
}

absl::StatusOr<int> IndexBelow(const std::string& name, const std::string& text, size_t count) {
  int index = 0;
  if (!absl::SimpleAtoi(text, &index) || index < 0 || index >= static_cast<int64_t>(count)) {
    return WithHttpStatus(404,
                          InvalidField(name, text.substr(0, 30), absl::StrCat("0 to ", count - 1)));
  }
  return index;
}

absl::StatusOr<PlanPointer> PlanOf(const Call& call) {
  return call.service.plans().Find(call.captures[0]);
}

absl::StatusOr<int> CandidateOf(const PlanDescription& plan, const std::string& text) {
  if (text.empty()) return plan.candidate;
  return IndexBelow("candidate", text, plan.search.candidates.size());
}

absl::StatusOr<std::vector<codegen::PlannedKernel>> KernelsFor(const PlanDescription& plan,
                                                               int candidate) {
  if (candidate == plan.candidate) return plan.kernels;
  return KernelsOfCandidate(plan, candidate);
}

// A view of a plan that needs no more than the plan.
template <Json (*kView)(const StoredPlan&)>
absl::StatusOr<HttpResponse> GetPlanView(const Call& call) {
  FFT_ASSIGN_OR_RETURN(const PlanPointer plan, PlanOf(call));
  return Revalidated(JsonResponse(kView(*plan)));
}

Json TreeOfPlan(const StoredPlan& plan) { return TreeView(plan.plan.tree); }
Json SearchOfPlan(const StoredPlan& plan) { return SearchView(plan.plan, plan.trace); }
Json TraceOfPlan(const StoredPlan& plan) { return TraceView(plan.trace); }

absl::StatusOr<HttpResponse> GetRoutes(const Call&) {
  Json routes = Json::array();
  for (const Route& route : RouteTable()) {
    routes.push_back(
        {{"method", route.method}, {"path", route.pattern}, {"summary", route.summary}});
  }
  return JsonResponse({{"routes", std::move(routes)}});
}

absl::StatusOr<HttpResponse> GetHealth(const Call&) { return JsonResponse({{"status", "ok"}}); }

absl::StatusOr<HttpResponse> GetVersion(const Call&) {
  return JsonResponse(
      {{"inspector", kInspectorVersion}, {"generator", codegen::GeneratorVersion()}});
}

absl::StatusOr<HttpResponse> GetTargets(const Call& call) {
  return JsonResponse(TargetsView(Targets(), call.service.default_target().name));
}

absl::StatusOr<HttpResponse> GetDevices(const Call& call) {
  const auto& context = call.service.context();
  Json json = DevicesView(call.service.devices(),
                          context.ok() ? (*context)->device().name() : std::string());
  json["target"] = call.service.default_target().name;
  json["reason"] = std::string(context.status().message());
  return JsonResponse(json);
}

absl::StatusOr<HttpResponse> PostProblem(const Call& call) {
  FFT_ASSIGN_OR_RETURN(const Json body, ParseJsonObject(call.request.body));
  FFT_ASSIGN_OR_RETURN(const Problem problem, ParseProblemMember(body));
  return JsonResponse({{"token", ToToken(problem)}, {"problem", fft::ToJson(problem)}});
}

absl::StatusOr<HttpResponse> GetPlans(const Call& call) {
  Json plans = Json::array();
  for (const PlanPointer& plan : call.service.plans().List()) {
    plans.push_back(PlanSummaryView(*plan));
  }
  return JsonResponse({{"plans", std::move(plans)}});
}

absl::StatusOr<HttpResponse> PostPlan(const Call& call) {
  FFT_ASSIGN_OR_RETURN(const Json body, ParseJsonObject(call.request.body));
  FFT_ASSIGN_OR_RETURN(const PlanRequest request,
                       ParsePlanRequest(body, call.service.default_target()));
  FFT_ASSIGN_OR_RETURN(const PlanPointer plan, call.service.MakePlan(request));
  HttpResponse response = JsonResponse(PlanSummaryView(*plan));
  response.status = 201;
  response.headers.push_back({"Location", absl::StrCat("/api/v1/plans/", plan->id)});
  return response;
}

absl::StatusOr<HttpResponse> GetCandidates(const Call& call) {
  FFT_ASSIGN_OR_RETURN(const PlanPointer plan, PlanOf(call));
  FFT_ASSIGN_OR_RETURN(
      const CandidatesQuery query,
      ParseCandidatesQuery(QueryValue(call.request, "sort"), QueryValue(call.request, "limit")));
  return Revalidated(JsonResponse(CandidatesView(plan->plan, query)));
}

absl::StatusOr<HttpResponse> GetCandidate(const Call& call) {
  FFT_ASSIGN_OR_RETURN(const PlanPointer plan, PlanOf(call));
  FFT_ASSIGN_OR_RETURN(const int candidate, CandidateOf(plan->plan, call.captures[1]));
  // A candidate that cannot be lowered is shown all the same, with the reason.
  absl::StatusOr<std::vector<codegen::PlannedKernel>> kernels = KernelsFor(plan->plan, candidate);
  Json json = CandidateView(plan->plan, candidate,
                            kernels.ok() ? *kernels : std::vector<codegen::PlannedKernel>());
  json["kernels_error"] = std::string(kernels.status().message());
  return Revalidated(JsonResponse(json));
}

absl::StatusOr<HttpResponse> GetKernels(const Call& call) {
  FFT_ASSIGN_OR_RETURN(const PlanPointer plan, PlanOf(call));
  FFT_ASSIGN_OR_RETURN(const int candidate,
                       CandidateOf(plan->plan, QueryValue(call.request, "candidate")));
  FFT_ASSIGN_OR_RETURN(const auto kernels, KernelsFor(plan->plan, candidate));
  return Revalidated(JsonResponse(KernelsView(plan->plan, kernels)));
}

absl::StatusOr<HttpResponse> GetSource(const Call& call) {
  FFT_ASSIGN_OR_RETURN(const PlanPointer plan, PlanOf(call));
  FFT_ASSIGN_OR_RETURN(const int candidate,
                       CandidateOf(plan->plan, QueryValue(call.request, "candidate")));
  FFT_ASSIGN_OR_RETURN(const auto kernels, KernelsFor(plan->plan, candidate));
  FFT_ASSIGN_OR_RETURN(const int index, IndexBelow("kernel", call.captures[1], kernels.size()));
  FFT_ASSIGN_OR_RETURN(const std::string source, SourceOf(kernels[index], plan->plan.target));
  const std::string format = QueryValue(call.request, "format");
  if (format == "json") {
    return Revalidated(JsonResponse(SourceView(kernels[index], plan->plan.target, source)));
  }
  if (!format.empty() && format != "text") {
    return InvalidField("format", format.substr(0, 30), "text, json");
  }
  HttpResponse response;
  response.content_type = "text/plain; charset=utf-8";
  response.body = source;
  return Revalidated(response);
}

absl::StatusOr<HttpResponse> PostRun(const Call& call) {
  FFT_ASSIGN_OR_RETURN(const PlanPointer plan, PlanOf(call));
  FFT_ASSIGN_OR_RETURN(const Json body, ParseJsonObject(call.request.body));
  FFT_ASSIGN_OR_RETURN(const RunRequest request, ParseRunRequest(body, plan->plan));
  FFT_ASSIGN_OR_RETURN(const RunReport report, call.service.Run(plan->plan, request));
  return JsonResponse(RunView(report));
}

HttpResponse AssetResponse(const Asset& asset, const HttpRequest& request) {
  HttpResponse response;
  response.content_type = asset.content_type;
  response.headers = {
      {"Cache-Control", "no-cache"}, {"Vary", "Accept-Encoding"}, {"ETag", asset.etag}};
  if (request.if_none_match == asset.etag) {
    response.status = 304;
  } else if (request.accepts_gzip) {
    response.headers.push_back({"Content-Encoding", "gzip"});
    response.body.assign(asset.gzip, asset.gzip_size);
  } else {
    response.body.assign(asset.plain, asset.plain_size);
  }
  return response;
}

}  // namespace

const std::vector<Route>& RouteTable() {
  static const auto& table = *new std::vector<Route>{
      {"GET", "/api/v1", GetRoutes, "This list"},
      {"GET", "/api/v1/healthz", GetHealth, "Whether the server answers"},
      {"GET", "/api/v1/version", GetVersion, "Versions of the inspector and the generator"},
      {"GET", "/api/v1/targets", GetTargets, "The machines that plans are made for"},
      {"GET", "/api/v1/devices", GetDevices, "The devices of this machine"},
      {"POST", "/api/v1/problems", PostProblem, "Complete and check a problem or token"},
      {"GET", "/api/v1/plans", GetPlans, "The plans held, most recently used first"},
      {"POST", "/api/v1/plans", PostPlan, "Plan a problem or token for a target"},
      {"GET", "/api/v1/plans/{id}", GetPlanView<PlanView>, "A whole plan"},
      {"GET", "/api/v1/plans/{id}/tree", GetPlanView<TreeOfPlan>, "The plan tree"},
      {"GET", "/api/v1/plans/{id}/candidates", GetCandidates,
       "Ranked buffer assignments; ?sort= a criterion, ?limit="},
      {"GET", "/api/v1/plans/{id}/candidates/{k}", GetCandidate, "One assignment step by step"},
      {"GET", "/api/v1/plans/{id}/search", GetPlanView<SearchOfPlan>,
       "Passes, refusals and schemes"},
      {"GET", "/api/v1/plans/{id}/kernels", GetKernels, "Kernels; ?candidate="},
      {"GET", "/api/v1/plans/{id}/kernels/{i}/source", GetSource,
       "A kernel's source; ?candidate=, ?format=text|json"},
      {"GET", "/api/v1/plans/{id}/trace", GetPlanView<TraceOfPlan>, "What every stage recorded"},
      {"POST", "/api/v1/plans/{id}/run", PostRun,
       "Execute on this machine's device: time and error"},
  };
  return table;
}

HttpResponse Respond(Service& service, const HttpRequest& request) {
  for (const Asset& asset : Assets()) {
    if (request.path == asset.path && request.method == "GET") {
      return AssetResponse(asset, request);
    }
  }
  return Dispatch(RouteTable(), service, request);
}

}  // namespace fft::inspector
