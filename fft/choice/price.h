// The price of a kernel on a Target, in parts.
//
// Memory bounds kernels. The time of each side is its bytes over the bandwidth. A side takes longer
// if contiguous runs are short, or if its rows meet in few channels. Passes over LDS and poor
// occupancy add shares of the time of both sides.
#ifndef FFT_CHOICE_PRICE_H_
#define FFT_CHOICE_PRICE_H_

#include <cstdint>

#include "fft/core/dim.h"
#include "fft/core/target.h"
#include "fft/tree/kernel_choice.h"

namespace fft {

// Gains below this share are ignored, since predictions err by more.
inline constexpr double kLeastGain = 0.03;

// Reports mention a choice that is predicted to take longer than the fastest one by more than this
// share.
inline constexpr double kToldGain = 0.01;

// One side of a kernel. For example, columns of single precision in tiles of 16 have element_bytes
// 8 and run_elements 16, and their row_stride is the length of a row.
struct Traffic {
  double bytes = 0;
  int64_t element_bytes = 0;
  int64_t run_elements = 1;  // length of a contiguous run
  // The length and stride of the dim that steps from run to run in one tile.
  int64_t rows = 1;
  int64_t row_stride = 0;  // elements
  // Runs of a tile of columns begin at multiples of this many bytes within a sector.
  int64_t sector_step = kSectorBytes;
};

// The price of reading, writing, channels and the launch.
Price PriceOf(const Traffic& read, const Traffic& write, const Target& target);

// What a workgroup does besides moving data. AddWorkgroup charges shares of the time of moving the
// data: `pass_share` for each of `passes` over LDS, and a share for a large use of LDS. If a
// workgroup takes much LDS, fewer workgroups fit a compute unit to hide latency.
struct WorkgroupUse {
  double passes = 0;
  int64_t lds_bytes = 0;
  double pass_share = 0;
};
void AddWorkgroup(const WorkgroupUse& use, const Target& target, Price* price);

// A measured kernel with runs of at least `run_elements` on both sides. It takes 1 / copy_share
// times as long as a copy. UseMeasured charges the time beyond the copy's as passes, in place of
// the shares of AddWorkgroup. For shorter runs the price stays as it is.
struct Measured {
  double copy_share = 0;
  int64_t run_elements = 1;
};
void UseMeasured(const Measured& measured, const Traffic& read, const Traffic& write,
                 const Target& target, Price* price);

// Adds the cost of runs that begin or end inside a sector, even if a tile's rows are full.
void AddPartsOfSectors(const Traffic& write, bool in_place, const Target& target, Price* price);

// Replaces the passes and the occupancy that AddWorkgroup has set, so that the kernel reaches
// `share` of a copy's speed, or less if its reads and writes take longer.
void LimitSpeed(double share, const Traffic& read, const Traffic& write, const Target& target,
                Price* price);

// Stretches everything but the launch, since only the share `busy` (0 to 1) of the target works.
void AddIdleness(double busy, Price* price);

// Raises the price to at least `seconds`, without the launch (fft/choice/latency.h).
void AddLatency(double seconds, Price* price);

// The seconds charged to a plan for a workspace of `bytes`: a share of the time of moving them
// once. Among plans of about equal traffic, the charge favours plans without a workspace.
double WorkspacePenaltySeconds(double bytes, const Target& target);

}  // namespace fft

#endif  // FFT_CHOICE_PRICE_H_
