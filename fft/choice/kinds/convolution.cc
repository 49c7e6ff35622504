#include "fft/choice/kinds/convolution.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/choice/host_price.h"
#include "fft/choice/large_twiddles.h"
#include "fft/choice/latency.h"
#include "fft/choice/line_map.h"
#include "fft/machine/model.h"

namespace fft {
namespace {

// Convolution lengths that are priced for a Bluestein kernel.
constexpr size_t kMaxCandidates = 10;

// The shortest lengths of factors up to 7, and the next power of two.
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

// Complex numbers that a line reads for each of its points; two reals count as one.
double ComplexPerPoint(const PlanNode& node, int transforms_per_line) {
  return IsReal(node) && !HoldsPairs(node) ? 0.5 * transforms_per_line : 1;
}

// How many lines first passes make of a transform. Each line has one point more than the
// convolution.
int LinesPerTransform(const KernelRequest& request) {
  if (!IsRader(request)) return 1;
  return static_cast<int>(request.axes.back().length / (request.node.convolution + 1));
}

// The passes that make the lines, and the outputs on their way through LDS.
int LinePasses(int lines) {
  return lines > 1 ? static_cast<int>(LineRadices(lines).size()) + 1 : 0;
}

// Whether the kernel reads rows in an order that is not memory's. Lines come in by passes of their
// own, in the order of memory.
bool PermutesRows(const KernelRequest& request) {
  const Dim& axis = request.axes.back();
  const bool is_row = Magnitude(axis.in_stride) == 1 || Magnitude(axis.out_stride) == 1;
  return IsRader(request) && LinesPerTransform(request) == 1 && is_row;
}

absl::Status CheckOnTarget(const KernelRequest& request) {
  if (!IsRader(request) || !request.target.is_cpu()) return absl::OkStatus();
  if (IsReal(request.node)) {
    return absl::UnimplementedError("reals in a generator's order have a kernel on GPUs alone");
  }
  if (LinesPerTransform(request) > 1) {
    return absl::UnimplementedError(
        absl::StrCat("passes that make ", LinesPerTransform(request),
                     " lines before a generator's order have a kernel on GPUs alone"));
  }
  return absl::OkStatus();
}

KernelShapeRequest ShapeRequest(const KernelRequest& request) {
  KernelShapeRequest shape;
  shape.length = IsFilter(request) ? request.axes.back().length : request.node.convolution;
  shape.precision = request.precision;
  shape.twiddled = request.node.large_twiddle.length > 0;
  shape.convolves = true;
  shape.lines_per_transform = LinesPerTransform(request);
  shape.turns_round = IsRader(request) && (IsReal(request.node) || shape.lines_per_transform > 1);
  return shape;
}

// The share of a copy's speed that the kernel reaches by the table of measured kernels. `points` is
// the number of the convolution's points for each point of the transform. The figure is that of
// Rader's kernel if the table has the convolution's length, else that of Bluestein's with half as
// many points.
double ShareOf(const KernelRequest& request, const KernelShape& shape, int64_t length,
               double points) {
  if (IsRader(request)) return shape.copy_share;
  const bool is_rader_length = IsPrime(length + 1);
  const double of_rader = ModelOf(request.target).gpu.convolution.bluestein_of_rader;
  return shape.copy_share * (is_rader_length ? of_rader : 1) / (points / 2);
}

// Bytes of sectors of the caller's spectra that tiles of `width` transforms read in vain. Points of
// a row lie apart in its spectrum. Rows of a tile have theirs side by side, or share them.
double VainSpectrumBytes(const KernelRequest& request, const KernelMap& map, int64_t width,
                         const Traffic& read) {
  if (!TakesSpectra(request.node.row.operation) || map.row_step <= 1) return 0;
  const int64_t per_sector = kSectorBytes / read.element_bytes;
  const int64_t run = map.row_steps[0] <= 1 ? std::min(width, per_sector) : 1;
  return read.bytes * (static_cast<double>(per_sector) / static_cast<double>(run) - 1);
}

// `width` is the tile's, in transforms.
Price GpuPrice(const KernelRequest& request, const KernelShapeRequest& wanted,
               const KernelChoice& choice, const KernelShape& shape, int64_t width,
               SidesTraffic moved) {
  moved.read.bytes += VainSpectrumBytes(request, choice.map, width, moved.read);
  SidesTraffic traffic = moved;
  const ConvolutionWeights& weights = ModelOf(request.target).gpu.convolution;
  if (PermutesRows(request)) {
    traffic.read.bytes *= weights.permuted_row;
    traffic.write.bytes *= weights.permuted_row;
  }
  Price price = PriceOf(traffic.read, traffic.write, request.target);
  // Points of the convolution for each complex number that the transform reads.
  const double points = static_cast<double>(wanted.length * wanted.lines_per_transform) /
                        static_cast<double>(request.axes.back().length) /
                        ComplexPerPoint(request.node, choice.transforms_per_line);
  const double passes =
      2.0 * static_cast<double>(shape.factors.size()) - 1 + LinePasses(wanted.lines_per_transform);
  AddWorkgroup({passes * points, shape.lds_bytes, weights.pass}, request.target, &price);
  if (shape.copy_share > 0) {
    const bool slows =
        wanted.twiddled && wanted.tiling == Tiling::kColCol && wanted.lines_per_transform == 1;
    const double share =
        (slows ? weights.twiddled : 1) *
        std::min(weights.most_share, ShareOf(request, shape, wanted.length, points));
    UseMeasured({share, std::min(width, request.axes.back().length)}, moved.read, moved.write,
                request.target, &price);
  }
  return price;
}

Price HostPrice(const KernelRequest& request, const KernelShapeRequest& wanted,
                const KernelChoice& choice, const KernelShape& shape, const SidesTraffic& moved) {
  double nanoseconds = HostLineNanoseconds(request, wanted, choice, shape);
  if (IsRader(request) && !MovesWholeVectors(choice.map, request.precision)) {
    nanoseconds += HostPermuteNanoseconds(
        moved.read.bytes / static_cast<double>(moved.read.element_bytes), request.target);
  }
  return HostPriceOf(moved, nanoseconds, request.target);
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
  choice.price = request.target.is_cpu() ? HostPrice(request, wanted, choice, shape, moved)
                                         : GpuPrice(request, wanted, choice, shape, width, moved);

  CountAlongRow(request.node, &choice.map);

  // Tables are not staged: LDS holds the points.
  if (const std::vector<int> loops = TwiddleLoops(choice.map); !loops.empty()) {
    choice.twiddles = GlobalSteps({request.node.large_twiddle.length, loops});
  }
  choice.blocks = CeilDiv(tiles, width) * (Rows(choice.map) / tiles);
  choice.slow_run = SlowRunOf(choice.map, width, choice.blocks);
  FFT_RETURN_IF_ERROR(CheckGrid(request, choice.blocks));
  if (!request.target.is_cpu() && !IsFilter(request)) {
    const ConvolutionGroups groups = {ConvolutionOf(request), shape, request.precision,
                                      LinePasses(choice.lines_per_transform), choice.blocks};
    AddLatency(ConvolutionSeconds(groups, request.target), &choice.price);
  }
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
