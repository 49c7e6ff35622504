// Everything that is decided about the kernel of a leaf: a value, made once (fft/choice/choose.h)
// and carried by the plan tree, the steps of a candidate and lowering.
#ifndef FFT_TREE_KERNEL_CHOICE_H_
#define FFT_TREE_KERNEL_CHOICE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fft/base/json_fwd.h"
#include "fft/core/dim.h"
#include "fft/shapes/kernel_shape.h"
#include "fft/shapes/plane_shape.h"
#include "fft/shapes/transpose_shape.h"

namespace fft {

enum class KernelKind {
#define KERNEL_KIND(id, name, explanation) id,
#include "fft/tree/kernel_kinds.def"
#undef KERNEL_KIND
};

// Kernels around a convolution, for a transform of another length.
inline bool IsConvolution(KernelKind kind) {
  return kind == KernelKind::kBluestein || kind == KernelKind::kRader;
}

// Kernels that transform twice, with a filter between.
inline bool HasFilter(KernelKind kind) {
  return IsConvolution(kind) || kind == KernelKind::kFilter;
}

// Where a kernel reads its large twiddles: from global memory, or from a copy in LDS.
enum class TableSpace { kGlobal, kLds };

// The rotation by exp(-+2 pi i j k / N) of a large transform, split into `steps` table look-ups
// over base 2^base_bits (rocFFT's code generator design, "Large twiddle tables"). `loops` supply j,
// the fastest digit first: each counts how often the one before it has run. Where a kernel unfolds
// rows, several loops count as they step along the row instead. 0 is the tile loop, i > 0 the i-th
// outer loop. k runs along the transformed axis. A transpose has no such axis: there `axis`
// supplies k, and `loops` and `axis` count 0 for X, 1 for Y and i > 1 for the loop i - 1. For
// example, N = 2^20 by {.steps = 2, .base_bits = 10, .loops = {0}} takes two look-ups in tables of
// 1024 rotations.
struct TwiddleSteps {
  int steps = 0;  // 0: no large twiddle
  int base_bits = 0;
  std::vector<int> loops;
  int axis = 0;
  TableSpace space = TableSpace::kGlobal;
  friend bool operator==(const TwiddleSteps&, const TwiddleSteps&) = default;
};

// Where tiles along loops[0] end. They stop with the loop, so that the last tile may be narrow, or
// wrap: a tile runs on at the next index of loops[1].
enum class TileEnd { kStops, kWraps };

// A leaf's index map arranged for its kernel: the loop that tiles run along, and the loops of the
// grid. Loops that step alike have become one. For example, 1000 rows of 256 points have `axes`
// {{256, 1, 1}}, `loops` {{1000, 256, 256}} and tiling kRowRow.
struct KernelMap {
  // Slowest first; lanes run along the last one. A transpose has none.
  Dims axes;
  // [0] is the loop that tiles run along, the others are the grid's. In a transpose [0] is X, along
  // which it reads, and [1] is Y, along which it writes. In a product with matrices [0] counts
  // modes, and [1] is a batch that shares matrices.
  Dims loops;
  Tiling tiling = Tiling::kRowRow;  // a transpose has kRowCol, or kRowRow as a copy
  TileEnd tile_end = TileEnd::kStops;
  // For each loop, by how much one step of it raises the index j of large twiddles.
  std::vector<int64_t> twiddle_steps;
  int twiddle_axis = -1;  // the loop of a transpose that supplies k; -1: none
  // What PlanNode::row says of the axis and of these loops.
  int64_t row_step = 0;
  std::vector<int64_t> row_steps;
  friend bool operator==(const KernelMap&, const KernelMap&) = default;
};

// The loops that count j, the fastest first (TwiddleSteps::loops).
std::vector<int> TwiddleLoops(const KernelMap& map);

// Predicted seconds of one launch, by cause. For example, 195 us of reads, 112 us of writes, 15 us
// of passes and 3 us of launch make Seconds() 325e-6.
struct Price {
  double read = 0;       // bytes over bandwidth; runs shorter than full rows cost more
  double write = 0;      // likewise
  double channels = 0;   // rows that meet in few memory channels
  double passes = 0;     // exchanges through LDS
  double occupancy = 0;  // LDS that leaves room for few workgroups, too few workgroups
  double launch = 0;
  double Seconds() const { return read + write + channels + passes + occupancy + launch; }
  friend bool operator==(const Price&, const Price&) = default;
};

// The shape of a kernel whose threads work by themselves.
struct ThreadsShape {
  int threads = 1;
  friend bool operator==(const ThreadsShape&, const ThreadsShape&) = default;
};

// The shape of a kernel that multiplies channels by matrices. A workgroup has `lanes` neighbouring
// modes. For each it has batch_groups x out_groups threads, and each of these computes batch_each x
// out_each results.
struct ChannelsShape {
  int lanes = 1;
  int batch_groups = 1, out_groups = 1;
  int batch_each = 1, out_each = 1;
  int threads() const { return lanes * batch_groups * out_groups; }
  int batch_tile() const { return batch_groups * batch_each; }
  int out_tile() const { return out_groups * out_each; }
  friend bool operator==(const ChannelsShape&, const ChannelsShape&) = default;
};

// How workgroups share the slowest loop of a map, the last of KernelMap::loops. Each run of
// `blocks` workgroups does the next `indices` indices of it. 0 blocks: not known.
struct SlowRun {
  int64_t blocks = 0;
  int64_t indices = 0;
  friend bool operator==(const SlowRun&, const SlowRun&) = default;
};

// Everything that is decided about the kernel of one leaf. An example is the kernel of 1000 rows of
// 256 points: `kind` is kStockham, `map` has one axis of 256 points and one loop of 1000 rows, and
// `shape` is a KernelShape. If its workgroups do 4 rows each, `blocks` is 250.
struct KernelChoice {
  KernelKind kind = KernelKind::kStockham;
  KernelMap map;
  // The shape of lines and convolutions, of planes, of transposes, of conversions, or of products
  // with matrices.
  std::variant<KernelShape, PlaneShape, TransposeShape, ThreadsShape, ChannelsShape> shape;
  TwiddleSteps twiddles;
  // 2 where a line of complex numbers is two transforms of reals; `shape` counts lines.
  int transforms_per_line = 1;
  // Lines that a first pass of this radix makes of each transform; `shape` counts lines
  // (KernelShapeRequest::lines_per_transform).
  int lines_per_transform = 1;
  int64_t blocks = 1;  // workgroups
  SlowRun slow_run;
  int64_t lds_bytes = 0;  // per workgroup, tables included
  int threads = 1;        // per workgroup
  int registers = 0;      // as KernelShape's; 0 where a kernel only converts or moves elements
  Origin origin = Origin::kModel;
  // Whether the kernel's code takes unit strides along the tile loop, and whole tiles, for granted
  // where the map has them. Compilers that vectorise need this.
  bool knows_tile = false;
  Price price;
  friend bool operator==(const KernelChoice&, const KernelChoice&) = default;

