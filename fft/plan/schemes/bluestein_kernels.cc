// A transform of any length as a cyclic convolution by large transforms.
#include <algorithm>
#include <string>

#include "fft/plan/schemes/convolved_rows.h"
#include "fft/plan/schemes/table.h"

namespace fft {
namespace {

// The convolution of fft/plan/schemes/bluestein.cc where no workgroup holds it:
//
//   x[n] --* c, zeros--> y[M] --DFT--> Y[M] --* B, conj--> W[M] --DFT--> z[M] --conj, * c--> X[n]
//
// The second DFT is the transform back, since DFT^-1(v) = conj(DFT(conj v)). Between the
// conversions, rows are packed in the order of the input.

constexpr size_t kMaxChoices = 3;

// The shortest lengths that are a power of two times 1, 3, 5, 9 or 15. They split evenly.
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

Applicability Applicable(const TransformRequest& request, Planning*) {
  if (std::string reason = RefuseConvolvedRows(request); !reason.empty()) return Refusal{reason};
  std::vector<Choice> choices;
  for (int64_t length : ConvolutionLengths(ConvolvedPoints(request)))
    choices.push_back({{length}, 0});
  return choices;
}

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice& choice,
                                     PlanNode* node) {
  *node = NodeFor(SchemeKind::kBluesteinKernels, request);
  node->convolution = choice.split.front();
  const int64_t length = node->convolution;
  const ConvolvedRows rows = PackConvolvedRows(request, length);
  TransformRequest transform = request;
  transform.kind = TransformKind::kComplex;
  transform.placement = Placement::kInPlace;
  transform.loops = rows.packed;
  transform.axes = {transform.loops.back()};
  transform.loops.pop_back();
  return {IntoRows(request, rows), transform,
          ConversionOver(request, Between(rows.given, rows.packed, rows.packed),
                         {AxisFormat::kChirpedSpectrum, length}, {AxisFormat::kFiltered, length}),
          transform, OutOfRows(request, rows)};
}

}  // namespace

const Scheme kBluesteinKernelsScheme = {
    .kind = SchemeKind::kBluesteinKernels,
    .summary = "convolves with a chirp by two large transforms: any length",
    .axes = 1,
    .applicable = Applicable,
    .expand = Expand,
    .extra_seconds = PairsSeconds,
    .plans = PlansFourier,
    .convolves = true,
    .is_needless = NeedsNoLongConvolution,
};

}  // namespace fft
