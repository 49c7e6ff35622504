// A transform whose data fits a cache is computed by decimation in time. A longer one of n = a b
// points is computed in four steps (D. H. Bailey, "FFTs in external or hierarchical memory", 1990),
// with the data seen as `a` rows of b points. The steps are transforms of columns, rotation,
// transforms of rows, and a transposition while the rows are stored. Several neighbouring columns
// or rows are done together, so that whole cache lines move. All processors share the work.
#include "fft/kernels/tables/table_transform.h"

#include <algorithm>
#include <memory>

#include "fft/base/int_math.h"
#include "fft/base/worker_thread.h"
#include "fft/kernels/tables/root_table.h"

namespace fft::kernels {
namespace {

constexpr int64_t kInCache = 1 << 14;  // points
constexpr int64_t kAtOnce = 8;         // columns or rows
// The fewest columns or rows that are worth a thread. Each column takes microseconds, and the start
// of a thread takes some tens of microseconds.
constexpr int64_t kLeastShare = 64;

// Decimation in time by the prime factors of the length.
template <typename Real>
class Decimation final : public TableTransformer<Real> {
 public:
  using Complex = std::complex<Real>;

  explicit Decimation(int64_t n) : n_(n), factors_(PrimeFactors(n)) {
    const RootTable<Real> root(n);
    for (int64_t k = 0; k < n; ++k) roots_.push_back(root(k));
  }

  void Run(Complex* x, Complex* out) const override { Run(x, 0, 1, out); }

 private:
  // The transform of x[0], x[step], .. of n / step points; `step` is the product of the first
  // `level` factors.
  void Run(const Complex* x, size_t level, int64_t step, Complex* out) const {
    if (level == factors_.size()) {
      *out = *x;
      return;
    }
    const int64_t radix = factors_[level];
    const int64_t m = n_ / step / radix;
    for (int64_t j = 0; j < radix; ++j) Run(x + j * step, level + 1, step * radix, out + j * m);
    if (radix == 2) {
      Combine2(step, m, out);
    } else {
      Combine(radix, step, m, out);
    }
  }

  void Combine2(int64_t step, int64_t m, Complex* out) const {
    for (int64_t k = 0; k < m; ++k) {
      const Complex a = out[k], b = Times(out[m + k], roots_[k * step]);
      out[k] = a + b;
      out[m + k] = a - b;
    }
  }

  void Combine(int64_t radix, int64_t step, int64_t m, Complex* out) const {
    std::vector<Complex> column(radix);
    for (int64_t k = 0; k < m; ++k) {
      for (int64_t j = 0; j < radix; ++j) column[j] = Times(out[j * m + k], Root(j * k * step));
      for (int64_t l = 0; l < radix; ++l) {
        Complex sum = column[0];
        for (int64_t j = 1; j < radix; ++j) sum += Times(column[j], Root(j * l * m * step));
        out[k + l * m] = sum;
      }
    }
  }

  const Complex& Root(int64_t k) const { return roots_[k % n_]; }

  const int64_t n_;
  const std::vector<int64_t> factors_;
  std::vector<Complex> roots_;
};

template <typename Real>
class FourSteps final : public TableTransformer<Real> {
 public:
  using Complex = std::complex<Real>;

  FourSteps(int64_t a, int64_t b)
      : a_(a),
        b_(b),
        columns_(TableTransformer<Real>::Make(a)),
        rows_(TableTransformer<Real>::Make(b)),
        roots_(a * b) {}

  void Run(Complex* x, Complex* out) const override {
    ShareOut(b_, kLeastShare, [&](int64_t begin, int64_t end) {
      std::vector<Complex> points(kAtOnce * a_), result(points.size());
      for (int64_t first = begin; first < end; first += kAtOnce) {
        RunColumns(first, std::min(kAtOnce, end - first), x, points.data(), result.data());
      }
    });
    ShareOut(a_, kLeastShare, [&](int64_t begin, int64_t end) {
      std::vector<Complex> result(kAtOnce * b_);
      for (int64_t first = begin; first < end; first += kAtOnce) {
        RunRows(first, std::min(kAtOnce, end - first), x, result.data(), out);
      }
    });
  }

 private:
  void RunColumns(int64_t first, int64_t count, Complex* x, Complex* points,
                  Complex* result) const {
    for (int64_t j = 0; j < a_; ++j) {
      for (int64_t c = 0; c < count; ++c) points[c * a_ + j] = x[j * b_ + first + c];
    }
    for (int64_t c = 0; c < count; ++c) columns_->Run(points + c * a_, result + c * a_);
    for (int64_t k = 0; k < a_; ++k) {
      for (int64_t c = 0; c < count; ++c) {
        x[k * b_ + first + c] = Times(result[c * a_ + k], roots_(k * (first + c)));
      }
    }
  }

  void RunRows(int64_t first, int64_t count, Complex* x, Complex* result, Complex* out) const {
    for (int64_t r = 0; r < count; ++r) rows_->Run(x + (first + r) * b_, result + r * b_);
    for (int64_t l = 0; l < b_; ++l) {
      for (int64_t r = 0; r < count; ++r) out[first + r + a_ * l] = result[r * b_ + l];
    }
  }

  const int64_t a_, b_;
  const std::unique_ptr<TableTransformer<Real>> columns_, rows_;
  const RootTable<Real> roots_;
};

// The largest divisor of n that is at most the square root of n.
int64_t DivisorBelowRoot(int64_t n) {
  int64_t below = 1;
  for (int64_t d : Divisors(n)) {
    if (d * d <= n) below = std::max(below, d);
  }
  return below;
}

}  // namespace

template <typename Real>
std::unique_ptr<TableTransformer<Real>> TableTransformer<Real>::Make(int64_t n) {
  const int64_t a = DivisorBelowRoot(n);
  if (n <= kInCache || a == 1) return std::make_unique<Decimation<Real>>(n);
  return std::make_unique<FourSteps<Real>>(a, n / a);
}

template <typename Real>
std::vector<std::complex<Real>> TableTransform(std::vector<std::complex<Real>> x) {
  std::vector<std::complex<Real>> out(x.size());
  if (!x.empty()) TableTransformer<Real>::Make(std::ssize(x))->Run(x.data(), out.data());
  return out;
}

template class TableTransformer<double>;
template class TableTransformer<long double>;
template std::vector<std::complex<double>> TableTransform(std::vector<std::complex<double>>);
template std::vector<std::complex<long double>> TableTransform(
    std::vector<std::complex<long double>>);

}  // namespace fft::kernels
