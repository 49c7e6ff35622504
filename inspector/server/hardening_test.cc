// Sends malformed requests over a real socket. Each gets a status 4xx or a closed connection, and
// the server keeps answering.
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "fft/base/json.h"
#include "gtest/gtest.h"
#include "inspector/server/http/hostile_requests_testing.h"
#include "inspector/server/http/http.h"
#include "inspector/server/http/socket_client_testing.h"
#include "inspector/server/routes.h"
#include "inspector/server/service.h"

namespace fft::inspector {
namespace {

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

  // Sends a complete request, and expects at least one answer and only refusals.
  void ExpectRefused(const std::string& bytes) const {
    const std::string answer = Send(bytes);
    EXPECT_FALSE(Statuses(answer).empty()) << bytes.substr(0, 200);
    for (int status : Statuses(answer)) {
      EXPECT_GE(status, 400) << bytes.substr(0, 200);
      EXPECT_LT(status, 500) << bytes.substr(0, 200) << answer;
    }
    ExpectAlive();
  }

  // Sends an incomplete request. The server may answer or close the connection.
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
  ExpectStatus(Get("?x=/api/v1"), 400);
  ExpectStatus(Get("api/v1"), 400);
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
  ExpectStatus(with("Sec-Fetch-Site: none\r\nSec-Fetch-Mode: navigate"), 200);
  ExpectStatus(with("Sec-Fetch-Site: same-origin"), 200);
  ExpectStatus(with(absl::StrCat("Origin: http://127.0.0.1:", server_->port())), 200);
}

// A page of another site may link to this page, but not frame it. It may neither link to the API
// nor send requests to it, since even a GET can cause work or a download.
TEST_F(HardeningTest, OtherSitesMayOpenThePageAndNothingElse) {
  const auto ask = [this](const std::string& path, const std::string& site, const std::string& mode,
                          const std::string& into) {
    return absl::StrReplaceAll(
        Get(path),
        {{"Connection", absl::StrCat("Sec-Fetch-Site: ", site, "\r\nSec-Fetch-Mode: ", mode,
                                     "\r\nSec-Fetch-Dest: ", into, "\r\nConnection")}});
  };
  for (const char* site : {"cross-site", "same-site"}) {
    ExpectStatus(ask("/", site, "navigate", "document"), 200);
    for (const char* into : {"iframe", "frame", "embed", "object"}) {
      ExpectStatus(ask("/", site, "navigate", into), 403);
    }
    for (const char* path : {"/api/v1/version", "/api/v1", "/api", "/api/v1/plans/0/export.html"}) {
      ExpectStatus(ask(path, site, "navigate", "document"), 403);
      ExpectStatus(ask(path, site, "navigate", "iframe"), 403);
      ExpectStatus(ask(path, site, "no-cors", "image"), 403);
    }
  }
  // A page that another site has opened carries this mark and plans only after a click.
  const std::string mark = "<meta name=\"fft-opened-by\"";
  EXPECT_NE(Send(ask("/", "cross-site", "navigate", "document")).find(mark), std::string::npos);
  EXPECT_EQ(Send(ask("/", "none", "navigate", "document")).find(mark), std::string::npos);
  EXPECT_EQ(Send(ask("/", "same-origin", "navigate", "document")).find(mark), std::string::npos);
  ExpectStatus(ask("/api/v1/version", "same-origin", "cors", "empty"), 200);
  ExpectStatus(ask("/api/v1/version", "none", "navigate", "document"), 200);
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
  ExpectStatus(Post(plans, R"({"problem": {"lengths": [2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2]}})"),
               422);
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
  ExpectSurvives(head + "Content-Length: 100\r\n\r\n{}");  // the body ends early
  ExpectSurvives(head);                                    // the headers do not end
  ExpectSurvives("GET");
  ExpectSurvives("\r\n\r\n");
  ExpectSurvives(std::string(200, '\0'));
  ExpectRefused("GET / HTTP/9.9\r\n\r\n");
  ExpectRefused("GET /" + std::string(20000, 'a') + " HTTP/1.1\r\n" + host_ + "\r\n");
  const std::string ranges = absl::StrReplaceAll(
      Get("/app.js"), {{"Connection", "Range: bytes=0-1,2-3,4-5\r\nConnection"}});
  ExpectRefused(ranges);
  EXPECT_NE(Send(ranges).find("\r\n\r\n{\"type\":"), std::string::npos) << "one part";
  std::string many = "GET /nothing HTTP/1.1\r\n" + host_;
  for (int i = 0; i < 101; ++i) absl::StrAppend(&many, "X-", i, ": y\r\n");
  ExpectStatus(many + "Connection: close\r\n\r\n", 431);
  for (int i = 0; i < 2000; ++i) absl::StrAppend(&many, "Y-", i, ": y\r\n");
  ExpectStatus(many + "Connection: close\r\n\r\n", 431);
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

TEST_F(HardeningTest, TheWholeListOfHostileRequests) {
  const std::string made =
      Send(Post("/api/v1/plans", R"({"token": "complex_forward_len_4096_single_op"})"));
  ASSERT_EQ(Statuses(made), std::vector<int>{201});
  const std::string id = Json::parse(made.substr(made.find("\r\n\r\n") + 4))["id"];
  const std::vector<HostileRequest> list = HostileRequests(host_, "/api/v1/plans/" + id);
  EXPECT_GE(list.size(), 200u);
  RecordProperty("requests", static_cast<int>(list.size()));
  for (const HostileRequest& request : list) {
    const std::vector<int> statuses = Statuses(Exchange(
        server_->port(), request.bytes, request.breaks_off ? Ending::kClosed : Ending::kOpen));
    if (!request.breaks_off) {
      EXPECT_FALSE(statuses.empty()) << request.what;
    }
    for (int status : statuses) {
      // 503 means that this machine has no device to run on.
      EXPECT_TRUE((status >= 400 && status < 500) || status == 503) << status << request.what;
    }
  }
  ExpectAlive();
}

TEST_F(HardeningTest, AStreamEndsWithItsJobAndIsCounted) {
  std::atomic<bool> go_on = false;
  const auto id = service_.jobs().Submit("wait", [&](JobControl& control) -> absl::StatusOr<Json> {
    control.Report("one");
    while (!go_on && !control.cancelled()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return Json("done");
  });
  ASSERT_TRUE(id.ok());
  const std::string path = "/api/v1/jobs/" + *id;
  std::vector<int> open;
  for (int i = 0; i < 16; ++i) {
    open.push_back(ConnectTo(server_->port()));
    const std::string request = Get(path + "/events");
    ASSERT_GT(send(open.back(), request.data(), request.size(), MSG_NOSIGNAL), 0);
    char first = 0;
    ASSERT_EQ(recv(open.back(), &first, 1, 0), 1);
  }
  ExpectStatus(Get(path + "/events"), 503);
  for (int socket_fd : open) close(socket_fd);
  // A closed stream gives its place back within one or two pieces.
  std::vector<int> statuses;
  for (int i = 0; i < 100 && statuses != std::vector<int>{200}; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (i == 60) go_on = true;
    statuses = go_on ? Statuses(Send(Get(path + "/events"))) : std::vector<int>{};
  }
  EXPECT_EQ(statuses, std::vector<int>{200});
  const std::string stream = Send(Get(path + "/events"));
  EXPECT_NE(stream.find("text/event-stream"), std::string::npos);
  EXPECT_NE(stream.find("id: 1\nevent: progress\ndata: \"one\""), std::string::npos) << stream;
  EXPECT_NE(stream.find("event: end"), std::string::npos) << stream;
}

TEST(AccessTokenTest, TheApiWantsTheKeyAndThePageDoesNot) {
  HttpOptions options;
  options.access_token = "0123456789abcdef";
  auto server = HttpServer::Create(options, [](const HttpRequest&) {
    HttpResponse response;
    response.content_type = "text/plain";
    response.body = "hello";
    return response;
  });
  ASSERT_TRUE(server.ok());
  std::thread thread([&] { EXPECT_TRUE((*server)->Run().ok()); });
  const auto ask = [&](const std::string& path, const std::string& header) {
    const int port = (*server)->port();
    return Statuses(Exchange(port,
                             absl::StrCat("GET ", path, " HTTP/1.1\r\nHost: 127.0.0.1:", port,
                                          "\r\nConnection: close\r\n", header, "\r\n"),
                             Ending::kOpen));
  };
  EXPECT_EQ(ask("/", ""), std::vector<int>{200});
  for (const char* wrong :
       {"", "Authorization: Bearer x\r\n", "Authorization: 0123456789abcdef\r\n",
        "Authorization: Bearer 0123456789abcdee\r\n", "Authorization: Bearer \r\n"}) {
    EXPECT_EQ(ask("/api/v1", wrong), std::vector<int>{401}) << wrong;
  }
  EXPECT_EQ(ask("/api/v1", "Authorization: Bearer 0123456789abcdef\r\n"), std::vector<int>{200});
  (*server)->Stop();
  thread.join();
}

TEST_F(HardeningTest, ConnectionsAreKept) {
  const int socket_fd = ConnectTo(server_->port());
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
