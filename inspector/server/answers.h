// Helpers of the routes' handlers: they read requests and make answers.
#ifndef INSPECTOR_SERVER_ANSWERS_H_
#define INSPECTOR_SERVER_ANSWERS_H_

#include <memory>

#include "absl/status/statusor.h"
#include "fft/base/json.h"
#include "fft/base/status.h"
#include "inspector/server/http/http.h"
#include "inspector/server/http/json_body.h"
#include "inspector/server/http/proposals.h"
#include "inspector/server/http/router.h"
#include "inspector/server/service.h"

namespace fft::inspector {

inline HttpResponse JsonResponse(const Json& json) {
  HttpResponse response;
  response.content_type = "application/json";
  response.body = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  response.headers.push_back({"Cache-Control", "no-store"});
  return response;
}

// The plan that the path names.
inline absl::StatusOr<std::shared_ptr<const StoredPlan>> PlanOf(const Call& call) {
  return call.service.plans().Find(call.captures.at("id"));
}

// The value that `read` makes of the request's body. If `read` refuses the body, the status carries
// a proposal (http/proposals.h).
template <typename Read>
auto ReadBody(const Call& call, const Read& read) -> decltype(read(Json())) {
  FFT_ASSIGN_OR_RETURN(const Json body, ParseJsonObject(call.request.body));
  auto request = read(body);
  if (request.ok()) return request;
  return WithProposal(request.status(), body,
                      [&read](const Json& changed) { return read(changed).status(); });
}

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_ANSWERS_H_
