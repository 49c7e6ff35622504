// The machine a plan is made for, as data: planning needs no device.
#ifndef FFT_CORE_TARGET_H_
#define FFT_CORE_TARGET_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/base/json_fwd.h"
#include "fft/core/target_resources.h"

namespace fft {

// The language that a kernel's source is in. A Target has a C++ one: kHip, kCuda or kHostCpp. LLVM
// reads kHostLlvm in place of kHostCpp; NVIDIA's driver and nvJitLink read kCudaPtx in place of
// kCuda.
enum class Dialect { kHip, kCuda, kCudaPtx, kHostCpp, kHostLlvm };

constexpr bool IsHost(Dialect dialect) {
  return dialect == Dialect::kHostCpp || dialect == Dialect::kHostLlvm;
}

// The dialect that a compiler without C++ reads instead (rtc::Compiler::TakesIr).
constexpr Dialect IrDialect(Dialect dialect) {
  switch (dialect) {
    case Dialect::kCuda:
      return Dialect::kCudaPtx;
    case Dialect::kHostCpp:
      return Dialect::kHostLlvm;
    default:
      return dialect;
  }
}

// When and by how much the strides of temporary data are padded. Rows that lie a multiple of a
// large power of two apart fall into the same few memory channels and cache sets. Columns are
// written in parts of sectors where the rows' distance is no whole number of sectors.
// fft/assign/padding.h decides. For example, with the defaults rows of 262144 elements lie 262208
// apart.
struct PaddingRule {
  int64_t min_length = 64;    // rows that are written; fewer do no harm
  int64_t min_stride = 1024;  // elements between rows; also bounds the memory that padding adds
  int64_t multiple_of = 512;  // elements; strides that are no multiple of it do no harm
  int64_t elements = 64;      // added to the stride; 0: this machine needs no padding
  // Whether columns are written in whole sectors (kSectorBytes): rows get strides of whole ones.
  bool whole_sectors = false;
  int64_t memory_share = 16;  // padding adds at most 1/memory_share to the memory of an edge
  friend bool operator==(const PaddingRule&, const PaddingRule&) = default;
};

// Memory falls into `units` channels (of a CPU: cache sets), `interleave_bytes` at a time in turn.
// Accesses that are `period()` bytes apart fall into the same one.
struct ChannelModel {
  const char* unit = "channel";
  int64_t interleave_bytes = 256;
  int64_t units = 32;
  // The share of its time by which a side takes longer when all its rows fall into one unit.
  double conflict_share = 0;
  int64_t UnitOf(int64_t address) const { return address / interleave_bytes % units; }
  int64_t period() const { return interleave_bytes * units; }
  // Units that the first 64 of `count` accesses `stride_bytes` apart fall into.
  int64_t UnitsHit(int64_t stride_bytes, int64_t count) const;
  friend bool operator==(const ChannelModel&, const ChannelModel&) = default;
};

// Memory moves at least this much for each isolated element.
inline constexpr int64_t kSectorBytes = 32;
// Bytes of a line of a GPU's cache, which memory moves best.
inline constexpr int kLineBytes = 128;

// A machine that plans are made for. For example, FindTarget("sm_90") has a wavefront of 32 lanes,
// dialect kCuda and relay_bytes above 0.
struct Target {
  std::string name;         // key in the table and on the command line: "gfx90a", "sm_90", "host"
  std::string description;  // "AMD Instinct MI210/MI250"
  Dialect dialect = Dialect::kHip;
  int64_t lds_bytes = 0;           // per workgroup
  int wavefront = 64;              // lanes that run in lock step
  int max_threads = 1024;          // per workgroup
  int registers_per_thread = 255;  // 32-bit, architectural limit
  int64_t register_file = 65536;   // 32-bit registers shared by the threads of a workgroup
  int simd_units = 4;              // of a compute unit; each has its share of the register file
  int register_granule = 8;        // registers are given to threads in multiples of this
  int max_waves = 64;              // wavefronts that a compute unit holds at once
  int lds_banks = 32;              // of 4 bytes
  int compute_units = 0;
  int64_t l1_bytes = 0;  // data cache of a compute unit
  int64_t l2_bytes = 0;
  double bandwidth_gbs = 0;        // device memory, read + write
  int min_workgroup_threads = 64;  // small transforms are batched up to about this size
  int tile_row_bytes = 64;         // contiguous bytes a strided kernel moves per row
  // Whether every other kernel of a plan does its tiles from the last to the first.
  bool turns_groups = false;
  // Whether kernels of short plans are launched before the one in front of them has ended (CUDA's
  // programmatic dependent launch): NVIDIA's GPUs from sm_90 on.
  bool launches_early = false;
  // Bytes that the two kernels of a relay (fft/exec/relay.h) may have on their way between them in
  // the second-level cache; 0: there are no relays. Only sm_90 has a value, measured on an H200.
  int64_t relay_bytes = 0;
  // Bytes that kernels prefetch into the second-level cache, where one workgroup fills a compute
  // unit (fft/kernels/lower_plan.h). They are at the most those that all units compute next; 0:
  // none. Only sm_90 has a value, measured on an H200.
  int64_t ahead_bytes = 0;
  // Whether threads can copy from memory to LDS while they compute, as on NVIDIA's GPUs from sm_80
  // on.
  bool copies_async = false;
  ChannelModel channels;
  PaddingRule padding;
  KernelResources resources;  // the share of registers and LDS that kernels take

  bool is_cpu() const { return IsHost(dialect); }
  friend bool operator==(const Target&, const Target&) = default;
};

// The table, in display order (target_table.cc).
const std::vector<Target>& Targets();

// The entry of that name or alias ("H200" is one); NotFound lists the known names.
absl::StatusOr<Target> FindTarget(const std::string& name);

// The entry for a device's architecture, also for one that is not in the table by exact name:
// feature suffixes such as ":sramecc+" are dropped, and an unknown newer sm_ takes the nearest
// older entry.
absl::StatusOr<Target> TargetForArch(const std::string& arch);

std::string ToString(Dialect dialect);  // "hip", "cuda", "host"
Json ToJson(const Target& target);

}  // namespace fft

#endif  // FFT_CORE_TARGET_H_
