// Finds a request's route and calls its handler.
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

// A request and its route. `captures` holds the texts in place of the path's {...} segments, by
// name.
struct Call {
  Service& service;
  const HttpRequest& request;
  std::map<std::string, std::string> captures;
};

// An answer of a route, as the OpenAPI document describes it.
struct AnswerForm {
  std::string schema;  // name of the JSON schema, or a media type
  int status = 200;
};

// The body of a route's requests, as the OpenAPI document describes it.
struct BodyForm {
  const char* schema = nullptr;  // name of the JSON schema; null if there is no body
  const char* example = nullptr;
};

// A route of the server. For example, method "GET" and pattern "/api/v1/plans/{id}/tree" give the
// handler the capture "id".
struct Route {
  const char* method;
  std::string pattern;  // "/api/v1/plans/{id}/tree"
  std::function<absl::StatusOr<HttpResponse>(const Call& call)> handler;
  const char* summary;  // a summary on one line
  AnswerForm answer;
  BodyForm body = {};
  // The names of the query's parameters. Each may be left out. Other names are refused.
  std::vector<std::string> options = {};
};

// Answers a request by its route. The answer is 404 if no route has the path, 405 with the allowed
// methods if none has the method, and 422 for an unknown parameter of the query. Errors become
// problem documents. If the client already has an answer with the same ETag, the answer is 304.
HttpResponse Dispatch(const std::vector<Route>& routes, Service& service,
                      const HttpRequest& request);

// Whether `path` matches `pattern`. Fills `captures`.
bool MatchPath(const std::string& pattern, const std::string& path,
               std::map<std::string, std::string>* captures);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_ROUTER_H_
