// The HTTP transport: sockets, limits, and the checks of every request.
//
// Only http.cc and connection.h use the HTTP library. A request that reaches the Handler is
// complete and within the limits of http.cc, its Host header names this server, and it does not
// come from a page of another site.
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
  std::string path;                          // decoded and without the query
  std::map<std::string, std::string> query;  // of repeated parameters the last one
  std::string body;
  std::string if_none_match;
  std::string last_event_id;  // the last event that the client has of a stream
  bool accepts_gzip = false;
  bool opened_by_another_site = false;  // a link or script of another site has opened this page
  // Cancelled if the client hangs up or the server stops. The pointer is never null.
  std::shared_ptr<const Cancellation> cancellation = std::make_shared<Cancellation>();
};

// An answer. For example, {.content_type = "text/plain", .body = "ok"} has status 200.
struct HttpResponse {
  int status = 200;
  std::string content_type;
  std::string body;
  // If set, this body is sent in place of `body`. Several answers may share it.
  std::shared_ptr<const std::string> shared_body;
  // Destroyed when the body has been sent, for example a reservation of memory.
  std::shared_ptr<const void> holds;
  std::vector<std::pair<std::string, std::string>> headers;
  // If set, the answer is a stream: the function returns its next piece, or nullopt at its end. A
  // call may wait for about a second. Empty pieces are skipped.
  std::function<std::optional<std::string>()> next_piece;
};

// Makes the answer to a request. It is called from many threads. An exception becomes an answer of
// status 500.
using HttpHandler = std::function<HttpResponse(const HttpRequest&)>;

// How to serve. For example, {.port = 8080} serves only this machine, on port 8080.
struct HttpOptions {
  std::string bind_address = "127.0.0.1";
  int port = 0;  // 0: any free port
  size_t body_limit = 1 << 20;
  std::chrono::milliseconds head_time{5000};  // for a whole head, from its first byte
  // If set, requests below /api/ need the header "Authorization: Bearer TOKEN". The page's own
  // files do not need it, since they hold no data of this machine.
  std::string access_token;
};

class HttpServer {
 public:
  virtual ~HttpServer() = default;

  // Binds the address. Connections wait until Run is called. Unavailable if the port is in use.
  static absl::StatusOr<std::unique_ptr<HttpServer>> Create(const HttpOptions& options,
                                                            HttpHandler handler);

  virtual int port() const = 0;
  // Serves until another thread calls Stop, which cancels all requests and waits for them.
  virtual absl::Status Run() = 0;
  virtual void Stop() = 0;
  // The answer to a connection that sends `bytes` and then waits. It needs neither Run nor a
  // socket.
  virtual std::string AnswerTo(const std::string& bytes) = 0;
};

// Whether a Host header names a server that is bound to `bind_address` at `port`. Names of loopback
// are always accepted. If the server is bound to another address, any address literal is accepted
// too. Other names are refused, because another site can let its name resolve to this machine (DNS
// rebinding).
bool HostAllowed(const std::string& host, const std::string& bind_address, int port);

// Whether only this machine can reach the address.
bool IsLoopback(const std::string& address);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_HTTP_H_
