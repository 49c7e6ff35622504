// Many clients at once, over real sockets. The test checks that only documented failures happen,
// that answers come soon, and that memory stays bounded.
//
// FFT_LOAD_SECONDS and FFT_LOAD_CLIENTS set the duration and the number of clients.
// FFT_LOAD_HEAVY=1 adds exports and clients that hang up.
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "fft/base/json.h"
#include "gtest/gtest.h"
#include "inspector/server/http/http.h"
#include "inspector/server/http/socket_client_testing.h"
#include "inspector/server/routes.h"
#include "inspector/server/service.h"

namespace fft::inspector {
namespace {

// Limits are not checked with sanitizers, which multiply time and memory.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr bool kIsInstrumented = true;
#else
constexpr bool kIsInstrumented = false;
#endif

using Clock = std::chrono::steady_clock;

int FromEnvironment(const char* name, int fallback) {
  const char* text = std::getenv(name);
  return text == nullptr ? fallback : std::atoi(text);
}

double ResidentMegabytes() {
  long pages = 0;
  long resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  return resident * 4096.0 / 1e6;
}

// Resets the peak of memory that the system records for this process.
void ForgetPeak() { std::ofstream("/proc/self/clear_refs") << "5"; }

double PeakMegabytes() {
  std::ifstream status("/proc/self/status");
  std::string word;
  double kilobytes = 0;
  while (status >> word) {
    if (word == "VmHWM:") status >> kilobytes;
  }
  return kilobytes * 1024 / 1e6;
}

struct Tally {
  std::mutex mutex;
  std::vector<double> cached_milliseconds;  // times of GETs of views that had been requested before
  std::vector<double> plan_milliseconds;
  std::vector<std::string> failures;
  int busy = 0;
};

class LoadTest : public ::testing::Test {
 protected:
  LoadTest() {
    server_ = *HttpServer::Create(
        {}, [this](const HttpRequest& request) { return Respond(service_, request); });
    thread_ = std::thread([this] { EXPECT_TRUE(server_->Run().ok()); });
  }
  ~LoadTest() override {
    server_->Stop();
    thread_.join();
  }

  std::string MakePlan(SocketClient& client, const std::string& token, Tally* tally) {
    const std::string body = absl::StrCat(R"({"target": "sm_90", "token": ")", token, "\"}");
    const auto start = Clock::now();
    const SocketAnswer answer = client.Post("/api/v1/plans", body);
    const double milliseconds =
        std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    std::lock_guard<std::mutex> lock(tally->mutex);
    tally->plan_milliseconds.push_back(milliseconds);
    if (answer.status == 503 || answer.status == 429) ++tally->busy;
    if (answer.status != 201 && answer.status != 503 && answer.status != 429) {
      tally->failures.push_back(absl::StrCat("POST ", token, ": ", answer.status));
    }
    return answer.status == 201 ? Json::parse(answer.body)["id"].get<std::string>() : "";
  }

  // The paths of all GET routes of a plan and of the machine. Routes of jobs are left out, since
  // there are no jobs.
  std::vector<std::string> Paths(const std::string& id) {
    std::vector<std::string> paths = {"/", "/app.js", "/app.css"};
    for (const Route& route : RouteTable()) {
      if (std::string(route.method) != "GET" || route.pattern.find("{job}") != std::string::npos) {
        continue;
      }
      // Compiling and exporting are work, so their answers are not cached.
      if (route.pattern.ends_with("/code") || route.pattern.find("export") != std::string::npos) {
        continue;
      }
      paths.push_back(absl::StrReplaceAll(route.pattern, {{"{id}", id},
                                                          {"{candidate}", "0"},
                                                          {"{other}", "0"},
                                                          {"{kernel}", "0"},
                                                          {"{leaf}", "0"}}));
    }
    return paths;
  }

  void Client(int number, Clock::time_point end, Tally* tally) {
    std::mt19937 random(number);
    SocketClient client(server_->port());
    std::string id;
    while (id.empty() && Clock::now() < end) {
      id = MakePlan(client, "complex_forward_len_4096_single_op", tally);
    }
    const std::vector<std::string> paths = Paths(id);
    while (Clock::now() < end) {
      if (random() % 50 == 0) {
        MakePlan(client,
                 absl::StrCat("complex_forward_len_", 16 << random() % 12, "_", 16 << random() % 4,
                              "_single_op"),
                 tally);
        continue;
      }
      if (heavy_ && random() % 100 == 0) {
        HeavyRequest(id, random(), tally);
        continue;
      }
      const std::string& path = paths[random() % paths.size()];
      const auto start = Clock::now();
      const SocketAnswer answer = client.Get(path);
      const double milliseconds =
          std::chrono::duration<double, std::milli>(Clock::now() - start).count();
      std::lock_guard<std::mutex> lock(tally->mutex);
      tally->cached_milliseconds.push_back(milliseconds);
      // A plan may have been dropped for newer plans. This failure is documented.
      if (answer.status != 200) tally->failures.push_back(absl::StrCat(path, ": ", answer.status));
    }
  }

