#include "inspector/server/http/http.h"

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
#include "inspector/server/http/compress.h"
#include "inspector/server/http/connection.h"
#include "inspector/server/http/gate.h"
#include "inspector/server/http/problem_details.h"

namespace fft::inspector {
namespace {

constexpr int kBacklog = 1024;
constexpr int kMostConnections = 256;
constexpr int kRequestsOfConnection = 1000;
constexpr std::chrono::milliseconds kIdleTime{5000};  // time between two requests
constexpr std::chrono::milliseconds kBodyTime{10000};
constexpr size_t kHeadBytes = 32 << 10;
constexpr size_t kMostHeaders = 100;
constexpr size_t kOwnHeaders = 4;  // headers that the library adds
// Bodies that are larger than kSmallBody may have kBodyBytes together.
constexpr size_t kSmallBody = 64 << 10;
constexpr int64_t kBodyBytes = 16 << 20;

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

// Whether a connection stays open after an answer.
enum class After { kKeep, kClose };

// What this thread serves.
struct Serving {
  Connection* connection = nullptr;
  bool ends = false;           // whether the latest answer announces the end of the connection
  std::shared_ptr<void> room;  // the place of a large body in Gate
};
thread_local Serving serving;

std::vector<std::pair<std::string, std::string>> AllHeaders(const HttpResponse& response,
                                                            After after) {
  auto headers = response.headers;
  headers.push_back({"Content-Security-Policy", kContentPolicy});
  headers.push_back({"X-Content-Type-Options", "nosniff"});
  headers.push_back({"Referrer-Policy", "no-referrer"});
  headers.push_back({"Cross-Origin-Resource-Policy", "same-origin"});
  headers.push_back({"Cross-Origin-Opener-Policy", "same-origin"});
  if (after == After::kClose) headers.push_back({"Connection", "close"});
  return headers;
}

// Sends the body through a content provider of known length. If the library got the body as a
// string, it would compress it again and copy it.
void Send(HttpResponse response, After after, httplib::Response& out) {
  out.status = response.status;
  serving.ends = after == After::kClose;
  for (const auto& [name, value] : AllHeaders(response, after)) out.set_header(name, value);
  if (response.next_piece) {
    out.set_chunked_content_provider(response.content_type, [next = std::move(response.next_piece)](
                                                                size_t, httplib::DataSink& sink) {
      const std::optional<std::string> piece = next();
      if (!piece.has_value()) {
        sink.done();
        return true;
      }
      return piece->empty() || sink.write(piece->data(), piece->size());
    });
    return;
  }
  if (response.shared_body == nullptr) {
    response.shared_body = std::make_shared<const std::string>(std::move(response.body));
  }
  if (response.shared_body->empty()) return;
  struct Body {
    std::shared_ptr<const std::string> text;
    std::shared_ptr<const void> holds;
  };
  auto body = std::make_shared<const Body>(Body{response.shared_body, std::move(response.holds)});
  out.set_content_provider(
      body->text->size(), response.content_type,
      [body](size_t offset, size_t length, httplib::DataSink& sink) {
        if (offset > body->text->size() || length > body->text->size() - offset) return false;
        return sink.write(body->text->data() + offset, length);
      });
}

// The answer to a request that exceeds a limit of its connection.
HttpResponse FaultResponse(int status) {
  if (status == 503) return ProblemResponse(status, "all connections are at work; try again");
  if (status == 408) return ProblemResponse(status, "the request did not come in time");
  return ProblemResponse(status, absl::StrCat("the head has more than ", kHeadBytes, " bytes"));
}

// The whole text of an answer to a request whose head the library does not get.
std::string RefusalText(int status) {
  const HttpResponse response = FaultResponse(status);
  std::string text = absl::StrCat("HTTP/1.1 ", status, " ", ProblemTitle(status), "\r\n");
  for (const auto& [name, value] : AllHeaders(response, After::kClose)) {
    absl::StrAppend(&text, name, ": ", value, "\r\n");
  }
  absl::StrAppend(&text, "Content-Type: ", response.content_type,
                  "\r\nContent-Length: ", response.body.size(), "\r\n\r\n", response.body);
  return text;
}

// Whether requests of this method have a body.
bool HasBody(const std::string& method) {
  return method != "GET" && method != "HEAD" && method != "OPTIONS";
}

// The length of the body that a request's head announces. Errors carry their HTTP status.
absl::StatusOr<size_t> BodyLength(const httplib::Request& request, size_t most) {
  const auto refuse = [](int status, const std::string& detail) {
    return WithHttpStatus(status, absl::InvalidArgumentError(detail));
  };
  if (request.headers.size() > kMostHeaders + kOwnHeaders) {
    return refuse(431, absl::StrCat("the head has more than ", kMostHeaders, " headers"));
  }
  if (request.has_header("Transfer-Encoding")) {
    return refuse(411, "chunked bodies are not read; send a Content-Length");
  }
  const size_t count = request.get_header_value_count("Content-Length");
  if (count == 0) return 0;
  const std::string text = request.get_header_value("Content-Length");
  uint64_t length = 0;
  const bool is_number = text.find_first_not_of("0123456789") == std::string::npos;
  if (count > 1 || !is_number || !absl::SimpleAtoi(text, &length)) {
    return refuse(400, "Content-Length is not a number");
  }
  if (length > most) {
    return refuse(413, absl::StrCat("the body has ", length, " bytes; allowed: at most ", most));
  }
  if (length > 0 && !HasBody(request.method)) {
    return refuse(400, absl::StrCat(request.method, " takes no body"));
  }
  return static_cast<size_t>(length);
}

std::string MediaType(const httplib::Request& request) {
  std::string type = request.get_header_value("Content-Type");
  type = Lower(type.substr(0, type.find(';')));
  while (!type.empty() && type.back() == ' ') type.pop_back();
  return type;
}

// Compares secrets. The time does not depend on where they differ.
bool SameSecret(const std::string& given, const std::string& wanted) {
  unsigned char difference = given.size() == wanted.size() ? 0 : 1;
  for (size_t i = 0; i < given.size(); ++i) {
    difference |= static_cast<unsigned char>(given[i] ^ wanted[i % wanted.size()]);
  }
  return difference == 0;
}

// The library's pool of threads, with one thread for each connection.
class Pool : public httplib::ThreadPool {
 public:
  explicit Pool(ConnectionList& connections)
      : httplib::ThreadPool(kMostConnections), connections_(connections) {}

