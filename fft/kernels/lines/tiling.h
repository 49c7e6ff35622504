// Tilings: how a workgroup brings its part of global memory in and back.
//
// A workgroup holds a tile: transforms_per_group neighbours along the tile loop, with all points of
// each. Where a line is two transforms of reals, a tile holds twice as many, and line c has
// transform c and a second transform, c + transforms_per_group. A tiling is an object that declares
// the kernel's parameters, computes the tile's offsets, and loads and stores its points. GlobalTile
// has what all tilings share. Each kind of tile adds its own: StockhamTiling the order of lanes
// over lines, PlaneTiling the second axis. The passes between loads and stores are the same for all
// tilings.
#ifndef FFT_KERNELS_LINES_TILING_H_
#define FFT_KERNELS_LINES_TILING_H_

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/lines/expressions.h"
#include "fft/kernels/lines/parameters.h"
#include "fft/kernels/lines/pass.h"
#include "fft/kernels/lines/ranged_axis.h"

namespace fft::kernels {

// The values that an index can take: first, first + step, .. last. For example, butterfly 0 .. 15
// of radix 4 has its second point among 16 .. 31. What the bounds decide, a kernel need not ask.
struct IndexBounds {
  int64_t first = 0, last = 0, step = 1;

  bool Hold(int64_t value) const {
    return value >= first && value <= last && (value - first) % step == 0;
  }
};

// A thread's place in the workgroup.
struct Lane {
  Ex thread;     // within its transform
  Ex transform;  // within the tile
};

// One side's address arithmetic, in elements: base + (first + c) * tile_stride + x * axis_stride,
// and in a plane + y times the stride of that axis.
struct GlobalSide {
  Ex pointer;
  Ex tile_stride;
  Ex next_stride;  // the stride of the loop that tiles wrap into
  Ex axis_stride;  // absent for unit stride
};

// The tile of a workgroup in global memory.
class GlobalTile {
 public:
  explicit GlobalTile(const KernelSpec& spec) : spec_(spec) {}
  virtual ~GlobalTile() = default;

  // Declares the kernel's parameters.
  void AddArguments(const std::vector<Parameter>& signature, Builder& b) {
    parameters_.Declare(spec_, signature, b);
  }
  // Splits the number of the tile, which is that of the workgroup, into tile and outer loop
  // indices, and makes the bases.
  void ComputeOffsets(Builder& b) { ComputeOffsets(b, b.BlockIndex()); }
  void ComputeOffsets(Builder& b, Ex number);
  // The offsets of a tile whose first transform and place among the outer loops are known. `outer`
  // is ignored if there are no outer loops.
  void PlaceAt(Builder& b, Ex first, Ex outer);

  // The points `first_point + k * step` of transform c, k = 0 .. count-1, which are loaded or
  // stored. They lie along one axis; in a plane `across` is the index along the other one. Points
  // that memory does not hold (KernelSpec::in_range, out_range) load as zero, and are not stored.
  // Loaded values come multiplied by the window. Values to be stored first go through the kernel's
  // function of outputs.
  struct Points {
    Ex transform;
    Ex first_point;
    int64_t step = 1;
    Axis axis = Axis::kX;
    Ex across;
    std::optional<IndexBounds> bounds = {};  // of first_point, where they are known
  };
  // Begins to copy points to elements `slots` of a shared array.
  void CopyFromGlobal(Builder& b, const Points& points, Ex to, const std::vector<Ex>& slots) const;
  std::vector<Ex> LoadFromGlobal(Builder& b, const Points& points, int count) const;
  void StoreToGlobal(Builder& b, const Points& points, const std::vector<Ex>& values) const;
  // Prefetches `points` of the workgroup's successor, if tiles come from memory.
  void PrefetchLoads(Builder& b, const Points& points, int count) const;
  void PrefetchStores(Builder& b, const Points& points, int count) const;

  // Whether transform c of the tile exists; absent where all transforms exist.
  Ex IsPresent(Ex transform) const;
  // Transform c if it exists, else the last existing transform, which is safe to load from.
  Ex Present(Builder& b, Ex transform) const;
  // The second transform of line c. Where a line has no second transform, PresentSecondOf gives the
  // first one.
  Ex SecondOf(Ex transform) const;
  Ex PresentSecondOf(Builder& b, Ex transform) const;
  // Index of the loop (0: tile loop) for transform c.
  Ex LoopIndex(Builder& b, int loop, Ex transform) const;
  // Whether all transforms of a tile have the same index of the loop.
  bool IsUniform(int loop) const { return loop >= first_outer(); }
  // Index j of the large twiddles for transform c, and whether all transforms of a tile have the
  // same index.
  Ex TwiddleIndex(Builder& b, Ex transform) const;
  bool SharesTwiddleIndex() const;
  // Number of a point of transform c within the longer row that the transform is part of.
  Ex NumberInRow(Builder& b, Ex transform, Ex point) const;

  // Values times the kernel's scale, where it has one.
  Values Scaled(Builder& b, Values values) const;

  Ex parameter(const Parameter& parameter) const { return parameters_[parameter]; }
  const Parameters& parameters() const { return parameters_; }

