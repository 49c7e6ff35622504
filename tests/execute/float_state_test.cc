// Tests that results do not depend on the program's floating-point state, and that every call
// leaves this state unchanged.
#include <fenv.h>

#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "absl/strings/str_cat.h"
#include "fft/fft.h"
#include "fft/rtc/host/host_compiler.h"
#include "gtest/gtest.h"

namespace fft::testing {
namespace {

struct State {
  const char* name;
  void (*enter)();
};

constexpr State kStates[] = {
    {"Upward", [] { fesetround(FE_UPWARD); }},
    {"Towards0", [] { fesetround(FE_TOWARDZERO); }},
    {"Trapping", [] { feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_UNDERFLOW | FE_INEXACT); }},
#if defined(__x86_64__)
    {"FlushingDenormals", [] { _mm_setcsr(_mm_getcsr() | 0x8040); }},
#endif
};

// Returns the thread's floating-point state, without the flags of exceptions that occurred.
std::vector<unsigned> Now() {
  std::vector<unsigned> now = {static_cast<unsigned>(fegetround()),
                               static_cast<unsigned>(fegetexcept())};
#if defined(__x86_64__)
  now.push_back(_mm_getcsr() & ~0x3fu);
#endif
  return now;
}

// Sets a state in its constructor and the default state in its destructor.
class WithState {
 public:
  explicit WithState(const State& state) {
    fegetenv(&before_);
    state.enter();
    entered_ = Now();
  }
  ~WithState() { fesetenv(&before_); }

  bool IsStillThere() const { return Now() == entered_; }

 private:
  fenv_t before_;
  std::vector<unsigned> entered_;
};

struct Result {
  absl::Status status;
  std::string bytes;
};

// Returns equal rows with some denormal numbers. There are enough rows for every thread.
template <typename Real>
std::vector<std::complex<Real>> EqualRows(const Problem& problem) {
  const size_t length = problem.lengths[0];
  std::vector<std::complex<Real>> rows(length * problem.batch);
  for (size_t i = 0; i < rows.size(); ++i) {
    const Real size = std::numeric_limits<Real>::min() / (i % length % 7 + 1);
    rows[i] = {size * (i % length % 5), -size * (i % length % 3)};
  }
  return rows;
}

// Returns the transform of these rows by a plan of a new Context. The function itself does no
// floating-point arithmetic.
template <typename Real>
Result Transform(const ContextOptions& options, const Problem& problem,
                 const std::vector<std::complex<Real>>& in) {
  const auto context = Context::Create(options);
  if (!context.ok()) return {context.status(), ""};
  const auto plan = (*context)->MakePlan(problem);
  if (!plan.ok()) return {plan.status(), ""};
  std::vector<std::complex<Real>> out(in.size());
  std::vector<char> workspace((*plan)->workspace_bytes() + 256);
  const auto address = reinterpret_cast<uintptr_t>(workspace.data());
  absl::Status status =
      (*plan)->Execute({.in = in.data(),
                        .out = out.data(),
                        .workspace = reinterpret_cast<void*>((address + 255) / 256 * 256),
                        .workspace_bytes = (*plan)->workspace_bytes()});
  return {status, std::string(reinterpret_cast<char*>(out.data()),
                              out.size() * sizeof(std::complex<Real>))};
}

// The parameters are the compiler and the instruction set.
class FloatStateTest
    : public ::testing::TestWithParam<std::tuple<const char*, const char*, State>> {
 protected:
  template <typename Real>
  void ExpectTheSame(const std::string& token) {
    const auto& [language, processor, state] = GetParam();
    if (!rtc::ParseHostProcessor(processor).ok()) GTEST_SKIP() << "no " << processor << " here";
    ContextOptions options;
    options.device = "host";
    options.host_language = language;
    options.host_processor = processor;
    options.system_cache_path = "none";
    const Problem problem = *ParseToken(token);
    const std::vector<std::complex<Real>> in = EqualRows<Real>(problem);
    const Result expected = Transform(options, problem, in);
    if (absl::IsUnavailable(expected.status)) GTEST_SKIP() << expected.status;
    ASSERT_TRUE(expected.status.ok()) << expected.status;
    Result got;
    bool is_still_there = false;
    {
      const WithState with(state);
      got = Transform(options, problem, in);
      is_still_there = with.IsStillThere();
    }
    ASSERT_TRUE(got.status.ok()) << got.status;
    EXPECT_TRUE(is_still_there);
    EXPECT_TRUE(got.bytes == expected.bytes) << token;
  }
};

TEST_P(FloatStateTest, DoesNotReachKernels) {
  ExpectTheSame<float>("complex_forward_len_48_single_op_batch_4096");
}

// Plans with chirps and filters have tables that depend on rounding.
TEST_P(FloatStateTest, DoesNotReachTables) {
  ExpectTheSame<double>("complex_forward_len_331_double_op_batch_64");
}

INSTANTIATE_TEST_SUITE_P(All, FloatStateTest,
                         ::testing::Combine(::testing::Values("llvm", "c++"),
                                            ::testing::Values("avx2", "avx512"),
                                            ::testing::ValuesIn(kStates)),
                         [](const auto& info) {
                           return absl::StrCat(
                               std::get<0>(info.param) == std::string("llvm") ? "Llvm" : "Cpp", "_",
                               std::get<1>(info.param), "_", std::get<2>(info.param).name);
                         });

}  // namespace
}  // namespace fft::testing
