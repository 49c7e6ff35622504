#include "bench/drawn_problems.h"

#include <algorithm>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "tests/support/random.h"

namespace fft::bench {
namespace {

using ::fft::testing::Random;

constexpr int64_t kLargestPrimeFactor = 13;
constexpr int64_t kLongestLine = 10'000'000;
constexpr int64_t kLargestPrime = 1'000'000;
constexpr int64_t kLongestOfPlane = 8192;
constexpr int64_t kLongestOfVolume = 512;
constexpr int64_t kLeastBytes = 1 << 10;
constexpr int64_t kMostBytes = int64_t{64} << 30;

// Returns a random number in [low, high]. All intervals between two powers of two are equally
// likely, and all numbers of one interval are equally likely.
int64_t DrawByLogarithm(int64_t low, int64_t high, Random* random) {
  const int first = FloorLog2(low), last = FloorLog2(high);
  for (;;) {
    const int64_t power = int64_t{1} << (first + random->Below(last - first + 1));
    const int64_t value = power + random->Below(power);
    if (value >= low && value <= high) return value;
  }
}

// Returns the least number of at least `n` that has no prime factor above kLargestPrimeFactor.
int64_t SmoothFrom(int64_t n) {
  for (;; ++n) {
    const std::vector<int64_t> factors = PrimeFactors(n);
    if (factors.empty() || factors.back() <= kLargestPrimeFactor) return n;
  }
}

int64_t PrimeFrom(int64_t n) {
  while (!IsPrime(n)) ++n;
  return n;
}

int64_t DrawSmooth(int64_t low, int64_t high, Random* random) {
  const int64_t length = DrawByLogarithm(low, high, random);
  if (random->OneIn(4)) return int64_t{1} << FloorLog2(length);
  return std::min(SmoothFrom(length), high);
}

std::vector<int64_t> DrawLengths(Random* random) {
  const int64_t kind = random->Below(7);
  if (kind == 0) return {PrimeFrom(DrawByLogarithm(37, kLargestPrime, random))};
  if (kind <= 3) return {DrawSmooth(2, kLongestLine, random)};
  const int64_t longest = kind <= 5 ? kLongestOfPlane : kLongestOfVolume;
  std::vector<int64_t> lengths(kind <= 5 ? 2 : 3);
  for (int64_t& length : lengths) length = DrawSmooth(4, longest, random);
  return lengths;
}

int64_t InputBytes(const Problem& problem) {
  int64_t bytes = ElementBytes(problem, problem.input);
  for (const int64_t length : StoredLengths(problem, problem.input)) {
    bytes = SaturatingMul(bytes, length);
  }
  return SaturatingMul(bytes, problem.batch);
}

Problem DrawKind(Random* random) {
  Problem problem;
  problem.lengths = DrawLengths(random);
  const bool inverse = random->OneIn(2);
  if (random->OneIn(3)) {
    problem.type = inverse ? TransformType::kRealInverse : TransformType::kRealForward;
  } else {
    problem.type = inverse ? TransformType::kComplexInverse : TransformType::kComplexForward;
  }
  SetDefaultFormats(&problem);
  problem.precision = random->OneIn(3) ? Precision::kDouble : Precision::kSingle;
  problem.placement = random->OneIn(3) ? Placement::kInPlace : Placement::kOutOfPlace;
  return problem;
}

absl::StatusOr<int64_t> ParseBytes(absl::string_view text) {
  constexpr absl::string_view kUnits = "KMG";
  absl::string_view digits = text;
  int shift = 0;
  if (!digits.empty()) {
    const size_t unit = kUnits.find(absl::ascii_toupper(digits.back()));
    if (unit != absl::string_view::npos) {
      shift = 10 * (static_cast<int>(unit) + 1);
      digits.remove_suffix(1);
    }
  }
  int64_t value = 0;
  if (!absl::SimpleAtoi(digits, &value) || value < 1 || value > kMostBytes >> shift ||
      value << shift < kLeastBytes) {
    return InvalidField("bytes", std::string(text), "1K to 64G, or two of these as in 1M-128M");
  }
  return value << shift;
}

}  // namespace

ProblemKind KindOf(const Problem& problem) {
  const size_t rank = problem.lengths.size();
  if (rank == 1 && problem.lengths[0] > 31 && IsPrime(problem.lengths[0])) {
    return ProblemKind::kPrimes;
  }
  if (IsStorage(problem.precision)) return ProblemKind::kNarrow;
  if (IsReal(problem.type)) return ProblemKind::kReals;
  if (problem.precision == Precision::kDouble) return ProblemKind::kDoubles;
  if (rank == 3) return ProblemKind::kVolumes;
  return rank == 2 ? ProblemKind::kPlanes : ProblemKind::kLines;
}

std::string ToString(ProblemKind kind) {
  switch (kind) {
    case ProblemKind::kPrimes:
      return "primes";
    case ProblemKind::kNarrow:
      return "narrow";
    case ProblemKind::kReals:
      return "reals";
    case ProblemKind::kDoubles:
      return "doubles";
    case ProblemKind::kVolumes:
      return "volumes";
    case ProblemKind::kPlanes:
      return "planes";
    case ProblemKind::kLines:
      return "lines";
  }
  return "";
}

absl::StatusOr<ByteRange> ParseByteRange(absl::string_view text) {
  const std::vector<absl::string_view> ends = absl::StrSplit(text, absl::MaxSplits('-', 1));
  ByteRange range;
  FFT_ASSIGN_OR_RETURN(range.least, ParseBytes(ends.front()));
  FFT_ASSIGN_OR_RETURN(range.most, ParseBytes(ends.back()));
  if (range.least > range.most) {
    return InvalidField("bytes", std::string(text), "the smaller number first");
  }
  return range;
}

std::vector<std::string> DrawProblems(int64_t count, uint64_t seed, const ByteRange& bytes) {
  Random random(seed);
  std::vector<std::string> tokens;
  std::set<std::string> drawn;
  while (static_cast<int64_t>(tokens.size()) < count) {
    const int64_t wanted = DrawByLogarithm(bytes.least, bytes.most, &random);
    absl::StatusOr<Problem> problem = CompleteProblem(DrawKind(&random));
    FFT_CHECK(problem.ok());  // this function makes only legal problems
    const int64_t each = InputBytes(*problem);
    if (each > wanted) continue;
    Problem batched = *problem;
    batched.batch = wanted / each;
    problem = CompleteProblem(batched);
    FFT_CHECK(problem.ok());
    const std::string token = ToToken(*problem);
    if (drawn.insert(token).second) tokens.push_back(token);
  }
  return tokens;
}

}  // namespace fft::bench
