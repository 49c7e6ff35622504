#include "fft/codegen/interp/interpreter.h"

#include <limits>
#include <set>

#include "fft/base/status.h"
#include "fft/codegen/ast/verify.h"
#include "fft/codegen/interp/bindings.h"
#include "fft/codegen/interp/machine.h"

namespace fft::codegen {
namespace {

// Adds the decisions of `node` that are not `seen` yet. An expression may be an operand of several
// nodes.
void AddDecisions(const Node* node, const Machine& machine, std::set<const Node*>* seen,
                  std::vector<Decision>* decisions) {
  if (!seen->insert(node).second) return;
  if (node->kind == Kind::kIf || node->kind == Kind::kFor || node->kind == Kind::kSelect) {
    const Sides sides = machine.SidesOf(node);
    decisions->push_back({node, sides.holds, sides.fails || node->kind == Kind::kFor});
  }
  for (const Node* operand : node->args) AddDecisions(operand, machine, seen, decisions);
}

}  // namespace

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

absl::StatusOr<InterpReport> Interpret(const Kernel& kernel, int64_t grid,
                                       const std::vector<Argument>& arguments,
                                       const InterpOptions& options) {
  // Interpret itself finds divergent barriers, with the threads that do not reach them.
  FFT_RETURN_IF_ERROR(Verify(kernel, VerifyScope::kAllButBarriers));
  if (grid < 0 || grid > std::numeric_limits<int32_t>::max()) {
    return InvalidField("grid", std::to_string(grid), "0 to 2^31 - 1");
  }
  Bindings bindings;
  FFT_RETURN_IF_ERROR(bindings.Bind(kernel, arguments));
  Machine machine(kernel, &bindings, options);
  for (int64_t block = 0; block < grid; ++block) {
    if (machine.RunBlock(static_cast<int32_t>(block), static_cast<int32_t>(grid))) continue;
    return absl::ResourceExhaustedError("kernel " + kernel.name + ": gave up in workgroup " +
                                        std::to_string(block) + " after " +
                                        std::to_string(options.max_steps) + " steps");
  }
  InterpReport report = std::move(machine.findings().report());
  std::set<const Node*> seen;
  AddDecisions(kernel.body, machine, &seen, &report.decisions);
  return report;
}

}  // namespace fft::codegen
