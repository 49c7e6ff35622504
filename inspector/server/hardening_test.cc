// Malformed requests over a real socket: each gets a 4xx or a closed connection, and the server
// keeps answering.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "inspector/server/http.h"
#include "inspector/server/routes.h"
#include "inspector/server/service.h"

namespace fft::inspector {
namespace {

// Whether the client ends its side after sending. The HTTP library takes that for a lost client and
// answers no more, so complete requests leave it open.
enum class Ending { kOpen, kClosed };

// A connection to the server, with timeouts; fails the test if there is none.
int Connect(int port) {
  const int socket_fd = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const timeval timeout = {.tv_sec = 10, .tv_usec = 0};
  setsockopt(socket_fd, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));
  setsockopt(socket_fd, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof(timeout));
  EXPECT_EQ(connect(socket_fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  return socket_fd;
}

// Sends `bytes` and returns all that comes back until the server hangs up.
std::string Exchange(int port, const std::string& bytes, Ending ending) {
  const int socket_fd = Connect(port);
  size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t n = send(socket_fd, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (n <= 0) break;  // the server may hang up on what it will not read
    sent += n;
  }
  if (ending == Ending::kClosed) shutdown(socket_fd, SHUT_WR);
  std::string answer;
  char buffer[4096];
  ssize_t n = 0;
  while ((n = recv(socket_fd, buffer, sizeof(buffer), 0)) > 0) answer.append(buffer, n);
  close(socket_fd);
  return answer;
}

// Statuses of all answers in `text`.
std::vector<int> Statuses(const std::string& text) {
  std::vector<int> statuses;
  for (size_t at = 0; (at = text.find("HTTP/1.1 ", at)) != std::string::npos; at += 9) {
    int status = 0;
    EXPECT_TRUE(absl::SimpleAtoi(text.substr(at + 9, 3), &status));
    statuses.push_back(status);
  }
  return statuses;
}

class HardeningTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto server = HttpServer::Create(
        {}, [this](const HttpRequest& request) { return Respond(service_, request); });
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
    thread_ = std::thread([this] { EXPECT_TRUE(server_->Run().ok()); });
    host_ = absl::StrCat("Host: 127.0.0.1:", server_->port(), "\r\n");
  }

  void TearDown() override {
    server_->Stop();
    thread_.join();
  }

  std::string Get(const std::string& path) const {
    return absl::StrCat("GET ", path, " HTTP/1.1\r\n", host_, "Connection: close\r\n\r\n");
  }

  std::string Post(const std::string& path, const std::string& body,
                   const std::string& headers = "Content-Type: application/json\r\n") const {
    return absl::StrCat("POST ", path, " HTTP/1.1\r\n", host_, "Connection: close\r\n", headers,
                        "Content-Length: ", body.size(), "\r\n\r\n", body);
  }

  std::string Send(const std::string& bytes) const {
    return Exchange(server_->port(), bytes, Ending::kOpen);
  }

  void ExpectAlive() const {
    EXPECT_EQ(Statuses(Send(Get("/api/v1/healthz"))), std::vector<int>{200});
  }

  // A complete request: at least one answer, and only refusals.
  void ExpectRefused(const std::string& bytes) const {
    const std::string answer = Send(bytes);
    EXPECT_FALSE(Statuses(answer).empty()) << bytes.substr(0, 200);
    for (int status : Statuses(answer)) {
      EXPECT_GE(status, 400) << bytes.substr(0, 200);
      EXPECT_LT(status, 500) << bytes.substr(0, 200) << answer;
    }
    ExpectAlive();
  }

  // A request that breaks off: the server may answer or hang up.
  void ExpectSurvives(const std::string& bytes) const {
    for (int status : Statuses(Exchange(server_->port(), bytes, Ending::kClosed))) {
      EXPECT_GE(status, 400) << bytes.substr(0, 200);
      EXPECT_LT(status, 500) << bytes.substr(0, 200);
    }
    ExpectAlive();
  }

