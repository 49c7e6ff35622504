#include "tests/support/naive_dft.h"

#include <cmath>
#include <complex>
#include <cstdint>

#include "fft/base/status.h"

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

// One axis of `data`, seen as [outer][length][inner].
void TransformAxis(std::vector<Complex>* data, int64_t length, int64_t inner, bool forward) {
  const std::vector<Complex> roots = Roots(length, forward);
  std::vector<Complex> line(length);
  const int64_t lines = static_cast<int64_t>(data->size()) / length;
  for (int64_t i = 0; i < lines; ++i) {
    Complex* first = data->data() + (i / inner) * length * inner + i % inner;
    for (int64_t k = 0; k < length; ++k) {
      Complex sum = 0;
      for (int64_t n = 0; n < length; ++n) sum += first[n * inner] * roots[n * k % length];
      line[k] = sum;
    }
    for (int64_t k = 0; k < length; ++k) first[k * inner] = line[k];
  }
}

}  // namespace

std::vector<long double> NaiveDft(const Problem& problem, const std::vector<long double>& input) {
  FFT_CHECK(!IsReal(problem.type));
  std::vector<Complex> data(input.size() / 2);
  for (size_t i = 0; i < data.size(); ++i) data[i] = Complex(input[2 * i], input[2 * i + 1]);
  int64_t inner = 1;
  for (size_t d = problem.lengths.size(); d-- > 0;) {
    TransformAxis(&data, problem.lengths[d], inner, IsForward(problem.type));
    inner *= problem.lengths[d];
  }
  std::vector<long double> output(input.size());
  for (size_t i = 0; i < data.size(); ++i) {
    output[2 * i] = data[i].real() * problem.scale;
    output[2 * i + 1] = data[i].imag() * problem.scale;
  }
  return output;
}

}  // namespace fft::testing
