#include "fft/plan/schemes/convolution_leaf.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/choice/kinds/convolution.h"
#include "fft/plan/schemes/real_pairs.h"

namespace fft {
namespace {

int64_t PointsOf(SchemeKind kind, const TransformRequest& request, RealPoints points) {
  return ConvolutionLeaf(kind, request, 0, points).axes.back().length;
}

// The cheapest choice whose points are single reals or pairs, as `real_points` says.
absl::StatusOr<Choice> CheapestOf(SchemeKind kind, const TransformRequest& request,
                                  RealPoints real_points, Planning* planning) {
  // Refuses long convolutions before lengths are listed. Each point takes at least 4 bytes of LDS,
  // since real and imaginary parts may be exchanged in turn.
  const int64_t points = PointsOf(kind, request, real_points);
  if (points > planning->target().lds_bytes / 4) {
    return absl::UnimplementedError(
        absl::StrCat("a convolution of ", points, " points does not fit ", planning->target().name,
                     ": LDS holds ", planning->target().lds_bytes, " bytes per workgroup"));
  }
  const Convolution convolution =
      kind == SchemeKind::kRader ? Convolution::kRader : Convolution::kBluestein;
  FFT_ASSIGN_OR_RETURN(const std::vector<int64_t> lengths, ConvolutionLengths(convolution, points));
  Choice best;
  absl::Status refusal;
  for (int64_t length : lengths) {
    std::vector<int64_t> split = {length};
    if (real_points == RealPoints::kPairs) split.push_back(2);
    if (!request.factors.empty() && request.factors != split) continue;
    const auto kernel =
        planning->Kernel(ConvolutionLeaf(kind, request, length, real_points), request);
    if (!kernel.ok()) {
      refusal = kernel.status();
      continue;
    }
    const double seconds = (*kernel)->price.Seconds();
    if (!best.kernel || seconds < best.cost) best = {split, seconds, *kernel};
  }
  if (best.kernel) return best;
  return refusal.ok() ? absl::UnimplementedError("no convolution has the length asked for")
                      : refusal;
}

}  // namespace

PlanNode ConvolutionLeaf(SchemeKind kind, const TransformRequest& request, int64_t convolution,
                         RealPoints points) {
  PlanNode leaf;
  if (PlansRealToReal(request.kind)) {
    leaf = RealAxisLeaf(kind, request, points);
  } else if (points == RealPoints::kPairs && HoldsPairs(request)) {
    leaf = PairsLeaf(kind, request);
  } else {
    leaf = NodeFor(kind, request);
  }
  leaf.convolution = convolution;
  return leaf;
}

Applicability ChooseConvolutionLength(SchemeKind kind, const TransformRequest& request,
                                      Planning* planning) {
  if (PlansReal(request.kind) && request.large_twiddle.length > 0) {
    return Refusal{"the twiddles of the step around it need complex numbers"};
  }
  std::vector<Choice> choices;
  std::string reason;
  for (RealPoints points : {RealPoints::kPairs, RealPoints::kSingle}) {
    const bool is_single = points == RealPoints::kSingle;
    if (!is_single &&
        PointsOf(kind, request, points) == PointsOf(kind, request, RealPoints::kSingle)) {
      continue;
    }
    auto choice = CheapestOf(kind, request, points, planning);
    if (choice.ok()) {
      choices.push_back(*std::move(choice));
    } else {
      reason = std::string(choice.status().message());
    }
  }
  if (choices.empty()) return Refusal{reason};
  std::stable_sort(choices.begin(), choices.end(),
                   [](const Choice& a, const Choice& b) { return a.cost < b.cost; });
  return choices;
}

}  // namespace fft
