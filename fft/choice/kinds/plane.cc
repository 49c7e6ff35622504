#include "fft/choice/kinds/plane.h"

#include <algorithm>
#include <utility>

#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/choice/kernel_prices.h"
#include "fft/choice/line_map.h"
#include "fft/machine/machine.h"

namespace fft {
namespace {

KernelMap MapOf(const KernelRequest& request) {
  KernelMap map;
  map.tiling = Tiling::kPlane;
  map.axes = request.axes;
  // The transforms along both axes commute, so lanes run along the axis with the smaller stride. If
  // reals are pairs, lanes run along the last axis.
  const auto strides = [](const Dim& dim) {
    return std::pair(Magnitude(dim.in_stride), Magnitude(dim.out_stride));
  };
  if (!HoldsPairs(request.node) && strides(map.axes[0]) < strides(map.axes[1])) {
    std::swap(map.axes[0], map.axes[1]);
  }
  for (const Dim& loop : request.loops) {
    if (loop.length > 1) map.loops.push_back(loop);
  }
  MergeLoops(&map.loops);
  if (map.loops.empty()) map.loops.push_back({1, 0, 0});
  const auto longest =
      std::max_element(map.loops.begin(), map.loops.end(),
                       [](const Dim& a, const Dim& b) { return a.length < b.length; });
  std::swap(map.loops.front(), *longest);
  return map;
}

// The traffic of a side that has `length` elements along x.
Traffic SideTraffic(const KernelMap& map, int64_t length, int64_t element_bytes,
                    int64_t Dim::*stride) {
  const Dim &y = map.axes[0], &x = map.axes[1];
  Traffic traffic;
  traffic.bytes = static_cast<double>(Rows(map)) * static_cast<double>(y.length) *
                  static_cast<double>(length) * static_cast<double>(element_bytes);
  traffic.element_bytes = element_bytes;
  // Rows that follow each other without a gap are one run.
  if (Magnitude(x.*stride) == 1) {
    traffic.run_elements = Magnitude(y.*stride) == length ? length * y.length : length;
  }
  if (traffic.run_elements < length * y.length) {
    traffic.rows = y.length;
    traffic.row_stride = Magnitude(y.*stride);
  }
  return traffic;
}

SidesTraffic TrafficOf(const KernelRequest& request, const KernelMap& map) {
  const int64_t x = map.axes[1].length;
  return {SideTraffic(map, Elements(request.node.in_side, x), 2 * RealBytes(InPrecision(request)),
                      &Dim::in_stride),
          SideTraffic(map, Elements(request.node.out_side, x), 2 * RealBytes(OutPrecision(request)),
                      &Dim::out_stride)};
}

// The kernel for the map's planes with workgroups of this shape.
absl::StatusOr<KernelChoice> ChoiceOf(const KernelRequest& request, const KernelMap& map,
                                      PlaneShape shape) {
  KernelChoice choice;
  choice.kind = KernelKind::kStockhamPlane;
  choice.map = map;
  const int64_t planes = Rows(map), tiles = map.loops[0].length;
  choice.blocks = CeilDiv(tiles, shape.planes_per_group) * (planes / tiles);
  const SidesTraffic traffic = TrafficOf(request, map);
  choice.price = PricesOf(request.target).OfPlanes(request, map, shape, traffic, choice.blocks);
  choice.slow_run = SlowRunOf(map, shape.planes_per_group, choice.blocks);
  FFT_RETURN_IF_ERROR(CheckGrid(request, choice.blocks));
  choice.threads = shape.threads;
  choice.knows_tile = LanesAreVectors(request.target);
  choice.lds_bytes = shape.lds_bytes;
  choice.registers = shape.registers;
  choice.shape = std::move(shape);
  return choice;
}

PlaneShapeRequest ShapeRequest(const KernelRequest& request, const KernelMap& map, int64_t count) {
  return {map.axes[1].length, map.axes[0].length, request.precision, count};
}

}  // namespace

absl::StatusOr<KernelChoice> ChoosePlane(const KernelRequest& request) {
  if (HoldsPairs(request.node) && LanesAreVectors(request.target)) {
    return absl::ResourceExhaustedError("a plane of reals takes a kernel for each axis on a CPU");
  }
  const KernelMap map = MapOf(request);
  const auto shape_for = [&](int64_t count) {
    return ShapeFor(ShapeRequest(request, map, count), request);
  };
  if (request.independent_rows > 0) {
    FFT_ASSIGN_OR_RETURN(PlaneShape shape, shape_for(kManyTransforms));
    return ChoiceOf(request, map, std::move(shape));
  }
  FFT_ASSIGN_OR_RETURN(PlaneShape shape, shape_for(map.loops[0].length));
  if (LeavesUnitsIdle(request, map, shape.planes_per_group)) {
    FFT_ASSIGN_OR_RETURN(shape, shape_for(1));
  }
  return ChoiceOf(request, map, std::move(shape));
}

std::vector<KernelChoice> ListPlanes(const KernelRequest& request, int most) {
  const KernelMap map = MapOf(request);
  std::vector<KernelChoice> list;
  const PlaneShapeRequest wanted = ShapeRequest(request, map, map.loops[0].length);
  for (PlaneShape& shape : ListPlaneShapes(wanted, request.target, most)) {
    absl::StatusOr<KernelChoice> choice = ChoiceOf(request, map, std::move(shape));
    if (choice.ok()) list.push_back(*std::move(choice));
  }
  return list;
}

}  // namespace fft
