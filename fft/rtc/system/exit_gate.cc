#include "fft/rtc/system/exit_gate.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <set>
#include <thread>

#include "absl/status/status.h"

namespace fft::rtc {
namespace {

// How long exit waits for a compile. A compile that takes longer hangs, and the program ends
// without it.
constexpr std::chrono::seconds kPatience{120};

// The process whose calls are counted, and how many calls are inside. A fork begins with no call
// inside, whatever its parent's threads were doing.
struct Inside {
  int32_t process = 0;
  int32_t calls = 0;
};
std::atomic<Inside> inside;
std::atomic<bool> is_closed;
thread_local int32_t inside_here = 0;

void Count(int32_t calls) {
  const int32_t process = getpid();
  Inside before = inside.load();
  Inside after;
  do {
    after = {process, (before.process == process ? before.calls : 0) + calls};
    // The thread that forked has taken the pass.
    if (after.calls < 0) after.calls = 0;
  } while (!inside.compare_exchange_weak(before, after));
  inside_here += calls;
}

bool OthersAreInside() {
  const Inside now = inside.load();
  return now.process == getpid() && now.calls > inside_here;
}

void Close() {
  is_closed = true;
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (OthersAreInside() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace

void CloseGateBefore(void* handle) {
  static auto* const mutex = new std::mutex;
  static auto* const known = new std::set<void*>;
  std::lock_guard lock(*mutex);
  if (known->insert(handle).second) std::atexit(Close);
}

absl::StatusOr<GatePass> GatePass::Take() {
  Count(1);
  GatePass pass;
  if (!is_closed) return pass;
  return absl::UnavailableError("the program is ending, and its compilers with it");
}

// Objects that the library made during the call are destroyed before older ones, so the gate has to
// close before them too. The first few calls make most of these objects.
GatePass::~GatePass() {
  if (!is_inside_) return;
  static std::atomic<uint64_t> calls;
  const uint64_t number = ++calls;
  if ((number & (number - 1)) == 0 && !is_closed) std::atexit(Close);
  Count(-1);
}

}  // namespace fft::rtc
