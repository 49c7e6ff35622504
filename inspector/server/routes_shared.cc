#include "inspector/server/routes_shared.h"

#include <memory>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "inspector/server/answers.h"
#include "inspector/server/http/json_body.h"
#include "inspector/server/service.h"
#include "inspector/server/views/dist_view.h"
#include "inspector/server/views/programs_view.h"

namespace fft::inspector {
namespace {

absl::StatusOr<HttpResponse> GetLinks(const Call& call) {
  FFT_ASSIGN_OR_RETURN(Json links, call.service.links().List());
  return JsonResponse({{"links", std::move(links)}});
}

absl::StatusOr<HttpResponse> PostLink(const Call& call) {
  FFT_ASSIGN_OR_RETURN(const Json body, ParseJsonObject(call.request.body));
  FFT_ASSIGN_OR_RETURN(const NamedLink link, ReadBody(body, ParseNamedLink));
  FFT_RETURN_IF_ERROR(call.service.links().Save(link));
  HttpResponse response = JsonResponse({{"name", link.name}, {"view", link.view}});
  response.status = 201;
  response.headers.push_back({"Location", absl::StrCat("/api/v1/links/", link.name)});
  return response;
}

absl::StatusOr<HttpResponse> DeleteLink(const Call& call) {
  FFT_RETURN_IF_ERROR(call.service.links().Remove(call.captures.at("name")));
  return GetLinks(call);
}

absl::StatusOr<HttpResponse> GetPrograms(const Call& call) {
  const Cancellation& cancellation = *call.request.cancellation;
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<void> place, call.service.EnterView(cancellation));
  return JsonResponse(ProgramsView(call.service.folders().traces));
}

absl::StatusOr<HttpResponse> PostDistributed(const Call& call) {
  FFT_ASSIGN_OR_RETURN(const Json body, ParseJsonObject(call.request.body));
  FFT_ASSIGN_OR_RETURN(const DistRequest request, ReadBody(body, ParseDistRequest));
  const Cancellation& cancellation = *call.request.cancellation;
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<void> place, call.service.EnterPlan(cancellation));
  FFT_ASSIGN_OR_RETURN(const Json json, DistView(request, cancellation));
  HttpResponse response = JsonResponse(json);
  FFT_ASSIGN_OR_RETURN(response.holds, call.service.HoldBytes(response.body.size(), cancellation));
  return response;
}

}  // namespace

std::vector<Route> SharedRoutes() {
  return {
      {"GET", "/api/v1/links", GetLinks, "Views that were given a name"},
      {"POST", "/api/v1/links", PostLink, "Give a view a name"},
      {"DELETE", "/api/v1/links/{name}", DeleteLink, "Forget a named view"},
      {"GET", "/api/v1/programs", GetPrograms, "Plans that running programs have made"},
      {"POST", "/api/v1/distributed", PostDistributed, "Plan a transform over several ranks"},
  };
}

}  // namespace fft::inspector
