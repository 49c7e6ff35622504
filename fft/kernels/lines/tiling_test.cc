// Compares what tilings compute with an enumeration of the tile's elements.
#include "fft/kernels/lines/tiling.h"

#include <complex>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "fft/base/int_math.h"
#include "fft/codegen/interp/interpreter.h"
#include "fft/core/dim.h"
#include "fft/kernels/kernel_table.h"
#include "fft/kernels/lines/pass_engine.h"
#include "gtest/gtest.h"

namespace fft::kernels {
namespace {

using Complex = std::complex<double>;
using Numbers = std::vector<int64_t>;

// The pairs (transform, point) of a tile, one after the other in an order.
Numbers Listed(TileOrder order, int64_t transforms, int64_t points) {
  Numbers list;
  const int64_t slow_count = order.is_along_axis() ? transforms : points;
  const int64_t fast_count = order.is_along_axis() ? points : transforms;
  for (int64_t slow = 0; slow < slow_count; ++slow) {
    for (int64_t fast = 0; fast < fast_count; ++fast) {
      list.push_back(order.is_along_axis() ? slow : fast);
      list.push_back(order.is_along_axis() ? fast : slow);
    }
  }
  return list;
}

// The pair that every thread of a workgroup stores.
Numbers Stored(int64_t threads, const std::function<TileElement(Builder&)>& element) {
  Builder b("elements");
  const Ex out = b.Param("out", Type::Global(Type::Int32()));
  b.SetWorkgroup(static_cast<int>(threads));
  const TileElement at = element(b);
  b.Store(out, b.ThreadIndex() * 2, at.transform);
  b.Store(out, b.ThreadIndex() * 2 + 1, at.point);
  Numbers stored(2 * threads, -1);
  const auto report = Interpret(b.Finish(), 1, {codegen::View(stored, 32)});
  EXPECT_TRUE(report.ok() && report->ok()) << report.status();
  return stored;
}

TEST(TileOrder, ListsElementsAndLanesFastestFirst) {
  for (Tiling tiling : kLineTilings) {
    for (int transforms : {1, 3, 8}) {
      for (int points : {1, 4, 10}) {
        KernelSpec spec;
        spec.tiling = tiling;
        spec.transforms_per_group = transforms;
        spec.threads_per_transform = points;
        const StockhamTiling tile(spec);
        SCOPED_TRACE(ToString(tiling));
        EXPECT_EQ(tile.load_order().is_along_axis(), LoadsRows(tiling));
        EXPECT_EQ(tile.store_order().is_along_axis(), StoresRows(tiling));
        for (TileOrder order : {tile.load_order(), tile.store_order()}) {
          const Numbers listed = Listed(order, transforms, points);
          EXPECT_EQ(
              Stored(transforms * points,
                     [&](Builder& b) { return order.At(b.ThreadIndex(), points, transforms); }),
              listed);
          EXPECT_EQ(Stored(transforms * points,
                           [&](Builder& b) {
                             const Lane lane = tile.LaneIn(b, order);
                             return TileElement{lane.transform, lane.thread};
                           }),
                    listed);
        }
      }
    }
  }
}

// A copy of every point from one array to another with other strides. The tile loop comes first,
// then the outer loops; the axes come last.
struct Copy {
  KernelSpec spec;
  Dims loops, axes;
};

Copy CopyOf(KernelKind kind, Tiling tiling, TileEnd end, const Dims& axes) {
  Copy copy;
  copy.loops = {{5, 4, 31}, {4, 120, 163}, {2, 481, 700}};
  copy.axes = axes;
  KernelSpec& spec = copy.spec;
  spec.kind = kind;
  spec.tiling = tiling;
  spec.tile_end = end;
  spec.length = axes.back().length;
  spec.factors = {static_cast<int>(spec.length)};
  spec.transforms_per_group = 3;
  spec.outer_loops = 2;
  spec.placement = Placement::kOutOfPlace;
  spec.in_stride = spec.out_stride = StrideKind::kAny;
  return copy;
}

// Calls `visit` with the two addresses of every point.
void ForEveryPoint(const Copy& copy, const std::function<void(int64_t in, int64_t out)>& visit) {
  Dims dims = copy.loops;
  dims.insert(dims.end(), copy.axes.begin(), copy.axes.end());
  Numbers index(dims.size(), 0);
  for (size_t d = 0; d < dims.size();) {
    int64_t in = 0, out = 0;
    for (size_t i = 0; i < dims.size(); ++i) {
      in += index[i] * dims[i].in_stride;
      out += index[i] * dims[i].out_stride;
    }
    visit(in, out);
    for (d = 0; d < dims.size() && ++index[d] == dims[d].length; ++d) index[d] = 0;
  }
}

int64_t IndexArgument(const Copy& copy, const Parameter& parameter) {
  const Dim &x = copy.axes.back(), &y = copy.axes.front(), &tile = copy.loops.front();
  const Dim& loop = copy.loops[parameter.loop];
  const std::map<ParameterId, int64_t> values = {{ParameterId::kInStride, x.in_stride},
                                                 {ParameterId::kOutStride, x.out_stride},
                                                 {ParameterId::kYInStride, y.in_stride},
                                                 {ParameterId::kYOutStride, y.out_stride},
                                                 {ParameterId::kTileCount, tile.length},
                                                 {ParameterId::kTileInStride, tile.in_stride},
                                                 {ParameterId::kTileOutStride, tile.out_stride},
                                                 {ParameterId::kLoopLength, loop.length},
                                                 {ParameterId::kLoopInStride, loop.in_stride},
                                                 {ParameterId::kLoopOutStride, loop.out_stride}};
  return values.at(parameter.id);
}

// Runs a kernel of a new tile, whose threads load `count` of its points each and store them again.
// Expects every point in the place that loops and axes give it, and nothing anywhere else.
void ExpectCopied(const Copy& copy, GlobalTile& tile, int count,
                  const std::function<GlobalTile::Points(Builder&)>& points_of) {
  const KernelSpec& spec = copy.spec;
  SCOPED_TRACE(KernelName(spec));
  Builder b("copy");
  tile.AddArguments(Signature(spec), b);
  b.SetWorkgroup(spec.threads_per_transform * spec.transforms_per_group);
  tile.ComputeOffsets(b);
  const GlobalTile::Points points = points_of(b);
  GlobalTile::Points present = points;
  present.transform = tile.Present(b, points.transform);
  const std::vector<Ex> values = tile.LoadFromGlobal(b, present, count);
  IfPresent(b, tile.IsPresent(points.transform), [&] { tile.StoreToGlobal(b, points, values); });

  std::vector<Complex> in, out(2000, -1), expected = out;
  for (int i = 0; i < 1000; ++i) in.emplace_back(i, 2 * i);
  ForEveryPoint(copy, [&](int64_t from, int64_t to) { expected[to] = in[from]; });
  std::vector<codegen::Argument> arguments;
  for (const Parameter& parameter : Signature(spec)) {
    if (parameter.kind() == ParameterKind::kIndex) {
      arguments.push_back(IndexArgument(copy, parameter));
    } else {
      arguments.push_back(
          codegen::View(parameter.kind() == ParameterKind::kInput ? in : out, spec.precision));
    }
  }
  const Dims& loops = copy.loops;
  const bool wraps = spec.tile_end == TileEnd::kWraps;
  const int64_t along = loops[0].length * (wraps ? loops[1].length : 1);
  const int64_t across = loops[2].length * (wraps ? 1 : loops[1].length);
  const auto report =
      Interpret(b.Finish(), CeilDiv(along, spec.transforms_per_group) * across, arguments);
  ASSERT_TRUE(report.ok()) << report.status();
  for (const codegen::Finding& finding : report->findings) ADD_FAILURE() << ToString(finding);
  EXPECT_EQ(out, expected);
}

TEST(StockhamTiling, MovesLinesWhereLoopsAndAxisHaveThem) {
  for (Tiling tiling : kLineTilings) {
    for (TileEnd end : {TileEnd::kStops, TileEnd::kWraps}) {
      Copy copy = CopyOf(KernelKind::kStockham, tiling, end, {{6, 20, 5}});
      copy.spec.threads_per_transform = 2;
      for (bool loads : {true, false}) {
        StockhamTiling tile(copy.spec);
        const TileOrder order = loads ? tile.load_order() : tile.store_order();
        ExpectCopied(copy, tile, 3, [&](Builder& b) {
          const Lane lane = tile.LaneIn(b, order);
          return GlobalTile::Points{lane.transform, lane.thread, 2};
        });
      }
    }
  }
}

TEST(PlaneTiling, MovesPlanesAlongBothAxes) {
  for (Axis axis : {Axis::kX, Axis::kY}) {
    const Dims axes = {{4, 1, 6}, {6, 20, 1}};
    Copy copy = CopyOf(KernelKind::kStockhamPlane, Tiling::kPlane, TileEnd::kStops, axes);
    copy.spec.second_axis = {4, {4}};
    const int64_t across = axis == Axis::kX ? 4 : 6, count = axis == Axis::kX ? 6 : 4;
    copy.spec.threads_per_transform = static_cast<int>(across);
    PlaneTiling tile(copy.spec);
    ExpectCopied(copy, tile, static_cast<int>(count), [&](Builder& b) {
      return GlobalTile::Points{b.ThreadIndex() / across, b.Int(0), 1, axis,
                                b.ThreadIndex() % across};
    });
  }
}

}  // namespace
}  // namespace fft::kernels
