#include "fft/kernels/tables/convolution_tables.h"

#include <algorithm>
#include <array>
#include <utility>

#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/base/worker_thread.h"
#include "fft/core/convolution.h"
#include "fft/kernels/tables/root_table.h"
#include "fft/kernels/tables/table_transform.h"

namespace fft::kernels {
namespace {

// The fewest points of a table that are worth a thread, at some nanoseconds each.
constexpr int64_t kLeastShare = 1 << 14;

// The chirp exp(-pi i j^2 / n), value by value. The index j^2 modulo 2n is exact.
template <typename Real>
class ChirpValues {
 public:
  // n is at most 2^32.
  explicit ChirpValues(int64_t n)
      : order_(2 * static_cast<uint64_t>(n)), inverse_(~uint64_t{0} / order_), root_(2 * n) {}

  // j in 0 .. n-1.
  std::complex<Real> operator()(int64_t j) const {
    // The product by the inverse of 2n, rounded down, is the quotient or one less.
    const uint64_t square = static_cast<uint64_t>(j) * static_cast<uint64_t>(j);
    const auto whole =
        static_cast<uint64_t>((static_cast<unsigned __int128>(square) * inverse_) >> 64);
    const uint64_t rest = square - whole * order_;
    return root_(static_cast<int64_t>(rest < order_ ? rest : rest - order_));
  }

 private:
  const uint64_t order_, inverse_;
  const RootTable<Real> root_;
};

template <typename Stored, typename Real>
std::complex<Stored> Rounded(const std::complex<Real>& value, Real factor) {
  return {static_cast<Stored>(value.real() * factor), static_cast<Stored>(value.imag() * factor)};
}

// Computes a filter F of m points in `parts` parts, so that its inputs and the outputs of higher
// precision are never in memory all at once. Part r is a transform of m / parts points
// (decimation in frequency), N = m / parts:
//
//   F[parts k + r] = sum_j exp(-2 pi i j r / m) (sum_s b[j + s N] exp(-2 pi i r s / parts))
//                          exp(-2 pi i j k / N),  j < N,  s < parts.
//
// F is even because b is, so part r also gives part `parts - r`.
template <typename Stored>
class FilterParts {
 public:
  using Real = ComputedIn<Stored>;
  using Complex = std::complex<Real>;

  FilterParts(int64_t n, int64_t m, int64_t columns, std::complex<Stored>* to)
      : n_(n),
        m_(m),
        columns_(columns),
        parts_(PartsOf(m, columns)),
        points_(m / parts_),
        chirp_(n),
        root_(m),
        part_root_(parts_),
        to_(to) {}

  void Write() const {
    const auto transform = TableTransformer<Real>::Make(points_);
    std::vector<Complex> x(points_), out(points_);
    for (int64_t r = 0; 2 * r <= parts_; ++r) {
      Fold(r, x.data());
      transform->Run(x.data(), out.data());
      Store(r, out.data());
    }
  }

 private:
  static constexpr int64_t kMostParts = 8;
  static constexpr int64_t kLong = 1 << 15;  // points that are worth parts
  static constexpr int64_t kAtOnce = 8;      // columns, so that whole cache lines move

  // The most parts such that a column of the table belongs to one part.
  static int64_t PartsOf(int64_t m, int64_t columns) {
    if (m < kLong) return 1;
    int64_t most = 1;
    for (int64_t parts = 1; parts <= kMostParts; ++parts) {
      if (m % parts == 0 && (columns == 1 || columns % parts == 0)) most = parts;
    }
    return most;
  }

  // b[i], i in 0 .. m-1.
  Complex Input(int64_t i) const {
    const int64_t j = std::min(i, m_ - i);
    return j < n_ ? std::conj(chirp_(j)) : Complex();
  }

  // Writes the input of part r's transform. Points j and N - j are sums of the same b, because
  // b[N - j + s N] = b[j + (parts - 1 - s) N].
  void Fold(int64_t r, Complex* x) const {
    std::array<Complex, kMostParts> weights;
    for (int64_t s = 0; s < parts_; ++s) weights[s] = part_root_(r * s % parts_);
    ShareOut(points_ / 2 + 1, kLeastShare, [&](int64_t begin, int64_t end) {
      for (int64_t j = begin; j < end; ++j) {
        Complex by_cos, by_sin;
        for (int64_t s = 0; s < parts_; ++s) {
          const Complex value = Input(j + s * points_);
          by_cos += value * weights[s].real();
          by_sin += value * weights[s].imag();
        }
        const Complex turned(-by_sin.imag(), by_sin.real());
        const Complex root = root_(j * r);
        x[j] = Times(by_cos + turned, root);
        if (j > 0) x[points_ - j] = Times(by_cos - turned, std::conj(root));
      }
    });
  }