  void enqueue(std::function<void()> serve) override {
    const bool has_place = connections_.TakePlace();
    if (!has_place) {
      refuses = true;
      serve();
      refuses = false;
      return;
    }
    httplib::ThreadPool::enqueue([this, serve = std::move(serve)] {
      serve();
      connections_.LeavePlace();
    });
  }

  // Whether this thread refuses the connection that it serves.
  static thread_local bool refuses;

 private:
  ConnectionList& connections_;
};
thread_local bool Pool::refuses = false;

class HttplibServer : public HttpServer, private httplib::Server {
 public:
  HttplibServer(const HttpOptions& options, HttpHandler handler)
      : options_(options), handler_(std::move(handler)), connections_(kMostConnections) {
    new_task_queue = [this] { return new Pool(connections_); };
    set_tcp_nodelay(true);
    set_payload_max_length(options_.body_limit);
    // The library's default options would let a second server use the same port without an error.
    set_socket_options([](socket_t socket) {
      int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    });
    set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      return BeforeBody(request, response);
    });
    auto answer = [this](const httplib::Request& request, httplib::Response& response) {
      Send(Answer(request), After::kKeep, response);
    };
    Post(".*", answer).Put(".*", answer).Patch(".*", answer).Delete(".*", answer);
    set_exception_handler(
        [](const httplib::Request&, httplib::Response& response, std::exception_ptr) {
          Send(ProblemResponse(500, "the request failed"), After::kClose, response);
        });
    // The HTTP library's own refusals, for example of a malformed request line, have no body.
    set_error_handler(httplib::Server::HandlerWithResponse(
        [](const httplib::Request&, httplib::Response& response) {
          if (response.body.empty() && response.content_provider_ == nullptr) {
            const int fault = serving.connection->fault();
            Send(fault != 0 ? FaultResponse(fault)
                            : ProblemResponse(response.status, "the request could not be read"),
                 After::kClose, response);
          }
          return httplib::Server::HandlerResponse::Handled;
        }));
  }

