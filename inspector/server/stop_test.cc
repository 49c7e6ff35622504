// SIGTERM must end the server and the processes that it has started within two seconds, whatever
// the server is doing.
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "fft/base/json.h"
#include "gtest/gtest.h"
#include "inspector/server/http/socket_client_testing.h"

namespace fft::inspector {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

std::string Scratch(const std::string& name) {
  return absl::StrCat(::testing::TempDir(), "/", name);
}

// The time within which a server has to end. With a sanitizer it sleeps for a second, to wait for
// late reports.
#if defined(__SANITIZE_THREAD__)
constexpr double kMostSeconds = 6;
#else
constexpr double kMostSeconds = 2;
#endif

// A running server.
class Child {
 public:
  // Starts the server with `compiler` as FFT_HOST_CXX.
  Child(const std::string& device, const std::string& compiler) {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    pid_ = fork();
    if (pid_ == 0) {
      setenv("FFT_HOST_CXX", compiler.c_str(), 1);
      dup2(ends[1], STDOUT_FILENO);
      close(ends[0]);
      close(ends[1]);
      const std::string flag = "--device=" + device;
      execl("inspector/server/fft_inspect", "fft_inspect", "--port=0", flag.c_str(), nullptr);
      _exit(127);
    }
    close(ends[1]);
    output_ = ends[0];
  }
  ~Child() {
    if (pid_ > 0) kill(pid_, SIGKILL);
    if (pid_ > 0) waitpid(pid_, nullptr, 0);
    close(output_);
  }

  // The port in the line that the server prints when it is ready.
  int Port() {
    while (!absl::StrContains(printed_, "/\n") && ReadSome()) {
    }
    const size_t colon = printed_.rfind(':');
    return colon == std::string::npos ? 0 : std::atoi(printed_.c_str() + colon + 1);
  }

  // Sends SIGTERM and waits for at most ten seconds. Returns the seconds until the server ends.
  double Stop() {
    const auto start = Clock::now();
    kill(pid_, SIGTERM);
    while (waitpid(pid_, &status_, WNOHANG) == 0 && Clock::now() - start < milliseconds(10000)) {
      std::this_thread::sleep_for(milliseconds(5));
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (seconds < 10) pid_ = 0;
    while (pid_ == 0 && ReadSome()) {
    }
    return seconds;
  }

  int status() const { return status_; }
  const std::string& printed() const { return printed_; }

 private:
  bool ReadSome() {
    char buffer[256];
    const ssize_t n = read(output_, buffer, sizeof(buffer));
    if (n > 0) printed_.append(buffer, n);
    return n > 0;
  }

  pid_t pid_ = 0;
  int output_ = -1;
  int status_ = -1;
  std::string printed_;
};

// A compiler that never ends. It first writes its process id to the file `mark`.
std::string HangingCompiler(const std::string& mark) {
  const std::string path = Scratch("hanging-compiler");
  std::ofstream(path) << "#!/bin/sh\necho $$ > " << mark << "\nexec sleep 300\n";
  chmod(path.c_str(), 0755);
  unlink(mark.c_str());
  return path;
}

// Waits for the file `mark` and returns the process id in it.
pid_t AwaitMark(const std::string& mark) {
  for (int i = 0; i < 2000; ++i) {
    pid_t pid = 0;
    if (std::ifstream(mark) >> pid) return pid;
    std::this_thread::sleep_for(milliseconds(5));
  }
  return 0;
}

// Whether the process runs. A zombie does not count: it remains if this machine's init does not
// reap it.
bool Runs(pid_t pid) {
  std::ifstream stat(absl::StrCat("/proc/", pid, "/stat"));
  std::string number;
  std::string name;
  std::string state;
  return (stat >> number >> name >> state) && state != "Z" && state != "X";
}

bool EndsSoon(pid_t pid) {
  for (int i = 0; i < 200 && Runs(pid); ++i) std::this_thread::sleep_for(milliseconds(5));
  return !Runs(pid);
}

TEST(StopTest, AnIdleServerEnds) {
  Child server("hip", "g++");
  ASSERT_GT(server.Port(), 0) << server.printed();
  SocketClient client(server.Port());
  EXPECT_EQ(client.Get("/api/v1/healthz").status, 200);
  EXPECT_LT(server.Stop(), kMostSeconds);
  EXPECT_EQ(server.status(), 0);
  EXPECT_TRUE(absl::StrContains(server.printed(), "stopped")) << server.printed();
}

TEST(StopTest, ACompilerThatHangsIsEndedToo) {
  const std::string mark = Scratch("compiling");
  Child server("hip", HangingCompiler(mark));
  const int port = server.Port();
  ASSERT_GT(port, 0) << server.printed();
  SocketClient client(port);
  const SocketAnswer made = client.Post(
      "/api/v1/plans", R"({"token": "complex_forward_len_16_single_op", "target": "host"})");
  ASSERT_EQ(made.status, 201) << made.body;
  const std::string path = absl::StrCat(
      "/api/v1/plans/", Json::parse(made.body)["id"].get<std::string>(), "/kernels/0/code");
  std::vector<std::thread> askers;
  for (int i = 0; i < 4; ++i) {
    askers.emplace_back([&] { SocketClient(port).Post(path, "{}"); });
  }
  const pid_t compiler = AwaitMark(mark);
  ASSERT_GT(compiler, 0);
  EXPECT_TRUE(Runs(compiler));
  EXPECT_LT(server.Stop(), kMostSeconds);
  EXPECT_EQ(server.status(), 0);
  EXPECT_TRUE(EndsSoon(compiler));
  for (std::thread& asker : askers) asker.join();
}

TEST(StopTest, ADeviceOfNoKindIsRefused) {
  Child server("abacus", "g++");
  EXPECT_EQ(server.Port(), 0) << server.printed();
  server.Stop();
  EXPECT_TRUE(WIFEXITED(server.status()) && WEXITSTATUS(server.status()) == 1) << server.status();
}

// SIGTERM is sent at various stages of the start.
TEST(StopTest, AServerThatIsStillStartingEnds) {
  for (int delay = 0; delay <= 60; delay += 6) {
    Child server("host", "g++");
    std::this_thread::sleep_for(milliseconds(delay));
    EXPECT_LT(server.Stop(), kMostSeconds) << delay;
    // A signal that comes before the server has blocked it kills the process.
    const bool killed = WIFSIGNALED(server.status()) && WTERMSIG(server.status()) == SIGTERM;
    EXPECT_TRUE(killed || server.status() == 0) << delay << ": " << server.status();
  }
}

}  // namespace
}  // namespace fft::inspector