  void ExpectStatus(const std::string& bytes, int status) const {
    const std::string answer = Send(bytes);
    EXPECT_EQ(Statuses(answer), std::vector<int>{status}) << bytes.substr(0, 200) << answer;
    if (status >= 400) {
      EXPECT_NE(answer.find("application/problem+json"), std::string::npos) << answer;
    }
    ExpectAlive();
  }

  Service service_{absl::UnavailableError("none in this test"), {}};
  std::unique_ptr<HttpServer> server_;
  std::thread thread_;
  std::string host_;
};

TEST_F(HardeningTest, SecurityHeadersAreSet) {
  const std::string answer = Send(Get("/"));
  for (const char* header : {"Content-Security-Policy: default-src 'none'",
                             "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer"}) {
    EXPECT_NE(answer.find(header), std::string::npos) << header;
  }
  EXPECT_EQ(answer.find("Access-Control-"), std::string::npos);
}

TEST_F(HardeningTest, RoutesAndMethods) {
  ExpectStatus(Get("/nothing"), 404);
  ExpectStatus(Get("/../../etc/passwd"), 404);
  ExpectStatus(Get("/%2e%2e/%2e%2e/etc/passwd"), 404);
  ExpectStatus(Get("/api/v1/plans/%00%ff"), 404);
  ExpectStatus(Post("/api/v1/targets", "{}"), 405);
  ExpectStatus(absl::StrReplaceAll(Post("/api/v1/plans", "{}"), {{"POST", "PUT"}}), 405);
  ExpectStatus(absl::StrReplaceAll(Post("/api/v1/plans", "{}"), {{"POST", "DELETE"}}), 405);
  ExpectStatus(absl::StrReplaceAll(Get("/api/v1/plans"), {{"GET", "OPTIONS"}}), 405);
  ExpectRefused(absl::StrReplaceAll(Get("/api/v1/plans"), {{"GET", "TRACE"}}));
  ExpectRefused(absl::StrReplaceAll(Get("/api/v1/plans"), {{"GET", "BREW"}}));
}

TEST_F(HardeningTest, OnlyThisServersPagesMayAsk) {
  const auto with = [this](const std::string& header) {
    return absl::StrReplaceAll(Get("/api/v1/version"), {{"Connection", header + "\r\nConnection"}});
  };
  const std::string bad_host = absl::StrReplaceAll(Get("/"), {{"127.0.0.1", "evil.example"}});
  ExpectStatus(bad_host, 421);
  ExpectStatus("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 421);
  ExpectStatus(with("Host: evil.example"), 421);
  ExpectStatus(with("Origin: http://evil.example"), 403);
  ExpectStatus(with("Origin: null"), 403);
  ExpectStatus(with("Sec-Fetch-Site: cross-site"), 403);
  ExpectStatus(with("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate"), 200);
  ExpectStatus(with(absl::StrCat("Origin: http://127.0.0.1:", server_->port())), 200);
}

TEST_F(HardeningTest, Bodies) {
  const std::string plans = "/api/v1/plans";
  ExpectStatus(Post(plans, "{}", "Content-Type: text/plain\r\n"), 415);
  ExpectStatus(Post(plans, "{}", ""), 415);
  ExpectStatus(Post(plans, "{}", "Content-Type: application/json\r\nContent-Encoding: gzip\r\n"),
               415);
  ExpectStatus(Post(plans, "{\"token\""), 400);
  ExpectStatus(Post(plans, "\xff\xfe{}"), 400);
  ExpectStatus(Post(plans, std::string(500000, '[')), 400);
  ExpectStatus(Post(plans, "{\"token\": \"" + std::string(900000, 'x') + "\"}"), 422);
  ExpectStatus(Post(plans, R"({"token": "complex_forward_len_1e9_single_op"})"), 422);
  ExpectStatus(Post(plans, R"({"problem": {"lengths": [9223372036854775807, 4]}})"), 422);
  ExpectStatus(Post(plans, R"({"problem": {"lengths": [18446744073709551615]}})"), 422);
  ExpectStatus(Post(plans, R"({"problem": {"lengths": [1.5]}})"), 422);
  ExpectStatus(Post(plans, R"({"problem": {"lengths": "1024"}})"), 422);
  ExpectStatus(Post(plans, R"({"problem": {"lengths": []}})"), 422);
  ExpectStatus(Post(plans, R"({"problem": {"lengths": [2,2,2,2]}})"), 422);
  ExpectStatus(Post(plans, R"({"problem": {"lengths": [8], "output": {"strides": [0]}}})"), 422);
  ExpectStatus(Post(plans, R"({"problem": {"lengths": [8], "output": {"strides": [1, 2]}}})"), 422);
}

TEST_F(HardeningTest, SizesAndFraming) {
  const std::string plans = "/api/v1/plans";
  ExpectStatus(Post(plans, std::string(2 << 20, ' ')), 413);
  const std::string json = "Content-Type: application/json\r\n";
  const std::string head = absl::StrCat("POST ", plans, " HTTP/1.1\r\n", host_, json);
  ExpectStatus(head + "Content-Length: 99999999999\r\n\r\n{}", 413);
  ExpectStatus(head + "Content-Length: 99999999999999999999999\r\n\r\n{}", 400);
  ExpectStatus(head + "Content-Length: -1\r\n\r\n{}", 400);
  ExpectStatus(head + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400);
  ExpectStatus(head + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 411);
  ExpectSurvives(head + "Content-Length: 100\r\n\r\n{}");  // ends early
  ExpectSurvives(head);                                    // no end of the headers
  ExpectSurvives("GET");
  ExpectSurvives("\r\n\r\n");
  ExpectSurvives(std::string(200, '\0'));
  ExpectRefused("GET / HTTP/9.9\r\n\r\n");
  ExpectRefused("GET /" + std::string(20000, 'a') + " HTTP/1.1\r\n" + host_ + "\r\n");
  ExpectRefused(absl::StrReplaceAll(Get("/app.js"),
                                    {{"Connection", "Range: bytes=0-1,2-3,4-5\r\nConnection"}}));
  std::string many = "GET /nothing HTTP/1.1\r\n" + host_;
  for (int i = 0; i < 2000; ++i) absl::StrAppend(&many, "X-", i, ": y\r\n");
  ExpectRefused(many + "Connection: close\r\n\r\n");
}

TEST_F(HardeningTest, ARefusedBodyIsNotTakenForARequest) {
  // The body of the refused request is itself a valid request.
  const std::string inner = Get("/api/v1/version");
  const std::string outer =
      absl::StrCat("POST /api/v1/plans HTTP/1.1\r\n", host_,
                   "Content-Type: text/plain\r\nContent-Length: ", inner.size(), "\r\n\r\n", inner);
  EXPECT_EQ(Statuses(Send(outer)), std::vector<int>{415});
  ExpectAlive();
}

TEST_F(HardeningTest, ConnectionsAreKept) {
  const int socket_fd = Connect(server_->port());
  const std::string keep = absl::StrReplaceAll(Get("/api/v1/healthz"), {{"close", "keep-alive"}});
  for (int i = 0; i < 10; ++i) {
    ASSERT_EQ(send(socket_fd, keep.data(), keep.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(keep.size()));
    std::string answer;
    char buffer[4096];
    ssize_t n = 0;
    while (answer.find("\"ok\"}") == std::string::npos &&
           (n = recv(socket_fd, buffer, sizeof(buffer), 0)) > 0) {
      answer.append(buffer, n);
    }
    ASSERT_EQ(Statuses(answer), std::vector<int>{200}) << i;
  }
  close(socket_fd);
}

}  // namespace
}  // namespace fft::inspector
