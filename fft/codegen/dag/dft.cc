#include "fft/codegen/dag/dft.h"

#include <cmath>
#include <complex>

#include "fft/codegen/dag/root_of_unity.h"

namespace fft::codegen {
namespace {

using Values = std::vector<DagComplex>;

class DftBuilder {
 public:
  explicit DftBuilder(Graph* graph) : g_(*graph) {}

  Values Dft(const Values& x) {
    const int n = static_cast<int>(x.size());
    if (n == 1) return x;
    if (n == 2) return {Add(x[0], x[1]), Sub(x[0], x[1])};
    const int prime = SmallestPrime(n);
    if (prime == n) return n == 5 ? Five(x) : OddPrime(x);
    int power = prime;
    while (n % (power * prime) == 0) power *= prime;
    if (power != n) return GoodThomas(x, power);
    return CooleyTukey(x, prime == 2 ? 4 : prime);
  }

 private:
  static int SmallestPrime(int n) {
    for (int p = 2; p * p <= n; ++p) {
      if (n % p == 0) return p;
    }
    return n;
  }

  DagComplex Add(DagComplex a, DagComplex b) { return {g_.Add(a.re, b.re), g_.Add(a.im, b.im)}; }
  DagComplex Sub(DagComplex a, DagComplex b) { return {g_.Sub(a.re, b.re), g_.Sub(a.im, b.im)}; }
  DagComplex Scale(long double c, DagComplex a) { return {g_.Mul(c, a.re), g_.Mul(c, a.im)}; }
  // a - i b and a + i b.
  DagComplex MinusI(DagComplex a, DagComplex b) { return {g_.Add(a.re, b.im), g_.Sub(a.im, b.re)}; }
  DagComplex PlusI(DagComplex a, DagComplex b) { return {g_.Sub(a.re, b.im), g_.Add(a.im, b.re)}; }

  // a * exp(-2 pi i k / n).
  DagComplex Twiddle(DagComplex a, int k, int n) {
    const std::complex<long double> root = std::conj(RootOfUnity(k, n));
    const long double c = root.real(), s = root.imag();
    if (std::fabs(c) == std::fabs(s)) {  // an odd eighth of a circle: add first, multiply once
      const bool same_sign = (s > 0) == (c > 0);
      const DagId re = same_sign ? g_.Sub(a.re, a.im) : g_.Add(a.re, a.im);
      const DagId im = same_sign ? g_.Add(a.im, a.re) : g_.Sub(a.im, a.re);
      return {g_.Mul(c, re), g_.Mul(c, im)};
    }
    return {g_.Sub(g_.Mul(c, a.re), g_.Mul(s, a.im)), g_.Add(g_.Mul(c, a.im), g_.Mul(s, a.re))};
  }

  // Splits n = n1 n2 points. Inputs are numbered n2 j1 + j2, and outputs k1 + n1 k2.
  Values CooleyTukey(const Values& x, int n1) {
    const int n = static_cast<int>(x.size()), n2 = n / n1;
    if (n2 == 1) return Four(x);
    std::vector<Values> rows(static_cast<size_t>(n1), Values(static_cast<size_t>(n2)));
    for (int j2 = 0; j2 < n2; ++j2) {
      Values column;
      for (int j1 = 0; j1 < n1; ++j1) column.push_back(x[n2 * j1 + j2]);
      column = Dft(column);
      for (int k1 = 0; k1 < n1; ++k1) rows[k1][j2] = Twiddle(column[k1], j2 * k1, n);
    }
    Values result(x.size());
    for (int k1 = 0; k1 < n1; ++k1) {
      const Values row = Dft(rows[k1]);
      for (int k2 = 0; k2 < n2; ++k2) result[k1 + n1 * k2] = row[k2];
    }
    return result;
  }

  Values Four(const Values& x) {
    const DagComplex a = Add(x[0], x[2]), b = Sub(x[0], x[2]);
    const DagComplex c = Add(x[1], x[3]), d = Sub(x[1], x[3]);
    return {Add(a, c), MinusI(b, d), Sub(a, c), PlusI(b, d)};
  }

