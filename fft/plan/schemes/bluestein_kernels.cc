#include "fft/plan/schemes/bluestein_kernels.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/core/convolution.h"
#include "fft/plan/schemes/convert.h"

namespace fft {
namespace {

// The convolution of fft/plan/schemes/bluestein.cc where no workgroup holds it:
//
//   x[n] --* c, zeros--> y[M] --DFT--> Y[M] --* B, conj--> W[M] --DFT--> z[M] --conj, * c--> X[n]
//
// The way back is the same transform between conjugations: DFT^-1(v) = conj(DFT(conj v)). Between
// the conversions rows are packed in the order of the input.

constexpr size_t kMaxChoices = 3;

// The shortest lengths of few small factors, which split evenly.
std::vector<int64_t> ConvolutionLengths(int64_t n) {
  std::vector<int64_t> lengths;
  for (int64_t odd : {1, 3, 5, 9, 15}) {
    int64_t length = odd;
    while (length < 2 * n - 1) length *= 2;
    lengths.push_back(length);
  }
  std::sort(lengths.begin(), lengths.end());
  lengths.resize(kMaxChoices);
  return lengths;
}

std::variant<std::vector<Choice>, Refusal> Applicable(const TransformRequest& request, Planning&) {
  if (request.axes.size() != 1) {
    return Refusal{absl::StrCat("it transforms one axis, not ", request.axes.size())};
  }
  if (request.large_twiddle.length > 0) {
    return Refusal{"the twiddles of the step around it need one kernel"};
  }
  const int64_t n = request.axes.front().length;
  if (n < 2 || n > kMaxConvolvedPoints) {
    return Refusal{absl::StrCat("a convolution takes lengths from 2 to ", kMaxConvolvedPoints)};
  }
  std::vector<Choice> choices;
  for (int64_t length : ConvolutionLengths(n)) choices.push_back({{length}, 0});
  return choices;
}

// Axis and loops of the request in one list, the axis last; `packed` has the strides of rows of
// `length` elements along the axis, in the order of the input.
struct Rows {
  Dims given, packed;
};

Rows PackRows(const TransformRequest& request, int64_t length) {
  Rows rows;
  rows.given = request.loops;
  rows.given.push_back(request.axes.front());
  rows.packed = rows.given;
  rows.packed.back().length = length;
  std::vector<Dim*> order;
  for (Dim& dim : rows.packed) order.push_back(&dim);
  std::stable_sort(order.begin(), order.end(),
                   [](const Dim* a, const Dim* b) { return a->in_stride < b->in_stride; });
  int64_t stride = 1;
  for (Dim* dim : order) {
    dim->in_stride = dim->out_stride = stride;
    stride *= dim->length;
  }
  return rows;
}

// Dims of `lengths` from the input strides of one list to the output strides of another.
Dims Between(const Dims& lengths, const Dims& in, const Dims& out) {
  Dims dims = lengths;
  for (size_t i = 0; i < dims.size(); ++i) {
    dims[i].in_stride = in[i].in_stride;
    dims[i].out_stride = out[i].out_stride;
  }
  return dims;
}

TransformRequest ConversionOver(const TransformRequest& around, Dims dims, AxisSide in_side,
                                AxisSide out_side) {
  const Dim axis = dims.back();
  dims.pop_back();
  return Conversion(around, axis, dims, in_side, out_side);
}

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice& choice,
                                     PlanNode* node) {
  *node = NodeFor(request);
  node->scheme = SchemeKind::kBluesteinKernels;
  node->convolution = choice.split.front();
  const int64_t length = node->convolution;
  const auto [given, packed] = PackRows(request, length);
  TransformRequest transform = request;
  transform.placement = Placement::kInPlace;
  transform.loops = packed;
  transform.axes = {transform.loops.back()};
  transform.loops.pop_back();
  return {
      ConversionOver(request, Between(given, given, packed), {}, {AxisFormat::kChirped, length}),
      transform,
      ConversionOver(request, Between(given, packed, packed),
                     {AxisFormat::kChirpedSpectrum, length}, {AxisFormat::kFiltered, length}),
      transform,
      ConversionOver(request, Between(given, packed, given), {AxisFormat::kConvolved, length}, {})};
}

// A convolution is not worth splitting that a workgroup holds, nor is a length one that has passes
// of its own.
bool IsNeedless(const TransformRequest& request, SchemeKind best) {
  if (best == SchemeKind::kRader || best == SchemeKind::kBluestein) return true;
  const std::vector<int64_t> primes = PrimeFactors(request.axes.front().length);
  return primes.empty() || primes.back() <= kMaxPrimeRadix;
}

}  // namespace

const Scheme kBluesteinKernelsScheme = {
    .kind = SchemeKind::kBluesteinKernels,
    .summary = "convolves with a chirp by two large transforms: any length",
    .axes = 1,
    .applicable = Applicable,
    .expand = Expand,
    .convolves = true,
    .is_needless = IsNeedless,
};

}  // namespace fft
