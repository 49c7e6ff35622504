#include "fft/assign/kernel_rules.h"

namespace fft {
namespace {

constexpr ArrayFormat kCI = ArrayFormat::kComplexInterleaved;
constexpr ArrayFormat kCP = ArrayFormat::kComplexPlanar;
constexpr ArrayFormat kR = ArrayFormat::kReal;

const std::vector<KernelRule>& KernelRules() {
  static const auto* const kRules = new std::vector<KernelRule>{
      // scheme                  reads           writes          in place
      {SchemeKind::kStockham, {kCI, kCP, kR}, {kCI, kCP, kR}, InPlace::kSameIndices},
      {SchemeKind::kBluestein, {kCI, kCP, kR}, {kCI, kCP, kR}, InPlace::kSameIndices},
      {SchemeKind::kRader, {kCI, kCP, kR}, {kCI, kCP, kR}, InPlace::kSameIndices},
      {SchemeKind::kSingle2d, {kCI, kCP}, {kCI, kCP}, InPlace::kSameIndices},
      {SchemeKind::kTranspose, {kCI, kCP}, {kCI, kCP}, InPlace::kNever},
      {SchemeKind::kTransposeXyZ, {kCI, kCP}, {kCI, kCP}, InPlace::kNever},
      {SchemeKind::kTransposeZXy, {kCI, kCP}, {kCI, kCP}, InPlace::kNever},
      {SchemeKind::kConvert, {kCI, kCP, kR}, {kCI, kCP, kR}, InPlace::kSameIndices},
  };
  return *kRules;
}

}  // namespace

const KernelRule* FindKernelRule(SchemeKind scheme) {
  for (const KernelRule& rule : KernelRules()) {
    if (rule.scheme == scheme) return &rule;
  }
  return nullptr;
}

}  // namespace fft
