// Finds the route of a request.
#ifndef INSPECTOR_SERVER_HTTP_ROUTER_H_
#define INSPECTOR_SERVER_HTTP_ROUTER_H_

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "inspector/server/http/http.h"

namespace fft::inspector {

class Service;

// One request of a route: captures hold the texts in place of the {...} segments, by name.
struct Call {
  Service& service;
  const HttpRequest& request;
  std::map<std::string, std::string> captures;
};

// An answer in the OpenAPI document.
struct AnswerForm {
  std::string schema;  // its name, or a media type in place of JSON
  int status = 200;
};

// A request's body in the OpenAPI document.
struct BodyForm {
  const char* schema = nullptr;  // its name; null: there is no body
  const char* example = nullptr;
};

// A route of the server. For example, method "GET" and pattern "/api/v1/plans/{id}/tree" give the
// handler the capture "id".
struct Route {
  const char* method;
  std::string pattern;  // "/api/v1/plans/{id}/tree"
  std::function<absl::StatusOr<HttpResponse>(const Call& call)> handler;
  const char* summary;  // one line
  AnswerForm answer;
  BodyForm body = {};
  // Names of the query's parameters, each optional; others are refused.
  std::vector<std::string> options = {};
};

// Runs the route of `request`, or answers 404, 405 with the methods that its path takes, or 422 for
// a parameter of the query that the route does not know. Errors become problem documents; answers
// with an ETag that the client already holds become 304.
HttpResponse Dispatch(const std::vector<Route>& routes, Service& service,
                      const HttpRequest& request);

// Whether `path` fits `pattern`; fills `captures`.
bool MatchPath(const std::string& pattern, const std::string& path,
               std::map<std::string, std::string>* captures);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_ROUTER_H_
