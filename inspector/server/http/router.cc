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
    const absl::Status refused =
        InvalidField(name.substr(0, 60), "unknown",
                     route.options.empty() ? "no parameters" : absl::StrJoin(route.options, ", "));
    return WithProposal(refused, Json::object(), [](const Json&) { return absl::OkStatus(); });
  }
  return absl::OkStatus();
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
      if (absl::Status query = CheckQuery(route, request); !query.ok()) {
        return ProblemResponse(query);
      }
      absl::StatusOr<HttpResponse> response =
          route.handler(Call{service, request, std::move(captures)});
      if (!response.ok()) return ProblemResponse(WithProposalOfText(response.status()));
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
