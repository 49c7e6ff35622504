// The kinds of transforms that an axis can have.
//
// A Fourier axis has a sign. A real-to-real axis is a Fourier transform between two maps. The first
// map turns the n reals of the axis into the transform's input; the second map turns the
// transform's output into n reals. The kinds are those of FFTW (M. Frigo, S. Johnson, "FFTW",
// manual of 3.3, sections 4.8.3 to 4.8.5). As in FFTW, none of them normalises.
#ifndef FFT_CORE_AXIS_KIND_H_
#define FFT_CORE_AXIS_KIND_H_

#include <array>
#include <cstdint>
#include <string>

namespace fft {

// A kind, with the output of an axis of n elements x[j]. Sums run over j = 0 .. n-1 unless they say
// otherwise, and k = 0 .. n-1.
enum class AxisKind {
  kForward,  // X[k] = sum x[j] exp(-2 pi i j k / n)
  kInverse,  // X[k] = sum x[j] exp(+2 pi i j k / n)
  kR2hc,     // y[k] = Re X[k], k <= n/2; y[n-k] = Im X[k], 0 < k < n/2; X as kForward
  kHc2r,     // the kInverse transform of the Hermitian X that the y of kR2hc stand for
  kDht,      // y[k] = sum x[j] (cos(2 pi j k / n) + sin(2 pi j k / n))
  kDct1,     // y[k] = x[0] + (-1)^k x[n-1] + 2 sum_(0 < j < n-1) x[j] cos(pi j k / (n-1)); n > 1
  kDct2,     // y[k] = 2 sum x[j] cos(pi (j + 1/2) k / n)
  kDct3,     // y[k] = x[0] + 2 sum_(j > 0) x[j] cos(pi j (k + 1/2) / n)
  kDct4,     // y[k] = 2 sum x[j] cos(pi (j + 1/2) (k + 1/2) / n)
  kDst1,     // y[k] = 2 sum x[j] sin(pi (j + 1) (k + 1) / (n + 1))
  kDst2,     // y[k] = 2 sum x[j] sin(pi (j + 1/2) (k + 1) / n)
  kDst3,     // y[k] = (-1)^k x[n-1] + 2 sum_(j < n-1) x[j] sin(pi (j + 1) (k + 1/2) / n)
  kDst4,     // y[k] = 2 sum x[j] sin(pi (j + 1/2) (k + 1/2) / n)
};

// All kinds, in the order of their declaration.
inline constexpr std::array kAxisKinds = {
    AxisKind::kForward, AxisKind::kInverse, AxisKind::kR2hc, AxisKind::kHc2r, AxisKind::kDht,
    AxisKind::kDct1,    AxisKind::kDct2,    AxisKind::kDct3, AxisKind::kDct4, AxisKind::kDst1,
    AxisKind::kDst2,    AxisKind::kDst3,    AxisKind::kDst4};

constexpr bool IsFourier(AxisKind kind) {
  return kind == AxisKind::kForward || kind == AxisKind::kInverse;
}

std::string ToString(AxisKind kind);  // "forward", "r2hc", "dct2", ...

// The Fourier transform that a real-to-real transform is made of. N is its number of reals.
enum class RealBasis {
  kFromReals,  // from N reals v to the elements 0 .. N/2 of their spectrum V; the forward sign
  kToReals,    // from elements 0 .. N/2 of a spectrum to N reals; the inverse sign
  kQuarters,   // for even n: n/2 complex numbers of two reals each, which are rotated before
               // and after the transform. An odd n takes kFromReals (OddQuarters)
};

// Where the N reals v of the basis stand among the n reals x of the axis.
enum class RealOrder {
  kNatural,      // v[i] = x[i]
  kEvensOdds,    // v[i] = x[2 i], then x[2 (n - i) - 1]: evens rising, odds falling
  kMirrored,     // v[i] = v[N - i] = x[i], with N = 2 (n - 1)
  kOddMirrored,  // v[i] = -v[N - i] = x[i - 1], with N = 2 (n + 1); v[0] = v[N / 2] = 0
};

// The real that belongs to element k of the half spectrum: none, or number k, k-1, n-k or n-1-k.
enum class RealPlace { kNone, kAtK, kBeforeK, kMirrorOfK, kFromEnd };  // k, k-1, n-k, n-1-k

// A real-to-real kind by its parts. With kFromReals, element V[k] of the spectrum gives two reals,
//
//   y[first] = first_re Re V[k] + first_im Im V[k],   y[second] likewise.
//
// If `turns` is true, V[k] is first rotated by exp(-i pi k / 2n) and doubled. With kToReals, V[k] =
// x[first] first_re + i x[second] second_im, which is then rotated back and not doubled. Elements
// that are their own conjugates (k = 0, k = N/2) have no second real. For example, DCT-II is
// kFromReals of the n reals in kEvensOdds, with `turns`, y[k] = Re V[k] and y[n-k] = -Im V[k].
struct RealKind {
  AxisKind kind;
  const char* name;
  RealBasis basis;
  int lengths, extra;  // N = lengths * n + extra
  RealOrder order;
  bool negates_odds = false;  // kEvensOdds: odds are negated; kQuarters: sines, not cosines
  bool turns = false;
  RealPlace first = RealPlace::kNone, second = RealPlace::kNone;
  double first_re = 1, first_im = 0, second_re = 0, second_im = 0;
};

// The parts of a real-to-real kind.
const RealKind& PartsOf(AxisKind kind);

}  // namespace fft

#endif  // FFT_CORE_AXIS_KIND_H_
