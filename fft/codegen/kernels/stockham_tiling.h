// How the lanes of a Stockham kernel run over global memory.
//
// A workgroup holds a tile: transforms_per_group neighbours along the tile loop, all points of
// each. A tiling says which way lanes run on the load and on the store side: along the transformed
// axis
// ("row": consecutive lanes hold consecutive points) or across the transforms ("col": consecutive
// lanes hold the same point of neighbouring transforms). The passes between are the same for all.
#ifndef FFT_CODEGEN_KERNELS_STOCKHAM_TILING_H_
#define FFT_CODEGEN_KERNELS_STOCKHAM_TILING_H_

#include <memory>
#include <vector>

#include "fft/codegen/ast/builder.h"
#include "fft/codegen/kernel_spec.h"

namespace fft::codegen {

// A thread's place in the workgroup.
struct Lane {
  Ex thread;     // within its transform
  Ex transform;  // within the tile
};

// One side's address arithmetic, in elements: base + (first + c) * tile_stride + p * axis_stride.
struct GlobalSide {
  Ex pointer;
  Ex base;  // of the outer loops' indices
  Ex tile_stride;
  Ex axis_stride;  // absent for unit stride
};

class StockhamTiling {
 public:
  static std::unique_ptr<StockhamTiling> Make(const KernelSpec& spec);
  virtual ~StockhamTiling() = default;

  // Declares the kernel's parameters in the order of Signature(spec).
  void AddArguments(Builder& b);
  // Splits the workgroup's number into tile and outer loop indices and makes the bases.
  void ComputeOffsets(Builder& b);
  // The same for a tile whose first transform and place among the outer loops are known; `outer`
  // is not looked at without outer loops.
  void PlaceAt(Builder& b, Ex first, Ex outer);

  // Where a thread stands on each side.
  virtual Lane LoadLane(Builder& b) const = 0;
  virtual Lane StoreLane(Builder& b) const = 0;
  // The tile's e-th element in the order of global memory of the load side, for staging.
  virtual void StagedElement(Builder& b, Ex e, Ex* point, Ex* transform) const = 0;

  // The value of point `first_point + k * step` of transform c, k = 0 .. count-1, and the reverse.
  struct Points {
    Ex transform;
    Ex first_point;
    int64_t step = 1;
  };
  std::vector<Ex> LoadFromGlobal(Builder& b, const Points& points, int count) const;
  void StoreToGlobal(Builder& b, const Points& points, const std::vector<Ex>& values) const;

  // True when transform c of the tile exists; absent when all of them do.
  Ex IsPresent(Ex transform) const;
  // The transform itself, or the last present one: safe to load from.
  Ex Present(Builder& b, Ex transform) const;
  // Index of the loop (0: tile loop) for transform c.
  Ex LoopIndex(Builder& b, int loop, Ex transform) const;

  Ex parameter(const std::string& name) const;

 protected:
  explicit StockhamTiling(const KernelSpec& spec) : spec_(spec) {}
  Lane AlongAxis(Builder& b) const;
  Lane AcrossTile(Builder& b) const;

  const KernelSpec spec_;

 private:
  Ex Address(Builder& b, const GlobalSide& side, const Points& points) const;
  Ex StepOf(Builder& b, const GlobalSide& side, int64_t step) const;

  std::vector<std::pair<std::string, Ex>> parameters_;
  GlobalSide in_, out_;
  Ex first_;                      // first transform of the tile
  std::vector<Ex> loop_indices_;  // of the outer loops
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_KERNELS_STOCKHAM_TILING_H_
