// The HTTP transport: sockets, limits and the checks that every request passes.
//
// The only place that knows the HTTP library. A request that reaches the Handler has a Host header
// that names this server, comes from this page (or from no page at all), and has a whole head and
// body within the limits.
#ifndef INSPECTOR_SERVER_HTTP_HTTP_H_
#define INSPECTOR_SERVER_HTTP_HTTP_H_

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "inspector/server/http/cancellation.h"

namespace fft::inspector {

// A request that has passed every check. For example, "GET /api/v1/targets?a=1" has path
// "/api/v1/targets" and query {{"a", "1"}}.
struct HttpRequest {
  std::string method;                        // "HEAD" arrives as "GET"
  std::string path;                          // percent-decoded, without the query
  std::map<std::string, std::string> query;  // the last of repeated names
  std::string body;
  std::string if_none_match;
  std::string last_event_id;  // of a stream that the client resumes
  bool accepts_gzip = false;
  bool opened_by_another_site = false;  // a page that a link elsewhere, or a script, has opened
  // Cancelled when the client hangs up or the server stops; never null.
  std::shared_ptr<const Cancellation> cancellation = std::make_shared<Cancellation>();
};

// An answer. For example, {.content_type = "text/plain", .body = "ok"} has status 200.
struct HttpResponse {
  int status = 200;
  std::string content_type;
  std::string body;
  // Set for a body that several answers share, in place of `body`.
  std::shared_ptr<const std::string> shared_body;
  // Released when the body has been sent: a reservation of memory.
  std::shared_ptr<const void> holds;
  std::vector<std::pair<std::string, std::string>> headers;
  // Set for a stream in place of a body: called for the next piece until there is none. A call may
  // wait for about a second; an empty piece is skipped.
  std::function<std::optional<std::string>()> next_piece;
};

// Called from many threads. Exceptions that leave it become answers of status 500.
using HttpHandler = std::function<HttpResponse(const HttpRequest&)>;

// How to serve. For example, {.port = 8080} serves this machine alone, on port 8080.
struct HttpOptions {
  std::string bind_address = "127.0.0.1";
  int port = 0;  // 0: any free one
  size_t body_limit = 1 << 20;
  std::chrono::milliseconds head_time{5000};  // for a whole head, from its first byte
  // When set, requests below /api/ need the header "Authorization: Bearer TOKEN"; the page's own
  // files, which hold nothing of this machine, do not.
  std::string access_token;
};

class HttpServer {
 public:
  virtual ~HttpServer() = default;

  // Binds the address; connections wait until Run. Unavailable if the port is taken.
  static absl::StatusOr<std::unique_ptr<HttpServer>> Create(const HttpOptions& options,
                                                            HttpHandler handler);

  virtual int port() const = 0;
  // Serves until Stop is called from another thread, which cancels all requests and waits for them.
  virtual absl::Status Run() = 0;
  virtual void Stop() = 0;
  // The answer that a connection gets which sends `bytes` and then waits; needs neither Run nor a
  // socket.
  virtual std::string AnswerTo(const std::string& bytes) = 0;
};

// Whether a Host header names a server bound to `bind_address` at `port`: loopback names always,
// and any address literal when it is not bound to loopback. Other names are refused because a
// foreign page can point its own name here (DNS rebinding).
bool HostAllowed(const std::string& host, const std::string& bind_address, int port);

// True for addresses that only this machine reaches.
bool IsLoopback(const std::string& address);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_HTTP_H_