  // The status and the size of an answer. The answer is not kept, since it would count as the
  // server's memory.
  std::pair<int, size_t> CountAnswer(const std::string& path) {
    const int socket_fd = ConnectTo(server_->port());
    const timeval patience = {.tv_sec = 60, .tv_usec = 0};
    setsockopt(socket_fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    const std::string request =
        absl::StrCat("GET ", path, " HTTP/1.1\r\nHost: 127.0.0.1:", server_->port(),
                     "\r\nConnection: close\r\n\r\n");
    EXPECT_GT(send(socket_fd, request.data(), request.size(), MSG_NOSIGNAL), 0);
    char buffer[16384];
    int status = 0;
    size_t count = 0;
    for (ssize_t n = 0; (n = recv(socket_fd, buffer, sizeof(buffer), 0)) > 0; count += n) {
      if (count == 0) status = Statuses(std::string(buffer, n))[0];
    }
    close(socket_fd);
    return {status, count};
  }

  // Requests an export, or sends a request and hangs up before the answer.
  void HeavyRequest(const std::string& id, uint32_t random, Tally* tally) {
    const std::string path = absl::StrCat("/api/v1/plans/", id, "/export.json");
    if (random % 4 != 0) {
      const int socket_fd = ConnectTo(server_->port());
      const std::string request =
          absl::StrCat("GET ", path, " HTTP/1.1\r\nHost: 127.0.0.1:", server_->port(), "\r\n\r\n");
      send(socket_fd, request.data(), request.size(), MSG_NOSIGNAL);
      std::this_thread::sleep_for(std::chrono::milliseconds(random % 50));
      close(socket_fd);
      return;
    }
    const int status = CountAnswer(path).first;
    std::lock_guard<std::mutex> lock(tally->mutex);
    if (status == 503) ++tally->busy;
    if (status != 200 && status != 503) {
      tally->failures.push_back(absl::StrCat(path, ": ", status));
    }
  }

  const bool heavy_ = FromEnvironment("FFT_LOAD_HEAVY", 0) != 0;
  Service service_{absl::UnavailableError("none in this test"), {}};
  std::unique_ptr<HttpServer> server_;
  std::thread thread_;
};

double Percentile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[std::min<size_t>(values.size() - 1, values.size() * share)];
}

TEST_F(LoadTest, ManyClientsAtOnce) {
  const int seconds = FromEnvironment("FFT_LOAD_SECONDS", 4);
  const int clients = FromEnvironment("FFT_LOAD_CLIENTS", 4);
  Tally tally;
  const double before = ResidentMegabytes();
  const auto end = Clock::now() + std::chrono::seconds(seconds);
  std::vector<std::thread> threads;
  for (int i = 0; i < clients; ++i) {
    threads.emplace_back([this, i, end, &tally] { Client(i, end, &tally); });
  }
  for (std::thread& thread : threads) thread.join();
  const double grown = ResidentMegabytes() - before;
  const double p99 = Percentile(tally.cached_milliseconds, 0.99);
  std::printf(
      "%d clients, %d s: %zu GETs, median %.2f ms, p99 %.2f ms; %zu plans, p99 %.1f ms; %d busy; "
      "%.0f MB more\n",
      clients, seconds, tally.cached_milliseconds.size(),
      Percentile(tally.cached_milliseconds, 0.5), p99, tally.plan_milliseconds.size(),
      Percentile(tally.plan_milliseconds, 0.99), tally.busy, grown);
  EXPECT_TRUE(tally.failures.empty()) << tally.failures.size() << ", as " << tally.failures[0];
  EXPECT_GT(tally.cached_milliseconds.size(), 100u);
  if (!kIsInstrumented) {
    EXPECT_LT(p99, 50);
    EXPECT_LT(grown, 600);
    EXPECT_LT(PeakMegabytes(), 600);
  }
  // No remaining work may delay the end.
  const auto stopping = Clock::now();
  server_->Stop();
  EXPECT_LT(Clock::now() - stopping, std::chrono::seconds(2));
}

// Reproduces a fault: sixty simultaneous exports of a plan with two thousand candidates took 5.7
// GB.
TEST_F(LoadTest, ManyExportsAtOnceStayWithinMemory) {
  SocketClient maker(server_->port());
  const SocketAnswer made =
      maker.Post("/api/v1/plans", R"({"token": "complex_forward_len_16411_16411_single_op",
                           "target": "gfx90a", "options": {"scheme": "2D_RTRT"}})");
  ASSERT_EQ(made.status, 201) << made.body;
  const Json plan = Json::parse(made.body);
  ASSERT_EQ(plan["candidates"], 2000);
  const std::string path = absl::StrCat("/api/v1/plans/", plan["id"].get<std::string>());
  ForgetPeak();
  const double before = ResidentMegabytes();
  std::vector<std::thread> threads;
  std::mutex mutex;
  std::vector<int> statuses;
  size_t bytes = 0;
  for (int i = 0; i < 60; ++i) {
    threads.emplace_back([&, i] {
      const auto [status, count] =
          CountAnswer(path + (i % 2 == 0 ? "/export.json" : "/export.html"));
      std::lock_guard<std::mutex> lock(mutex);
      // If the page was not built, it cannot be exported, and the answer is 409.
      statuses.push_back(i % 2 == 1 && status == 409 ? 200 : status);
      bytes = std::max(bytes, count);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(statuses, std::vector<int>(60, 200));
  EXPECT_GT(bytes, 5u << 20);
  std::printf("%.0f MB before, %.0f MB at most; files of %.1f MB\n", before, PeakMegabytes(),
              bytes / 1e6);
  if (!kIsInstrumented) {
    EXPECT_LT(PeakMegabytes(), 600);
  }
}

}  // namespace
}  // namespace fft::inspector
