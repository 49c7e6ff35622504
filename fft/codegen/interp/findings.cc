#include "fft/codegen/interp/findings.h"

#include "fft/base/status.h"
#include "fft/codegen/ast/print.h"

namespace fft::codegen {

// The first line of the statement: the heads of loops and conditions stand for them.
std::string Findings::TextOf(const Node* statement) {
  const std::string text = Print(statement);
  return text.substr(0, text.find('\n'));
}

std::string ToString(FindingKind kind) {
  switch (kind) {
    case FindingKind::kGlobalOutOfBounds:
      return "global_out_of_bounds";
    case FindingKind::kSharedOutOfBounds:
      return "shared_out_of_bounds";
    case FindingKind::kUninitializedShared:
      return "uninitialized_shared";
    case FindingKind::kUninitializedVariable:
      return "uninitialized_variable";
    case FindingKind::kSharedRace:
      return "shared_race";
    case FindingKind::kGlobalRace:
      return "global_race";
    case FindingKind::kDivergentBarrier:
      return "divergent_barrier";
    case FindingKind::kMissingSignal:
      return "missing_signal";
    case FindingKind::kArithmetic:
      return "arithmetic";
  }
  FFT_CHECK(false);
}

std::string ToString(const Finding& finding) {
  return ToString(finding.kind) + " in workgroup " + std::to_string(finding.block) + " thread " +
         std::to_string(finding.thread) + ": " + finding.message + ", in: " + finding.statement;
}

BufferView View(std::vector<std::complex<double>>& values, Precision precision) {
  return {Type::Complex(precision), values.data(), static_cast<int64_t>(values.size())};
}

BufferView View(std::vector<double>& values, Precision precision) {
  return {Type::Real(precision), values.data(), static_cast<int64_t>(values.size())};
}

BufferView View(std::vector<int64_t>& values, int bits) {
  return {Type::Int(bits), values.data(), static_cast<int64_t>(values.size())};
}

}  // namespace fft::codegen
