#include "inspector/server/runs/reference_dft.h"

#include <cmath>
#include <memory>
#include <numbers>

namespace fft::inspector {
namespace {

// The largest radix. Lengths with a larger prime factor are transformed by a convolution.
constexpr int64_t kMaxRadix = 61;

// exp(-2 pi i k / n) for 0 <= k < n. The angle is first reduced to [0, pi/4], in integers.
std::complex<long double> Root(int64_t k, int64_t n) {
  int64_t eighths = 8 * k / n;
  const bool odd = eighths % 2 == 1;
  // The distance to the nearest multiple of a quarter turn, in units of 1/(8n) turns.
  const int64_t quarter = (eighths + 1) / 2;
  const int64_t distance = odd ? 2 * quarter * n - 8 * k : 8 * k - 2 * quarter * n;
  const long double angle =
      2 * std::numbers::pi_v<long double> * distance / (8 * static_cast<long double>(n));
  const long double c = std::cos(angle);
  const long double s = odd ? -std::sin(angle) : std::sin(angle);
  switch (quarter % 4) {
    case 0:
      return {c, -s};
    case 1:
      return {-s, -c};
    case 2:
      return {-c, s};
    default:
      return {s, c};
  }
}

template <typename Real>
std::vector<std::complex<Real>> Roots(int64_t n) {
  std::vector<std::complex<Real>> roots(n);
  for (int64_t k = 0; k < n; ++k) {
    const std::complex<long double> root = Root(k, n);
    roots[k] = {static_cast<Real>(root.real()), static_cast<Real>(root.imag())};
  }
  return roots;
}

std::vector<int64_t> Factors(int64_t n) {
  std::vector<int64_t> factors;
  for (; n % 4 == 0; n /= 4) factors.push_back(4);
  for (int64_t p = 2; p * p <= n; ++p) {
    for (; n % p == 0; n /= p) factors.push_back(p);
  }
  if (n > 1) factors.push_back(n);
  return factors;
}

// Complex multiplication without the checks for infinities of std::complex's operator*.
template <typename Real>
std::complex<Real> Multiply(const std::complex<Real>& a, const std::complex<Real>& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// One-dimensional forward transforms of one length.
template <typename Real>
class Transform1d {
 public:
  using Complex = std::complex<Real>;

  explicit Transform1d(int64_t n) : n_(n), factors_(Factors(n)) {
    for (int64_t factor : factors_) convolves_ = convolves_ || factor > kMaxRadix;
    if (convolves_) {
      PrepareChirp();
    } else {
      roots_ = Roots<Real>(n);
    }
  }

  void Run(const std::vector<Complex>& in, std::vector<Complex>* out) const {
    if (convolves_) {
      Convolve(in, out);
    } else {
      Recurse({n_, 1, 0}, in.data(), out->data());
    }
  }

 private:
  // A level of the recursion: the length of its transforms, the stride of their input, and the
  // index of the factor that it splits off.
  struct Level {
    int64_t n;
    int64_t stride;
    size_t factor;
  };

  // Decimation in time (Cooley and Tukey): p interleaved transforms of length n/p, then transforms
  // of p points.
  void Recurse(const Level& level, const Complex* in, Complex* out) const {
    if (level.n == 1) {
      out[0] = in[0];
      return;
    }
    const int64_t p = factors_[level.factor];
    const int64_t m = level.n / p;
    for (int64_t j = 0; j < p; ++j) {
      Recurse({m, level.stride * p, level.factor + 1}, in + j * level.stride, out + j * m);
    }
    const int64_t step = n_ / level.n;  // roots_[step] is the root of this level's length
    Complex t[kMaxRadix];
    for (int64_t k = 0; k < m; ++k) {
      for (int64_t j = 0; j < p; ++j) t[j] = Multiply(out[j * m + k], roots_[j * k * step]);
      for (int64_t q = 0; q < p; ++q) {
        Complex sum = t[0];
        for (int64_t j = 1; j < p; ++j) sum += Multiply(t[j], roots_[(j * q % p) * (n_ / p)]);
        out[q * m + k] = sum;
      }
    }
  }

  // Prepares Bluestein's method. With nk = (n^2 + k^2 - (k - n)^2) / 2 the transform becomes a
  // convolution.
  void PrepareChirp() {
    int64_t size = 1;
    while (size < 2 * n_ - 1) size *= 2;
    power_ = std::make_unique<Transform1d<Real>>(size);
    const std::vector<Complex> roots = Roots<Real>(2 * n_);
    chirp_.resize(n_);
    int64_t square = 0;  // k^2 mod 2n
    for (int64_t k = 0; k < n_; ++k) {
      chirp_[k] = roots[square];
      square = (square + 2 * k + 1) % (2 * n_);
    }
    std::vector<Complex> kernel(size);
    for (int64_t k = 0; k < n_; ++k) kernel[k] = kernel[(size - k) % size] = std::conj(chirp_[k]);
    kernel_.resize(size);
    power_->Run(kernel, &kernel_);
  }

  void Convolve(const std::vector<Complex>& in, std::vector<Complex>* out) const {
    const int64_t size = power_->n_;
    std::vector<Complex> a(size);
    std::vector<Complex> b(size);
    for (int64_t k = 0; k < n_; ++k) a[k] = Multiply(in[k], chirp_[k]);
    power_->Run(a, &b);
    // The inverse transform is computed as the conjugate of a forward transform of conjugates.
    for (int64_t k = 0; k < size; ++k) a[k] = std::conj(Multiply(b[k], kernel_[k]));
    power_->Run(a, &b);
    for (int64_t k = 0; k < n_; ++k) {
      (*out)[k] = Multiply(std::conj(b[k]), chirp_[k]) / static_cast<Real>(size);
    }
  }

  const int64_t n_;
  const std::vector<int64_t> factors_;
  bool convolves_ = false;
  std::vector<Complex> roots_;
  std::unique_ptr<Transform1d<Real>> power_;
  std::vector<Complex> chirp_;
  std::vector<Complex> kernel_;
};

// A cosine or sine transform of n reals by its angles, with M = n + extra:
//
//   y[k] = 2 sum_j w[j] x[j] cos(2 pi (2 j + in) (2 k + out) / (8 M))
//
// or with sin. All weights w are 1, but the weight of the first or the last point may be 1/2. So y
// is part of the spectrum of a line of 8 M points, on which x[j] stands at 2 j + in. For example,
// DCT-II has in = 1, out = 0 and M = n.
struct Trigonometric {
  AxisKind kind;
  int extra = 0;
  int in = 0, out = 0;
  bool is_sine = false;
  bool halves_first = false, halves_last = false;
};
constexpr Trigonometric kTrigonometric[] = {
    {.kind = AxisKind::kDct1, .extra = -1, .halves_first = true, .halves_last = true},
    {.kind = AxisKind::kDct2, .in = 1},
    {.kind = AxisKind::kDct3, .out = 1, .halves_first = true},
    {.kind = AxisKind::kDct4, .in = 1, .out = 1},
    {.kind = AxisKind::kDst1, .extra = 1, .in = 2, .out = 2, .is_sine = true},
    {.kind = AxisKind::kDst2, .in = 1, .out = 2, .is_sine = true},
    {.kind = AxisKind::kDst3, .in = 2, .out = 1, .is_sine = true, .halves_last = true},
    {.kind = AxisKind::kDst4, .in = 1, .out = 1, .is_sine = true},
};

// The angles of the kind; null if the kind is no cosine or sine transform.
const Trigonometric* AnglesOf(AxisKind kind) {
  for (const Trigonometric& row : kTrigonometric) {
    if (row.kind == kind) return &row;
  }
  return nullptr;
}

// The number of points of the Fourier transform that serves an axis.
int64_t FourierLength(int64_t n, AxisKind kind) {
  const Trigonometric* const angles = AnglesOf(kind);
  return angles == nullptr ? n : 8 * (n + angles->extra);
}

// Transforms lines of `n` numbers by one kind.
template <typename Real>
class LineTransform {
 public:
  using Complex = std::complex<Real>;

  LineTransform(int64_t n, AxisKind kind)
      : n_(n),
        kind_(kind),
        transform_(FourierLength(n, kind)),
        in_(FourierLength(n, kind)),
        out_(in_.size()) {}

  // Transforms the line of which base[j * stride] is number j, in place.
  void Run(Complex* base, int64_t stride) {
    const auto at = [&](int64_t j) -> Complex& { return base[j * stride]; };
    if (const Trigonometric* const angles = AnglesOf(kind_)) return RunAngles(*angles, at);
    const bool is_inverse = kind_ == AxisKind::kInverse || kind_ == AxisKind::kHc2r;
    for (int64_t j = 0; j < n_; ++j) {
      in_[j] = kind_ == AxisKind::kHc2r ? SpectrumAt(j, at) : at(j);
      if (!IsFourier(kind_) && kind_ != AxisKind::kHc2r) in_[j] = in_[j].real();
      // An inverse transform is the conjugate of the forward transform of conjugates.
      if (is_inverse) in_[j] = std::conj(in_[j]);
    }
    transform_.Run(in_, &out_);
    for (int64_t k = 0; k < n_; ++k) {
      switch (kind_) {
        case AxisKind::kForward:
          at(k) = out_[k];
          break;
        case AxisKind::kInverse:
          at(k) = std::conj(out_[k]);
          break;
        case AxisKind::kR2hc:
          at(k) = 2 * k <= n_ ? out_[k].real() : out_[n_ - k].imag();
          break;
        case AxisKind::kDht:
          at(k) = out_[k].real() - out_[k].imag();
          break;
        default:
          at(k) = out_[k].real();
      }
    }
  }

 private:
  // Element k of the Hermitian spectrum whose halves the line holds as kR2hc stores them.
  template <typename At>
  Complex SpectrumAt(int64_t k, const At& at) const {
    if (k == 0 || 2 * k == n_) return at(k).real();
    if (2 * k < n_) return {at(k).real(), at(n_ - k).real()};
    return {at(n_ - k).real(), -at(k).real()};
  }

  template <typename At>
  void RunAngles(const Trigonometric& angles, const At& at) {
    in_.assign(in_.size(), 0);
    for (int64_t j = 0; j < n_; ++j) {
      const bool is_half = (j == 0 && angles.halves_first) || (j == n_ - 1 && angles.halves_last);
      in_[2 * j + angles.in] = (is_half ? 1 : 2) * at(j).real();
    }
    transform_.Run(in_, &out_);
    for (int64_t k = 0; k < n_; ++k) {
      const Complex& sum = out_[2 * k + angles.out];
      at(k) = angles.is_sine ? -sum.imag() : sum.real();
    }
  }

  const int64_t n_;
  const AxisKind kind_;
  const Transform1d<Real> transform_;
  std::vector<Complex> in_;
  std::vector<Complex> out_;
};

}  // namespace

template <typename Real>
void ReferenceTransform(const std::vector<int64_t>& lengths, const std::vector<AxisKind>& kinds,
                        std::vector<std::complex<Real>>* data) {
  const int64_t volume = data->size();
  int64_t stride = volume;
  for (size_t axis = 0; axis < lengths.size(); ++axis) {
    const int64_t n = lengths[axis];
    stride /= n;
    if (n == 1 && IsFourier(kinds[axis])) continue;
    LineTransform<Real> transform(n, kinds[axis]);
    for (int64_t line = 0; line < volume / n; ++line) {
      transform.Run(data->data() + line / stride * stride * n + line % stride, stride);
    }
  }
}

int64_t ReferenceScratch(int64_t n, AxisKind kind) {
  const int64_t length = FourierLength(n, kind);
  const std::vector<int64_t> factors = Factors(length);
  const bool convolves = !factors.empty() && factors.back() > kMaxRadix;
  // A plain transform has its roots, a line in and a line out. A convolution has these for a power
  // of two up to four times the length, and the chirp and its spectrum.
  return convolves ? 25 * length : 3 * length;
}

template void ReferenceTransform<double>(const std::vector<int64_t>&, const std::vector<AxisKind>&,
                                         std::vector<std::complex<double>>*);
template void ReferenceTransform<long double>(const std::vector<int64_t>&,
                                              const std::vector<AxisKind>&,
                                              std::vector<std::complex<long double>>*);

}  // namespace fft::inspector
