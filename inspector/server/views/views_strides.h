// Shows the strides of every access, without and with padding, and the memory channels that they
// use.
#ifndef INSPECTOR_SERVER_VIEWS_VIEWS_STRIDES_H_
#define INSPECTOR_SERVER_VIEWS_VIEWS_STRIDES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "fft/base/json.h"
#include "fft/core/target.h"
#include "fft/exec/pipeline.h"

namespace fft::inspector {

// The units that `count` accesses use, in order. The accesses are `stride_bytes` apart.
std::vector<int64_t> UnitsHit(const ChannelModel& model, int64_t stride_bytes, int64_t count);

// {units, distinct, busiest}: the units in order, the number of different units, and the number of
// accesses to the busiest one.
Json HopsView(const std::vector<int64_t>& units);

// A dimension along which a step reads or writes.
struct DimAccess {
  bool is_transformed = false;  // false for a loop
  int64_t length = 1;
  int64_t stride = 0;
  // The stride in packed canonical positions. Nullopt if the leaf has other dimensions than the
  // step.
  std::optional<int64_t> packed_stride;
  // The memory channels, or on a CPU the cache sets, of the first accesses. `units` is for strides
  // in memory, `packed_units` for packed strides. They are empty if neighbouring accesses share a
  // unit.
  std::vector<int64_t> units, packed_units;
};

// The data between two steps, and the dimensions of its writer and reader, slowest first.
struct EdgeAccess {
  EdgePlacement edge;
  std::optional<int> writer, reader;  // indices of the steps; nullopt for the caller
  std::vector<DimAccess> writer_dims, reader_dims;
};

std::vector<EdgeAccess> EdgeAccesses(const PlanDescription& plan, int candidate);

// {model, edges}. There is an edge for each array between steps: buffer, format, bytes with and
// without padding, and its writer's and reader's dimensions with the packed stride and the stride
// in memory. `hops` are the first 64 accesses along a dimension with a large stride: they say how
// many of them use the busiest unit, with packed strides and as placed.
Json StridesView(const PlanDescription& plan, int candidate);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_STRIDES_H_
