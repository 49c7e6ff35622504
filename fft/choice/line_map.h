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

// If rows are independent, shapes are chosen for this count of transforms, so that they do not
// depend on the real count.
inline constexpr int64_t kManyTransforms = int64_t{1} << 20;

// The way in which the lanes of a kernel over `axis` and `loops` run best. On each side lanes run
// along the axis if no loop has a smaller stride there. Otherwise they run across the loop with the
// smallest stride. Tiles run along `loop`. It is the loop with the smallest stride on the side
// whose lanes run across (on the output if both do), or the longest loop for kRowRow. Strides may
// be canonical or memory strides.
struct TileChoice {
  Tiling tiling = Tiling::kRowRow;
  int loop = -1;      // index into `loops`; -1: there is no loop
  int64_t count = 1;  // length of that loop
  friend bool operator==(const TileChoice&, const TileChoice&) = default;
};
TileChoice ChooseTile(const Dim& axis, const Dims& loops);

// The map of a leaf of one axis, with at least one loop. Loops are merged where they can be, except
// loops whose index is needed for twiddles or for steps along a row.
KernelMap MapLine(const KernelRequest& request);

// The side of a fused leaf whose array holds only the first points of each row; null if there is no
// such side.
int64_t Dim::*CutSide(const PlanNode& node);

// Changes the strides of CutSide for a kernel that counts along the row. The axis then steps from
// one point of the row to the next, and loops along the row have stride 0, since the kernel adds
// their row_steps to the index in the row.
void CountAlongRow(const PlanNode& node, KernelMap* map);

// The number of transforms that tiles divide: of loops[0], or of loops[0] and loops[1] if tiles
// wrap.
int64_t TileCount(const KernelMap& map);

// The number of tiles of `width` transforms in all loops.
int64_t TilesOf(const KernelMap& map, int64_t width);
// The number of workgroups that do `tiles` tiles.
int64_t GroupsFor(int64_t tiles, const KernelShape& shape, const Target& target);

// The traffic of both sides of a line kernel in tiles of `width` transforms. The map has memory
// strides.
struct SidesTraffic {
  Traffic read, write;
};
SidesTraffic LineTraffic(const KernelRequest& request, const KernelMap& map, int64_t width);

// The number of transforms of a tile if a problem is too small to give every compute unit a tile.
// Columns fill a sector of memory. The number of rows is the least power of two whose points are
// enough for a workgroup.
int64_t NarrowTile(Tiling tiling, int64_t length, Precision precision);

// How many of `count` transforms share a line of complex numbers: 2 or 1. A kernel between single
// reals and their spectra computes two transforms of reals as one complex transform (Cooley, Lewis,
// Welch, "The fast Fourier transform algorithm: programming considerations in the calculation of
// sine, cosine and Laplace transforms", 1970), unless rows have to be independent.
int TransformsPerLine(const KernelRequest& request, int64_t count);
// Whether a leaf computes its outputs two by two: in the spectrum of pairs, or in the spectra of
// the two transforms of a line.
bool TakesPairs(const PlanNode& node, int transforms_per_line);

// The shape of ShapeFor for lines of `transforms_per_line` transforms each. Sets wanted.count, and
// how tiles end in the map. On a GPU, tiles wrap if the tile loop would leave much of them empty.
// Unless the caller asked for a width, tiles are narrow if wide ones leave compute units idle, or
// if rows have room to spare.
absl::StatusOr<KernelShape> ShapeForTiles(const KernelRequest& request, int transforms_per_line,
                                          KernelShapeRequest* wanted, KernelMap* map);

// The shape narrowed to workgroups of one wavefront, for plain rows on a GPU. nullopt for other
// kernels, and if the shape's workgroups have one wavefront already.
std::optional<KernelShape> OfOneWavefront(const KernelShapeRequest& wanted,
                                          const KernelShape& shape, const Target& target);

// Whether tiles of `width` transforms leave more than half of a GPU's compute units without a tile.
bool LeavesUnitsIdle(const KernelRequest& request, const KernelMap& map, int64_t width);

// How many times a map repeats its axes: the product of its loops' lengths.
int64_t Rows(const KernelMap& map);

// How `blocks` workgroups divide the slowest loop. They do tiles of `width` transforms in order,
// along loops[0] first and along the last loop slowest.
SlowRun SlowRunOf(const KernelMap& map, int64_t width, int64_t blocks);

// Puts the shape into a choice, with the members that follow from it.
void TakeShape(const KernelRequest& request, KernelShape shape, KernelChoice* choice);

// Returns OutOfRange if `blocks` exceeds the workgroups that a grid holds.
absl::Status CheckGrid(const KernelRequest& request, int64_t blocks);

}  // namespace fft

#endif  // FFT_CHOICE_LINE_MAP_H_
