#include "fft/choice/kinds/convolution.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/choice/kernel_prices.h"
#include "fft/choice/large_twiddles.h"
#include "fft/choice/line_map.h"
#include "fft/machine/machine.h"

namespace fft {
namespace {

// The most lengths of convolutions that are priced for a Bluestein kernel.
constexpr size_t kMaxCandidates = 10;

// Lengths for the convolution of n points: the shortest ones with prime factors up to 7, and the
// next power of two.
std::vector<int64_t> BluesteinLengths(int64_t n) {
  const int64_t shortest = std::max<int64_t>(4, 2 * n - 1);
  const int64_t power = int64_t{1} << CeilLog2(shortest);
  std::vector<int64_t> lengths;
  for (int64_t length : SmoothLengths(shortest)) {
    if (length < power) lengths.push_back(length);
  }
  lengths.resize(std::min(lengths.size(), kMaxCandidates));
  lengths.push_back(power);
  return lengths;
}

bool IsRader(const KernelRequest& request) { return request.node.scheme == SchemeKind::kRader; }
bool IsFilter(const KernelRequest& request) { return request.node.scheme == SchemeKind::kFilter; }

Convolution ConvolutionOf(const KernelRequest& request) {
  return IsRader(request) ? Convolution::kRader : Convolution::kBluestein;
}

KernelKind KindFor(const KernelRequest& request) {
  return IsFilter(request) ? KernelKind::kFilter : KindOf(ConvolutionOf(request));
}

bool IsReal(const PlanNode& node) {
  return node.in_side != AxisSide{} || node.out_side != AxisSide{};
}

// How many lines the first passes make of a transform. Each line has one point more than the
// convolution.
int LinesPerTransform(const KernelRequest& request) {
  if (!IsRader(request)) return 1;
  return static_cast<int>(request.axes.back().length / (request.node.convolution + 1));
}

// Whether LDS has to change the order of the points between memory and the passes.
bool TurnsRound(const KernelRequest& request) {
  return IsRader(request) && (IsReal(request.node) || LinesPerTransform(request) > 1);
}

absl::Status CheckOnTarget(const KernelRequest& request) {
  if (!TurnsRound(request) || !LanesAreVectors(request.target)) return absl::OkStatus();
  if (IsReal(request.node)) {
    return absl::UnimplementedError("reals in a generator's order have a kernel on GPUs alone");
  }
  return absl::UnimplementedError(
      absl::StrCat("passes that make ", LinesPerTransform(request),
                   " lines before a generator's order have a kernel on GPUs alone"));
}

KernelShapeRequest ShapeRequest(const KernelRequest& request) {
  KernelShapeRequest shape;
  shape.length = IsFilter(request) ? request.axes.back().length : request.node.convolution;
  shape.precision = InPrecision(request);
  shape.twiddled = request.node.large_twiddle.length > 0;
  shape.convolves = true;
  shape.lines_per_transform = LinesPerTransform(request);
  shape.turns_round = TurnsRound(request);
  return shape;
}

}  // namespace

KernelKind KindOf(Convolution convolution) {
  return convolution == Convolution::kRader ? KernelKind::kRader : KernelKind::kBluestein;
}

absl::StatusOr<KernelChoice> ChooseConvolution(const KernelRequest& request) {
  FFT_RETURN_IF_ERROR(CheckOnTarget(request));
  KernelChoice choice;
  choice.kind = KindFor(request);
  choice.map = MapLine(request);
  KernelShapeRequest wanted = ShapeRequest(request);
  wanted.tiling = choice.map.tiling;
  // Two rows share a line only if they are filtered alike.
  const bool are_alike = !IsFilter(request) || choice.map.row_steps[0] == 0;
  const int per_line = choice.transforms_per_line =
      TransformsPerLine(request, are_alike ? choice.map.loops[0].length : 1);
  choice.lines_per_transform = wanted.lines_per_transform;
  wanted.takes_pairs = TakesPairs(request.node, per_line);
  FFT_ASSIGN_OR_RETURN(KernelShape shape, ShapeForTiles(request, per_line, &wanted, &choice.map));

  const int64_t tiles = TileCount(choice.map);
  const int64_t width = int64_t{shape.transforms_per_group} * per_line / choice.lines_per_transform;
  const SidesTraffic moved = LineTraffic(request, choice.map, width);
  choice.blocks = CeilDiv(tiles, width) * (Rows(choice.map) / tiles);
  const std::optional<Convolution> algorithm =
      IsFilter(request) ? std::nullopt : std::optional(ConvolutionOf(request));
  choice.price =
      PricesOf(request.target)
          .OfConvolution({request, wanted, choice, shape, moved, width, choice.blocks}, algorithm);

  CountAlongRow(request.node, &choice.map);

  // The tables of large twiddles stay in global memory, since LDS holds the points.
  if (const std::vector<int> loops = TwiddleLoops(choice.map); !loops.empty()) {
    choice.twiddles = GlobalSteps({request.node.large_twiddle.length, loops});
  }
  choice.slow_run = SlowRunOf(choice.map, width, choice.blocks);
  FFT_RETURN_IF_ERROR(CheckGrid(request, choice.blocks));
  TakeShape(request, std::move(shape), &choice);
  return choice;
}

absl::Status ConvolutionFits(const KernelRequest& request) {
  FFT_RETURN_IF_ERROR(CheckOnTarget(request));
  return ShapeFits(ShapeRequest(request), request);
}

std::vector<int64_t> SmoothLengths(int64_t least) {
  std::vector<int64_t> lengths;
  for (int64_t sevens = 1; sevens < 2 * least; sevens *= 7) {
    for (int64_t fives = sevens; fives < 2 * least; fives *= 5) {
      for (int64_t odd = fives; odd < 2 * least; odd *= 3) {
        lengths.push_back(odd << CeilLog2(CeilDiv(least, odd)));
      }
    }
  }
  std::sort(lengths.begin(), lengths.end());
  return lengths;
}

absl::StatusOr<std::vector<int64_t>> ConvolutionLengths(Convolution kind, int64_t n) {
  if (n < 2 || n > kMaxConvolvedPoints) {
    return absl::UnimplementedError(
        absl::StrCat("a convolution takes lengths from 2 to ", kMaxConvolvedPoints));
  }
  if (kind == Convolution::kBluestein) return BluesteinLengths(n);
  const int64_t prime = LargestPrimeFactor(n), lines = n / prime;
  const bool is_multiple = prime > kMaxPrimeRadix && lines <= int64_t{kMaxRadix} * kMaxRadix &&
                           !LineRadices(static_cast<int>(lines)).empty();
  if (prime < 5 || (n != prime && !is_multiple)) {
    return absl::UnimplementedError(
        absl::StrCat(n, " is neither a prime of 5 or more nor one above ", kMaxPrimeRadix,
                     " times a radix to ", kMaxRadix, " or two"));
  }
  return std::vector<int64_t>{prime - 1};
}

}  // namespace fft
