// The gate between compilers that live in this process and the end of the program.
//
// A compiler's library has static objects, which exit destroys. Other threads may be compiling at
// that time, and a static object of the program may make a plan later. So the gate closes before
// these objects are destroyed: exit waits for the calls inside, and later calls are refused. A
// process has one gate, since it has one exit.

#ifndef FFT_RTC_SYSTEM_EXIT_GATE_H_
#define FFT_RTC_SYSTEM_EXIT_GATE_H_

#include "absl/status/statusor.h"

namespace fft::rtc {

// Makes the gate close before exit destroys the objects that the library of `handle` has made so
// far. Call it when the library is loaded; a second call for a library does nothing.
void CloseGateBefore(void* handle);

// The right to call a compiler's library until the end of the pass's life, on the thread that took
// it. If a library ends the program from within a call, exit does not wait for that call.
class GatePass {
 public:
  // kUnavailable once the gate has closed.
  static absl::StatusOr<GatePass> Take();

  GatePass(GatePass&& other) noexcept : is_inside_(other.is_inside_) { other.is_inside_ = false; }
  GatePass& operator=(GatePass&&) = delete;
  ~GatePass();

 private:
  GatePass() = default;

  bool is_inside_ = true;
};

}  // namespace fft::rtc

#endif  // FFT_RTC_SYSTEM_EXIT_GATE_H_
