#include "tests/support/chain_reference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <functional>
#include <numbers>
#include <numeric>

#include "fft/base/status.h"
#include "fft/core/unit_roundoff.h"
#include "tests/support/reference.h"

namespace fft::testing {
namespace {

using Complex = std::complex<long double>;

int64_t PointsOf(const Problem& problem) {
  int64_t points = 1;
  for (int64_t length : problem.lengths) points *= length;
  return points;
}

Complex ValueAt(const std::vector<long double>& values, int64_t i, bool is_real) {
  return is_real ? Complex(values[i]) : Complex(values[2 * i], values[2 * i + 1]);
}

// Returns the positions of an array's elements in its whole axes.
std::vector<int64_t> Positions(const Problem& problem, const ArrayDescription& array) {
  if (!array.ranges.empty()) return PositionsInWhole(array.ranges, problem.lengths);
  std::vector<int64_t> all(PointsOf(problem));
  std::iota(all.begin(), all.end(), int64_t{0});
  return all;
}

// Returns the cyclic sum (sign 1) or difference (sign -1) of two positions in the whole axes.
int64_t Combine(const Problem& problem, int64_t a, int64_t b, int sign) {
  int64_t result = 0, weight = 1;
  for (size_t i = problem.lengths.size(); i-- > 0;) {
    const int64_t n = problem.lengths[i];
    result += ((a % n + sign * (b % n) + n) % n) * weight;
    weight *= n;
    a /= n;
    b /= n;
  }
  return result;
}

Problem Completed(const Problem& problem) {
  const absl::StatusOr<Problem> completed = CompleteProblem(problem);
  FFT_CHECK(completed.ok());
  return *completed;
}

// Returns element (i, o) of the matrix that multiplies mode k of transform t.
template <typename Real>
std::complex<Real> MatrixElement(const Chain& chain, const std::vector<Real>& matrices, int64_t t,
                                 int64_t i, int64_t o, int64_t k) {
  const int64_t ins = ChannelsIn(chain), outs = ChannelsOut(chain);
  const int64_t list = t % chain.arrays.batch % chain.spectra * SpectrumElements(chain);
  const int64_t row = chain.conjugates ? o * ins + i : i * outs + o;
  const int64_t at = 2 * (list + row * ModeCount(chain) + k);
  const std::complex<Real> w(matrices[at], matrices[at + 1]);
  return chain.conjugates ? std::conj(w) : w;
}

// Multiplies packed spectra of all channels by the matrices of a layer.
template <typename Real>
std::vector<Real> Mixed(const Chain& chain, const std::vector<Real>& spectra,
                        const std::vector<Real>& matrices) {
  const int64_t ins = ChannelsIn(chain), outs = ChannelsOut(chain), modes = ModeCount(chain);
  std::vector<Real> mixed;
  for (int64_t t = 0; t < TransformCount(chain.arrays); ++t) {
    for (int64_t o = 0; o < outs; ++o) {
      for (int64_t k = 0; k < modes; ++k) {
        std::complex<Real> sum = 0;
        for (int64_t i = 0; i < ins; ++i) {
          const int64_t at = 2 * ((t * ins + i) * modes + k);
          sum += std::complex<Real>(spectra[at], spectra[at + 1]) *
                 MatrixElement(chain, matrices, t, i, o, k);
        }
        mixed.push_back(sum.real());
        mixed.push_back(sum.imag());
      }
    }
  }
  return mixed;
}

// The stored samples of all signals, of frames in their packed order.
template <typename Real>
std::vector<Real> Added(const Chain& chain, const std::vector<Real>& frames,
                        const std::vector<Real>& window) {
  const int64_t count = chain.arrays.batch, length = FrameSamples(chain);
  const int64_t hop = chain.arrays.output.distance, components = IsReal(chain) ? 1 : 2;
  const Range stored = StoredSamples(chain);
  const int64_t signals = std::ssize(frames) / (count * length * components);
  std::vector<Real> output;
  for (int64_t signal = 0; signal < signals; ++signal) {
    for (int64_t n = stored.first; n < stored.first + stored.count; ++n) {
      Real norm = 0;
      std::array<Real, 2> sums = {0, 0};
      for (int64_t b = 0; b < count; ++b) {
        const int64_t p = n - b * hop;
        if (p < 0 || p >= length) continue;
        norm += window[p] * window[p];
        for (int64_t c = 0; c < components; ++c) {
          sums[c] += window[p] * frames[((signal * count + b) * length + p) * components + c];
        }
      }
      const Real divisor = chain.normalizes && norm > Real{1e-10L} ? norm : 1;
      for (int64_t c = 0; c < components; ++c) output.push_back(sums[c] / divisor);
    }
  }
  return output;
}

// The modes that a layer keeps.
class Modes {
 public:
  explicit Modes(const Chain& chain)
      : lengths_(TransformedLengths(chain)), is_real_(fft::IsReal(chain)) {
    spectrum_ = lengths_;
    if (is_real_) spectrum_.back() = spectrum_.back() / 2 + 1;
    Ranges kept = chain.modes;
    if (kept.empty()) {
      for (int64_t length : spectrum_) kept.push_back({0, length});
    }
    positions_ = PositionsInWhole(kept, spectrum_);
  }

