// Connections over real sockets: slow clients, clients that hang up, several requests at once,
// stopping.
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "inspector/server/http/http.h"
#include "inspector/server/http/socket_client_testing.h"

namespace fft::inspector {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr size_t kLarge = 16 << 20;

// A server that answers "/" with the body's length, "/large" with 16 MB, and "/wait" when the
// request is cancelled.
class ConnectionsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    HttpOptions options;
    options.head_time = milliseconds(1500);
    auto server = HttpServer::Create(
        options, [this](const HttpRequest& request) { return Respond(request); });
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
    thread_ = std::thread([this] { EXPECT_TRUE(server_->Run().ok()); });
  }
  ~ConnectionsTest() override { Stop(); }

  void Stop() {
    if (!thread_.joinable()) return;
    server_->Stop();
    thread_.join();
  }

  HttpResponse Respond(const HttpRequest& request) {
    HttpResponse response;
    response.content_type = "text/plain";
    response.body = absl::StrCat(request.path, " has ", request.body.size());
    if (request.path == "/large") response.shared_body = large_;
    if (request.path == "/wait") {
      ++waiting_;
      while (!request.cancellation->cancelled()) std::this_thread::sleep_for(milliseconds(1));
      ++cancelled_;
    }
    return response;
  }

  std::string Get(const std::string& path, const std::string& headers = "") const {
    return absl::StrCat("GET ", path, " HTTP/1.1\r\nHost: 127.0.0.1:", server_->port(), "\r\n",
                        headers, "\r\n");
  }
  std::string Post(const std::string& path, const std::string& body) const {
    return absl::StrCat("POST ", path, " HTTP/1.1\r\nHost: 127.0.0.1:", server_->port(),
                        "\r\nContent-Type: application/json\r\nContent-Length: ", body.size(),
                        "\r\n\r\n", body);
  }
  int Open(const std::string& bytes) const {
    const int socket_fd = ConnectTo(server_->port());
    EXPECT_EQ(send(socket_fd, bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
    return socket_fd;
  }
  // Seconds until a small request is answered.
  double Ask() const {
    const auto start = Clock::now();
    EXPECT_EQ(Statuses(Exchange(server_->port(), Get("/", "Connection: close\r\n"), Ending::kOpen)),
              std::vector<int>{200});
    return std::chrono::duration<double>(Clock::now() - start).count();
  }
  static void Await(const std::atomic<int>& value, int wanted) {
    for (int i = 0; i < 5000 && value < wanted; ++i) std::this_thread::sleep_for(milliseconds(1));
    EXPECT_EQ(value, wanted);
  }

  const std::shared_ptr<const std::string> large_ =
      std::make_shared<const std::string>(kLarge, 'x');
  std::atomic<int> waiting_ = 0;
  std::atomic<int> cancelled_ = 0;
  std::unique_ptr<HttpServer> server_;
  std::thread thread_;
};

TEST_F(ConnectionsTest, RequestsSentAtOnceAreAnsweredInOrder) {
  const std::string answer =
      Exchange(server_->port(),
               absl::StrCat(Get("/a"), Post("/b", "{\"x\": 1}"), "\r\n", Get("/c"), Post("/d", ""),
                            Get("/e", "Connection: close\r\n"), Get("/never")),
               Ending::kOpen);
  EXPECT_EQ(Statuses(answer), (std::vector<int>{200, 200, 200, 200, 200})) << answer;
  size_t at = 0;
  for (const char* body : {"/a has 0", "/b has 8", "/c has 0", "/d has 0", "/e has 0"}) {
    at = answer.find(body, at);
    ASSERT_NE(at, std::string::npos) << body << answer;
  }
  EXPECT_FALSE(absl::StrContains(answer, "/never"));
}

// Reproduces a fault: two hundred sockets slowly send single bytes of a head.
TEST_F(ConnectionsTest, TricklingHeadsSilenceNobodyAndEnd) {
  std::vector<int> slow;
  for (int i = 0; i < 200; ++i) slow.push_back(Open("GET / HT"));
  double worst = 0;
  const auto start = Clock::now();
  while (Clock::now() - start < milliseconds(3000)) {
    for (const int socket_fd : slow) send(socket_fd, "x", 1, MSG_NOSIGNAL);
    worst = std::max(worst, Ask());
    std::this_thread::sleep_for(milliseconds(100));
  }
  EXPECT_LT(worst, 1);
  for (const int socket_fd : slow) {
    std::string answer(4096, '\0');
    answer.resize(std::max<ssize_t>(0, recv(socket_fd, answer.data(), answer.size(), 0)));
    EXPECT_TRUE(absl::StrContains(answer, "HTTP/1.1 408") &&
                absl::StrContains(answer, "Connection: close"))
        << answer;
    close(socket_fd);
  }
}

TEST_F(ConnectionsTest, ABodyIsAwaitedAndAskedFor) {
  const std::string all =
      absl::StrCat("POST /b HTTP/1.1\r\nHost: 127.0.0.1:", server_->port(),
                   "\r\nContent-Type: application/json\r\n",
                   "Connection: close\r\nExpect: 100-continue\r\n", "Content-Length: 10\r\n\r\n");
  const int socket_fd = Open(all);
  char buffer[256] = {};
  ASSERT_GT(recv(socket_fd, buffer, sizeof(buffer), 0), 0);
  EXPECT_TRUE(absl::StrContains(buffer, "100 Continue")) << buffer;
  ASSERT_EQ(send(socket_fd, "01234", 5, MSG_NOSIGNAL), 5);
  std::this_thread::sleep_for(milliseconds(20));
  ASSERT_EQ(send(socket_fd, "56789", 5, MSG_NOSIGNAL), 5);
  std::string answer;
  ssize_t n = 0;
  while ((n = recv(socket_fd, buffer, sizeof(buffer), 0)) > 0) answer.append(buffer, n);
  EXPECT_TRUE(absl::StrContains(answer, "/b has 10")) << answer;
  close(socket_fd);
}

// Without the check of ranges, the HTTP library would send memory behind the body.
TEST_F(ConnectionsTest, ARangeIsAnsweredWithTheWhole) {
  for (const char* range : {"0-33333", "2-3", "-99999", "99999-"}) {
    const std::string answer =
        Exchange(server_->port(),
                 Get("/a", absl::StrCat("Connection: close\r\nRange: bytes=", range, "\r\n")),
                 Ending::kOpen);
    EXPECT_EQ(Statuses(answer), std::vector<int>{200}) << answer;
    EXPECT_EQ(answer.substr(answer.find("\r\n\r\n") + 4), "/a has 0") << range;
  }
}

TEST_F(ConnectionsTest, AClientThatGoesCancelsItsRequest) {
  const int going = Open(Get("/wait"));
  const int staying = Open(Get("/wait"));
  Await(waiting_, 2);
  EXPECT_EQ(cancelled_, 0);
  close(going);
  Await(cancelled_, 1);
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_EQ(cancelled_, 1);
  close(staying);
  Await(cancelled_, 2);
}

TEST_F(ConnectionsTest, ClientsThatDoNotReadHoldUpNobody) {
  std::vector<int> slow;
  for (int i = 0; i < 20; ++i) slow.push_back(Open(Get("/large")));
  EXPECT_LT(Ask(), 2);
  // Clients that read late still get the whole answer.
  size_t bytes = 0;
  char buffer[65536];
  ssize_t n = 0;
  while (bytes < kLarge && (n = recv(slow[0], buffer, sizeof(buffer), 0)) > 0) bytes += n;
  EXPECT_GE(bytes, kLarge);
  for (const int socket_fd : slow) close(socket_fd);
}

TEST_F(ConnectionsTest, BeyondTheMostConnectionsTheSlowestGo) {
  std::vector<int> idle;
  for (int i = 0; i < 400; ++i) idle.push_back(Open("G"));
  EXPECT_LT(Ask(), 3);
  for (const int socket_fd : idle) close(socket_fd);
}

TEST_F(ConnectionsTest, BeyondTheMostConnectionsThoseThatReadTooSlowlyGo) {
  std::vector<int> slow;
  for (int i = 0; i < 300; ++i) slow.push_back(Open(Get("/large")));
  std::this_thread::sleep_for(milliseconds(1500));
  EXPECT_LT(Ask(), 3);
  for (const int socket_fd : slow) close(socket_fd);
}

// Tests clients that send bytes for ever but no request, and a client that sends nothing.
TEST_F(ConnectionsTest, RequestsThatNeverEndAreEnded) {
  const int idle = Open("");
  const int empty = Open("\r\n");
  const int body = Open(Post("/b", std::string(1 << 20, ' ')).substr(0, 300));
  const auto start = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  const std::string flood(32 << 10, '\n');
  double empty_ends = 0;
  double body_ends = 0;
  while (body_ends == 0 && seconds() < 20) {
    if (empty_ends == 0 && send(empty, flood.data(), flood.size(), MSG_NOSIGNAL) < 0) {
      empty_ends = seconds();
    }
    send(body, " ", 1, MSG_NOSIGNAL);
    char buffer[4096];
    const ssize_t n = recv(body, buffer, sizeof(buffer), MSG_DONTWAIT);
    if (n > 0) {
      EXPECT_TRUE(absl::StrContains(std::string(buffer, n), "HTTP/1.1 408"));
      body_ends = seconds();
    }
    std::this_thread::sleep_for(milliseconds(1));
  }
  EXPECT_GT(empty_ends, 4);
  EXPECT_LT(empty_ends, 8);
  EXPECT_GT(body_ends, 9);
  EXPECT_LT(body_ends, 13);
  char byte;
  EXPECT_EQ(recv(idle, &byte, 1, MSG_DONTWAIT), 0);  // the server has closed it
  for (const int socket_fd : {idle, empty, body}) close(socket_fd);
}

// Thirty megabytes of unfinished bodies do not keep other clients out. The test sends bodies until
// one is refused, since the kernel decides how fast they arrive.
TEST_F(ConnectionsTest, UnfinishedBodiesHaveABudget) {
  constexpr int64_t kBody = 1 << 20, kSent = kBody - (32 << 10);
  struct Client {
    int fd = -1;
    int64_t sent = 0;
    std::string answer;
  };
  const std::string body(kBody, ' ');
  std::vector<Client> slow(30);
  for (Client& client : slow) client.fd = Open(Post("/b", body).substr(0, 1000));
  const auto is_answered = [](const Client& client) { return !client.answer.empty(); };
  const auto deadline = Clock::now() + std::chrono::seconds(20);
  while (std::none_of(slow.begin(), slow.end(), is_answered) && Clock::now() < deadline) {
    for (Client& client : slow) {
      client.sent += std::max<int64_t>(
          0, send(client.fd, body.data(), kSent - client.sent, MSG_NOSIGNAL | MSG_DONTWAIT));
      char buffer[4096];
      const int64_t received = recv(client.fd, buffer, sizeof(buffer), MSG_DONTWAIT);
      if (received > 0) client.answer.assign(buffer, received);
    }
    EXPECT_LT(Ask(), 3);
  }
  EXPECT_TRUE(std::any_of(slow.begin(), slow.end(), is_answered));
  for (const Client& client : slow) {
    EXPECT_TRUE(!is_answered(client) || absl::StrContains(client.answer, "HTTP/1.1 503"));
    close(client.fd);
  }
}

TEST_F(ConnectionsTest, StoppingCancelsWhatIsInWork) {
  const int socket_fd = Open(Get("/wait"));
  Await(waiting_, 1);
  const auto start = Clock::now();
  Stop();
  EXPECT_LT(Clock::now() - start, milliseconds(1000));
  EXPECT_EQ(cancelled_, 1);
  close(socket_fd);
}

}  // namespace
}  // namespace fft::inspector