 protected:
  // The stride of an axis; absent for unit stride.
  virtual Ex StrideOf(const GlobalSide& side, Axis) const { return side.axis_stride; }
  bool is_in(const GlobalSide& side) const { return &side == &in_; }

  const KernelSpec spec_;

 private:
  // Where a tile begins.
  struct Origin {
    Ex first;  // the tile's first transform
    // the part of the address that the outer loops' indices make; absent without outer loops
    Ex in_base, out_base;
    std::vector<Ex> loop_indices;
  };
  Origin OriginAt(Builder& b, Ex first, Ex outer) const;
  void TakeArguments();
  bool wraps() const { return spec_.tile_end == TileEnd::kWraps; }
  // The first loop whose index is the same for all transforms of a tile.
  int first_outer() const { return wraps() ? 2 : 1; }
  // Index of transform c along the tile loop, and of the loop that its tiles wrap into.
  Ex AlongTile(Ex transform, const Origin& origin) const;
  Ex AlongNext(Ex transform, const Origin& origin) const;
  const Ex& BaseOf(const GlobalSide& side, const Origin& origin) const {
    return is_in(side) ? origin.in_base : origin.out_base;
  }
  Ex Address(Builder& b, const GlobalSide& side, const Origin& origin, const Points& points) const;
  void Prefetch(Builder& b, const GlobalSide& side, const Points& points, int count) const;
  // A point's place on a side that holds a range.
  struct Held {
    Ex element;  // the point's number along the array's axis; absent: not in the array
    Ex at;       // the number as an address; absent where `element` is absent
    Ex exists;   // whether the array has the element; absent: it is known to have it
  };
  const std::optional<Range>& RangeOf(const GlobalSide& side) const {
    return is_in(side) ? spec_.in_range : spec_.out_range;
  }
  std::vector<Held> HeldOf(Builder& b, const GlobalSide& side, const Points& points,
                           int count) const;
  Ex LoadElement(Builder& b, Ex number, Ex at) const;
  void StoreElement(Builder& b, Ex at, Ex value) const;
  std::vector<Ex> LoadHeld(Builder& b, const Points& points, int count) const;
  void StoreHeld(Builder& b, const Points& points, const std::vector<Ex>& values) const;
  // Addresses of points `first_point + k * step`, k = 0 .. count-1.
  std::vector<Ex> ElementsOf(Builder& b, const GlobalSide& side, const Points& points,
                             int count) const;
  Ex StepOf(Builder& b, const GlobalSide& side, const Points& points) const;

  Parameters parameters_;
  Ex count_;  // transforms that tiles run along
  GlobalSide in_, out_;
  Origin origin_;
  Origin next_;  // the successor's place; empty if tiles do not come from memory
};

// A point of one of the tile's transforms.
struct TileElement {
  Ex transform, point;
};

// The order of a tile's elements on one side: along the transformed axis ("row": neighbours are
// consecutive points) or across the transforms ("column": neighbours are the same point of
// neighbouring transforms).
class TileOrder {
 public:
  explicit constexpr TileOrder(bool along_axis) : along_axis_(along_axis) {}

  bool is_along_axis() const { return along_axis_; }
  const char* line_name() const { return along_axis_ ? "row" : "column"; }
  // A value of the axis and one of the tile loop, as a pair whose first value belongs to the faster
  // of the two. The function is its own inverse: a fast and a slow index become a point and a
  // transform.
  template <typename T>
  std::pair<T, T> FastFirst(const T& axis, const T& tile) const {
    return along_axis_ ? std::pair(axis, tile) : std::pair(tile, axis);
  }
  // Element e of `transforms` transforms of `points` points.
  TileElement At(Ex e, int64_t points, int64_t transforms) const {
    const int64_t fast = FastFirst(points, transforms).first;
    const auto [point, transform] = FastFirst(e % fast, e / fast);
    return {transform, point};
  }
  friend bool operator==(const TileOrder&, const TileOrder&) = default;

 private:
  bool along_axis_;
};
inline constexpr TileOrder kColumns(false);

// Whether lanes run along rows on both sides.
inline bool HoldsRows(const KernelSpec& spec) {
  return LoadsRows(spec.tiling) && StoresRows(spec.tiling);
}

// The tilings of lines: an order on each side.
class StockhamTiling : public GlobalTile {
 public:
  // `spec` has any tiling but Tiling::kPlane, which has two axes.
  explicit StockhamTiling(const KernelSpec& spec) : GlobalTile(spec) {}

  TileOrder load_order() const { return TileOrder(LoadsRows(spec_.tiling)); }
  TileOrder store_order() const { return TileOrder(StoresRows(spec_.tiling)); }
  // The place of a thread if lanes run in `order`.
  Lane LaneIn(Builder& b, TileOrder order) const;
};

// The tiling of planes. Points have a second axis, whose strides are separate arguments.
class PlaneTiling final : public GlobalTile {
 public:
  using GlobalTile::GlobalTile;

 protected:
  Ex StrideOf(const GlobalSide& side, Axis axis) const override {
    if (axis == Axis::kX) return GlobalTile::StrideOf(side, axis);
    return parameter(is_in(side) ? ParameterId::kYInStride : ParameterId::kYOutStride);
  }
};

}  // namespace fft::kernels

#endif  // FFT_KERNELS_LINES_TILING_H_
