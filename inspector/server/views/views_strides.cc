#include <algorithm>
#include <map>
#include <utility>

#include "inspector/server/views/views.h"

namespace fft::inspector {
namespace {

constexpr int64_t kHops = 64;  // the most accesses that are counted

// {units, distinct, busiest}: the memory channels, or on a CPU the cache sets, of the first
// accesses along a dimension, the number of different ones, and the number of accesses to the
// busiest one.
Json HopsView(const ChannelModel& model, int64_t stride_bytes, int64_t length) {
  std::vector<int64_t> units;
  std::map<int64_t, int> load;
  int busiest = 0;
  for (int64_t i = 0; i < std::min(length, kHops); ++i) {
    units.push_back(model.UnitOf(i * stride_bytes));
    busiest = std::max(busiest, ++load[units.back()]);
  }
  return {{"units", units}, {"distinct", load.size()}, {"busiest", busiest}};
}

// The dimensions along which a step reads or writes, slowest first. A packed stride counts
// canonical positions. It is null if the leaf has other dimensions than the step.
Json DimsView(const PlanDescription& plan, const Step& step, int64_t Dim::*stride,
              const EdgePlacement& edge) {
  const std::optional<PlanNode> kernel = NodeOfStep(plan, step);
  const ChannelModel& model = plan.target.channels;
  const int64_t bytes = ElementBytes(plan.problem, edge);
  std::vector<std::pair<int64_t, Json>> dims;  // by stride
  const auto add = [&](const Dims& memory, const Dims& canonical, const char* role) {
    for (size_t i = 0; i < memory.size(); ++i) {
      const int64_t length = memory[i].length;
      const int64_t apart = memory[i].*stride;
      Json dim = {{"length", length}, {"stride", apart}, {"packed_stride", nullptr},
                  {"changed", false}, {"hops", nullptr}, {"packed_hops", nullptr},
                  {"role", role}};
      // Neighbouring elements share a unit. Only larger strides jump between units.
      const bool jumps = apart * bytes >= model.interleave_bytes && length > 1;
      if (jumps) dim["hops"] = HopsView(model, apart * bytes, length);
      if (kernel.has_value() && canonical.size() == memory.size()) {
        const int64_t packed = canonical[i].*stride;
        dim["packed_stride"] = packed;
        dim["changed"] = packed != apart;
        if (jumps) dim["packed_hops"] = HopsView(model, packed * bytes, length);
      }
      dims.emplace_back(apart, std::move(dim));
    }
  };
  add(step.axes, kernel ? kernel->axes : Dims(), "transformed");
  add(step.loops, kernel ? kernel->loops : Dims(), "loop");
  std::stable_sort(dims.begin(), dims.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  Json list = Json::array();
  for (auto& [apart, dim] : dims) list.push_back(std::move(dim));
  return list;
}

}  // namespace

Json StridesView(const PlanDescription& plan, int candidate) {
  const ChannelModel& model = plan.target.channels;
  const std::vector<Step>& steps = plan.search.candidates[candidate].steps;
  Json edges = Json::array();
  for (size_t i = 0; i <= steps.size() && !steps.empty(); ++i) {
    const Step* const writer = i > 0 ? &steps[i - 1] : nullptr;
    const Step* const reader = i < steps.size() ? &steps[i] : nullptr;
    const EdgePlacement& edge = reader != nullptr ? reader->in : writer->out;
    const int64_t element_bytes = ElementBytes(plan.problem, edge);
    const int64_t arrays_bytes = element_bytes * (IsPlanar(edge.format) ? 2 : 1);
    const int64_t packed = edge.layout.volume() * arrays_bytes;
    const int64_t bytes = edge.layout.extent() * arrays_bytes;
    const auto dims = [&](const Step* step, int64_t Dim::*stride, const auto& side) {
      return step == nullptr ? Json::array() : DimsView(plan, *step, stride, side(*step));
    };
    edges.push_back(
        {{"buffer", fft::ToString(edge.buffer)},
         {"format", fft::ToString(edge.format)},
         {"padded", edge.padded},
         {"element_bytes", element_bytes},
         {"layout", fft::ToJson(edge.layout)},
         {"layout_text", fft::ToString(edge.layout)},
         {"bytes", bytes},
         {"packed_bytes", packed},
         {"added_bytes", bytes - packed},
         {"writer", writer != nullptr ? Json(i - 1) : Json(nullptr)},
         {"writer_dims", dims(writer, &Dim::out_stride, [](const Step& step) { return step.out; })},
         {"reader", reader != nullptr ? Json(i) : Json(nullptr)},
         {"reader_dims", dims(reader, &Dim::in_stride, [](const Step& step) { return step.in; })}});
  }
  return {{"model",
           {{"unit", model.unit},
            {"interleave_bytes", model.interleave_bytes},
            {"units", model.units},
            {"period_bytes", model.period()}}},
          {"edges", std::move(edges)}};
}

}  // namespace fft::inspector
