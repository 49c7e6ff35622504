// Fuzz target: the bytes of a connection. In the bytes, PORT stands for the server's port.
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "fft/base/status.h"
#include "fft/rtc/testing/fuzz_target.h"
#include "inspector/server/http/http.h"

namespace {

using fft::inspector::HttpOptions;
using fft::inspector::HttpRequest;
using fft::inspector::HttpResponse;
using fft::inspector::HttpServer;

// The body of the handler's answers. A client's text cannot look like such an answer, since the end
// of the head stands before the body and refusals do not repeat line ends.
constexpr char kAnswer[] = "<answered>";
constexpr char kAnswered[] = "\r\n\r\n<answered>";

int answered = 0;

HttpResponse Answer(const HttpRequest& request) {
  FFT_CHECK(absl::StartsWith(request.path, "/") && !request.method.empty());
  FFT_CHECK(request.body.size() <= HttpOptions().body_limit);
  ++answered;
  HttpResponse response;
  response.content_type = "text/x-answer";
  response.body = kAnswer;
  return response;
}

int Count(absl::string_view text, absl::string_view part) {
  int count = 0;
  for (size_t at = 0; (at = text.find(part, at)) != absl::string_view::npos; at += part.size()) {
    ++count;
  }
  return count;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static HttpServer& server = *[] {
    auto made = HttpServer::Create({}, Answer);
    FFT_CHECK(made.ok());
    return made->release();
  }();
  const std::string bytes =
      absl::StrReplaceAll(absl::string_view(reinterpret_cast<const char*>(data), size),
                          {{"PORT", absl::StrCat(server.port())}});
  answered = 0;
  const std::string out = server.AnswerTo(bytes);
  FFT_CHECK(out.empty() || absl::StartsWith(out, "HTTP/1.1 "));
  // There are at most as many requests as ends of heads. Each request has one answer.
  const int heads = Count(bytes, "\n\r\n");
  FFT_CHECK(answered <= heads);
  FFT_CHECK(Count(out, kAnswered) <= answered);  // the answer of HEAD has no body
  FFT_CHECK(!absl::StrContains(out, "\r\nContent-Range: "));
  FFT_CHECK(Count(out, "\r\nContent-Security-Policy: ") <= heads + 1);
  return 0;
}

namespace fft::rtc {

std::vector<std::string> FuzzSeeds() { return {"GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n"}; }

}  // namespace fft::rtc
