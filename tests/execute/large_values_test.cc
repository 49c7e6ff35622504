// Tests inputs near the largest finite number. If FFTW's result is finite, this library's result
// must be finite too, on every path and in every precision. The paths are plain kernels, Rader,
// Bluestein in one kernel and in several, real transforms by half the length and by the full
// length, and several dimensions.
#include <fftw3.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <numbers>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "fft/base/half.h"
#include "fft/fft.h"
#include "gtest/gtest.h"
#include "tests/support/fftw_functions.h"

namespace fft::testing {
namespace {

constexpr double kLargestHalf = 65504;

size_t Points(const Problem& problem) {
  return std::accumulate(problem.lengths.begin(), problem.lengths.end(), size_t{1},
                         std::multiplies<>());
}

size_t Numbers(const Problem& problem, ArrayFormat format) {
  ArrayDescription array;
  array.format = format;
  const auto lengths = SideLengths(problem, array);
  return std::accumulate(lengths.begin(), lengths.end(),
                         size_t{format == ArrayFormat::kReal ? 1u : 2u}, std::multiplies<>());
}

// Returns the packed transform of one batch by FFTW. The values are copied first, since c2r
// destroys its input.
template <typename Real>
std::vector<Real> ByFftw(const Problem& problem, TransformType type, std::vector<Real> in,
                         size_t out_size) {
  using F = Fftw<Real>;
  const std::vector<int> n(problem.lengths.begin(), problem.lengths.end());
  const int rank = static_cast<int>(n.size());
  std::vector<Real> out(out_size);
  auto* complex_in = reinterpret_cast<typename F::Complex*>(in.data());
  auto* complex_out = reinterpret_cast<typename F::Complex*>(out.data());
  const int sign = type == TransformType::kComplexForward ? FFTW_FORWARD : FFTW_BACKWARD;
  const auto plan = type == TransformType::kRealForward
                        ? F::kPlanDftR2c(rank, n.data(), in.data(), complex_out, FFTW_ESTIMATE)
                    : type == TransformType::kRealInverse
                        ? F::kPlanDftC2r(rank, n.data(), complex_in, out.data(), FFTW_ESTIMATE)
                        : F::kPlanDft(rank, n.data(), complex_in, complex_out, sign, FFTW_ESTIMATE);
  F::kExecute(plan);
  F::kDestroy(plan);
  return out;
}

template <typename Real>
double Peak(const std::vector<Real>& values) {
  double peak = 0;
  for (const Real value : values) {
    if (!std::isfinite(value)) return std::numeric_limits<double>::infinity();
    peak = std::max(peak, std::abs(static_cast<double>(value)));
  }
  return peak;
}

// A signal: its name, its value at point i of n, and the size of its cases. The size is the largest
// number of input and output, divided by the largest finite number. FFTW may overflow at this size.
// If FFTW does not overflow, this library must not either.
struct Signal {
  const char* name;
  double part;
  std::function<double(size_t i, size_t n)> value;
};

// Returns the signals. The size 0.88 is 3e38 in single precision. A rotation by an eighth of a turn
// adds real and imaginary part before it multiplies, so it needs 0.62. Convolutions sum terms that
// cancel later, so they need smaller sizes: Rader's for spectra with one large pair, Bluestein's
// for signals equal to the chirp.
const std::vector<Signal>& Signals() {
  using std::numbers::pi;
  static const auto& signals = *new std::vector<Signal>{
      {"one", 0.88, [](size_t i, size_t) { return i == 0; }},
      {"equal numbers", 0.88, [](size_t, size_t) { return 1; }},
      {"a second one", 0.62, [](size_t i, size_t) { return i == 1; }},
      {"two", 0.62, [](size_t i, size_t) { return i == 0 || i == 3; }},
      {"a last one", 0.62, [](size_t i, size_t n) { return i + 1 == n; }},
      {"a wave", 0.62, [](size_t i, size_t n) { return std::cos(2 * pi * 3 * i / n); }},
      {"random numbers", 0.55,
       [](size_t i, size_t) { return std::minstd_rand(i + 1)() % 1000 / 500.0 - 1; }},
      {"alternating numbers", 0.4, [](size_t i, size_t) { return i % 2 == 0 ? 1 : -1; }},
      {"a chirp", 0.1, [](size_t i, size_t n) { return std::cos(pi * i * i / n); }},
  };
  return signals;
}

struct Case {
  std::vector<double> in, out;  // scaled so that the larger peak of both is 1
};

// Returns the case of one signal, with the problem's scale. The spectrum of a real inverse
// transform is made by a forward transform, so that it is valid.
Case MakeCase(const Problem& problem, const Signal& signal) {
  const size_t in_size = Numbers(problem, problem.input.format);
  const size_t out_size = Numbers(problem, problem.output.format);
  const bool is_inverse = problem.type == TransformType::kRealInverse;
  std::vector<double> values(is_inverse ? Points(problem) : in_size);
  for (size_t i = 0; i < values.size(); ++i) values[i] = signal.value(i, values.size());
  Case made;
  made.in = is_inverse ? ByFftw(problem, TransformType::kRealForward, values, in_size) : values;
  made.out = ByFftw(problem, problem.type, made.in, out_size);
  for (double& value : made.out) value *= problem.scale;
  const double peak = std::max(Peak(made.in), Peak(made.out));
  for (double& value : made.in) value /= peak;
  for (double& value : made.out) value /= peak;
  return made;
}

class LargeValuesTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    ContextOptions options = ReadEnvironment();
    options.device = "host";
    auto context = Context::Create(options);
    ASSERT_TRUE(context.ok()) << context.status();
    context_ = *context;
  }

