#include "tests/support/reference.h"

#include <fftw3.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include "fft/base/status.h"
#include "tests/support/fftw_functions.h"
#include "tests/support/fftw_kind.h"

namespace fft::testing {
namespace {

// FFTW's planner is not thread safe. Its execution is.
std::mutex planner_mutex;

int64_t Product(const std::vector<int64_t>& lengths) {
  int64_t product = 1;
  for (int64_t length : lengths) product *= length;
  return product;
}

// Transforms packed row-major data, axis by axis. `Real` is FFTW's type of reals.
template <typename Real>
class Reference {
  using F = Fftw<Real>;
  using Complex = typename F::Complex;
  using Dim = typename F::Dim;

 public:
  Reference(const Problem& problem, std::vector<Real> input)
      : problem_(problem), data_(std::move(input)) {}

  std::vector<Real> Run() {
    const bool is_real = IsReal(problem_.type);
    const size_t last = problem_.lengths.size() - 1;
    if (problem_.type == TransformType::kRealForward) ToSpectrum();
    if (problem_.type == TransformType::kRealToReal) {
      RealToReal();
    } else {
      for (AxisKind kind : {AxisKind::kForward, AxisKind::kInverse}) {
        std::vector<size_t> axes;
        for (size_t i = 0; i < last + (is_real ? 0 : 1); ++i) {
          if (KindOf(problem_, i) == kind) axes.push_back(i);
        }
        if (!axes.empty()) ComplexAlong(axes, kind);
      }
    }
    if (problem_.type == TransformType::kRealInverse) FromSpectrum();
    return std::move(data_);
  }

 private:
  static Dim MakeDim(int64_t n, int64_t is, int64_t os) {
    Dim dim{};
    dim.n = n;
    dim.is = is;
    dim.os = os;
    return dim;
  }

  template <typename MakePlan>
  static void Execute(const MakePlan& make_plan) {
    planner_mutex.lock();
    const auto plan = make_plan();
    planner_mutex.unlock();
    FFT_CHECK(plan != nullptr);
    F::kExecute(plan);
    std::lock_guard<std::mutex> lock(planner_mutex);
    F::kDestroy(plan);
  }

  // FFTW's dims of the axes to transform, and its dims of all other axes and the batch.
  struct Split {
    std::vector<Dim> axes, others;
  };
  Split SplitBy(const std::vector<size_t>& axes, int64_t fastest) const {
    Split split;
    int64_t stride = 1;
    for (size_t i = problem_.lengths.size(); i-- > 0;) {
      const int64_t n = i + 1 == problem_.lengths.size() ? fastest : problem_.lengths[i];
      const bool is_axis = std::find(axes.begin(), axes.end(), i) != axes.end();
      (is_axis ? split.axes : split.others).push_back(MakeDim(n, stride, stride));
      stride *= n;
    }
    split.others.push_back(MakeDim(TransformCount(problem_), stride, stride));
    return split;
  }

  int64_t HalfRow() const { return problem_.lengths.back() / 2 + 1; }
  int64_t Rows() const {
    return Product(problem_.lengths) / problem_.lengths.back() * TransformCount(problem_);
  }

  void ComplexAlong(const std::vector<size_t>& axes, AxisKind kind) {
    const int64_t fastest = IsReal(problem_.type) ? HalfRow() : problem_.lengths.back();
    const Split split = SplitBy(axes, fastest);
    auto* data = reinterpret_cast<Complex*>(data_.data());
    const int sign = kind == AxisKind::kForward ? FFTW_FORWARD : FFTW_BACKWARD;
    Execute([&] {
      return F::kPlanComplex(static_cast<int>(split.axes.size()), split.axes.data(),
                             static_cast<int>(split.others.size()), split.others.data(), data, data,
                             sign, FFTW_ESTIMATE);
    });
  }

  void RealToReal() {
    std::vector<size_t> axes;
    std::vector<fftw_r2r_kind> kinds;
    for (size_t i = 0; i < problem_.lengths.size(); ++i) axes.push_back(i);
    for (size_t i = problem_.lengths.size(); i-- > 0;) {
      kinds.push_back(FftwKindOf(KindOf(problem_, i)));
    }
    const Split split = SplitBy(axes, problem_.lengths.back());
    Execute([&] {
      return F::kPlanRealToReal(static_cast<int>(split.axes.size()), split.axes.data(), 1,
                                split.others.data(), data_.data(), data_.data(), kinds.data(),
                                FFTW_ESTIMATE);
    });
  }

  // Transforms rows of reals to rows of half spectra, with the sign of the last axis.
  void ToSpectrum() {
    const int64_t n = problem_.lengths.back();
    std::vector<Real> spectrum(Rows() * HalfRow() * 2);
    const Dim row = MakeDim(n, 1, 1), rows = MakeDim(Rows(), n, HalfRow());
    Execute([&] {
      return F::kPlanRealForward(1, &row, 1, &rows, data_.data(),
                                 reinterpret_cast<Complex*>(spectrum.data()), FFTW_ESTIMATE);
    });
    data_ = std::move(spectrum);
    if (KindOf(problem_, problem_.lengths.size() - 1) == AxisKind::kInverse) Conjugate();
  }
  void FromSpectrum() {
    const int64_t n = problem_.lengths.back();
    if (KindOf(problem_, problem_.lengths.size() - 1) == AxisKind::kForward) Conjugate();
    std::vector<Real> reals(Rows() * n);
    const Dim row = MakeDim(n, 1, 1), rows = MakeDim(Rows(), HalfRow(), n);
    Execute([&] {
      return F::kPlanRealInverse(1, &row, 1, &rows, reinterpret_cast<Complex*>(data_.data()),
                                 reals.data(), FFTW_ESTIMATE);
    });
    data_ = std::move(reals);
  }
  void Conjugate() {
    for (size_t i = 1; i < data_.size(); i += 2) data_[i] = -data_[i];
  }

