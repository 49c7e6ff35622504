#include "tests/support/naive_dft.h"

#include <cmath>
#include <complex>
#include <cstdint>

#include "fft/core/real_transforms.h"

namespace fft::testing {
namespace {

using Complex = std::complex<long double>;

constexpr long double kPi = 3.14159265358979323846264338327950288L;

std::vector<Complex> Roots(int64_t length, bool forward) {
  std::vector<Complex> roots(length);
  for (int64_t k = 0; k < length; ++k) {
    const long double angle = 2 * kPi * static_cast<long double>(k) / length;
    roots[k] = Complex(std::cos(angle), forward ? -std::sin(angle) : std::sin(angle));
  }
  return roots;
}

std::vector<Complex> TransformReals(AxisKind kind, const std::vector<Complex>& line) {
  std::vector<long double> reals;
  for (const Complex& value : line) reals.push_back(value.real());
  const std::vector<long double> result = RealTransform(kind, reals);
  return {result.begin(), result.end()};
}

// Transforms one axis of `data`, which has the shape [outer][length][inner].
void TransformAxis(std::vector<Complex>* data, int64_t length, int64_t inner, AxisKind kind) {
  const std::vector<Complex> roots = Roots(length, kind != AxisKind::kInverse);
  std::vector<Complex> line(length);
  const int64_t lines = static_cast<int64_t>(data->size()) / length;
  for (int64_t i = 0; i < lines; ++i) {
    Complex* first = data->data() + (i / inner) * length * inner + i % inner;
    if (!IsFourier(kind)) {
      for (int64_t n = 0; n < length; ++n) line[n] = first[n * inner];
      line = TransformReals(kind, line);
      for (int64_t k = 0; k < length; ++k) first[k * inner] = line[k];
      continue;
    }
    for (int64_t k = 0; k < length; ++k) {
      Complex sum = 0;
      for (int64_t n = 0; n < length; ++n) sum += first[n * inner] * roots[n * k % length];
      line[k] = sum;
    }
    for (int64_t k = 0; k < length; ++k) first[k * inner] = line[k];
  }
}

// Returns the whole spectrum X of a real problem from its stored half: X[-k] = conj(X[k]), with k
// negated in every dimension.
std::vector<Complex> ExpandHermitian(const Problem& problem, const std::vector<Complex>& half) {
  const std::vector<int64_t>& lengths = problem.lengths;
  const int64_t n = lengths.back(), stored = n / 2 + 1;
  const int64_t rows = static_cast<int64_t>(half.size()) / stored;
  std::vector<Complex> full;
  for (int64_t row = 0; row < rows; ++row) {
    // The mirrored row is in the same batch, at the negated indices of all dimensions but the last.
    int64_t rest = row, mirrored = 0, weight = 1;
    for (size_t d = lengths.size() - 1; d-- > 0;) {
      const int64_t index = rest % lengths[d];
      mirrored += (lengths[d] - index) % lengths[d] * weight;
      rest /= lengths[d];
      weight *= lengths[d];
    }
    mirrored += rest * weight;
    for (int64_t k = 0; k < n; ++k) {
      full.push_back(k < stored ? half[row * stored + k]
                                : std::conj(half[mirrored * stored + n - k]));
    }
  }
  return full;
}

}  // namespace

std::vector<long double> NaiveDft(const Problem& problem, const std::vector<long double>& input) {
  const bool is_real_to_real = problem.type == TransformType::kRealToReal;
  const bool real_in = is_real_to_real || problem.type == TransformType::kRealForward;
  const bool real_out = is_real_to_real || problem.type == TransformType::kRealInverse;
  std::vector<Complex> data;
  for (size_t i = 0; i < input.size(); i += real_in ? 1 : 2) {
    data.emplace_back(input[i], real_in ? 0 : input[i + 1]);
  }
  if (problem.type == TransformType::kRealInverse) data = ExpandHermitian(problem, data);
  int64_t inner = 1;
  for (size_t d = problem.lengths.size(); d-- > 0;) {
    TransformAxis(&data, problem.lengths[d], inner, KindOf(problem, d));
    inner *= problem.lengths[d];
  }
  const int64_t n = problem.lengths.back();
  std::vector<long double> output;
  for (size_t i = 0; i < data.size(); ++i) {
    if (real_in && !real_out && static_cast<int64_t>(i) % n > n / 2) continue;
    const Complex value = data[i] * static_cast<long double>(problem.scale);
    if (HasFunction(problem.output)) {
      const bool is_power = problem.output.function == PointFunction::kPower;
      output.push_back(is_power ? std::norm(value) : std::abs(value));
      continue;
    }
    output.push_back(value.real());
    if (!real_out) output.push_back(value.imag());
  }
  return output;
}

}  // namespace fft::testing
