#include "fft/rtc/system/exit_gate.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "absl/status/status.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

using ::testing::ExitedWithCode;

int library = 0;

// Ends the program while another thread is inside. That thread says so when it leaves.
[[noreturn]] void ExitWhileAnotherIsInside() {
  CloseGateBefore(&library);
  std::atomic<bool> is_inside = false;
  std::thread([&is_inside] {
    const auto pass = GatePass::Take();
    is_inside = pass.ok();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    std::fputs("left\n", stderr);
  }).detach();
  while (!is_inside) std::this_thread::yield();
  std::exit(0);
}

void TakeOne() {
  std::fputs(absl::IsUnavailable(GatePass::Take().status()) ? "refused\n" : "taken\n", stderr);
}

TEST(ExitGateDeathTest, ExitAwaitsThoseInside) {
  EXPECT_EXIT(ExitWhileAnotherIsInside(), ExitedWithCode(0), "left");
}

// A function that was registered with atexit before the gate runs after the gate has closed. The
// same holds for destructors of static objects that were made before.
TEST(ExitGateDeathTest, RefusesOnceClosed) {
  EXPECT_EXIT(
      {
        std::atexit(TakeOne);
        CloseGateBefore(&library);
        std::exit(0);
      },
      ExitedWithCode(0), "refused");
  EXPECT_EXIT(
      {
        CloseGateBefore(&library);
        std::atexit(TakeOne);
        std::exit(0);
      },
      ExitedWithCode(0), "taken");
}

// Objects of a library that was opened later are destroyed earlier.
TEST(ExitGateDeathTest, ClosesBeforeTheLastLibrary) {
  static int second = 0;
  EXPECT_EXIT(
      {
        CloseGateBefore(&library);
        std::atexit(TakeOne);
        CloseGateBefore(&library);
        CloseGateBefore(&second);
        std::exit(0);
      },
      ExitedWithCode(0), "refused");
}

TEST(ExitGateDeathTest, ALibraryMayEndTheProgramFromWithin) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EXIT(
      {
        CloseGateBefore(&library);
        const auto pass = GatePass::Take();
        std::exit(pass.ok() ? 0 : 1);
      },
      ExitedWithCode(0), "");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
}

// None of the threads that were inside exist in a fork.
[[noreturn]] void ExitInAForkWhileTheParentIsInside() {
  CloseGateBefore(&library);
  const auto pass = GatePass::Take();
  std::thread([] {
    const pid_t child = fork();
    if (child == 0) std::exit(GatePass::Take().ok() ? 0 : 1);
    int status = 0;
    waitpid(child, &status, 0);
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 2);
  }).join();
  _exit(3);
}

TEST(ExitGateDeathTest, AForkAwaitsNoneOfItsParents) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EXIT(ExitInAForkWhileTheParentIsInside(), ExitedWithCode(0), "");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
}

}  // namespace
}  // namespace fft::rtc
