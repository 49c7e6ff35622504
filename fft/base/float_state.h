// The floating-point state of a thread: rounding, denormal numbers, traps.
//
// A program may run under any state, and the functions that it calls inherit the state. Plans and
// results would then depend on the caller. So the library works in the state that every program
// begins in, and restores the thread's own state afterwards.
#ifndef FFT_BASE_FLOAT_STATE_H_
#define FFT_BASE_FLOAT_STATE_H_

#include <cfenv>
#include <cstdint>

namespace fft {

// Sets the default state of vector instructions, for kernels. Reads the state, and writes it only
// if it differs from the default.
class DefaultVectorState {
 public:
  DefaultVectorState(const DefaultVectorState&) = delete;
  DefaultVectorState& operator=(const DefaultVectorState&) = delete;

  // Whether the thread is in the default state. May be false where reading the state takes long.
#if defined(__x86_64__)
  static bool IsCurrent() { return IsDefault(__builtin_ia32_stmxcsr()); }
  DefaultVectorState() : before_(__builtin_ia32_stmxcsr()) {
    if (!IsDefault(before_)) __builtin_ia32_ldmxcsr(kDefault);
  }
  ~DefaultVectorState() {
    if (!IsDefault(before_)) __builtin_ia32_ldmxcsr(before_);
  }

 private:
  // The default of MXCSR: every exception masked, rounding to nearest, denormal numbers kept.
  static constexpr uint32_t kDefault = 0x1f80;
  static constexpr uint32_t kWhatHasHappened = 0x3f;

  static bool IsDefault(uint32_t state) { return (state & ~kWhatHasHappened) == kDefault; }

  const uint32_t before_;
#elif defined(__aarch64__)
  static bool IsCurrent() { return Read() == 0; }
  DefaultVectorState() : before_(Read()) {
    if (before_ != 0) Write(0);
  }
  ~DefaultVectorState() {
    if (before_ != 0) Write(before_);
  }

 private:
  // Reads the register FPCR. Another register has the flags of exceptions that have happened.
  static uint64_t Read() {
    uint64_t state;
    asm volatile("mrs %0, fpcr" : "=r"(state));
    return state;
  }
  static void Write(uint64_t state) { asm volatile("msr fpcr, %0" : : "r"(state)); }

  const uint64_t before_;
#else
  static bool IsCurrent() { return false; }
  DefaultVectorState() {
    std::fegetenv(&before_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultVectorState() { std::fesetenv(&before_); }

 private:
  std::fenv_t before_;
#endif
};

// Sets the default of the whole floating-point state, for planning. Planning computes tables in
// extended precision, which vector instructions do not have.
class DefaultFloatState {
 public:
  DefaultFloatState() {
    std::fegetenv(&before_);
    std::fesetenv(FE_DFL_ENV);
  }
  DefaultFloatState(const DefaultFloatState&) = delete;
  DefaultFloatState& operator=(const DefaultFloatState&) = delete;
  ~DefaultFloatState() { std::fesetenv(&before_); }

 private:
  std::fenv_t before_;
};

}  // namespace fft

#endif  // FFT_BASE_FLOAT_STATE_H_
