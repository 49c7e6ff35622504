// The index map of kernels that work along one axis.
#ifndef FFT_CHOICE_LINE_MAP_H_
#define FFT_CHOICE_LINE_MAP_H_

#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "fft/choice/price.h"
#include "fft/choice/request.h"
#include "fft/core/dim.h"
#include "fft/tree/kernel_choice.h"

namespace fft {

// The count of transforms that shapes are chosen for where rows are independent, so that a shape
// does not depend on the real count.
inline constexpr int64_t kManyTransforms = int64_t{1} << 20;

// Which way the lanes of a kernel over `axis` and `loops` run best, each side apart: along the axis
// where no loop has a smaller stride, else across the loop of the smallest stride. Tiles run along
// `loop`. It is the closest loop of the side that is across (the output side when both are), or the
// longest loop for kRowRow. Takes canonical or memory strides.
struct TileChoice {
  Tiling tiling = Tiling::kRowRow;
  int loop = -1;      // index into `loops`; -1: there is no loop
  int64_t count = 1;  // length of that loop
  friend bool operator==(const TileChoice&, const TileChoice&) = default;
};
TileChoice ChooseTile(const Dim& axis, const Dims& loops);

// The map of a leaf of one axis, with at least one loop. Loops are merged, except those whose index
// counts because it supplies twiddles or steps along a row.
KernelMap MapLine(const KernelRequest& request);

// The side of a fused leaf whose array holds only a row's points, so that positions there are
// numbers within the row; null where no side does.
int64_t Dim::*CutSide(const PlanNode& node);

// Counts that side of the map from the start of the row.
void CountAlongRow(const PlanNode& node, KernelMap* map);

// Transforms that tiles run along: of loops[0], or of both loops where tiles wrap.
int64_t TileCount(const KernelMap& map);

// Tiles of `width` transforms in all loops.
int64_t TilesOf(const KernelMap& map, int64_t width);
// Workgroups that do `tiles` tiles.
int64_t GroupsFor(int64_t tiles, const KernelShape& shape, const Target& target);

// The traffic of both sides of a line kernel in tiles of `width` transforms. The map has memory
// strides.
struct SidesTraffic {
  Traffic read, write;
};
SidesTraffic LineTraffic(const KernelRequest& request, const KernelMap& map, int64_t width);

// Transforms of a tile where a problem is too small to give every compute unit a tile: as few as
// runs in memory, or a wavefront's work, allow.
int64_t NarrowTile(Tiling tiling, int64_t length, Precision precision);

// How many of `count` transforms share a line of complex numbers. Where a kernel goes between reals
// and their spectra as they stand, two transforms of reals are one of complex numbers (Cooley,
// Lewis, Welch, "The fast Fourier transform algorithm: programming considerations in the
// calculation of sine, cosine and Laplace transforms", 1970), unless rows are to be independent.
int TransformsPerLine(const KernelRequest& request, int64_t count);
// Whether the outputs of a leaf leave two by two: the spectra of pairs, or of the two transforms of
// a line.
bool TakesPairs(const PlanNode& node, int transforms_per_line);

// The shape of ShapeFor for lines of `transforms_per_line` transforms each; sets wanted.count and
// what the map says of tiles. On a GPU tiles wrap where the tile loop would leave much of them
// empty. Unless the width was asked for, tiles are narrow where wide ones leave units idle, or
// where rows have room to spare.
absl::StatusOr<KernelShape> ShapeForTiles(const KernelRequest& request, int transforms_per_line,
                                          KernelShapeRequest* wanted, KernelMap* map);

// The shape narrowed to workgroups of one wavefront, for plain rows on a GPU. There is none where
// its workgroups have one wavefront already, and for other kernels.
std::optional<KernelShape> OfOneWavefront(const KernelShapeRequest& wanted,
                                          const KernelShape& shape, const Target& target);

// Whether tiles of `width` transforms leave more than half of a GPU's compute units without one.
bool LeavesUnitsIdle(const KernelRequest& request, const KernelMap& map, int64_t width);

// How many times a map repeats its axes: the product of its loops.
int64_t Rows(const KernelMap& map);

// How `blocks` workgroups share the slowest loop, if they do tiles of `width` transforms along
// loops[0] first and the last loop slowest.
SlowRun SlowRunOf(const KernelMap& map, int64_t width, int64_t blocks);

// Puts the shape into a choice, with the members that follow from it.
void TakeShape(const KernelRequest& request, KernelShape shape, KernelChoice* choice);

// OutOfRange for more workgroups than a grid holds.
absl::Status CheckGrid(const KernelRequest& request, int64_t blocks);

}  // namespace fft

#endif  // FFT_CHOICE_LINE_MAP_H_
