#include <utility>

#include "fft/base/json.h"
#include "fft/exec/plan_report.h"

namespace fft {

Json ToJson(const KernelReport& kernel) {
  Json alternatives = Json::array();
  for (const KernelChoice& other : kernel.alternatives) alternatives.push_back(ToJson(other));
  return {{"name", kernel.name},
          {"leaf", kernel.leaf},
          {"leaf_count", kernel.leaf_count},
          {"shim", ToString(kernel.shim)},
          {"choice", ToJson(kernel.choice)},
          {"alternatives", std::move(alternatives)},
          {"bytes_moved", kernel.bytes_moved},
          {"flops", kernel.flops}};
}

Json ToJson(const TreeReport& tree) {
  Json kernels = Json::array();
  for (const KernelReport& kernel : tree.kernels) kernels.push_back(ToJson(kernel));
  return {{"words", tree.words},
          {"tree", tree.tree},
          {"candidate", tree.candidate},
          {"seconds", tree.seconds},
          {"workspace_bytes", tree.workspace_bytes},
          {"planner", ToJson(tree.planner)},
          {"search", ToJson(tree.search)},
          {"kernels", std::move(kernels)}};
}

Json ToJson(const PlanReport& report) {
  Json trees = Json::array(), ranked = Json::array();
  for (const TreeReport& tree : report.trees) trees.push_back(ToJson(tree));
  for (const RankedCandidate& one : report.ranked) {
    ranked.push_back({{"tree", one.tree}, {"candidate", one.candidate}, {"seconds", one.seconds}});
  }
  return {{"schema", "fft.report/1"},          {"token", report.token},
          {"problem", ToJson(report.problem)}, {"target", report.target},
          {"kernels", report.kernels},         {"workspace_bytes", report.workspace_bytes},
          {"candidate", report.candidate},     {"candidates", report.candidates},
          {"truncated", report.truncated},     {"trees", std::move(trees)},
          {"ranked", std::move(ranked)}};
}

}  // namespace fft
