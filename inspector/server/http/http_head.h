// Finds the end of a request in a connection's bytes, and checks its head.
//
// The check is stricter than that of the HTTP library, which only gets accepted requests. Lines end
// in CR LF, every header is a name, a colon and printable text, and a body has one plain
// Content-Length.
#ifndef INSPECTOR_SERVER_HTTP_HTTP_HEAD_H_
#define INSPECTOR_SERVER_HTTP_HTTP_HEAD_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace fft::inspector {

struct HeadLimits {
  size_t head_bytes = 32 << 10;
  int headers = 100;
  size_t body_bytes = 1 << 20;
};

// What is known of a connection's first request. For example, "GET / HTTP/1.1" without the empty
// line behind it is kIncomplete.
struct HeadVerdict {
  enum class State { kIncomplete, kComplete, kRefused };
  State state = State::kIncomplete;
  size_t head_bytes = 0;          // of a complete head, including the empty line
  size_t body_bytes = 0;          // of the body behind the head
  bool expects_continue = false;  // the client waits for "100 Continue" before it sends the body
  int status = 0;                 // HTTP status of a refusal
  std::string detail;
};

// Examines the first request in `received`.
HeadVerdict ExamineHead(absl::string_view received, const HeadLimits& limits);

// Whether requests with this method have a body.
bool HasBody(absl::string_view method);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_HTTP_HEAD_H_