  // Splits n = n1 n2 points, where n1 and n2 are coprime. Input (j1, j2) has the number n2 j1 + n1
  // j2 modulo n. The number of output (k1, k2) is k1 modulo n1 and k2 modulo n2.
  Values GoodThomas(const Values& x, int n1) {
    const int n = static_cast<int>(x.size()), n2 = n / n1;
    std::vector<Values> rows(static_cast<size_t>(n1), Values(static_cast<size_t>(n2)));
    for (int j2 = 0; j2 < n2; ++j2) {
      Values column;
      for (int j1 = 0; j1 < n1; ++j1) column.push_back(x[(n2 * j1 + n1 * j2) % n]);
      column = Dft(column);
      for (int k1 = 0; k1 < n1; ++k1) rows[k1][j2] = column[k1];
    }
    for (Values& row : rows) row = Dft(row);
    Values result;
    for (int k = 0; k < n; ++k) result.push_back(rows[k % n1][k % n2]);
    return result;
  }

  // sum_j coefficients[j] * terms[j], written as the largest coefficient times a sum. If the result
  // is added to another value, the product with that coefficient fuses with the addition.
  DagComplex Combine(const std::vector<long double>& coefficients, const Values& terms) {
    size_t pivot = 0;
    for (size_t j = 1; j < terms.size(); ++j) {
      if (std::fabs(coefficients[j]) > std::fabs(coefficients[pivot])) pivot = j;
    }
    DagComplex sum = terms[pivot];
    for (size_t j = 0; j < terms.size(); ++j) {
      if (j != pivot) sum = Add(sum, Scale(coefficients[j] / coefficients[pivot], terms[j]));
    }
    return Scale(coefficients[pivot], sum);
  }

  struct Symmetric {
    Values sums, differences;  // x_j + x_{p-j}, x_j - x_{p-j}
    DagComplex dc;             // X_0
  };
  Symmetric Fold(const Values& x) {
    Symmetric s;
    const size_t p = x.size();
    for (size_t j = 1; j <= p / 2; ++j) {
      s.sums.push_back(Add(x[j], x[p - j]));
      s.differences.push_back(Sub(x[j], x[p - j]));
    }
    DagComplex total = s.sums[0];
    for (size_t j = 1; j < s.sums.size(); ++j) total = Add(total, s.sums[j]);
    s.dc = Add(x[0], total);
    return s;
  }

  DagComplex SineSum(const Values& differences, int k, int p) {
    std::vector<long double> sines;
    for (int j = 1; j <= p / 2; ++j) sines.push_back(RootOfUnity(j * k, p).imag());
    return Combine(sines, differences);
  }

  Values OddPrime(const Values& x) {
    const int p = static_cast<int>(x.size());
    const Symmetric s = Fold(x);
    Values result(x.size());
    result[0] = s.dc;
    for (int k = 1; k <= p / 2; ++k) {
      DagComplex even = x[0];
      for (int j = 1; j <= p / 2; ++j) {
        even = Add(even, Scale(RootOfUnity(j * k, p).real(), s.sums[j - 1]));
      }
      const DagComplex odd = SineSum(s.differences, k, p);
      result[k] = MinusI(even, odd);
      result[p - k] = PlusI(even, odd);
    }
    return result;
  }

  // The transform of 5 points. It takes four products fewer than OddPrime, because cos(2 pi / 5)
  // and cos(4 pi / 5) are -1/4 +- sqrt(5)/4.
  Values Five(const Values& x) {
    const Symmetric s = Fold(x);
    const DagComplex total = Add(s.sums[0], s.sums[1]);
    const DagComplex center = Add(x[0], Scale(-0.25L, total));
    const DagComplex spread = Scale(std::sqrt(5.0L) / 4, Sub(s.sums[0], s.sums[1]));
    const DagComplex even[] = {Add(center, spread), Sub(center, spread)};
    Values result(5);
    result[0] = s.dc;
    for (int k = 1; k <= 2; ++k) {
      const DagComplex odd = SineSum(s.differences, k, 5);
      result[k] = MinusI(even[k - 1], odd);
      result[5 - k] = PlusI(even[k - 1], odd);
    }
    return result;
  }

  Graph& g_;
};

}  // namespace

std::vector<DagComplex> BuildDft(Graph* graph, const std::vector<DagComplex>& x) {
  return DftBuilder(graph).Dft(x);
}

}  // namespace fft::codegen
