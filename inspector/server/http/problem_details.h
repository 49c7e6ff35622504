// Errors as HTTP answers, in the form application/problem+json of RFC 9457.
#ifndef INSPECTOR_SERVER_HTTP_PROBLEM_DETAILS_H_
#define INSPECTOR_SERVER_HTTP_PROBLEM_DETAILS_H_

#include <string>

#include "absl/status/status.h"

namespace fft::inspector {

struct HttpResponse;

// A short title for an HTTP status of 400 or more.
const char* ProblemTitle(int http_status);

HttpResponse ProblemResponse(int http_status, const std::string& detail);

// The answer to one of the library's errors. The status code determines the HTTP status
// (InvalidArgument 422, NotFound 404, FailedPrecondition 409, Unavailable 503 ...) unless
// WithHttpStatus has set one. An error of InvalidField also fills "errors": [{"field":
// "lengths[0]", "detail": ..., "value": "0", "allowed": "at least 1", "proposed": 1}]. "proposed"
// is a value that has been tried (proposals.h), or for an unknown member a known name. It is left
// out if none is found.
HttpResponse ProblemResponse(const absl::Status& status);

absl::Status WithHttpStatus(int http_status, absl::Status status);

// The faulty member in an error of fft::InvalidField, or "". It is "token" for "token part 5
// (precision)", and "options.shapes[0]" for "options.shapes[0]: factors".
std::string FieldAtFault(const absl::Status& status);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_PROBLEM_DETAILS_H_
