#include "inspector/server/http/problem_details.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "absl/strings/cord.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "fft/base/field_error.h"
#include "fft/base/json.h"
#include "inspector/server/http/http.h"
#include "inspector/server/http/proposals.h"

namespace fft::inspector {
namespace {

constexpr char kHttpStatusPayload[] = "fft.inspector/http-status";

}  // namespace

const char* ProblemTitle(int http_status) {
  switch (http_status) {
    case 400:
      return "Bad request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not found";
    case 405:
      return "Method not allowed";
    case 409:
      return "Conflict";
    case 411:
      return "Length required";
    case 413:
      return "Body too large";
    case 414:
      return "Target too long";
    case 415:
      return "Media type not supported";
    case 416:
      return "Range not supported";
    case 408:
      return "Request timed out";
    case 431:
      return "Head too large";
    case 421:
      return "Misdirected request";
    case 422:
      return "Invalid value";
    case 503:
      return "Busy or unavailable";
    default:
      return http_status >= 500 ? "Internal error" : "Request refused";
  }
}

namespace {

int HttpStatusOf(const absl::Status& status) {
  const auto payload = status.GetPayload(kHttpStatusPayload);
  int http_status = 0;
  if (payload.has_value() && absl::SimpleAtoi(std::string(*payload), &http_status)) {
    return http_status;
  }
  switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kOutOfRange:
    case absl::StatusCode::kUnimplemented:
    case absl::StatusCode::kResourceExhausted:
      return 422;
    case absl::StatusCode::kNotFound:
      return 404;
    case absl::StatusCode::kFailedPrecondition:
      return 409;
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kCancelled:
      return 503;
    default:
      return 500;
  }
}

// An answer with the error of the faulty field, if there is one.
HttpResponse Make(int http_status, const std::string& detail, const Json& error = {}) {
  Json body = {{"type", "about:blank"},
               {"title", ProblemTitle(http_status)},
               {"status", http_status},
               {"detail", detail}};
  if (!error.is_null()) body["errors"] = Json::array({error});
  HttpResponse response;
  response.status = http_status;
  response.content_type = "application/problem+json";
  response.body = body.dump(-1, ' ', false, Json::error_handler_t::replace);
  response.headers.push_back({"Cache-Control", "no-store"});
  if (http_status == 503) response.headers.push_back({"Retry-After", "2"});
  return response;
}

}  // namespace

HttpResponse ProblemResponse(int http_status, const std::string& detail) {
  return Make(http_status, detail);
}

HttpResponse ProblemResponse(const absl::Status& status) {
  const std::string message(status.message());
  const int http_status = HttpStatusOf(status);
  const std::string field = FieldAtFault(status);
  if (field.empty() || (http_status != 422 && http_status != 404))
    return Make(http_status, message);
  const FieldError given = *FieldErrorOf(status);
  Json error = {
      {"field", field}, {"detail", message}, {"value", given.value}, {"allowed", given.allowed}};
  if (const Json proposal = ProposalOf(status); !proposal.is_null()) error["proposed"] = proposal;
  return Make(http_status, message, error);
}

absl::Status WithHttpStatus(int http_status, absl::Status status) {
  status.SetPayload(kHttpStatusPayload, absl::Cord(absl::StrCat(http_status)));
  return status;
}

std::string FieldAtFault(const absl::Status& status) {
  const std::optional<FieldError> error = FieldErrorOf(status);
  if (!error.has_value()) return "";
  if (absl::StartsWith(error->field, "token part ")) return "token";
  const std::string name = error->field.substr(0, error->field.find(": "));
  const bool is_name = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) || absl::StrContains("_.[]", c);
  });
  return is_name ? name : "";
}

}  // namespace fft::inspector
