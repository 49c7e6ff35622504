// Helpers of the routes' handlers: they read bodies and make answers.
#ifndef INSPECTOR_SERVER_ANSWERS_H_
#define INSPECTOR_SERVER_ANSWERS_H_

#include "fft/base/json.h"
#include "inspector/server/http/http.h"
#include "inspector/server/http/proposals.h"

namespace fft::inspector {

inline HttpResponse JsonResponse(const Json& json) {
  HttpResponse response;
  response.content_type = "application/json";
  response.body = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  response.headers.push_back({"Cache-Control", "no-store"});
  return response;
}

// The value that `read` makes of a body. If `read` refuses the body, the status carries a proposal
// (http/proposals.h).
template <typename Read>
auto ReadBody(const Json& body, const Read& read) -> decltype(read(body)) {
  auto request = read(body);
  if (request.ok()) return request;
  return WithProposal(request.status(), body,
                      [&read](const Json& changed) { return read(changed).status(); });
}

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_ANSWERS_H_
