#include "inspector/server/http.h"

#include <arpa/inet.h>
#include <httplib.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <atomic>
#include <cctype>
#include <chrono>
#include <cstdio>
#include <exception>
#include <optional>
#include <thread>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "inspector/server/problem_details.h"

namespace fft::inspector {
namespace {

constexpr int kIoTimeoutSeconds = 5;
constexpr int kKeepAliveSeconds = 2;  // Stop waits for idle connections this long
constexpr size_t kKeepAliveRequests = 1000;

constexpr const char* kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

std::string Lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool IsAddressLiteral(const std::string& host) {
  unsigned char bytes[16];
  if (inet_pton(AF_INET, host.c_str(), bytes) == 1) return true;
  if (host.size() < 3 || host.front() != '[' || host.back() != ']') return false;
  return inet_pton(AF_INET6, host.substr(1, host.size() - 2).c_str(), bytes) == 1;
}

bool HasBody(const std::string& method) {
  return method != "GET" && method != "HEAD" && method != "OPTIONS";
}

// Whether a body that was not read may follow the refusal.
enum class After { kKeep, kClose };

// The body goes out through a length-known provider: the library would compress plain content once
// more. A provider that reports failure after the last byte makes it close the connection, so that
// an unread body is never taken for the next request.
void Send(const HttpResponse& response, After after, httplib::Response& out) {
  out.status = response.status;
  for (const auto& [name, value] : response.headers) out.set_header(name, value);
  out.set_header("Content-Security-Policy", kContentPolicy);
  out.set_header("X-Content-Type-Options", "nosniff");
  out.set_header("Referrer-Policy", "no-referrer");
  out.set_header("Cross-Origin-Resource-Policy", "same-origin");
  out.set_header("Cross-Origin-Opener-Policy", "same-origin");
  if (after == After::kClose) out.set_header("Connection", "close");
  if (response.next_piece) {
    out.set_chunked_content_provider(
        response.content_type, [next = response.next_piece](size_t, httplib::DataSink& sink) {
          const std::optional<std::string> piece = next();
          if (!piece.has_value()) {
            sink.done();
            return true;
          }
          return piece->empty() || sink.write(piece->data(), piece->size());
        });
    return;
  }
  if (response.body.empty()) return;
  auto body = std::make_shared<const std::string>(response.body);
  out.set_content_provider(body->size(), response.content_type,
                           [body, after](size_t offset, size_t length, httplib::DataSink& sink) {
                             return sink.write(body->data() + offset, length) &&
                                    after == After::kKeep;
                           });
}

std::string MediaType(const httplib::Request& request) {
  std::string type = request.get_header_value("Content-Type");
  type = Lower(type.substr(0, type.find(';')));
  while (!type.empty() && type.back() == ' ') type.pop_back();
  return type;
}

// Takes the same time wherever the texts differ.
bool SameSecret(const std::string& given, const std::string& wanted) {
  unsigned char difference = given.size() == wanted.size() ? 0 : 1;
  for (size_t i = 0; i < given.size(); ++i) {
    difference |= static_cast<unsigned char>(given[i] ^ wanted[i % wanted.size()]);
  }
  return difference == 0;
}

class HttplibServer : public HttpServer {
 public:
  HttplibServer(const HttpOptions& options, HttpHandler handler)
      : options_(options), handler_(std::move(handler)) {
    server_.new_task_queue = [this] { return new httplib::ThreadPool(options_.threads); };
    server_.set_tcp_nodelay(true);
    server_.set_keep_alive_max_count(kKeepAliveRequests);
    server_.set_keep_alive_timeout(kKeepAliveSeconds);
    server_.set_read_timeout(kIoTimeoutSeconds);
    server_.set_write_timeout(kIoTimeoutSeconds);
    server_.set_payload_max_length(options_.body_limit);
    // The library's default lets a second server share the port without an error.
    server_.set_socket_options([](socket_t socket) {
      int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    });
    server_.set_pre_routing_handler(
        [this](const httplib::Request& request, httplib::Response& response) {
          return BeforeBody(request, response);
        });
    auto answer = [this](const httplib::Request& request, httplib::Response& response) {
      Send(Answer(request), After::kKeep, response);
    };
    server_.Post(".*", answer).Put(".*", answer).Patch(".*", answer).Delete(".*", answer);
    server_.set_exception_handler(
        [](const httplib::Request&, httplib::Response& response, std::exception_ptr) {
          Send(ProblemResponse(500, "the request failed"), After::kClose, response);
        });
    // What the library refuses by itself (malformed request line, long target, ...) has no body.
    server_.set_error_handler(httplib::Server::HandlerWithResponse(
        [](const httplib::Request&, httplib::Response& response) {
          if (response.body.empty() && response.content_provider_ == nullptr) {
            Send(ProblemResponse(response.status, "the request could not be read"), After::kClose,
                 response);
          }
          return httplib::Server::HandlerResponse::Handled;
        }));
  }

  absl::Status Bind() {
    if (options_.port == 0) {
      port_ = server_.bind_to_any_port(options_.bind_address);
      if (port_ > 0) return absl::OkStatus();
    } else if (server_.bind_to_port(options_.bind_address, options_.port)) {
      port_ = options_.port;
      return absl::OkStatus();
    }
    return absl::UnavailableError(absl::StrCat("cannot listen on ", options_.bind_address, ":",
                                               options_.port,
                                               "; is the port in use? --port=0 takes a free one"));
  }

  int port() const override { return port_; }

