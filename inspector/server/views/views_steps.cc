#include <algorithm>
#include <utility>

#include "fft/assign/shims/shim.h"
#include "inspector/server/views/views.h"

namespace fft::inspector {
namespace {

// The dimensions of a step's input or output, slowest first. The last axis has the elements that
// the input or output holds.
std::vector<SideDim> DimsOf(const PlanDescription& plan, const Step& step, int64_t Dim::*stride) {
  std::vector<SideDim> dims;
  for (const Dim& dim : step.loops) dims.push_back({dim.length, dim.*stride, false});
  for (const Dim& dim : step.axes) dims.push_back({dim.length, dim.*stride, true});
  const std::optional<PlanNode> kernel = NodeOfStep(plan, step);
  if (!step.axes.empty() && kernel.has_value()) {
    dims.back().length = stride == &Dim::in_stride ? kernel->InLength() : kernel->OutLength();
  }
  std::stable_sort(dims.begin(), dims.end(),
                   [](const SideDim& a, const SideDim& b) { return a.stride > b.stride; });
  return dims;
}

// Whether a step reads or writes along rows, columns, planes or elements.
const char* AlongView(const Step& step, int64_t Dim::*stride, bool moves_only) {
  if (moves_only) return "elements";
  if (step.axes.size() > 1) return "planes";
  for (const Dim& loop : step.loops) {
    if (loop.length > 1 && loop.*stride < step.axes.back().*stride) return "columns";
  }
  return "rows";
}

bool Transposes(const Step& step) {
  Dims dims = step.loops;
  dims.insert(dims.end(), step.axes.begin(), step.axes.end());
  for (const Dim& a : dims) {
    for (const Dim& b : dims) {
      const bool counts = a.length > 1 && b.length > 1;
      if (counts && a.in_stride > b.in_stride && a.out_stride < b.out_stride) return true;
    }
  }
  return false;
}

}  // namespace

std::optional<PlanNode> NodeOfStep(const PlanDescription& plan, const Step& step) {
  const std::vector<const PlanNode*> leaves = Leaves(plan.tree);
  if (step.leaf + step.leaf_count > std::ssize(leaves)) return std::nullopt;
  return KernelNode(leaves, step);
}

Json PredictedView(double seconds) { return seconds > 0 ? Json(seconds * 1e6) : Json(nullptr); }

int64_t EdgeBytes(const Problem& problem, const EdgePlacement& edge) {
  const int arrays = IsPlanar(edge.format) ? 2 : 1;
  return edge.layout.end() * ElementBytes(problem, edge) * arrays;
}

Json SideView(const Problem& problem, const EdgePlacement& edge, const std::vector<SideDim>& dims) {
  Json lengths = Json::array();
  Json strides = Json::array();
  Json transformed = Json::array();
  for (const SideDim& dim : dims) {
    lengths.push_back(dim.length);
    strides.push_back(dim.stride);
    transformed.push_back(dim.transformed);
  }
  return {{"buffer", fft::ToString(edge.buffer)},
          {"format", fft::ToString(edge.format)},
          {"padded", edge.padded},
          {"elements", edge.layout.volume()},
          {"bytes", EdgeBytes(problem, edge)},
          {"layout", fft::ToString(edge.layout)},
          {"lengths", std::move(lengths)},
          {"strides", std::move(strides)},
          {"transformed", std::move(transformed)}};
}

Json StepInView(const PlanDescription& plan, const Step& step) {
  return SideView(plan.problem, step.in, DimsOf(plan, step, &Dim::in_stride));
}

Json StepOutView(const PlanDescription& plan, const Step& step) {
  return SideView(plan.problem, step.out, DimsOf(plan, step, &Dim::out_stride));
}

Json StepView(const PlanDescription& plan, const Step& step, const std::vector<std::string>& ids) {
  const PlanNode kernel = KernelNode(Leaves(plan.tree), step);
  const LeafWork work = WorkOf(kernel.scheme);
  const bool moves_only = work == LeafWork::kMoves || work == LeafWork::kConverts;
  Json axes = Json::array();
  for (const Dim& axis : step.axes) axes.push_back(axis.length);
  Json nodes = Json::array();
  for (int i = 0; i < step.leaf_count; ++i) nodes.push_back(ids[step.leaf + i]);
  const bool is_fused = step.shim != ShimKind::kNone;
  return {{"leaf", step.leaf},
          {"node", ids[step.leaf]},
          {"nodes", std::move(nodes)},
          {"shim", is_fused ? Json(fft::ToString(step.shim)) : Json(nullptr)},
          {"scheme", fft::ToString(kernel.scheme)},
          {"transform", std::move(axes)},
          {"in", StepInView(plan, step)},
          {"out", StepOutView(plan, step)},
          {"in_place", step.in_place},
          {"access",
           {{"reads", AlongView(step, &Dim::in_stride, moves_only)},
            {"writes", AlongView(step, &Dim::out_stride, moves_only)},
            {"transposes", Transposes(step)}}},
          {"axes", fft::ToJson(step.axes)},
          {"loops", fft::ToJson(step.loops)}};
}

namespace {

struct Lane {
  int64_t bytes = 0;
  Json uses = Json::array();  // of {step, mode}, where mode is "R", "W" or "RW"
  Json live = Json::array();  // of [step that writes, step that reads]
};

}  // namespace

Json LanesView(const PlanDescription& plan, const Candidate& candidate) {
  std::map<Buffer, Lane> lanes;
  for (size_t i = 0; i < candidate.steps.size(); ++i) {
    const Step& step = candidate.steps[i];
    for (const EdgePlacement* edge : {&step.in, &step.out}) {
      Lane& lane = lanes[edge->buffer];
      lane.bytes = std::max(lane.bytes, EdgeBytes(plan.problem, *edge));
    }
    if (step.in.buffer == step.out.buffer) {
      lanes[step.in.buffer].uses.push_back({{"step", i}, {"mode", "RW"}});
    } else {
      lanes[step.in.buffer].uses.push_back({{"step", i}, {"mode", "R"}});
      lanes[step.out.buffer].uses.push_back({{"step", i}, {"mode", "W"}});
    }
    // The data of an edge is needed from the step that writes it to the step that reads it; -1 is
    // the caller.
    lanes[step.in.buffer].live.push_back({static_cast<int>(i) - 1, i});
  }
  if (!candidate.steps.empty()) {
    const int last = static_cast<int>(candidate.steps.size()) - 1;
    lanes[candidate.steps.back().out.buffer].live.push_back({last, last + 1});
  }
  Json list = Json::array();
  for (auto& [buffer, lane] : lanes) {
    Json json = {{"buffer", fft::ToString(buffer)}, {"bytes", lane.bytes}};
    json["workspace_offset"] = nullptr;
    if (IsTemporary(buffer)) {
      json["workspace_offset"] = candidate.temp_offsets[TemporaryIndex(buffer)];
    }
    json["uses"] = std::move(lane.uses);
    json["live"] = std::move(lane.live);
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace fft::inspector
