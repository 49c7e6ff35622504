#include <algorithm>
#include <map>
#include <utility>

#include "inspector/server/views/views.h"

namespace fft::inspector {
namespace {

constexpr int64_t kHops = 64;  // the most accesses that are counted

int64_t Arrays(const EdgePlacement& edge) { return IsPlanar(edge.format) ? 2 : 1; }

// The channels of the first accesses along a dimension.
std::vector<int64_t> FirstUnits(const ChannelModel& model, int64_t stride_bytes, int64_t length) {
  return UnitsHit(model, stride_bytes, std::min(length, kHops));
}

// The dimensions along which a step reads or writes, slowest first.
std::vector<DimAccess> AccessOf(const PlanDescription& plan, const Step& step, int64_t Dim::*stride,
                                const EdgePlacement& edge) {
  const std::optional<PlanNode> kernel = NodeOfStep(plan, step);
  const ChannelModel& model = plan.target.channels;
  const int64_t bytes = ElementBytes(plan.problem, edge);
  std::vector<DimAccess> list;
  const auto add = [&](const Dims& memory, const Dims& canonical, bool is_transformed) {
    const bool is_paired = kernel.has_value() && canonical.size() == memory.size();
    for (size_t i = 0; i < memory.size(); ++i) {
      DimAccess dim;
      dim.is_transformed = is_transformed;
      dim.length = memory[i].length;
      dim.stride = memory[i].*stride;
      if (is_paired) dim.packed_stride = canonical[i].*stride;
      // Neighbouring elements share a unit. Only larger strides jump between units.
      if (dim.stride * bytes >= model.interleave_bytes && dim.length > 1) {
        dim.units = FirstUnits(model, dim.stride * bytes, dim.length);
        if (is_paired) dim.packed_units = FirstUnits(model, *dim.packed_stride * bytes, dim.length);
      }
      list.push_back(std::move(dim));
    }
  };
  add(step.axes, kernel ? kernel->axes : Dims(), true);
  add(step.loops, kernel ? kernel->loops : Dims(), false);
  std::stable_sort(list.begin(), list.end(),
                   [](const DimAccess& a, const DimAccess& b) { return a.stride > b.stride; });
  return list;
}

Json HopsOrNull(const std::vector<int64_t>& units) {
  return units.empty() ? Json(nullptr) : HopsView(units);
}

Json DimsView(const std::vector<DimAccess>& dims) {
  Json list = Json::array();
  for (const DimAccess& dim : dims) {
    list.push_back({{"length", dim.length},
                    {"stride", dim.stride},
                    {"packed_stride", dim.packed_stride ? Json(*dim.packed_stride) : Json(nullptr)},
                    {"changed", dim.packed_stride && *dim.packed_stride != dim.stride},
                    {"hops", HopsOrNull(dim.units)},
                    {"packed_hops", HopsOrNull(dim.packed_units)},
                    {"role", dim.is_transformed ? "transformed" : "loop"}});
  }
  return list;
}

Json EdgeView(const PlanDescription& plan, const EdgeAccess& access) {
  const EdgePlacement& edge = access.edge;
  const int64_t element_bytes = ElementBytes(plan.problem, edge);
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
          {"writer", access.writer ? Json(*access.writer) : Json(nullptr)},
          {"writer_dims", DimsView(access.writer_dims)},
          {"reader", access.reader ? Json(*access.reader) : Json(nullptr)},
          {"reader_dims", DimsView(access.reader_dims)}};
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

std::vector<EdgeAccess> EdgeAccesses(const PlanDescription& plan, int candidate) {
  const std::vector<Step>& steps = plan.search.candidates[candidate].steps;
  std::vector<EdgeAccess> edges;
  for (size_t i = 0; i <= steps.size() && !steps.empty(); ++i) {
    EdgeAccess edge;
    edge.edge = i < steps.size() ? steps[i].in : steps[i - 1].out;
    if (i > 0) {
      edge.writer = static_cast<int>(i) - 1;
      edge.writer_dims = AccessOf(plan, steps[i - 1], &Dim::out_stride, steps[i - 1].out);
    }
    if (i < steps.size()) {
      edge.reader = static_cast<int>(i);
      edge.reader_dims = AccessOf(plan, steps[i], &Dim::in_stride, steps[i].in);
    }
    edges.push_back(std::move(edge));
  }
  return edges;
}

Json StridesView(const PlanDescription& plan, int candidate) {
  const ChannelModel& model = plan.target.channels;
  Json edges = Json::array();
  for (const EdgeAccess& edge : EdgeAccesses(plan, candidate))
    edges.push_back(EdgeView(plan, edge));
  return {{"model",
           {{"unit", model.unit},
            {"interleave_bytes", model.interleave_bytes},
            {"units", model.units},
            {"period_bytes", model.period()}}},
          {"edges", std::move(edges)}};
}

}  // namespace fft::inspector
