#include "fft/codegen/dag/dft.h"

#include <cmath>
#include <complex>

#include "fft/codegen/dag/root_of_unity.h"

namespace fft::codegen {
namespace {

// scale * (re + i im). A factor that is common to both parts waits until the value is added to
// another one, where it is part of a fused product: a rotation by w takes two fused operations,
// w = c (1 + i t) or s (t + i), instead of two and two products (E. Linzer, E. Feig,
// "Implementation of efficient FFT algorithms on fused multiply-add architectures", 1993). |t| is
// at most 1.
struct Scaled {
  DagId re, im;
  long double scale = 1;
};

using Values = std::vector<Scaled>;

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

  // `b` as a multiple of what `a` is one of.
  Scaled Beside(const Scaled& a, const Scaled& b) {
    if (a.scale == b.scale) return b;
    const long double ratio = b.scale / a.scale;
    return {g_.Mul(ratio, b.re), g_.Mul(ratio, b.im), a.scale};
  }
  Scaled Add(const Scaled& a, const Scaled& b) {
    const Scaled c = Beside(a, b);
    return {g_.Add(a.re, c.re), g_.Add(a.im, c.im), a.scale};
  }
  Scaled Sub(const Scaled& a, const Scaled& b) {
    const Scaled c = Beside(a, b);
    return {g_.Sub(a.re, c.re), g_.Sub(a.im, c.im), a.scale};
  }
  static Scaled Scale(long double c, const Scaled& a) { return {a.re, a.im, a.scale * c}; }
  // a - i b and a + i b.
  Scaled MinusI(const Scaled& a, const Scaled& b) {
    const Scaled c = Beside(a, b);
    return {g_.Add(a.re, c.im), g_.Sub(a.im, c.re), a.scale};
  }
  Scaled PlusI(const Scaled& a, const Scaled& b) {
    const Scaled c = Beside(a, b);
    return {g_.Sub(a.re, c.im), g_.Add(a.im, c.re), a.scale};
  }

  // a * exp(-2 pi i k / n).
  Scaled Twiddle(const Scaled& a, int k, int n) {
    const std::complex<long double> root = std::conj(RootOfUnity(k, n));
    const long double c = root.real(), s = root.imag();
    const Scaled turned = {g_.Neg(a.im), a.re, a.scale};  // i a
    const bool is_steep = std::fabs(s) > std::fabs(c);
    const Scaled& long_part = is_steep ? turned : a;
    const Scaled& short_part = is_steep ? a : turned;
    return Add(Scale(is_steep ? s : c, long_part), Scale(is_steep ? c : s, short_part));
  }

  // j = n2 j1 + j2, k = k1 + n1 k2.
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
    const Scaled a = Add(x[0], x[2]), b = Sub(x[0], x[2]);
    const Scaled c = Add(x[1], x[3]), d = Sub(x[1], x[3]);
    return {Add(a, c), MinusI(b, d), Sub(a, c), PlusI(b, d)};
  }

  // j = n2 j1 + n1 j2 mod n; k is k1 modulo n1 and k2 modulo n2.
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

  // sum_j coefficients[j] * terms[j], a multiple of the term with the largest coefficient.
  Scaled Combine(const std::vector<long double>& coefficients, const Values& terms) {
    size_t pivot = 0;
    for (size_t j = 1; j < terms.size(); ++j) {
      if (std::fabs(coefficients[j]) > std::fabs(coefficients[pivot])) pivot = j;
    }
    Scaled sum = Scale(coefficients[pivot], terms[pivot]);
    for (size_t j = 0; j < terms.size(); ++j) {
      if (j != pivot) sum = Add(sum, Scale(coefficients[j], terms[j]));
    }
    return sum;
  }

  struct Symmetric {
    Values sums, differences;  // x_j + x_{p-j}, x_j - x_{p-j}
    Scaled dc;                 // X_0
  };
  Symmetric Fold(const Values& x) {
    Symmetric s;
    const size_t p = x.size();
    for (size_t j = 1; j <= p / 2; ++j) {
      s.sums.push_back(Add(x[j], x[p - j]));
      s.differences.push_back(Sub(x[j], x[p - j]));
    }
    Scaled total = s.sums[0];
    for (size_t j = 1; j < s.sums.size(); ++j) total = Add(total, s.sums[j]);
    s.dc = Add(x[0], total);
    return s;
  }

  Scaled SineSum(const Values& differences, int k, int p) {
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
      Scaled even = x[0];
      for (int j = 1; j <= p / 2; ++j) {
        even = Add(even, Scale(RootOfUnity(j * k, p).real(), s.sums[j - 1]));
      }
      const Scaled odd = SineSum(s.differences, k, p);
      result[k] = MinusI(even, odd);
      result[p - k] = PlusI(even, odd);
    }
    return result;
  }

  // cos(2 pi / 5) and cos(4 pi / 5) are -1/4 +- sqrt(5)/4: four products fewer than OddPrime.
  Values Five(const Values& x) {
    const Symmetric s = Fold(x);
    const Scaled total = Add(s.sums[0], s.sums[1]);
    const Scaled center = Add(x[0], Scale(-0.25L, total));
    const Scaled spread = Scale(std::sqrt(5.0L) / 4, Sub(s.sums[0], s.sums[1]));
    const Scaled even[] = {Add(center, spread), Sub(center, spread)};
    Values result(5);
    result[0] = s.dc;
    for (int k = 1; k <= 2; ++k) {
      const Scaled odd = SineSum(s.differences, k, 5);
      result[k] = MinusI(even[k - 1], odd);
      result[5 - k] = PlusI(even[k - 1], odd);
    }
    return result;
  }

  Graph& g_;
};

}  // namespace

std::vector<DagComplex> BuildDft(Graph* graph, const std::vector<DagComplex>& x) {
  Values values;
  for (const DagComplex& value : x) values.push_back({value.re, value.im});
  std::vector<DagComplex> result;
  for (const Scaled& value : DftBuilder(graph).Dft(values)) {
    result.push_back({graph->Mul(value.scale, value.re), graph->Mul(value.scale, value.im)});
  }
  return result;
}

}  // namespace fft::codegen
