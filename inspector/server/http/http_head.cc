#include "inspector/server/http/http_head.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace fft::inspector {
namespace {

constexpr size_t kMaxLength = 18;  // the most digits of a Content-Length that is read

HeadVerdict Refuse(int status, std::string detail) {
  HeadVerdict verdict;
  verdict.state = HeadVerdict::State::kRefused;
  verdict.status = status;
  verdict.detail = std::move(detail);
  return verdict;
}

// Whether `text` is a token as defined by RFC 9110, section 5.6.2.
bool IsToken(absl::string_view text) {
  for (char c : text) {
    const bool mark = absl::string_view("!#$%&'*+-.^_`|~").find(c) != absl::string_view::npos;
    if (!absl::ascii_isalnum(static_cast<unsigned char>(c)) && !mark) return false;
  }
  return !text.empty();
}

// Whether a text has only printable characters. Bytes of 128 and above are accepted, since older
// texts use them.
bool IsPrintable(absl::string_view text) {
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 32 && c != '\t') || byte == 127) return false;
  }
  return true;
}

// Whether there is a line feed without a carriage return. Two programs could split such a text into
// different lines.
bool HasBareLineFeed(absl::string_view text) {
  for (size_t i = text.find('\n'); i != absl::string_view::npos; i = text.find('\n', i + 1)) {
    if (i == 0 || text[i - 1] != '\r') return true;
  }
  return false;
}

// What the headers say about the body.
struct Framing {
  int lengths = 0;
  absl::string_view length;
  bool chunked = false;
  bool expects_continue = false;
};

// Examines a header. The verdict has the refusal, or is kIncomplete if the header is accepted.
HeadVerdict ReadHeader(absl::string_view line, Framing* framing) {
  const size_t colon = line.find(':');
  if (colon == absl::string_view::npos || !IsToken(line.substr(0, colon))) {
    return Refuse(400, "a header is not a name and a colon");
  }
  const absl::string_view value = absl::StripAsciiWhitespace(line.substr(colon + 1));
  if (!IsPrintable(value)) return Refuse(400, "a header holds control characters");
  const absl::string_view name = line.substr(0, colon);
  if (absl::EqualsIgnoreCase(name, "Content-Length")) {
    ++framing->lengths;
    framing->length = value;
  }
  if (absl::EqualsIgnoreCase(name, "Transfer-Encoding")) framing->chunked = true;
  if (absl::EqualsIgnoreCase(name, "Expect")) framing->expects_continue = true;
  return {};
}

HeadVerdict JudgeBody(absl::string_view method, const Framing& framing, const HeadLimits& limits) {
  HeadVerdict verdict;
  verdict.state = HeadVerdict::State::kComplete;
  if (framing.chunked) return Refuse(411, "chunked bodies are not read; send a Content-Length");
  if (framing.lengths == 0) return verdict;
  bool digits = framing.lengths == 1 && !framing.length.empty();
  for (char c : framing.length) digits = digits && absl::ascii_isdigit(c);
  uint64_t length = 0;
  if (!digits || !absl::SimpleAtoi(framing.length, &length)) {
    return Refuse(400, "Content-Length is not a number");
  }
  if (framing.length.size() > kMaxLength || length > limits.body_bytes) {
    return Refuse(
        413, absl::StrCat("the body has ", length, " bytes; allowed: at most ", limits.body_bytes));
  }
  if (length > 0 && !HasBody(method)) {
    return Refuse(400, absl::StrCat(method.substr(0, 20), " takes no body"));
  }
  verdict.body_bytes = length;
  verdict.expects_continue = framing.expects_continue && length > 0;
  return verdict;
}

}  // namespace

bool HasBody(absl::string_view method) {
  return method != "GET" && method != "HEAD" && method != "OPTIONS";
}

HeadVerdict ExamineHead(absl::string_view received, const HeadLimits& limits) {
  const size_t end = received.find("\r\n\r\n");
  const absl::string_view head = received.substr(0, end);
  const bool complete = end != absl::string_view::npos;
  if (head.size() + 4 > limits.head_bytes) {
    return Refuse(431, absl::StrCat("the head has more than ", limits.head_bytes, " bytes"));
  }
  if (HasBareLineFeed(head)) return Refuse(400, "a line does not end in CR LF");
  const auto lines = std::count(head.begin(), head.end(), '\n') + (complete ? 1 : 0);
  if (lines > limits.headers + 1) {
    return Refuse(431, absl::StrCat("the head has more than ", limits.headers, " headers"));
  }
  if (!complete) return {};
  const absl::string_view request_line = head.substr(0, head.find("\r\n"));
  if (request_line.empty() || !IsPrintable(request_line)) {
    return Refuse(400, "the first line is empty or holds control characters");
  }
  Framing framing;
  for (size_t at = request_line.size(); at < head.size();) {
    const size_t begin = at + 2;
    at = std::min(head.find("\r\n", begin), head.size());
    HeadVerdict verdict = ReadHeader(head.substr(begin, at - begin), &framing);
    if (verdict.state == HeadVerdict::State::kRefused) return verdict;
  }
  HeadVerdict verdict = JudgeBody(request_line.substr(0, request_line.find(' ')), framing, limits);
  verdict.head_bytes = end + 4;
  return verdict;
}

}  // namespace fft::inspector
