#include "inspector/server/router.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "inspector/server/problem_details.h"

namespace fft::inspector {
namespace {

// 304 for what the client holds already (RFC 9110, section 13.1.2).
HttpResponse Revalidate(const HttpRequest& request, HttpResponse response) {
  if (response.status != 200 || request.if_none_match.empty()) return response;
  for (const auto& [name, value] : response.headers) {
    if (name != "ETag") continue;
    for (absl::string_view tag : absl::StrSplit(request.if_none_match, ',')) {
      if (absl::StripAsciiWhitespace(tag) == value) {
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
          route.handler(Call{service, request, std::move(captures)});
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