  absl::Status Run() override {
    entered_ = true;
    const bool ok = stopped_ || server_.listen_after_bind();
    left_ = true;
    return ok ? absl::OkStatus() : absl::InternalError("listening failed");
  }

  // The library forgets a stop that comes before it listens, so a Run on its way there is awaited.
  void Stop() override {
    stopped_ = true;
    while (entered_ && !left_ && !server_.is_running()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    server_.stop();
  }

 private:
  // Refusals that do not depend on the route; none of them needs the body.
  std::optional<HttpResponse> Refusal(const httplib::Request& request) const {
    if (request.get_header_value_count("Host") != 1 ||
        !HostAllowed(request.get_header_value("Host"), options_.bind_address, port_)) {
      return ProblemResponse(421, "the Host header does not name this server");
    }
    const std::string origin = request.get_header_value("Origin");
    if (request.has_header("Origin") &&
        (!absl::StartsWith(origin, "http://") ||
         !HostAllowed(origin.substr(7), options_.bind_address, port_))) {
      return ProblemResponse(403, "requests from other sites' pages are refused");
    }
    const std::string site = request.get_header_value("Sec-Fetch-Site");
    const bool navigation =
        request.method == "GET" && request.get_header_value("Sec-Fetch-Mode") == "navigate";
    if ((site == "cross-site" || site == "same-site") && !navigation) {
      return ProblemResponse(403, "requests from other sites' pages are refused");
    }
    if (!options_.access_token.empty() && absl::StartsWith(request.path, "/api/") &&
        !SameSecret(request.get_header_value("Authorization"),
                    absl::StrCat("Bearer ", options_.access_token))) {
      return ProblemResponse(401, "this server wants the key of the link that it printed");
    }
    if (request.has_header("Transfer-Encoding")) {
      return ProblemResponse(411, "chunked bodies are not read; send a Content-Length");
    }
    if (request.has_header("Content-Encoding")) {
      return ProblemResponse(415, "compressed bodies are not read");
    }
    if (request.ranges.size() > 1) return ProblemResponse(416, "one range at a time");
    if (request.has_header("Content-Length")) {
      uint64_t length = 0;
      if (request.get_header_value_count("Content-Length") != 1 ||
          !absl::SimpleAtoi(request.get_header_value("Content-Length"), &length)) {
        return ProblemResponse(400, "Content-Length is not a number");
      }
      if (length > options_.body_limit) {
        return ProblemResponse(413, absl::StrCat("the body has ", length,
                                                 " bytes; allowed: at most ", options_.body_limit));
      }
      if (length > 0 && !HasBody(request.method)) {
        return ProblemResponse(400, absl::StrCat(request.method, " takes no body"));
      }
    }
    if (HasBody(request.method) && MediaType(request) != "application/json") {
      return ProblemResponse(415, absl::StrCat("Content-Type is \"", MediaType(request),
                                               "\"; allowed: application/json"));
    }
    return std::nullopt;
  }

  // Answers at once what needs no body; the rest is read by the library within its limit first.
  httplib::Server::HandlerResponse BeforeBody(const httplib::Request& request,
                                              httplib::Response& response) const {
    std::optional<HttpResponse> refusal = Refusal(request);
    if (refusal.has_value()) {
      Send(*refusal, After::kClose, response);
      return httplib::Server::HandlerResponse::Handled;
    }
    if (HasBody(request.method)) return httplib::Server::HandlerResponse::Unhandled;
    Send(Answer(request), After::kKeep, response);
    return httplib::Server::HandlerResponse::Handled;
  }

  HttpResponse Answer(const httplib::Request& from) const {
    HttpRequest request;
    request.method = from.method == "HEAD" ? "GET" : from.method;
    request.path = from.path;
    for (const auto& [name, value] : from.params) request.query[name] = value;
    request.body = from.body;
    request.if_none_match = from.get_header_value("If-None-Match");
    request.last_event_id = from.get_header_value("Last-Event-ID");
    request.accepts_gzip =
        absl::StrContains(Lower(from.get_header_value("Accept-Encoding")), "gzip");
    try {
      return handler_(request);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s %s: %s\n", request.method.c_str(), request.path.c_str(),
                   error.what());
    } catch (...) {
    }
    return ProblemResponse(500, "the request failed");
  }

  const HttpOptions options_;
  const HttpHandler handler_;
  httplib::Server server_;
  int port_ = 0;
  std::atomic<bool> entered_ = false;
  std::atomic<bool> stopped_ = false;
  std::atomic<bool> left_ = false;
};

}  // namespace

absl::StatusOr<std::unique_ptr<HttpServer>> HttpServer::Create(const HttpOptions& options,
                                                               HttpHandler handler) {
  auto server = std::make_unique<HttplibServer>(options, std::move(handler));
  absl::Status bound = server->Bind();
  if (!bound.ok()) return bound;
  return std::unique_ptr<HttpServer>(std::move(server));
}

bool IsLoopback(const std::string& address) {
  return absl::StartsWith(address, "127.") || address == "::1" || address == "localhost";
}

bool HostAllowed(const std::string& host, const std::string& bind_address, int port) {
  const std::string suffix = absl::StrCat(":", port);
  std::string name = Lower(host);
  if (absl::EndsWith(name, suffix)) {
    name.resize(name.size() - suffix.size());
  } else if (port != 80) {
    return false;
  }
  if (name == "localhost" || name == "127.0.0.1" || name == "[::1]") return true;
  return !IsLoopback(bind_address) && IsAddressLiteral(name);
}

}  // namespace fft::inspector