  absl::Status Bind() {
    if (options_.port == 0) {
      port_ = bind_to_any_port(options_.bind_address);
    } else if (bind_to_port(options_.bind_address, options_.port)) {
      port_ = options_.port;
    }
    // The library lets only five connections wait to be accepted. Further clients would try again
    // only after a second.
    if (port_ > 0) ::listen(svr_sock_, kBacklog);
    if (port_ > 0) return absl::OkStatus();
    return absl::UnavailableError(absl::StrCat("cannot listen on ", options_.bind_address, ":",
                                               options_.port,
                                               "; is the port in use? --port=0 takes a free one"));
  }

  int port() const override { return port_; }

  absl::Status Run() override {
    entered_ = true;
    const bool ok = stopped_ || listen_after_bind();
    left_ = true;
    return ok ? absl::OkStatus() : absl::InternalError("listening failed");
  }

  std::string AnswerTo(const std::string& bytes) override {
    Connection connection(-1, bytes);
    Converse(connection);
    return connection.written();
  }

  // cpp-httplib ignores a stop that comes before it listens. Stop therefore waits until Run
  // listens.
  void Stop() override {
    stopped_ = true;
    while (entered_ && !left_ && !is_running()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    stop();
    connections_.Stop();
  }

 private:
  // The refusals that depend neither on the route nor on the body.
  std::optional<HttpResponse> Refusal(const httplib::Request& request) const {
    if (request.get_header_value_count("Host") != 1 ||
        !HostAllowed(request.get_header_value("Host"), options_.bind_address, port_)) {
      return ProblemResponse(421, "the Host header does not name this server");
    }
    if (!absl::StartsWith(request.path, "/")) {
      return ProblemResponse(400, "the target is not a path");
    }
    if (FromAnotherSite(request)) {
      return ProblemResponse(403, "requests from other sites' pages are refused");
    }
    if (!options_.access_token.empty() && absl::StartsWith(request.path, "/api/") &&
        !SameSecret(request.get_header_value("Authorization"),
                    absl::StrCat("Bearer ", options_.access_token))) {
      return ProblemResponse(401, "this server wants the key of the link that it printed");
    }
    if (request.has_header("Content-Encoding")) {
      return ProblemResponse(415, "compressed bodies are not read");
    }
    if (absl::StrContains(request.get_header_value("Range"), ',')) {
      return ProblemResponse(416, "one range at a time");
    }
    if (HasBody(request.method) && MediaType(request) != "application/json") {
      return ProblemResponse(415,
                             absl::StrCat("Content-Type is \"", MediaType(request).substr(0, 80),
                                          "\"; allowed: application/json"));
    }
    return std::nullopt;
  }

  // Whether another site made the request. Other sites may link to the page, but not frame it, and
  // not link to anything below /api. The page shows what a link asks for before it does anything.
  static bool NamesAnotherSite(const httplib::Request& request) {
    const std::string site = request.get_header_value("Sec-Fetch-Site");
    return !site.empty() && site != "same-origin" && site != "none";
  }

  bool FromAnotherSite(const httplib::Request& request) const {
    const std::string origin = request.get_header_value("Origin");
    if (request.has_header("Origin") &&
        (!absl::StartsWith(origin, "http://") ||
         !HostAllowed(origin.substr(7), options_.bind_address, port_))) {
      return true;
    }
    if (!NamesAnotherSite(request)) return false;
    const std::string into = request.get_header_value("Sec-Fetch-Dest");
    const bool opens_page = request.method == "GET" &&
                            request.get_header_value("Sec-Fetch-Mode") == "navigate" &&
                            (into.empty() || into == "document");
    return !opens_page || absl::StartsWith(request.path, "/api");
  }

  // Answers the requests of a connection until it ends.
  void Converse(Connection& connection) {
    for (int left = kRequestsOfConnection; left > 0; --left) {
      if (!connection.AwaitRequest(kIdleTime)) return;
      const After after = Serve(connection, left == 1);
      connections_.EndWork(&connection);
      serving.room = nullptr;
      if (connection.cancellation()->cancelled()) return;
      if (after == After::kClose) break;
    }
    connection.Finish();
  }

  // Answers the next request of the connection.
  After Serve(Connection& connection, bool last) {
    serving = {&connection, false, nullptr};
    connection.Allow(Connection::Part::kHead, kHeadBytes, options_.head_time);
    bool wants_close = false;
    const bool ok = process_request(connection, last, wants_close, [](httplib::Request& request) {
      // A request for a range gets the whole body, which RFC 9110 allows. cpp-httplib does not
      // compare the range with the body's size. Requests for several ranges are refused
      // earlier, since cpp-httplib would split the refusal into parts.
      request.ranges.clear();
    });
    if (!connection.has_answered() && connection.fault() != 0) {
      const std::string text = RefusalText(connection.fault());
      connection.write(text.data(), text.size());
    }
    return ok && !wants_close && !serving.ends ? After::kKeep : After::kClose;
  }

  bool process_and_close_socket(socket_t socket_fd) override {
    Connection connection(socket_fd);
    if (Pool::refuses) {
      // A new socket has room for this text, so the thread that accepts does not wait.
      const std::string text = RefusalText(503);
      connection.write(text.data(), text.size());
    }
    if (Pool::refuses || !connections_.Add(&connection)) return true;
    Converse(connection);
    connections_.Remove(&connection);
    return true;
  }

  // Answers requests whose answer does not depend on a body. For other requests cpp-httplib first
  // reads the body, up to its limit.
  httplib::Server::HandlerResponse BeforeBody(const httplib::Request& request,
                                              httplib::Response& response) {
    const absl::StatusOr<size_t> length = BodyLength(request, options_.body_limit);
    std::optional<HttpResponse> refusal =
        length.ok() ? Refusal(request) : std::optional(ProblemResponse(length.status()));
    if (!refusal.has_value() && *length > kSmallBody) {
      auto room = bodies_.Enter({}, static_cast<int64_t>(*length));
      if (room.ok()) serving.room = *room;
      if (!room.ok()) refusal = ProblemResponse(room.status());
    }
    if (refusal.has_value()) {
      Send(*std::move(refusal), After::kClose, response);
      return httplib::Server::HandlerResponse::Handled;
    }
    if (HasBody(request.method)) {
      serving.connection->Allow(Connection::Part::kBody, *length, kBodyTime);
      return httplib::Server::HandlerResponse::Unhandled;
    }
    Send(Answer(request), After::kKeep, response);
    return httplib::Server::HandlerResponse::Handled;
  }

  HttpResponse Answer(const httplib::Request& from) {
    connections_.BeginWork(serving.connection);
    HttpRequest request;
    request.method = from.method == "HEAD" ? "GET" : from.method;
    request.path = from.path;
    for (const auto& [name, value] : from.params) request.query[name] = value;
    request.body = from.body;
    request.if_none_match = from.get_header_value("If-None-Match");
    request.last_event_id = from.get_header_value("Last-Event-ID");
    request.accepts_gzip = TakesGzip(from.get_header_value("Accept-Encoding"));
    request.opened_by_another_site = NamesAnotherSite(from);
    request.cancellation = serving.connection->cancellation();
    try {
      HttpResponse response = handler_(request);
      CompressFor(request, &response);
      return response;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s %s: %s\n", request.method.c_str(), request.path.c_str(),
                   error.what());
    } catch (...) {
    }
    return ProblemResponse(500, "the request failed");
  }

  const HttpOptions options_;
  const HttpHandler handler_;
  int port_ = 0;
  std::atomic<bool> entered_ = false;
  std::atomic<bool> stopped_ = false;
  std::atomic<bool> left_ = false;
  Gate bodies_{{kBodyBytes, 0, {}, "too many bytes of requests wait; try again"}};
  ConnectionList connections_;
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
