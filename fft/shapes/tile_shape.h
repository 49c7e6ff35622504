// The shape of a tile of transforms that are cut by one split: part of fft/shapes/kernel_shape.cc.
#ifndef FFT_SHAPES_TILE_SHAPE_H_
#define FFT_SHAPES_TILE_SHAPE_H_

#include <cstdint>
#include <optional>

#include "fft/core/target.h"
#include "fft/shapes/kernel_shape.h"
#include "fft/shapes/kernel_split.h"

namespace fft {

// A tile of some transforms, each cut by a split. For example, {.transforms = 4, .exchange =
// Exchange::kFull} are four transforms that exchange whole complex numbers.
struct TileWish {
  int64_t transforms = 1;
  std::optional<Exchange> exchange;  // absent: the first that fits of those that the shape may use
  std::optional<int> pad_every;      // absent: ChooseLdsLayout chooses
  bool is_plain = false;             // PlainLdsLayout
  std::optional<LdsLayout> lds;      // this layout, which IsLdsLayout says the kernel may have
  int resident_groups = 0;           // 0: as many as registers and LDS allow
  std::optional<bool> staged;        // as ShapeWish's
  bool persistent = false;           // as KernelShape's
  bool is_tight = false;             // whether the least registers of RegisterNeed suffice
  int64_t spare = 0;                 // registers beyond the least that a thread has in any case
};
// The shape; nullopt if threads, registers or LDS of the Target do not suffice.
std::optional<KernelShape> ShapeOfTile(const KernelShapeRequest& request, const ThreadSplit& split,
                                       TileWish wish, const Target& target);

// The words of LDS besides those of the lines: the input and the output of each line's point 0.
int64_t PointsBeside(const KernelShapeRequest& request, const KernelShape& shape);

// How many neighbouring transforms of a tile of columns fill a sector; for rows and on a CPU, one
// transform. Narrower tiles of columns read each sector several times. Among 2,094 kernels of
// columns timed on an H200, only one is fastest with a narrower tile.
int64_t LeastTile(const KernelShapeRequest& request, const Target& target);

// Whether a kernel may have this KernelShape::copy_share: none, or one that prices can divide by.
inline bool IsCopyShare(double share) { return share == 0 || (1000 * share >= 1 && share <= 4); }

// The next narrower tile: half as many transforms; 0 if no tile is narrower.
int64_t Narrower(const KernelShapeRequest& request, int64_t transforms);

// The tile width to start from.
int64_t PreferredTransforms(const KernelShapeRequest& request, const Target& target,
                            int threads_per_transform);

}  // namespace fft

#endif  // FFT_SHAPES_TILE_SHAPE_H_
