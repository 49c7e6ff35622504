#include "inspector/server/routes.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "fft/base/status.h"
#include "fft/core/chain.h"
#include "fft/kernels/generate.h"
#include "fft/plan/scheme.h"
#include "inspector/server/answers.h"
#include "inspector/server/assets.h"
#include "inspector/server/fingerprint.h"
#include "inspector/server/plan_request.h"
#include "inspector/server/views/dist_view.h"
#include "inspector/server/views/views.h"

namespace fft::inspector {
namespace {

using PlanPointer = std::shared_ptr<const StoredPlan>;

// Marks an answer that depends only on a plan's id. The id stands for the request, but another
// build of this server may plan it differently. The client therefore asks again each time and
// usually gets a 304.
HttpResponse Revalidated(HttpResponse response) {
  response.headers = {{"Cache-Control", "private, no-cache"},
                      {"ETag", absl::StrCat("\"", Fingerprint(response.body), "\"")}};
  return response;
}

std::string QueryValue(const HttpRequest& request, const std::string& name) {
  auto it = request.query.find(name);
  return it == request.query.end() ? "" : it->second;
}

absl::StatusOr<HttpResponse> GetView(const View& view, const Call& call) {
  FFT_ASSIGN_OR_RETURN(const PlanPointer plan, PlanOf(call));
  PlanPointer other = plan;
  std::map<std::string, std::string> arguments = call.captures;
  for (const char* option : view.options) arguments[option] = QueryValue(call.request, option);
  if (!arguments["with"].empty()) {
    FFT_ASSIGN_OR_RETURN(other, call.service.plans().Find(arguments["with"]));
  }
  // The place is held until there is room for the answer, which bounds the number of views in
  // memory.
  const Cancellation& cancellation = *call.request.cancellation;
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<void> place, call.service.EnterView(cancellation));
  FFT_ASSIGN_OR_RETURN(const Json json, view.make({*plan, *other, arguments}));
  HttpResponse response = Revalidated(JsonResponse(json));
  FFT_ASSIGN_OR_RETURN(response.holds, call.service.HoldBytes(response.body.size(), cancellation));
  return response;
}

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
      {{"inspector", kInspectorVersion}, {"generator", kernels::GeneratorVersion()}});
}

absl::StatusOr<HttpResponse> GetTargets(const Call& call) {
  return JsonResponse(TargetsView(Targets(), call.service.default_target().name));
}

absl::StatusOr<HttpResponse> GetSchemes(const Call&) {
  Json schemes = Json::array();
  for (const Scheme& scheme : SchemeTable()) {
    if (!PlansProblems(scheme)) continue;
    schemes.push_back({{"name", ToString(scheme.kind)}, {"summary", scheme.summary}});
  }
  return JsonResponse({{"schemes", std::move(schemes)}});
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
  FFT_ASSIGN_OR_RETURN(const std::optional<Chain> chain, ReadBody(call, ParseChainMember));
  if (chain) {
    return JsonResponse(
        {{"token", ToToken(*chain)}, {"problem", fft::ToJson(chain->arrays)}, {"chain", true}});
  }
  FFT_ASSIGN_OR_RETURN(const Problem problem, ReadBody(call, ParseProblemMember));
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
  const Cancellation& cancellation = *call.request.cancellation;
  const auto read = [&](const Json& json) {
    return ParsePlanRequest(json, call.service.default_target());
  };
  FFT_ASSIGN_OR_RETURN(const PlanRequest request, ReadBody(call, read));
  const absl::StatusOr<PlanPointer> plan = call.service.MakePlan(request, cancellation);
  if (!plan.ok()) {
    FFT_ASSIGN_OR_RETURN(const Json body, ParseJsonObject(call.request.body));
    return WithPlannedProposal(plan.status(), body, [&](const Json& changed) -> absl::Status {
      FFT_ASSIGN_OR_RETURN(const PlanRequest other, read(changed));
      return call.service.CheckPlan(other, cancellation);
    });
  }
  HttpResponse response = JsonResponse(PlanSummaryView(**plan));
  response.status = 201;
  response.headers.push_back({"Location", absl::StrCat("/api/v1/plans/", (*plan)->id)});
  return response;
}

// Answers with the bare source text, for files and compilers.
absl::StatusOr<HttpResponse> GetSourceText(const Call& call) {
  FFT_ASSIGN_OR_RETURN(const PlanPointer plan, PlanOf(call));
  FFT_ASSIGN_OR_RETURN(const View* view, FindView("source"));
  std::map<std::string, std::string> arguments = call.captures;
  for (const char* option : view->options) arguments[option] = QueryValue(call.request, option);
  FFT_ASSIGN_OR_RETURN(const Json json, view->make({*plan, *plan, arguments}));
  HttpResponse response;
  response.content_type = "text/plain; charset=utf-8";
  response.body = json["text"];
  return Revalidated(response);
}

