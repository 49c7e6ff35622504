#include "fft/core/convolution.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/core/cost_model.h"

namespace fft {
namespace {

// Share of a kernel's traffic that one pass over as many points adds. Twice as many passes as a
// Stockham kernel has, over twice as many points, no longer hide behind memory.
constexpr double kPassShare = 0.05;
constexpr double kCudaPassShare = 0.1;  // as measured
// A permuted row comes and goes in isolated elements; caches make good for some of it.
constexpr double kPermutedRow = 1.5;
constexpr double kCudaPermutedRow = 2;  // as measured
// Convolution lengths that are priced for a Bluestein kernel.
constexpr size_t kMaxCandidates = 10;

int64_t WithoutSmallFactors(int64_t n) {
  for (int64_t factor : {2, 3, 5, 7}) {
    while (n % factor == 0) n /= factor;
  }
  return n;
}

// The shortest lengths of factors up to 7, and the next power of two.
std::vector<int64_t> BluesteinLengths(int64_t n) {
  const int64_t shortest = std::max<int64_t>(4, 2 * n - 1);
  const int64_t power = int64_t{1} << CeilLog2(shortest);
  std::vector<int64_t> lengths;
  for (int64_t m = shortest; m < power && lengths.size() < kMaxCandidates; ++m) {
    if (WithoutSmallFactors(m) == 1) lengths.push_back(m);
  }
  lengths.push_back(power);
  return lengths;
}

bool IsRow(const Dim& axis, const Target& target) {
  return target.dialect != Dialect::kHostCpp && (axis.in_stride == 1 || axis.out_stride == 1);
}

absl::StatusOr<ConvolutionKernel> Price(Convolution kind, int64_t length, const Dim& axis,
                                        const Dims& loops, const KernelShapeRequest& request,
                                        const Target& target) {
  FFT_RETURN_IF_ERROR(FitsEveryTiling(request, target));
  FFT_ASSIGN_OR_RETURN(const KernelShape shape, ChooseKernelShape(request, target));
  const double passes = 2.0 * static_cast<double>(shape.factors.size()) - 1;
  const double points = static_cast<double>(length) / static_cast<double>(axis.length);
  const bool is_cuda = target.dialect == Dialect::kCuda;
  const double share = is_cuda ? kCudaPassShare : kPassShare;
  double overhead = 1 + share * passes * points + LdsShare(shape.lds_bytes, target);
  if (kind == Convolution::kRader && IsRow(axis, target)) {
    overhead *= is_cuda ? kCudaPermutedRow : kPermutedRow;
  }
  // Measured as Rader's where the length allows it, else as Bluestein's of half as many points.
  const bool is_rader_length = PrimeFactors(length + 1).size() == 1;
  if (shape.copy_share > 0 && is_rader_length == (kind == Convolution::kRader)) {
    overhead = (is_rader_length ? 1 : points / 2) / shape.copy_share;
  }
  const double bytes =
      EffectiveBytes(axis, loops, shape.transforms_per_group, request.precision, target);
  return ConvolutionKernel{kind, length, MoveSeconds(bytes * overhead, target)};
}

int64_t PowerModulo(int64_t base, int64_t exponent, int64_t p) {
  __int128 result = 1, square = base % p;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent % 2 == 1) result = result * square % p;
    square = square * square % p;
  }
  return static_cast<int64_t>(result);
}

int64_t Generator(int64_t p) {
  const std::vector<int64_t> primes = PrimeFactors(p - 1);
  for (int64_t g = 2;; ++g) {
    const bool generates = std::all_of(primes.begin(), primes.end(), [g, p](int64_t q) {
      return PowerModulo(g, (p - 1) / q, p) != 1;
    });
    if (generates || p == 3) return g;
  }
}

absl::StatusOr<std::vector<int64_t>> Lengths(Convolution kind, int64_t n) {
  if (n < 2 || n > kMaxConvolvedPoints) {
    return absl::UnimplementedError(
        absl::StrCat("a convolution takes lengths from 2 to ", kMaxConvolvedPoints));
  }
  if (kind == Convolution::kBluestein) return BluesteinLengths(n);
  if (n < 5 || PrimeFactors(n).size() != 1) {
    return absl::UnimplementedError(absl::StrCat(n, " is not a prime of 5 or more"));
  }
  return std::vector<int64_t>{n - 1};
}

}  // namespace

absl::StatusOr<ConvolutionKernel> ChooseConvolution(Convolution kind, const Dim& axis,
                                                    const Dims& loops, Precision precision,
                                                    const Target& target) {
  FFT_ASSIGN_OR_RETURN(const std::vector<int64_t> lengths, Lengths(kind, axis.length));
  const TileChoice tile = ChooseTile(axis, loops);
  absl::StatusOr<ConvolutionKernel> best = absl::InternalError("no length was priced");
  for (int64_t length : lengths) {
    KernelShapeRequest request = {length, precision, tile.tiling, tile.count};
    request.trip = Trip::kForthAndBack;
    auto priced = Price(kind, length, axis, loops, request, target);
    if (!best.ok() || (priced.ok() && priced->seconds < best->seconds)) best = std::move(priced);
  }
  return best;
}

absl::StatusOr<double> LeafSeconds(const Dim& axis, const Dims& loops, Precision precision,
                                   const Target& target) {
  absl::StatusOr<double> best = KernelSeconds(axis, loops, precision, target);
  // A length with passes of its own needs no convolution.
  if (best.ok()) return best;
  for (Convolution kind : {Convolution::kRader, Convolution::kBluestein}) {
    const auto kernel = ChooseConvolution(kind, axis, loops, precision, target);
    if (kernel.ok() && (!best.ok() || kernel->seconds < *best)) best = kernel->seconds;
  }
  return best;
}

std::vector<int32_t> GeneratorPowers(int64_t p) {
  FFT_CHECK(p >= 3 && p <= kMaxConvolvedPoints);
  const int64_t g = Generator(p);
  std::vector<int32_t> powers;
  int64_t power = 1;
  for (int64_t q = 0; q + 1 < p; ++q) {
    powers.push_back(static_cast<int32_t>(power));
    power = power * g % p;
  }
  return powers;
}

}  // namespace fft
