#include "fft/choice/choose.h"

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/choice/kinds/channels.h"
#include "fft/choice/kinds/convert.h"
#include "fft/choice/kinds/convolution.h"
#include "fft/choice/kinds/overlap_add.h"
#include "fft/choice/kinds/plane.h"
#include "fft/choice/kinds/stockham.h"
#include "fft/choice/kinds/transpose.h"

namespace fft {
namespace {

constexpr ArrayFormat kCI = ArrayFormat::kComplexInterleaved;
constexpr ArrayFormat kCP = ArrayFormat::kComplexPlanar;
constexpr ArrayFormat kR = ArrayFormat::kReal;
constexpr InPlace kSame = InPlace::kSameIndices;
constexpr InPlace kNever = InPlace::kNever;

absl::Status NoKernel(SchemeKind scheme) {
  return absl::InternalError(absl::StrCat(ToString(scheme), " is no kernel"));
}

// The same request for a problem of one transform, so that the price does not depend on the batch.
KernelRequest OfOneTransform(KernelRequest request) {
  for (size_t i = 0; i < request.node.loops.size(); ++i) {
    if (IsOverTransforms(request, i)) request.loops[i].length = 1;
  }
  return request;
}

}  // namespace

const std::vector<KernelRule>& KernelRules() {
  static const auto* const kRules = new std::vector<KernelRule>{
      // scheme                  reads           writes          in place, choose, fits
      {SchemeKind::kStockham, {kCI, kCP, kR}, {kCI, kCP, kR}, kSame, ChooseStockham, StockhamFits},
      {SchemeKind::kBluestein,
       {kCI, kCP, kR},
       {kCI, kCP, kR},
       kSame,
       ChooseConvolution,
       ConvolutionFits},
      {SchemeKind::kRader,
       {kCI, kCP, kR},
       {kCI, kCP, kR},
       kSame,
       ChooseConvolution,
       ConvolutionFits},
      {SchemeKind::kFilter,
       {kCI, kCP, kR},
       {kCI, kCP, kR},
       kSame,
       ChooseConvolution,
       ConvolutionFits},
      {SchemeKind::k2dSingle, {kCI, kCP}, {kCI, kCP, kR}, kSame, ChoosePlane},
      {SchemeKind::kTranspose, {kCI, kCP}, {kCI, kCP}, kNever, ChooseTranspose},
      {SchemeKind::kTransposeXyZ, {kCI, kCP}, {kCI, kCP}, kNever, ChooseTranspose},
      {SchemeKind::kTransposeZXy, {kCI, kCP}, {kCI, kCP}, kNever, ChooseTranspose},
      {SchemeKind::kChannels, {kCI}, {kCI}, kNever, ChooseChannels},
      {SchemeKind::kOverlapAdd, {kCI, kR}, {kCI, kR}, kNever, ChooseOverlapAdd},
      {SchemeKind::kConvert, {kCI, kCP, kR}, {kCI, kCP, kR}, kSame, ChooseConvert},
  };
  return *kRules;
}

const KernelRule* FindKernelRule(SchemeKind scheme) {
  for (const KernelRule& rule : KernelRules()) {
    if (rule.scheme == scheme) return &rule;
  }
  return nullptr;
}

absl::StatusOr<KernelChoice> ChooseKernel(const KernelRequest& request) {
  const KernelRule* rule = FindKernelRule(request.node.scheme);
  if (rule == nullptr) return NoKernel(request.node.scheme);
  FFT_ASSIGN_OR_RETURN(KernelChoice choice, rule->choose(request));
  if (request.independent_rows > 1) {
    FFT_ASSIGN_OR_RETURN(const KernelChoice alone, rule->choose(OfOneTransform(request)));
    choice.price = alone.price;
  }
  return choice;
}

absl::Status KernelFits(const KernelRequest& request) {
  const KernelRule* rule = FindKernelRule(request.node.scheme);
  if (rule == nullptr) return NoKernel(request.node.scheme);
  return rule->fits == nullptr ? absl::OkStatus() : rule->fits(request);
}

}  // namespace fft
