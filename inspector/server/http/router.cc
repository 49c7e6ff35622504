#include "inspector/server/http/router.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "fft/base/status.h"
#include "inspector/server/http/problem_details.h"
#include "inspector/server/http/proposals.h"

namespace fft::inspector {
namespace {

// An entity tag without its mark W/, which If-None-Match ignores.
absl::string_view Opaque(absl::string_view tag) {
  return absl::StartsWith(tag, "W/") ? tag.substr(2) : tag;
}

absl::Status CheckQuery(const Route& route, const HttpRequest& request) {
  for (const auto& [name, value] : request.query) {
    if (std::find(route.options.begin(), route.options.end(), name) != route.options.end()) {
      continue;
    }
    return InvalidField(
        name.substr(0, 60), "unknown",
        route.options.empty() ? "no parameters" : absl::StrJoin(route.options, ", "));
  }
  return absl::OkStatus();
}

// The route's answer, or its error with a proposal for the faulty parameter. Only a GET is tried
// with other values, since it changes nothing.
absl::StatusOr<HttpResponse> Answer(const Route& route, const Call& call) {
  if (absl::Status query = CheckQuery(route, call.request); !query.ok()) {
    return WithParameter(query, nullptr);
  }
  absl::StatusOr<HttpResponse> response = route.handler(call);
  if (response.ok() || call.request.method != "GET") return response;
  return WithParameter(response.status(), [&](const std::string& name, const std::string& value) {
    HttpRequest request = call.request;
    Call changed = {call.service, request, call.captures};
    const auto capture = changed.captures.find(name);
    (capture == changed.captures.end() ? request.query[name] : capture->second) = value;
    return route.handler(changed).status();
  });
}

// Turns the answer into a 304 if the client already has it (RFC 9110, section 13.1.2).
HttpResponse Revalidate(const HttpRequest& request, HttpResponse response) {
  if (response.status != 200 || request.if_none_match.empty()) return response;
  for (const auto& [name, value] : response.headers) {
    if (name != "ETag") continue;
    for (absl::string_view tag : absl::StrSplit(request.if_none_match, ',')) {
      if (Opaque(absl::StripAsciiWhitespace(tag)) == Opaque(value)) {
        response.status = 304;
        response.body.clear();
      }
    }
  }
  return response;
}

}  // namespace

bool MatchPath(const std::string& pattern, const std::string& path,
               std::map<std::string, std::string>* captures) {
  captures->clear();
  const std::vector<std::string> want = absl::StrSplit(pattern, '/');
  const std::vector<std::string> have = absl::StrSplit(path, '/');
  if (want.size() != have.size()) return false;
  for (size_t i = 0; i < want.size(); ++i) {
    if (!want[i].empty() && want[i].front() == '{') {
      if (have[i].empty()) return false;
      (*captures)[want[i].substr(1, want[i].size() - 2)] = have[i];
    } else if (want[i] != have[i]) {
      return false;
    }
  }
  return true;
}

HttpResponse Dispatch(const std::vector<Route>& routes, Service& service,
                      const HttpRequest& request) {
  std::vector<std::string> allowed;
  std::map<std::string, std::string> captures;
  for (const Route& route : routes) {
    if (!MatchPath(route.pattern, request.path, &captures)) continue;
    if (request.method == route.method) {
      absl::StatusOr<HttpResponse> response =
          Answer(route, Call{service, request, std::move(captures)});
      if (!response.ok()) return ProblemResponse(response.status());
      return Revalidate(request, *std::move(response));
    }
    allowed.push_back(route.method);
    if (allowed.back() == "GET") allowed.push_back("HEAD");
  }
  if (allowed.empty()) {
    return ProblemResponse(404, "no such resource; GET /api/v1 lists the routes");
  }
  const std::string methods = absl::StrJoin(allowed, ", ");
  HttpResponse response = ProblemResponse(405, absl::StrCat(request.method,
                                                            " is not a method of this resource; "
                                                            "allowed: ",
                                                            methods));
  response.headers.push_back({"Allow", methods});
  return response;
}

}  // namespace fft::inspector