  // Makes the plan with the scale points^-shares: 1 divides by the number of points, 0.5 by its
  // root, and 0 does not scale.
  void MakePlan(const std::string& precision, double shares = 0) {
    const auto problem = ParseToken(absl::StrReplaceAll(GetParam(), {{"PRECISION", precision}}));
    ASSERT_TRUE(problem.ok()) << problem.status();
    problem_ = *problem;
    problem_.scale = std::pow(static_cast<double>(Points(problem_)), -shares);
    auto made = context_->MakePlan(problem_);
    ASSERT_TRUE(made.ok()) << made.status();
    auto plan = WithOwnWorkspace(context_, *std::move(made));
    ASSERT_TRUE(plan.ok()) << plan.status();
    plan_ = *std::move(plan);
  }

  template <typename T>
  std::vector<T> Execute(std::vector<T> in, size_t out_size) {
    std::vector<T> out(out_size);
    const absl::Status status = plan_->Execute({.in = in.data(), .out = out.data()});
    EXPECT_TRUE(status.ok()) << status;
    return out;
  }

  template <typename Real>
  void ExpectAsFftw(const Signal& signal, double tolerance) {
    const Case one = MakeCase(problem_, signal);
    const double size = signal.part * static_cast<double>(std::numeric_limits<Real>::max());
    std::vector<Real> in;
    for (double value : one.in) in.push_back(static_cast<Real>(value * size));
    if (!std::isfinite(Peak(ByFftw(problem_, problem_.type, in, one.out.size())))) return;
    const std::vector<Real> out = Execute(in, one.out.size());
    if (!std::isfinite(Peak(out))) {
      ADD_FAILURE() << ToToken(problem_) << " of " << signal.name << " overflows";
      return;
    }
    for (size_t i = 0; i < out.size(); ++i) {
      EXPECT_NEAR(out[i] / size, one.out[i], tolerance)
          << ToToken(problem_) << " of " << signal.name << " at " << i;
    }
  }

  std::shared_ptr<Context> context_;
  Problem problem_;
  std::shared_ptr<const Plan> plan_;
};

TEST_P(LargeValuesTest, Single) {
  MakePlan("single");
  for (const Signal& signal : Signals()) ExpectAsFftw<float>(signal, 1e-5);
}

TEST_P(LargeValuesTest, Double) {
  MakePlan("double");
  for (const Signal& signal : Signals()) ExpectAsFftw<double>(signal, 1e-13);
}

// FFTW has no half precision. Kernels compute half precision in single precision, where nothing of
// this size overflows. They store halves between kernels; a half overflows if the scale is applied
// too late.
TEST_P(LargeValuesTest, Half) {
  for (const double shares : {0.0, 0.5, 1.0}) {
    MakePlan("half", shares);
    for (const Signal& signal : Signals()) {
      const Case one = MakeCase(problem_, signal);
      const double size = signal.part * kLargestHalf;
      std::vector<Half> in;
      for (double value : one.in) in.push_back(FloatToHalf(static_cast<float>(value * size)));
      const std::vector<Half> out = Execute(in, one.out.size());
      for (size_t i = 0; i < out.size(); ++i) {
        ASSERT_NEAR(HalfToFloat(out[i]) / size, one.out[i], 4e-3)
            << ToToken(problem_) << " of " << signal.name << " at " << i;
      }
    }
  }
}

std::vector<const char*> Tokens() {
  static const auto& tokens = *[] {
    auto* made = new std::vector<std::string>;
    for (const char* type :
         {"complex_forward", "complex_inverse", "real_forward", "real_inverse"}) {
      // The lengths, in this order: one kernel; Rader; Bluestein in one kernel and in several; two
      // kernels; several dimensions.
      for (const char* lengths : {"8", "9", "1024", "59", "1009", "509", "1018", "4099", "8192",
                                  "131072", "8_60", "512_8", "256_256"}) {
        made->push_back(absl::StrCat(type, "_len_", lengths, "_PRECISION_op"));
      }
    }
    return made;
  }();
  std::vector<const char*> texts;
  for (const std::string& token : tokens) texts.push_back(token.c_str());
  return texts;
}

INSTANTIATE_TEST_SUITE_P(Problems, LargeValuesTest, ::testing::ValuesIn(Tokens()));

}  // namespace
}  // namespace fft::testing