  // Writes part r, and part `parts - r` backwards, to their places in the table. In a table of more
  // than one column, the part is lines of `lanes` neighbours, one from each of its columns.
  void Store(int64_t r, const Complex* out) const {
    const int64_t lanes = columns_ == 1 ? 1 : columns_ / parts_;
    const int64_t rows = m_ / columns_;  // of the table
    const int64_t step = columns_ == 1 ? parts_ : 1;
    const bool is_mirrored = r > 0 && 2 * r < parts_;
    const Real factor = Real{1} / static_cast<Real>(m_);
    ShareOut(points_ / lanes, CeilDiv(kLeastShare, lanes), [&](int64_t begin, int64_t end) {
      for (int64_t first = 0; first < lanes; first += kAtOnce) {
        const int64_t last = std::min(lanes, first + kAtOnce);
        for (int64_t q = begin; q < end; ++q) {
          for (int64_t lane = first; lane < last; ++lane) {
            const std::complex<Stored> value = Rounded<Stored>(out[lane + lanes * q], factor);
            const int64_t column = parts_ * lane + r;
            const int64_t at = columns_ == 1 ? r : column * rows;
            to_[at + step * q] = value;
            if (!is_mirrored) continue;
            const int64_t mirror = columns_ == 1 ? m_ - r : (columns_ - column) * rows + rows - 1;
            to_[mirror - step * q] = value;
          }
        }
      }
    });
  }

  const int64_t n_, m_, columns_, parts_;
  const int64_t points_;  // N
  const ChirpValues<Real> chirp_;
  const RootTable<Real> root_, part_root_;
  std::complex<Stored>* const to_;
};

}  // namespace

template <typename Stored>
void WriteChirp(int64_t n, double factor, std::complex<Stored>* to) {
  using Real = ComputedIn<Stored>;
  const ChirpValues<Real> chirp(n);
  ShareOut(n, kLeastShare, [&](int64_t begin, int64_t end) {
    for (int64_t j = begin; j < end; ++j) {
      to[j] = Rounded<Stored>(chirp(j), static_cast<Real>(factor));
    }
  });
}

template <typename Stored>
void WriteChirpFilter(int64_t n, int64_t m, int64_t columns, std::complex<Stored>* to) {
  FFT_CHECK(m >= 2 * n - 1 && m % columns == 0);
  FilterParts<Stored>(n, m, columns, to).Write();
}

std::vector<int32_t> GeneratorPermutation(int64_t p) {
  std::vector<int32_t> permutation = GeneratorPowers(p);
  permutation.push_back(1);
  for (int64_t q = p - 2; q > 0; --q) permutation.push_back(permutation[q]);
  permutation.resize(3 * (p - 1));
  for (int64_t q = 0; q + 1 < p; ++q) {
    permutation[2 * (p - 1) + permutation[q] - 1] = static_cast<int32_t>(q);
  }
  return permutation;
}

template <typename Real>
std::vector<std::complex<Real>> RaderFilter(int64_t p) {
  const std::vector<int32_t> permutation = GeneratorPermutation(p);
  const RootTable<Real> root(p);
  std::vector<std::complex<Real>> roots;
  roots.reserve(p - 1);
  for (int64_t q = 0; q + 1 < p; ++q) roots.push_back(root(permutation[p - 1 + q]));
  std::vector<std::complex<Real>> values = TableTransform(std::move(roots));
  for (std::complex<Real>& value : values) value /= static_cast<Real>(p - 1);
  return values;
}

template void WriteChirp(int64_t, double, std::complex<float>*);
template void WriteChirp(int64_t, double, std::complex<double>*);
template void WriteChirp(int64_t, double, std::complex<long double>*);
template void WriteChirpFilter(int64_t, int64_t, int64_t, std::complex<float>*);
template void WriteChirpFilter(int64_t, int64_t, int64_t, std::complex<double>*);
template void WriteChirpFilter(int64_t, int64_t, int64_t, std::complex<long double>*);
template std::vector<std::complex<double>> RaderFilter(int64_t);
template std::vector<std::complex<long double>> RaderFilter(int64_t);

}  // namespace fft::kernels
