#include "tests/support/reference.h"

#include <fftw3.h>

#include <cmath>
#include <mutex>
#include <utility>

#include "fft/base/status.h"

namespace fft::testing {
namespace {

// FFTW's planner is not thread safe; executing is.
std::mutex planner_mutex;

// One precision of FFTW. Plans are made for, and run on, one pair of arrays.
struct DoubleFftw {
  using Real = double;
  using Complex = fftw_complex;
  using Dim = fftw_iodim64;
  using Plan = fftw_plan;
  static constexpr auto kComplex = fftw_plan_guru64_dft;
  static constexpr auto kRealForward = fftw_plan_guru64_dft_r2c;
  static constexpr auto kRealInverse = fftw_plan_guru64_dft_c2r;
  static constexpr auto kExecute = fftw_execute;
  static constexpr auto kDestroy = fftw_destroy_plan;
};

struct LongDoubleFftw {
  using Real = long double;
  using Complex = fftwl_complex;
  using Dim = fftwl_iodim64;
  using Plan = fftwl_plan;
  static constexpr auto kComplex = fftwl_plan_guru64_dft;
  static constexpr auto kRealForward = fftwl_plan_guru64_dft_r2c;
  static constexpr auto kRealInverse = fftwl_plan_guru64_dft_c2r;
  static constexpr auto kExecute = fftwl_execute;
  static constexpr auto kDestroy = fftwl_destroy_plan;
};

template <typename Real>
struct FftwFor;
template <>
struct FftwFor<double> : DoubleFftw {};
template <>
struct FftwFor<long double> : LongDoubleFftw {};

template <typename Fftw>
void Run(typename Fftw::Plan plan) {
  FFT_CHECK(plan != nullptr);
  Fftw::kExecute(plan);
  std::lock_guard<std::mutex> lock(planner_mutex);
  Fftw::kDestroy(plan);
}

// Packed row-major dims of both sides; a Hermitian side holds n/2 + 1 of the last length.
template <typename Dim>
std::vector<Dim> PackedDims(const Problem& problem, const std::vector<int64_t>& in,
                            const std::vector<int64_t>& out) {
  std::vector<Dim> dims(in.size());
  int64_t in_stride = 1, out_stride = 1;
  for (size_t d = in.size(); d-- > 0;) {
    dims[d].n = problem.lengths[d];
    dims[d].is = in_stride;
    dims[d].os = out_stride;
    in_stride *= in[d];
    out_stride *= out[d];
  }
  return dims;
}

int64_t Product(const std::vector<int64_t>& lengths) {
  int64_t product = 1;
  for (int64_t length : lengths) product *= length;
  return product;
}

template <typename Real>
std::vector<Real> Transform(const Problem& problem, TransformType type, std::vector<Real> input) {
  using Fftw = FftwFor<Real>;
  using Complex = typename Fftw::Complex;
  const std::vector<int64_t> full = problem.lengths;
  std::vector<int64_t> half = full;
  half.back() = half.back() / 2 + 1;
  const bool real_in = type == TransformType::kRealForward;
  const bool real_out = type == TransformType::kRealInverse;
  const std::vector<int64_t>& in = real_out ? half : full;
  const std::vector<int64_t>& out = real_in ? half : full;
  const auto dims = PackedDims<typename Fftw::Dim>(problem, in, out);
  typename Fftw::Dim batch{};
  batch.n = TransformCount(problem);
  batch.is = Product(in);
  batch.os = Product(out);
  const int rank = static_cast<int>(dims.size());
  if (!real_in && !real_out) {
    auto* data = reinterpret_cast<Complex*>(input.data());
    const int sign = type == TransformType::kComplexForward ? FFTW_FORWARD : FFTW_BACKWARD;
    planner_mutex.lock();
    const auto plan = Fftw::kComplex(rank, dims.data(), 1, &batch, data, data, sign, FFTW_ESTIMATE);
    planner_mutex.unlock();
    Run<Fftw>(plan);
    return input;
  }
  std::vector<Real> output(Product(out) * TransformCount(problem) * (real_out ? 1 : 2));
  planner_mutex.lock();
  const auto plan =
      real_in ? Fftw::kRealForward(rank, dims.data(), 1, &batch, input.data(),
                                   reinterpret_cast<Complex*>(output.data()), FFTW_ESTIMATE)
              : Fftw::kRealInverse(rank, dims.data(), 1, &batch,
                                   reinterpret_cast<Complex*>(input.data()), output.data(),
                                   FFTW_ESTIMATE);
  planner_mutex.unlock();
  Run<Fftw>(plan);
  return output;
}

// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
class SplitMix64 {
 public:
  explicit SplitMix64(uint64_t seed) : state_(seed) {}
  uint64_t Next() {
    state_ += 0x9E3779B97F4A7C15u;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  double NextUniform() { return std::ldexp(static_cast<double>(Next() >> 11), -53) - 0.5; }

 private:
  uint64_t state_;
};

}  // namespace

template <typename Real>
std::vector<Real> ReferenceTransform(const Problem& problem, std::vector<Real> input) {
  std::vector<Real> output = Transform(problem, problem.type, std::move(input));
  if (problem.scale != 1.0) {
    for (Real& value : output) value *= problem.scale;
  }
  return output;
}

template <typename Real>
std::vector<Real> RandomInput(const Problem& problem, uint64_t seed) {
  const int64_t points = Product(problem.lengths);
  SplitMix64 random(seed);
  std::vector<Real> values(points * TransformCount(problem) * (IsReal(problem.type) ? 1 : 2));
  for (Real& value : values) value = random.NextUniform();
  if (problem.type != TransformType::kRealInverse) return values;
  values = Transform(problem, TransformType::kRealForward, std::move(values));
  const Real size = 1 / std::sqrt(static_cast<Real>(points));
  for (Real& value : values) value *= size;
  return values;
}

template std::vector<double> ReferenceTransform(const Problem&, std::vector<double>);
template std::vector<long double> ReferenceTransform(const Problem&, std::vector<long double>);
template std::vector<double> RandomInput(const Problem&, uint64_t);
template std::vector<long double> RandomInput(const Problem&, uint64_t);

}  // namespace fft::testing