  // Transforms that a workgroup of lines does.
  int64_t TileWidth() const {
    return int64_t{line().transforms_per_group} * transforms_per_line / lines_per_transform;
  }
  const KernelShape& line() const { return std::get<KernelShape>(shape); }
  const PlaneShape& plane() const { return std::get<PlaneShape>(shape); }
  const TransposeShape& move() const { return std::get<TransposeShape>(shape); }
  const ChannelsShape& channels() const { return std::get<ChannelsShape>(shape); }
};

// A choice that many steps share. It compares by the choice it holds, like a value.
class SharedChoice {
 public:
  SharedChoice() = default;
  SharedChoice(KernelChoice choice)  // NOLINT: a choice is one
      : choice_(std::make_shared<const KernelChoice>(std::move(choice))) {}

  explicit operator bool() const { return choice_ != nullptr; }
  const KernelChoice& operator*() const { return *choice_; }
  const KernelChoice* operator->() const { return choice_.get(); }
  friend bool operator==(const SharedChoice& a, const SharedChoice& b) {
    return a.choice_ == b.choice_ || (a.choice_ && b.choice_ && *a.choice_ == *b.choice_);
  }

 private:
  std::shared_ptr<const KernelChoice> choice_;
};

std::string ToString(KernelKind kind);  // "stockham", "plane", "transpose", ...
std::string Explain(KernelKind kind);   // one line for people
// The shape in words: "16x16, 64 threads for 4 transforms, full exchange".
std::string DescribeShape(const KernelChoice& choice);
Json ToJson(const Price& price);
Json ToJson(const KernelChoice& choice);

}  // namespace fft

#endif  // FFT_TREE_KERNEL_CHOICE_H_