  const Problem& problem_;
  std::vector<Real> data_;
};

// Copies the elements of all batches into whole axes. The other elements of the axes are zero.
template <typename Real>
std::vector<Real> Padded(const Problem& problem, const ArrayDescription& array,
                         const std::vector<Real>& held) {
  const std::vector<int64_t> lengths = SideLengths(problem, array);
  const std::vector<int64_t> positions = PositionsInWhole(array.ranges, lengths);
  const size_t components = array.format == ArrayFormat::kReal ? 1 : 2;
  const size_t part = positions.size() * components, whole = Product(lengths) * components;
  std::vector<Real> padded(held.size() / part * whole);
  for (size_t i = 0; i < held.size(); ++i) {
    const size_t position = positions[i % part / components];
    padded[i / part * whole + position * components + i % components] = held[i];
  }
  return padded;
}

// Copies the elements of the side from the whole axes.
template <typename Real>
std::vector<Real> Cut(const Problem& problem, const ArrayDescription& array,
                      const std::vector<Real>& padded) {
  const std::vector<int64_t> lengths = SideLengths(problem, array);
  const std::vector<int64_t> positions = PositionsInWhole(array.ranges, lengths);
  const size_t components = array.format == ArrayFormat::kReal ? 1 : 2;
  const size_t whole = Product(lengths) * components;
  std::vector<Real> held;
  for (size_t start = 0; start < padded.size(); start += whole) {
    for (size_t position : positions) {
      for (size_t c = 0; c < components; ++c) {
        held.push_back(padded[start + position * components + c]);
      }
    }
  }
  return held;
}

// Applies the point function to complex numbers.
template <typename Real>
std::vector<Real> FunctionOf(PointFunction function, const std::vector<Real>& values) {
  std::vector<Real> results;
  for (size_t i = 0; i < values.size(); i += 2) {
    const Real power = values[i] * values[i] + values[i + 1] * values[i + 1];
    results.push_back(function == PointFunction::kPower ? power : std::sqrt(power));
  }
  return results;
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

// Draws random values of whole axes.
template <typename Real>
std::vector<Real> RandomWhole(const Problem& problem, uint64_t seed) {
  const int64_t points = Product(problem.lengths);
  SplitMix64 random(seed);
  const bool is_complex = !IsReal(problem.type) && problem.type != TransformType::kRealToReal;
  std::vector<Real> values(points * TransformCount(problem) * (is_complex ? 2 : 1));
  for (Real& value : values) value = random.NextUniform();
  if (problem.type != TransformType::kRealInverse) return values;
  Problem forward = problem;
  forward.type = TransformType::kRealForward;
  forward.kinds.clear();
  values = Reference<Real>(forward, std::move(values)).Run();
  const Real size = 1 / std::sqrt(static_cast<Real>(points));
  for (Real& value : values) value *= size;
  return values;
}

}  // namespace

template <typename Real>
std::vector<Real> ReferenceTransform(const Problem& problem, std::vector<Real> input) {
  if (!problem.input.ranges.empty()) input = Padded(problem, problem.input, input);
  std::vector<Real> output = Reference<Real>(problem, std::move(input)).Run();
  if (problem.scale != 1.0) {
    for (Real& value : output) value *= problem.scale;
  }
  if (HasFunction(problem.output)) output = FunctionOf(problem.output.function, output);
  if (!problem.output.ranges.empty()) output = Cut(problem, problem.output, output);
  return output;
}

template <typename Real>
double ExcessOfWhole(const Problem& problem, const std::vector<Real>& input) {
  if (problem.output.ranges.empty()) return 1;
  Problem whole = problem;
  whole.output.ranges.clear();
  const auto energy = [](const std::vector<Real>& values) {
    Real sum = 0;
    for (Real value : values) sum += value * value;
    return static_cast<double>(sum);
  };
  const std::vector<Real> all = ReferenceTransform(whole, input);
  const std::vector<Real> held = Cut(problem, problem.output, all);
  // If the held part is zero, its errors are absolute, so the norm of the whole output is returned.
  if (energy(held) == 0) return std::max(1.0, std::sqrt(energy(all)));
  const double values = static_cast<double>(held.size()) / static_cast<double>(all.size());
  return std::max(1.0, std::sqrt(energy(all) / energy(held) * values));
}

template <typename Real>
std::vector<Real> RandomInput(const Problem& problem, uint64_t seed) {
  const std::vector<Real> whole = RandomWhole<Real>(problem, seed);
  return problem.input.ranges.empty() ? whole : Cut(problem, problem.input, whole);
}

template std::vector<double> ReferenceTransform(const Problem&, std::vector<double>);
template std::vector<long double> ReferenceTransform(const Problem&, std::vector<long double>);
template double ExcessOfWhole(const Problem&, const std::vector<double>&);
template double ExcessOfWhole(const Problem&, const std::vector<long double>&);
template std::vector<double> RandomInput(const Problem&, uint64_t);
template std::vector<long double> RandomInput(const Problem&, uint64_t);

}  // namespace fft::testing
