#include "fft/choice/price.h"

#include <algorithm>
#include <cmath>

#include "fft/machine/model.h"

namespace fft {
namespace {

const TrafficWeights& WeightsOf(const Target& target) { return ModelOf(target).gpu.traffic; }

// The number of sectors that writing a run costs beyond its bytes, if it begins at a multiple of
// `step` bytes. Memory reads a sector before it writes a part of it, and sectors that two runs
// share are written twice.
double SectorsMoreOfARun(double step, const TrafficWeights& weights) {
  const double apart = 1 - step / static_cast<double>(kSectorBytes);
  return weights.sectors_more * apart * apart;
}

double Bandwidth(const Target& target) { return target.bandwidth_gbs * 1e9; }

// The factor by which a side takes longer than in full rows. A run shorter than a sector wastes the
// rest of the sector. Runs from a sector to a full row lose less the longer they are.
double Slowdown(const Traffic& side, const Target& target) {
  constexpr double kSector = static_cast<double>(kSectorBytes);
  const double run = static_cast<double>(side.run_elements * side.element_bytes);
  const double row = std::max<double>(target.tile_row_bytes, kSector);
  const double waste = std::max(1.0, kSector / run);
  return waste * std::pow(row / std::clamp(run, kSector, row), WeightsOf(target).row_exponent);
}

double SideSeconds(const Traffic& side, const Target& target) {
  return side.bytes * Slowdown(side, target) / Bandwidth(target);
}

// The seconds that writing a side takes. Memory reads a sector before it writes a part of it.
double WriteSeconds(const Traffic& side, const Target& target) {
  const double run = static_cast<double>(side.run_elements * side.element_bytes);
  return (run < kSectorBytes ? 2 : 1) * SideSeconds(side, target);
}

// The share of the memory channels that the rows of a tile leave idle.
double Conflicts(const Traffic& side, const Target& target) {
  const int64_t stride = side.row_stride * side.element_bytes;
  if (target.channels.conflict_share == 0 || side.rows < 2 ||
      stride < target.channels.interleave_bytes)
    return 0;
  const int64_t reachable = std::min(side.rows, target.channels.units);
  const double hit =
      static_cast<double>(std::min(target.channels.UnitsHit(stride, side.rows), reachable));
  return 1 - hit / static_cast<double>(reachable);
}

double Moving(const Price& price) { return price.read + price.write; }

}  // namespace

Price PriceOf(const Traffic& read, const Traffic& write, const Target& target) {
  Price price;
  price.read = SideSeconds(read, target);
  price.write = WriteSeconds(write, target);
  price.channels = target.channels.conflict_share *
                   (price.read * Conflicts(read, target) + price.write * Conflicts(write, target));
  price.launch = WeightsOf(target).launch_seconds;
  return price;
}

void AddWorkgroup(const WorkgroupUse& use, const Target& target, Price* price) {
  const TrafficWeights& weights = WeightsOf(target);
  price->passes += Moving(*price) * use.pass_share * use.passes;
  const double lds = static_cast<double>(use.lds_bytes) / static_cast<double>(target.lds_bytes);
  price->occupancy += Moving(*price) * weights.full_lds * std::max(0.0, lds - weights.free_lds) /
                      (1 - weights.free_lds);
}

void UseMeasured(const Measured& measured, const Traffic& read, const Traffic& write,
                 const Target& target, Price* price) {
  if (std::min(read.run_elements, write.run_elements) < measured.run_elements) return;
  price->read = read.bytes / Bandwidth(target);
  price->write = write.bytes / Bandwidth(target);
  price->passes = std::max(0.0, Moving(*price) * (1 / measured.copy_share - 1));
  price->occupancy = 0;
}

void AddPartsOfSectors(const Traffic& write, bool in_place, const Target& target, Price* price) {
  const double run = static_cast<double>(write.run_elements * write.element_bytes);
  // The price already charges runs shorter than a sector. In place, the sectors of longer runs are
  // in the cache.
  if (run < kSectorBytes || (in_place && run > kSectorBytes)) return;
  const TrafficWeights& weights = WeightsOf(target);
  const double sectors = SectorsMoreOfARun(static_cast<double>(write.sector_step), weights);
  const double seconds = write.bytes / run * sectors * kSectorBytes / Bandwidth(target);
  price->write += (in_place ? weights.sectors_in_place : 1) * seconds;
}

void LimitSpeed(double share, const Traffic& read, const Traffic& write, const Target& target,
                Price* price) {
  const double seconds = (read.bytes + write.bytes) / Bandwidth(target) / share;
  price->passes = std::max(0.0, seconds - Moving(*price));
  price->occupancy = 0;
}

void AddIdleness(double busy, Price* price) {
  price->occupancy += (price->Seconds() - price->launch) * (1 / busy - 1);
}

void AddLatency(double seconds, Price* price) {
  price->occupancy += std::max(0.0, seconds - (price->Seconds() - price->launch));
}

double WorkspacePenaltySeconds(double bytes, const Target& target) {
  return ModelOf(target).plan.workspace * bytes / Bandwidth(target);
}

}  // namespace fft