absl::StatusOr<kernels::PlannedKernel> KernelOf(const Call& call, const StoredPlan& plan) {
  std::map<std::string, std::string> arguments = call.captures;
  arguments["candidate"] = QueryValue(call.request, "candidate");
  return ViewInput{plan, plan, arguments}.Kernel();
}

absl::StatusOr<HttpResponse> PostCode(const Call& call) {
  FFT_ASSIGN_OR_RETURN(const PlanPointer plan, PlanOf(call));
  FFT_ASSIGN_OR_RETURN(const Json body, ParseJsonObject(call.request.body));
  FFT_RETURN_IF_ERROR(CheckMembers(body, "", {}));
  FFT_ASSIGN_OR_RETURN(const kernels::PlannedKernel kernel, KernelOf(call, *plan));
  FFT_ASSIGN_OR_RETURN(const Json json,
                       call.service.Compile(kernel, plan->plan.target, *call.request.cancellation));
  return JsonResponse(json);
}

absl::StatusOr<HttpResponse> GetCode(const Call& call) {
  FFT_ASSIGN_OR_RETURN(const PlanPointer plan, PlanOf(call));
  FFT_ASSIGN_OR_RETURN(const kernels::PlannedKernel kernel, KernelOf(call, *plan));
  FFT_ASSIGN_OR_RETURN(const Json json, call.service.Compiled(kernel, plan->plan.target));
  return JsonResponse(json);
}

absl::StatusOr<HttpResponse> PostDistributed(const Call& call) {
  FFT_ASSIGN_OR_RETURN(const DistRequest request, ReadBody(call, ParseDistRequest));
  const Cancellation& cancellation = *call.request.cancellation;
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<void> place, call.service.EnterPlan(cancellation));
  FFT_ASSIGN_OR_RETURN(const Json json, DistView(request, cancellation));
  HttpResponse response = JsonResponse(json);
  FFT_ASSIGN_OR_RETURN(response.holds, call.service.HoldBytes(response.body.size(), cancellation));
  return response;
}

// The answers that an exported page needs besides the views of the plan.
Json MachineAnswers(Service& service, const StoredPlan& plan) {
  return {{"/targets", TargetsView(Targets(), service.default_target().name)},
          {absl::StrCat("/plans/", plan.id, "/measurement"),
           Json{{"measurement", service.FindingOf("measure", plan.id)}}},
          {absl::StrCat("/plans/", plan.id, "/sweep"),
           Json{{"sweep", service.FindingOf("sweep", plan.id)}}}};
}

std::string FileName(const StoredPlan& plan, const char* extension) {
  return absl::StrCat("attachment; filename=\"fft-plan-", plan.plan.target.name, "-", plan.id, ".",
                      extension, "\"");
}

absl::StatusOr<HttpResponse> GetExport(const Call& call, Service::ExportKind kind) {
  FFT_ASSIGN_OR_RETURN(const PlanPointer plan, PlanOf(call));
  const bool html = kind == Service::ExportKind::kHtml;
  const Cancellation& cancellation = *call.request.cancellation;
  HttpResponse response;
  FFT_ASSIGN_OR_RETURN(response.shared_body,
                       call.service.Export(*plan, MachineAnswers(call.service, *plan), kind,
                                           call.request.accepts_gzip, cancellation));
  if (call.request.accepts_gzip) response.headers.push_back({"Content-Encoding", "gzip"});
  response.content_type = html ? "text/html; charset=utf-8" : "application/json";
  response.headers.push_back({"Cache-Control", "no-store"});
  response.headers.push_back({"Vary", "Accept-Encoding"});
  response.headers.push_back({"Content-Disposition", FileName(*plan, html ? "html" : "json")});
  return response;
}

absl::StatusOr<HttpResponse> GetExportJson(const Call& call) {
  return GetExport(call, Service::ExportKind::kJson);
}

absl::StatusOr<HttpResponse> GetExportHtml(const Call& call) {
  return GetExport(call, Service::ExportKind::kHtml);
}

// The OpenAPI document. It is empty if the server was built without the schemas.
std::string OpenApiText() {
  for (const Asset& asset : Assets()) {
    if (asset.path != std::string("/schemas.json")) continue;
    return OpenApi(RouteTable(), Json::parse(std::string(asset.plain, asset.plain_size))).dump();
  }
  return "";
}

