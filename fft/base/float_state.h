// The floating-point state of a thread: rounding, denormal numbers, traps.
//
// A program may run under any state, and the functions that it calls inherit it. What the library
// plans and computes would then depend on who calls. So the library works in the state that every
// program begins in, and restores the thread's own state afterwards.
#ifndef FFT_BASE_FLOAT_STATE_H_
#define FFT_BASE_FLOAT_STATE_H_

#include <cfenv>
#include <cstdint>

namespace fft {

// The state that vector instructions obey, for kernels. Reads the state, and writes it only where
// it is not the default.
class DefaultVectorState {
 public:
  DefaultVectorState(const DefaultVectorState&) = delete;
  DefaultVectorState& operator=(const DefaultVectorState&) = delete;

#if defined(__x86_64__)
  DefaultVectorState() : before_(__builtin_ia32_stmxcsr()) {
    if (IsOther()) __builtin_ia32_ldmxcsr(kDefault);
  }
  ~DefaultVectorState() {
    if (IsOther()) __builtin_ia32_ldmxcsr(before_);
  }

 private:
  // The default of MXCSR: every exception masked, rounding to nearest, denormals as they are.
  static constexpr uint32_t kDefault = 0x1f80;
  static constexpr uint32_t kWhatHasHappened = 0x3f;

  bool IsOther() const { return (before_ & ~kWhatHasHappened) != kDefault; }

  const uint32_t before_;
#elif defined(__aarch64__)
  DefaultVectorState() : before_(Read()) {
    if (before_ != 0) Write(0);
  }
  ~DefaultVectorState() {
    if (before_ != 0) Write(before_);
  }

 private:
  // The register FPCR. The flags of exceptions that have happened are in another register.
  static uint64_t Read() {
    uint64_t state;
    asm volatile("mrs %0, fpcr" : "=r"(state));
    return state;
  }
  static void Write(uint64_t state) { asm volatile("msr fpcr, %0" : : "r"(state)); }

  const uint64_t before_;
#else
  DefaultVectorState() {
    std::fegetenv(&before_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultVectorState() { std::fesetenv(&before_); }

 private:
  std::fenv_t before_;
#endif
};

// All the state that arithmetic obeys, for planning, which computes tables in extended precision.
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
