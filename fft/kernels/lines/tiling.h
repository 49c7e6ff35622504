// How the lanes of a Stockham kernel run over global memory.
//
// A workgroup holds a tile: transforms_per_group neighbours along the tile loop, with all points of
// each. Where a line is two transforms of reals, a tile holds twice as many, and line c has
// transform c and its second one, c + transforms_per_group. A tiling says which way lanes run on
// the load and on the store side: along the transformed axis ("row": consecutive lanes hold
// consecutive points) or across the transforms ("col": consecutive lanes hold the same point of
// neighbouring transforms). The passes between are the same for all.
#ifndef FFT_KERNELS_LINES_TILING_H_
#define FFT_KERNELS_LINES_TILING_H_

#include <optional>
#include <vector>

#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/lines/expressions.h"
#include "fft/kernels/lines/parameters.h"
#include "fft/kernels/lines/pass.h"
#include "fft/kernels/lines/ranged_axis.h"

namespace fft::kernels {

// A thread's place in the workgroup.
struct Lane {
  Ex thread;     // within its transform
  Ex transform;  // within the tile
};

// One side's address arithmetic, in elements: base + (first + c) * tile_stride + x * axis_stride,
// and in a plane + y * y_stride.
struct GlobalSide {
  Ex pointer;
  Ex tile_stride;
  Ex next_stride;  // of the loop that tiles wrap into
  Ex axis_stride;  // absent for unit stride
  Ex y_stride;     // of planes alone
};

// The tile of a workgroup in global memory.
class GlobalTile {
 public:
  explicit GlobalTile(const KernelSpec& spec) : spec_(spec) {}

  // Declares the kernel's parameters.
  void AddArguments(const std::vector<Parameter>& signature, Builder& b) {
    parameters_.Declare(spec_, signature, b);
  }
  // Splits a tile's number, which is the workgroup's, into tile and outer loop indices and makes
  // the bases.
  void ComputeOffsets(Builder& b) { ComputeOffsets(b, b.BlockIndex()); }
  void ComputeOffsets(Builder& b, Ex number);
  // The offsets of a tile whose first transform and place among the outer loops are known; `outer`
  // is not looked at without outer loops.
  void PlaceAt(Builder& b, Ex first, Ex outer);

  // The points `first_point + k * step` of transform c, k = 0 .. count-1, which are loaded or
  // stored. They lie along one axis; in a plane `across` is the index along the other one. Points
  // that memory does not hold (KernelSpec::in_range, out_range) load as zero, and are not stored.
  struct Points {
    Ex transform;
    Ex first_point;
    int64_t step = 1;
    Axis axis = Axis::kX;
    Ex across;
  };
  // Begins to copy the same points to elements `slots` of a shared array.
  void CopyFromGlobal(Builder& b, const Points& points, Ex to, const std::vector<Ex>& slots) const;
  std::vector<Ex> LoadFromGlobal(Builder& b, const Points& points, int count) const;
  void StoreToGlobal(Builder& b, const Points& points, const std::vector<Ex>& values) const;
  // Prefetches the same points of the workgroup's successor, where tiles come from memory.
  void PrefetchLoads(Builder& b, const Points& points, int count) const;
  void PrefetchStores(Builder& b, const Points& points, int count) const;

  // Whether transform c of the tile exists; absent where all transforms exist.
  Ex IsPresent(Ex transform) const;
  // Transform c if it exists, else the last one that does, which is safe to load from.
  Ex Present(Builder& b, Ex transform) const;
  // The second transform of line c. Where a line has no second transform, PresentSecondOf gives the
  // first one.
  Ex SecondOf(Ex transform) const;
  Ex PresentSecondOf(Builder& b, Ex transform) const;
  // Index of the loop (0: tile loop) for transform c.
  Ex LoopIndex(Builder& b, int loop, Ex transform) const;
  // Whether all transforms of a tile have one index of the loop.
  bool IsUniform(int loop) const { return loop >= first_outer(); }
  // Number of a point of transform c within the row of the convolution that it is part of.
  Ex NumberInRow(Builder& b, Ex transform, Ex point) const;

  Ex parameter(const Parameter& parameter) const;

 protected:
  const KernelSpec spec_;

 private:
  // Where a tile begins.
  struct Origin {
    Ex first;              // its first transform
    Ex in_base, out_base;  // of the outer loops' indices; absent without outer loops
    std::vector<Ex> loop_indices;
  };
  Origin OriginAt(Builder& b, Ex first, Ex outer) const;
  void TakeArguments();
  bool wraps() const { return spec_.tile_end == TileEnd::kWraps; }
  // The first loop of which all transforms of a tile have one index.
  int first_outer() const { return wraps() ? 2 : 1; }
  // Index of transform c along the tile loop, and of the loop that its tiles wrap into.
  Ex AlongTile(Ex transform, const Origin& origin) const;
  Ex AlongNext(Ex transform, const Origin& origin) const;
  const Ex& BaseOf(const GlobalSide& side, const Origin& origin) const {
    return &side == &in_ ? origin.in_base : origin.out_base;
  }
  Ex Address(Builder& b, const GlobalSide& side, const Origin& origin, const Points& points) const;
  void Prefetch(Builder& b, const GlobalSide& side, const Points& points, int count) const;
  // A point's place on a side that holds a range.
  struct Held {
    Ex at;      // absent: there is none
    Ex exists;  // absent: known
  };
  const std::optional<Range>& RangeOf(const GlobalSide& side) const {
    return &side == &in_ ? spec_.in_range : spec_.out_range;
  }
  std::vector<Held> HeldOf(Builder& b, const GlobalSide& side, const Points& points,
                           int count) const;
  std::vector<Ex> LoadHeld(Builder& b, const Points& points, int count) const;
  void StoreHeld(Builder& b, const Points& points, const std::vector<Ex>& values) const;
  // Indices of points `first_point + k * step`, k = 0 .. count-1.
  std::vector<Ex> ElementsOf(Builder& b, const GlobalSide& side, const Points& points,
                             int count) const;
  Ex StepOf(Builder& b, const GlobalSide& side, const Points& points) const;

  Parameters parameters_;
  Ex count_;  // transforms that tiles run along
  GlobalSide in_, out_;
  Origin origin_;
  Origin next_;  // of the successor; empty where tiles do not come from memory
};

// How the lanes of a kernel of one axis run over the tile.
class StockhamTiling : public GlobalTile {
 public:
  // Not for Tiling::kPlane, which has two axes.
  explicit StockhamTiling(const KernelSpec& spec) : GlobalTile(spec) {}

  // Where a thread stands on each side.
  Lane LoadLane(Builder& b) const;
  Lane StoreLane(Builder& b) const;
  // The tile's e-th element in the order of global memory on the load side, for staging.
  void StagedElement(Builder& b, Ex e, Ex* point, Ex* transform) const;

  // Consecutive lanes at the same point of neighbouring transforms.
  Lane AcrossTile(Builder& b) const;

 private:
  Lane AlongAxis(Builder& b) const;
};

}  // namespace fft::kernels

#endif  // FFT_KERNELS_LINES_TILING_H_
