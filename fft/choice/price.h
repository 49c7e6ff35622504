// The price of a kernel on a Target, in parts.
//
// Kernels are bound by memory: each side takes its bytes over the bandwidth, longer where
// contiguous runs are short or where its rows meet in few channels; passes over LDS and poor
// occupancy add shares of that.
#ifndef FFT_CHOICE_PRICE_H_
#define FFT_CHOICE_PRICE_H_

#include <cstdint>

#include "fft/core/dim.h"
#include "fft/core/target.h"
#include "fft/tree/kernel_choice.h"

namespace fft {

// Predictions err by more than this share, so smaller gains are ignored.
inline constexpr double kLeastGain = 0.03;

// Reports tell of choices that take longer, by more than this share, than what the model predicts
// to be the fastest.
inline constexpr double kToldGain = 0.01;

// One side of a kernel. For example, columns of single precision in tiles of 16 have element_bytes
// 8 and run_elements 16, and their row_stride is the length of a row.
struct Traffic {
  double bytes = 0;
  int64_t element_bytes = 0;
  int64_t run_elements = 1;  // contiguous
  // The number and stride of the dim that jumps from run to run of one tile.
  int64_t rows = 1;
  int64_t row_stride = 0;  // elements
  // Runs of a tile of columns begin at multiples of this many bytes within a sector.
  int64_t sector_step = kSectorBytes;
};

// The price of reading, writing, channels and the launch.
Price PriceOf(const Traffic& read, const Traffic& write, const Target& target);

// Adds shares of the time that moving the data takes: `passes` over LDS, each `pass_share`, and the
// LDS of a workgroup, which leaves room for fewer of them to hide latency.
struct WorkgroupUse {
  double passes = 0;
  int64_t lds_bytes = 0;
  double pass_share = 0;
};
void AddWorkgroup(const WorkgroupUse& use, const Target& target, Price* price);

// Replaces the shares of AddWorkgroup for a kernel that was measured on runs of at least
// `run_elements` on either side. It takes 1 / copy_share as long as a copy; what is more than the
// copy counts as passes. Shorter runs leave the price as it is.
struct Measured {
  double copy_share = 0;
  int64_t run_elements = 1;
};
void UseMeasured(const Measured& measured, const Traffic& read, const Traffic& write,
                 const Target& target, Price* price);

// Adds the cost of runs that are written in parts of sectors, however full the rows of a tile are.
void AddPartsOfSectors(const Traffic& write, bool in_place, const Target& target, Price* price);

// Slows a kernel down to `share` of a copy's speed at the most, however full its rows are.
void LimitSpeed(double share, const Traffic& read, const Traffic& write, const Target& target,
                Price* price);

// Stretches everything but the launch: only a part of the target is `busy` (0 to 1).
void AddIdleness(double busy, Price* price);

// Raises the price to at least `seconds`, without the launch (fft/choice/latency.h).
void AddLatency(double seconds, Price* price);

// Seconds that a plan is charged for a workspace of `bytes`: a part of the time of moving them
// once. Among plans of about equal traffic the charge favours those without a workspace.
double WorkspacePenaltySeconds(double bytes, const Target& target);

}  // namespace fft

#endif  // FFT_CHOICE_PRICE_H_
