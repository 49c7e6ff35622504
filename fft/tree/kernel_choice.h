// KernelChoice holds all decisions about the kernel of a leaf. It is a value, made once
// (fft/choice/choose.h); the plan tree, the steps of a candidate and lowering pass it on.
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

// Whether kernels of the kind compute a transform as a convolution of another length.
inline bool IsConvolution(KernelKind kind) {
  return kind == KernelKind::kBluestein || kind == KernelKind::kRader;
}

// Whether kernels of the kind transform twice, with a product with a filter in between.
inline bool HasFilter(KernelKind kind) {
  return IsConvolution(kind) || kind == KernelKind::kFilter;
}

// Where a kernel reads its large twiddles: from global memory, or from a copy in LDS.
enum class TableSpace { kGlobal, kLds };

// The rotation by exp(-+2 pi i j k / N) of a large transform, split into `steps` table look-ups
// over base 2^base_bits (rocFFT's code generator design, "Large twiddle tables"). For example, N =
// 2^20 by {.steps = 2, .base_bits = 10, .loops = {0}} takes two look-ups in tables of 1024
// rotations.
//
// `loops` lists the loops that supply j: 0 is the tile loop, i > 0 the i-th outer loop. Their
// indices are the digits of j, the fastest digit first. In a kernel that unfolds rows, each index
// counts in j as many times as its loop steps along the row. k runs along the transformed axis. A
// transpose has no transformed axis, so `axis` is the loop that supplies k. In a transpose `loops`
// and `axis` number the loops otherwise: 0 is X, 1 is Y, and i > 1 is loop i - 1.
struct TwiddleSteps {
  int steps = 0;  // 0: no large twiddle
  int base_bits = 0;
  std::vector<int> loops;
  int axis = 0;
  TableSpace space = TableSpace::kGlobal;
  friend bool operator==(const TwiddleSteps&, const TwiddleSteps&) = default;
};

// Where tiles along loops[0] end. With kStops a tile ends with the loop, so the last tile may be
// narrow. With kWraps a tile continues at the next index of loops[1].
enum class TileEnd { kStops, kWraps };

// The index map of a leaf as its kernel takes it: the loop that tiles run along, and the loops of
// the grid. Loops that step like one loop are merged. For example, 1000 rows of 256 points have
// `axes` {{256, 1, 1}}, `loops` {{1000, 256, 256}} and tiling kRowRow.
struct KernelMap {
  // Slowest first; lanes run along the last one. A transpose has none.
  Dims axes;
  // [0] is the loop that tiles run along, the others are the grid's. In a transpose [0] is X, along
  // which it reads, and [1] is Y, along which it writes. In a product with matrices [0] counts
  // modes, and [1] is a batch that shares matrices.
  Dims loops;
  Tiling tiling = Tiling::kRowRow;  // in a transpose kRowCol; kRowRow if it only copies
  TileEnd tile_end = TileEnd::kStops;
  // By how much one step of each loop raises the index j of large twiddles.
  std::vector<int64_t> twiddle_steps;
  int twiddle_axis = -1;  // the loop of a transpose that supplies k; -1: none
  // axis_step and loop_steps of PlanNode::row, for the axis and for these loops.
  int64_t row_step = 0;
  std::vector<int64_t> row_steps;
  friend bool operator==(const KernelMap&, const KernelMap&) = default;
};

// The loops that supply j, the fastest first (TwiddleSteps::loops).
std::vector<int> TwiddleLoops(const KernelMap& map);

// Predicted seconds of one launch, by cause. For example, 195 us of reads, 112 us of writes, 15 us
// of passes and 3 us of launch make Seconds() 325e-6.
struct Price {
  double read = 0;       // bytes over bandwidth; runs shorter than full rows cost more
  double write = 0;      // the same for writes
  double channels = 0;   // rows that meet in few memory channels
  double passes = 0;     // exchanges through LDS
  double occupancy = 0;  // too few workgroups at once: the LDS holds few, or there are few
  double launch = 0;
  double Seconds() const { return read + write + channels + passes + occupancy + launch; }
  friend bool operator==(const Price&, const Price&) = default;
};

// The shape of a kernel whose threads share no data.
struct ThreadsShape {
  int threads = 1;
  friend bool operator==(const ThreadsShape&, const ThreadsShape&) = default;
};

// The shape of a kernel that multiplies channels by matrices. A workgroup computes `lanes`
// neighbouring modes, each by batch_groups x out_groups threads. Each thread computes batch_each x
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

// How workgroups share the slowest loop of a map, the last of KernelMap::loops. The first `blocks`
// workgroups do its first `indices` indices, the next `blocks` workgroups the next ones, and so on.
// 0 blocks: not known.
struct SlowRun {
  int64_t blocks = 0;
  int64_t indices = 0;
  friend bool operator==(const SlowRun&, const SlowRun&) = default;
};

// All decisions about the kernel of one leaf. For example, for 1000 rows of 256 points `kind` is
// kStockham, `map` has one axis of 256 points and one loop of 1000 rows, and `shape` is a
// KernelShape. If each workgroup does 4 rows, `blocks` is 250.
struct KernelChoice {
  KernelKind kind = KernelKind::kStockham;
  KernelMap map;
  // The shape of a kernel for lines or convolutions, for planes, for transposes, for conversions,
  // or for products with matrices.
  std::variant<KernelShape, PlaneShape, TransposeShape, ThreadsShape, ChannelsShape> shape;
  TwiddleSteps twiddles;
  // 2 if each line of complex numbers holds two transforms of reals, else 1. `shape` counts lines.
  int transforms_per_line = 1;
  // The number of lines that the first passes make of each transform (LineRadices); 1: none do.
  // `shape` counts lines (KernelShapeRequest::lines_per_transform).
  int lines_per_transform = 1;
  int64_t blocks = 1;  // workgroups
  SlowRun slow_run;
  int64_t lds_bytes = 0;  // per workgroup, tables included
  int threads = 1;        // per workgroup
  int registers = 0;      // of a thread (KernelShape); 0 if the kernel only converts or moves
  Origin origin = Origin::kModel;
  // Whether the kernel's code is made for unit strides along the tile loop and for whole tiles, if
  // the map has them. Compilers that vectorise need this.
  bool knows_tile = false;
  Price price;
  friend bool operator==(const KernelChoice&, const KernelChoice&) = default;

  // The transforms that one workgroup does, in a kernel for lines.
  int64_t TileWidth() const {
    return int64_t{line().transforms_per_group} * transforms_per_line / lines_per_transform;
  }
  const KernelShape& line() const { return std::get<KernelShape>(shape); }
  const PlaneShape& plane() const { return std::get<PlaneShape>(shape); }
  const TransposeShape& move() const { return std::get<TransposeShape>(shape); }
  const ChannelsShape& channels() const { return std::get<ChannelsShape>(shape); }
};

// A choice that many steps share. Two of them are equal if the choices that they hold are equal.
class SharedChoice {
 public:
  SharedChoice() = default;
  SharedChoice(KernelChoice choice)  // NOLINT: converts
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
// The shape as text: "16x16, 64 threads for 4 transforms, full exchange".
std::string DescribeShape(const KernelChoice& choice);
Json ToJson(const Price& price);
Json ToJson(const KernelChoice& choice);

}  // namespace fft

#endif  // FFT_TREE_KERNEL_CHOICE_H_