  int64_t count() const { return std::ssize(positions_); }
  int64_t points() const {
    return std::accumulate(lengths_.begin(), lengths_.end(), int64_t{1}, std::multiplies<>());
  }
  // Returns exp(2 pi i k n / N) for kept mode `k` and the point at position n, as a product over
  // axes of N points.
  Complex Wave(int64_t k, int64_t n) const {
    int64_t mode = positions_[k];
    Complex wave = 1;
    for (size_t i = lengths_.size(); i-- > 0;) {
      const int64_t turns = mode % spectrum_[i] * (n % lengths_[i]) % lengths_[i];
      wave *=
          std::polar(1.0L, 2 * std::numbers::pi_v<long double> * static_cast<long double>(turns) /
                               static_cast<long double>(lengths_[i]));
      mode /= spectrum_[i];
      n /= lengths_[i];
    }
    return wave;
  }
  // Returns how often a mode counts in the sum for reals: 2 if its element of the last axis also
  // stands for the conjugate element, else 1.
  long double Weight(int64_t k) const {
    const int64_t last = positions_[k] % spectrum_.back();
    return is_real_ && last > 0 && 2 * last != lengths_.back() ? 2 : 1;
  }

 private:
  const std::vector<int64_t> lengths_;
  const bool is_real_;
  std::vector<int64_t> spectrum_, positions_;
};

// Returns the positions of a channel's points in the whole axes of a layer's array.
std::vector<int64_t> PointsOfSide(const Chain& chain, const ArrayDescription& array) {
  const std::vector<int64_t> lengths = TransformedLengths(chain);
  Ranges ranges;
  for (size_t i = 0; i < lengths.size(); ++i) {
    ranges.push_back(array.ranges.empty() ? Range{0, lengths[i]} : array.ranges[i + 1]);
  }
  return PositionsInWhole(ranges, lengths);
}

// Returns the gate of a chain: the gates of both transforms (error_norms.h) and, for a storage
// precision, the rounding of input and output.
double GateOf(const Chain& chain) {
  constexpr double kShare = 3;  // error_norms.h's C for a transform of several kernels
  const Precision precision = chain.arrays.precision;
  const double points = static_cast<double>(std::max<int64_t>(2, PointsOf(chain.arrays)));
  const double stored = IsStorage(precision) ? 2 * UnitRoundoff(precision) : 0;
  return stored +
         2 * kShare * UnitRoundoff(ComputePrecision(precision)) * std::sqrt(std::log2(points) + 2);
}

}  // namespace

std::vector<long double> NaiveChain(const Chain& chain, const std::vector<long double>& input,
                                    const std::vector<long double>& filters) {
  const Problem& arrays = chain.arrays;
  const bool is_real = IsReal(chain);
  const std::vector<int64_t> from = Positions(arrays, arrays.input);
  const std::vector<int64_t> to = Positions(arrays, arrays.output);
  std::vector<long double> output;
  for (int64_t t = 0; t < TransformCount(arrays); ++t) {
    const int64_t filter = t % arrays.batch % chain.spectra * PointsOf(arrays);
    for (int64_t n : to) {
      Complex sum = 0;
      for (size_t m = 0; m < from.size(); ++m) {
        const Complex x = ValueAt(input, t * std::ssize(from) + static_cast<int64_t>(m), is_real);
        const int64_t lag =
            chain.conjugates ? Combine(arrays, from[m], n, -1) : Combine(arrays, n, from[m], -1);
        const Complex s = ValueAt(filters, filter + lag, is_real);
        sum += x * (chain.conjugates ? std::conj(s) : s);
      }
      sum *= static_cast<long double>(arrays.scale);
      output.push_back(sum.real());
      if (!is_real) output.push_back(sum.imag());
    }
  }
  return output;
}

std::vector<long double> NaiveLayer(const Chain& chain, const std::vector<long double>& input,
                                    const std::vector<long double>& matrices) {
  const bool is_real = IsReal(chain);
  const Modes modes(chain);
  const std::vector<int64_t> from = PointsOfSide(chain, chain.arrays.input);
  const std::vector<int64_t> to = PointsOfSide(chain, chain.arrays.output);
  const int64_t ins = ChannelsIn(chain), outs = ChannelsOut(chain);
  const Problem& arrays = chain.arrays;
  const long double points = static_cast<long double>(modes.points());
  std::vector<long double> output;
  for (int64_t t = 0; t < TransformCount(arrays); ++t) {
    std::vector<Complex> spectra;  // of all channels
    for (int64_t i = 0; i < ins; ++i) {
      for (int64_t k = 0; k < modes.count(); ++k) {
        Complex sum = 0;
        for (size_t m = 0; m < from.size(); ++m) {
          const int64_t at = (t * ins + i) * std::ssize(from) + static_cast<int64_t>(m);
          sum += ValueAt(input, at, is_real) * std::conj(modes.Wave(k, from[m]));
        }
        spectra.push_back(sum);
      }
    }
    for (int64_t o = 0; o < outs; ++o) {
      std::vector<Complex> mixed;
      for (int64_t k = 0; k < modes.count(); ++k) {
        Complex sum = 0;
        for (int64_t i = 0; i < ins; ++i) {
          sum += spectra[i * modes.count() + k] * MatrixElement(chain, matrices, t, i, o, k);
        }
        mixed.push_back(sum);
      }
      for (int64_t n : to) {
        Complex sum = 0;
        for (int64_t k = 0; k < modes.count(); ++k) {
          sum += modes.Weight(k) * mixed[k] * modes.Wave(k, n);
        }
        sum *= static_cast<long double>(arrays.scale) / points;
        output.push_back(sum.real());
        if (!is_real) output.push_back(sum.imag());
      }
    }
  }
  return output;
}

std::vector<long double> NaiveOverlapAdd(const Chain& chain, const std::vector<long double>& input,
                                         const std::vector<long double>& window) {
  const Problem frames = Completed(BackProblem(chain));
  const bool is_real = IsReal(chain);
  const int64_t n = frames.lengths.front(), bins = is_real ? n / 2 + 1 : n;
  const Range kept = frames.output.ranges.empty() ? Range{0, n} : frames.output.ranges.front();
  const Range held = frames.input.ranges.empty() ? Range{0, bins} : frames.input.ranges.front();
  const bool is_forward = KindOf(frames, 0) == AxisKind::kForward;
  std::vector<long double> samples;
  for (int64_t t = 0; t < TransformCount(frames); ++t) {
    for (int64_t p = 0; p < kept.count; ++p) {
      Complex sum = 0;
      for (int64_t i = 0; i < held.count; ++i) {
        const int64_t bin = (held.first + i) % bins;
        const int64_t turns = bin * ((kept.first + p) % n) % n;
        const long double angle = 2 * std::numbers::pi_v<long double> *
                                  static_cast<long double>(turns) / static_cast<long double>(n);
        const Complex x = ValueAt(input, t * held.count + i, false);
        const Complex term = x * std::polar(1.0L, is_forward ? -angle : angle);
        // Bins of reals that are not their own conjugates stand for two.
        const bool is_single = bin == 0 || 2 * bin == n;
        sum += !is_real ? term : Complex((is_single ? 1 : 2) * term.real());
      }
      sum *= static_cast<long double>(chain.arrays.scale) / static_cast<long double>(n);
      samples.push_back(sum.real());
      if (!is_real) samples.push_back(sum.imag());
    }
  }
  return Added(chain, samples, window);
}

template <typename Real>
std::vector<Real> RandomSpectra(const Chain& chain, uint64_t seed) {
  if (chain.kind == ChainKind::kOverlapAdd) {
    Problem factors;
    factors.lengths = {FrameSamples(chain)};
    std::vector<Real> window = RandomInput<Real>(Completed(factors), seed);
    window.resize(FrameSamples(chain));
    // Factors far from 0 keep quotients from growing.
    for (Real& factor : window) factor = 1 + factor / 2;
    if (window.size() > 1) window.front() = 0;
    // Memory holds the factors in the precision of the arithmetic.
    if (chain.arrays.precision != Precision::kDouble) {
      for (Real& factor : window) factor = static_cast<float>(factor);
    }
    return window;
  }
  if (chain.kind == ChainKind::kLayer) {
    Problem matrices;
    matrices.lengths = {chain.spectra * SpectrumElements(chain)};
    return RandomInput<Real>(Completed(matrices), seed);
  }
  const Problem filter = Completed(FilterProblem(chain));
  return ReferenceTransform(filter, RandomInput<Real>(filter, seed));
}

template <typename Real>
ExpectedChain<Real> ReferenceChain(const Chain& chain, const std::vector<Real>& input,
                                   const std::vector<Real>& spectra) {
  if (chain.kind == ChainKind::kOverlapAdd) {
    const Problem frames = Completed(BackProblem(chain));
    const double gate = GateOf(chain) * ExcessOfWhole(frames, input);
    return {Added(chain, ReferenceTransform(frames, input), spectra), gate};
  }
  std::vector<Real> between = ReferenceTransform(Completed(ForthProblem(chain)), input);
  const bool is_layer = chain.kind == ChainKind::kLayer;
  if (is_layer) between = Mixed(chain, between, spectra);
  for (size_t i = 0; i < between.size() && !is_layer; i += 2) {
    const size_t at = i % spectra.size();
    const std::complex<Real> x(between[i], between[i + 1]), s(spectra[at], spectra[at + 1]);
    const std::complex<Real> product = x * (chain.conjugates ? std::conj(s) : s);
    between[i] = product.real();
    between[i + 1] = product.imag();
  }
  const Problem back = Completed(BackProblem(chain));
  ExpectedChain<Real> expected;
  expected.gate = GateOf(chain) * ExcessOfWhole(back, between);
  expected.output = ReferenceTransform(back, std::move(between));
  return expected;
}

template std::vector<double> RandomSpectra(const Chain&, uint64_t);
template std::vector<long double> RandomSpectra(const Chain&, uint64_t);
template ExpectedChain<double> ReferenceChain(const Chain&, const std::vector<double>&,
                                              const std::vector<double>&);
template ExpectedChain<long double> ReferenceChain(const Chain&, const std::vector<long double>&,
                                                   const std::vector<long double>&);

}  // namespace fft::testing