absl::StatusOr<HttpResponse> GetOpenApi(const Call&) {
  static const std::string& text = *new std::string(OpenApiText());
  if (text.empty()) return absl::NotFoundError("this server was built without its schemas");
  HttpResponse response;
  response.content_type = "application/json";
  response.body = text;
  return Revalidated(std::move(response));
}

// The page with a mark that says that another site has opened it.
HttpResponse MarkedPage(const Asset& page) {
  HttpResponse response;
  response.content_type = page.content_type;
  response.headers = {{"Cache-Control", "no-store"}};
  response.body = absl::StrReplaceAll(
      std::string(page.plain, page.plain_size),
      {{"<head>", "<head>\n    <meta name=\"fft-opened-by\" content=\"another site\">"}});
  return response;
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

constexpr char kSource[] = "/api/v1/plans/{id}/kernels/{kernel}/source.txt";
constexpr char kCode[] = "/api/v1/plans/{id}/kernels/{kernel}/code";

std::vector<Route> MakeRouteTable() {
  std::vector<Route> table = {
      {"GET", "/api/v1", GetRoutes, "This list", {"Routes"}},
      {"GET", "/api/v1/openapi.json", GetOpenApi, "These routes as OpenAPI 3.1", {"object"}},
      {"GET", "/api/v1/healthz", GetHealth, "Whether the server answers", {"Health"}},
      {"GET",
       "/api/v1/version",
       GetVersion,
       "Versions of the inspector and the generator",
       {"Version"}},
      {"GET", "/api/v1/targets", GetTargets, "The machines that plans are made for", {"Targets"}},
      {"GET",
       "/api/v1/schemes",
       GetSchemes,
       "The ways to turn a transform into kernels",
       {"Schemes"}},
      {"GET", "/api/v1/devices", GetDevices, "The devices of this machine", {"Devices"}},
      {"POST",
       "/api/v1/problems",
       PostProblem,
       "Complete and check a problem or token",
       {"CompletedProblem"},
       {"ProblemRequest", R"({"token": "complex_forward_len_4_8_double_ip"})"}},
      {"GET", "/api/v1/plans", GetPlans, "The plans held, most recently used first", {"Plans"}},
      {"POST",
       "/api/v1/plans",
       PostPlan,
       "Plan a problem or token for a target",
       {"PlanSummary", 201},
       {"PlanRequest", R"({"token": "complex_forward_len_65536_single_op", "target": "host"})"}},
      {"GET",
       kSource,
       GetSourceText,
       "The same source as plain text",
       {"text/plain"},
       {},
       {"candidate", "dialect", "code"}},
      {"POST",
       kCode,
       PostCode,
       "Compile a kernel: registers, spills, LDS, log",
       {"Code"},
       {"CodeRequest", "{}"},
       {"candidate"}},
      {"GET",
       kCode,
       GetCode,
       "What compiling the kernel has found before",
       {"Code"},
       {},
       {"candidate"}},
      {"GET",
       "/api/v1/plans/{id}/export.json",
       GetExportJson,
       "Everything about a plan as JSON",
       {"Export"}},
      {"GET",
       "/api/v1/plans/{id}/export.html",
       GetExportHtml,
       "The page with everything about a plan in it",
       {"text/html"}},
      {"POST",
       "/api/v1/distributed",
       PostDistributed,
       "Plan a transform over several ranks",
       {"Distributed"},
       {"DistributedRequest", R"({"token": "complex_forward_len_64_64_64_single_op", "ranks": 4,)"
                              R"( "output": [1, 4, 1], "link": "nvlink"})"}},
  };
  for (Route& route : DeviceRoutes()) table.push_back(std::move(route));
  for (const View& view : Views()) {
    table.push_back({"GET",
                     absl::StrCat("/api/v1/plans/{id}", view.path),
                     [&view](const Call& call) { return GetView(view, call); },
                     view.summary,
                     {view.schema},
                     {},
                     {view.options.begin(), view.options.end()}});
  }
  return table;
}

}  // namespace

const std::vector<Route>& RouteTable() {
  static const auto& table = *new std::vector<Route>(MakeRouteTable());
  return table;
}

HttpResponse Respond(Service& service, const HttpRequest& request) {
  for (const Asset& asset : Assets()) {
    if (request.path == asset.path && request.method == "GET") {
      if (request.opened_by_another_site && request.path == "/") return MarkedPage(asset);
      return AssetResponse(asset, request);
    }
  }
  return Dispatch(RouteTable(), service, request);
}

}  // namespace fft::inspector
