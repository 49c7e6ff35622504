// Strides of every access, before and after padding, and the memory channels that they hit.
#ifndef INSPECTOR_SERVER_VIEWS_VIEWS_STRIDES_H_
#define INSPECTOR_SERVER_VIEWS_VIEWS_STRIDES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "fft/base/json.h"
#include "fft/core/target.h"
#include "fft/exec/pipeline.h"

namespace fft::inspector {

// The units that `count` accesses of `stride_bytes` hit, in order.
std::vector<int64_t> UnitsHit(const ChannelModel& model, int64_t stride_bytes, int64_t count);

// {units, distinct, busiest}: the units hit in order, how many different ones, and how often the
// busiest.
Json HopsView(const std::vector<int64_t>& units);

// A dimension of an access on one side.
struct DimAccess {
  bool is_transformed = false;  // else a loop
  int64_t length = 1;
  int64_t stride = 0;
  // The stride in packed canonical positions; none where the tree's leaf has other dimensions.
  std::optional<int64_t> packed_stride;
  // The channels (of a CPU: cache sets) that the first accesses hit, with the strides in memory and
  // with packed ones. Empty where neighbouring accesses share a channel by design.
  std::vector<int64_t> units, packed_units;
};

// The data between two steps, and the dimensions that are stepped along there, slowest first.
struct EdgeAccess {
  EdgePlacement edge;
  std::optional<int> writer, reader;  // steps
  std::vector<DimAccess> writer_dims, reader_dims;
};

std::vector<EdgeAccess> EdgeAccesses(const PlanDescription& plan, int candidate);

// {model, edges}. One edge for each array between steps: buffer, format, bytes with and without
// padding, and its writer's and reader's dimensions with the packed stride and the real one. The
// hops are the accesses that a strided dimension makes one after the other: how many of the first
// 64 return to the busiest unit, packed and as placed.
Json StridesView(const PlanDescription& plan, int candidate);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_STRIDES_H_
