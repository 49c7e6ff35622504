#include "inspector/server/views_kernels.h"

#include <algorithm>
#include <utility>

namespace fft::inspector {

Json KernelView(const codegen::PlannedKernel& kernel) {
  Json json = codegen::ToJson(kernel);
  json["flops_per_byte"] = nullptr;
  if (kernel.bytes_moved > 0) {
    json["flops_per_byte"] = static_cast<double>(kernel.flops) / kernel.bytes_moved;
  }
  return json;
}

Json KernelsView(const PlanDescription& plan, const std::vector<codegen::PlannedKernel>& kernels) {
  Json list = Json::array();
  int64_t bytes = 0;
  int64_t flops = 0;
  for (const codegen::PlannedKernel& kernel : kernels) {
    list.push_back(KernelView(kernel));
    bytes += kernel.bytes_moved;
    flops += kernel.flops;
  }
  double ideal = 0;
  for (const ArrayDescription* side : {&plan.problem.input, &plan.problem.output}) {
    double elements = plan.problem.batch;
    for (int64_t length : SideLengths(plan.problem, side->format)) elements *= length;
    ideal += elements * ElementBytes(side->format, plan.problem.precision) *
             (IsPlanar(side->format) ? 2 : 1);
  }
  return {{"kernels", std::move(list)},
          {"bytes_moved", bytes},
          {"flops", flops},
          {"ideal_bytes", ideal},
          {"amplification", ideal > 0 ? bytes / ideal : 0}};
}

Json SourceView(const codegen::PlannedKernel& kernel, const Target& target,
                const std::string& source) {
  int64_t lines = std::count(source.begin(), source.end(), '\n');
  if (!source.empty() && source.back() != '\n') ++lines;
  return {{"name", kernel.name},   {"dialect", fft::ToString(target.dialect)},
          {"target", target.name}, {"language", "cpp"},
          {"lines", lines},        {"text", source}};
}

}  // namespace fft::inspector
