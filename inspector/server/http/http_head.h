// Where a request ends in the bytes of a connection, and whether its head may be read at all.
//
// Stricter than the HTTP library, which is given only what passes here: lines end in CR LF, every
// header is a name, a colon and printable text, and a body has one plain Content-Length.
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

// What is known of the first request of a connection. For example, "GET / HTTP/1.1" without the
// empty line behind it is kIncomplete.
struct HeadVerdict {
  enum class State { kIncomplete, kComplete, kRefused };
  State state = State::kIncomplete;
  size_t head_bytes = 0;          // of a complete head, with its empty line
  size_t body_bytes = 0;          // that follow it
  bool expects_continue = false;  // the client waits for a word before it sends the body
  int status = 0;                 // of a refusal
  std::string detail;
};

// Judges the first request in `received`.
HeadVerdict ExamineHead(absl::string_view received, const HeadLimits& limits);

// Whether requests of this method bring a body.
bool HasBody(absl::string_view method);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_HTTP_HEAD_H_
