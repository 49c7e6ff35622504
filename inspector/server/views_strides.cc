#include "inspector/server/views_strides.h"

#include <algorithm>
#include <map>
#include <utility>

#include "fft/assign/shims/shim.h"

namespace fft::inspector {
namespace {

constexpr int64_t kHops = 64;  // accesses looked at

int64_t Arrays(const EdgePlacement& edge) { return IsPlanar(edge.format) ? 2 : 1; }

// Of the first accesses along a dimension.
Json Hops(const ChannelModel& model, int64_t stride_bytes, int64_t length) {
  return HopsView(UnitsHit(model, stride_bytes, std::min(length, kHops)));
}

// One dimension of an access on one side, with its stride in packed canonical positions if the
// tree's leaf has the same dimensions.
Json DimView(const Dim& memory, const Dim* canonical, int64_t Dim::*stride,
             const std::pair<int64_t, const ChannelModel*>& bytes_and_model) {
  const auto& [element_bytes, model] = bytes_and_model;
  const int64_t now = memory.*stride;
  Json json = {{"length", memory.length}, {"stride", now}, {"packed_stride", nullptr}};
  if (canonical != nullptr) json["packed_stride"] = canonical->*stride;
  json["changed"] = canonical != nullptr && canonical->*stride != now;
  json["hops"] = nullptr;
  json["packed_hops"] = nullptr;
  // Neighbours share a unit by design; only larger strides jump between units.
  if (now * element_bytes < model->interleave_bytes || memory.length < 2) return json;
  json["hops"] = Hops(*model, now * element_bytes, memory.length);
  if (canonical != nullptr) {
    json["packed_hops"] = Hops(*model, canonical->*stride * element_bytes, memory.length);
  }
  return json;
}

// What a step does on one side: its dimensions, slowest first.
Json AccessView(const PlanDescription& plan, const Step& step, int64_t Dim::*stride,
                const EdgePlacement& edge) {
  const std::vector<const PlanNode*> leaves = Leaves(plan.tree);
  const bool is_known = step.leaf + step.leaf_count <= static_cast<int>(leaves.size());
  const PlanNode kernel = is_known ? KernelNode(leaves, step) : PlanNode{};
  const PlanNode* leaf = is_known ? &kernel : nullptr;
  const ChannelModel& model = plan.target.channels;
  const int64_t element_bytes = ElementBytes(edge.format, plan.problem.precision);
  std::vector<std::pair<int64_t, Json>> dims;
  const auto add = [&](const Dims& memory, const Dims* canonical, const char* role) {
    const bool paired = canonical != nullptr && canonical->size() == memory.size();
    for (size_t i = 0; i < memory.size(); ++i) {
      Json json =
          DimView(memory[i], paired ? &(*canonical)[i] : nullptr, stride, {element_bytes, &model});
      json["role"] = role;
      dims.emplace_back(memory[i].*stride, std::move(json));
    }
  };
  add(step.axes, leaf == nullptr ? nullptr : &leaf->axes, "transformed");
  add(step.loops, leaf == nullptr ? nullptr : &leaf->loops, "loop");
  std::stable_sort(dims.begin(), dims.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  Json list = Json::array();
  for (auto& [key, json] : dims) list.push_back(std::move(json));
  return list;
}

Json EdgeView(const PlanDescription& plan, const EdgePlacement& edge) {
  const int64_t element_bytes = ElementBytes(edge.format, plan.problem.precision);
  const int64_t packed = edge.layout.volume() * element_bytes * Arrays(edge);
  const int64_t bytes = edge.layout.extent() * element_bytes * Arrays(edge);
  return {{"buffer", fft::ToString(edge.buffer)},
          {"format", fft::ToString(edge.format)},
          {"padded", edge.padded},
          {"element_bytes", element_bytes},
          {"layout", fft::ToJson(edge.layout)},
          {"layout_text", fft::ToString(edge.layout)},
          {"bytes", bytes},
          {"packed_bytes", packed},
          {"added_bytes", bytes - packed},
          {"writer", nullptr},
          {"writer_dims", Json::array()},
          {"reader", nullptr},
          {"reader_dims", Json::array()}};
}

}  // namespace

std::vector<int64_t> UnitsHit(const ChannelModel& model, int64_t stride_bytes, int64_t count) {
  std::vector<int64_t> units;
  for (int64_t i = 0; i < count; ++i) units.push_back(model.UnitOf(i * stride_bytes));
  return units;
}

Json HopsView(const std::vector<int64_t>& units) {
  std::map<int64_t, int> load;
  int busiest = 0;
  for (int64_t unit : units) busiest = std::max(busiest, ++load[unit]);
  return {{"units", units}, {"distinct", load.size()}, {"busiest", busiest}};
}

Json StridesView(const PlanDescription& plan, int candidate) {
  const std::vector<Step>& steps = plan.search.candidates[candidate].steps;
  const ChannelModel& model = plan.target.channels;
  Json edges = Json::array();
  for (size_t i = 0; i <= steps.size() && !steps.empty(); ++i) {
    Json edge = EdgeView(plan, i < steps.size() ? steps[i].in : steps[i - 1].out);
    if (i > 0) {
      edge["writer"] = i - 1;
      edge["writer_dims"] = AccessView(plan, steps[i - 1], &Dim::out_stride, steps[i - 1].out);
    }
    if (i < steps.size()) {
      edge["reader"] = i;
      edge["reader_dims"] = AccessView(plan, steps[i], &Dim::in_stride, steps[i].in);
    }
    edges.push_back(std::move(edge));
  }
  return {{"model",
           {{"unit", model.unit},
            {"interleave_bytes", model.interleave_bytes},
            {"units", model.units},
            {"period_bytes", model.period()}}},
          {"edges", std::move(edges)}};
}

}  // namespace fft::inspector
