// The machine that a plan is made for. It is data, so planning needs no device.
#ifndef FFT_CORE_TARGET_H_
#define FFT_CORE_TARGET_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/base/json_fwd.h"
#include "fft/core/target_resources.h"

namespace fft {

// The language of a kernel's source. A Target has a dialect of C++: kHip, kCuda or kHostCpp. LLVM
// reads kHostLlvm in place of kHostCpp. NVIDIA's driver and nvJitLink read kCudaPtx in place of
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

// When and by how much the strides of temporary data are padded (fft/assign/padding.h). There are
// two reasons. Rows that lie a multiple of a large power of two apart fall into the same few memory
// channels and cache sets. And columns are written in parts of sectors if the distance of rows is
// no whole number of sectors. For example, with the defaults rows of 262144 elements lie 262208
// elements apart.
struct PaddingRule {
  int64_t min_length = 64;    // the fewest rows that are padded
  int64_t min_stride = 1024;  // the least stride that is padded, in elements
  int64_t multiple_of = 512;  // strides that are multiples of this are padded, in elements
  int64_t elements = 64;      // added to the stride; 0: this machine needs no padding
  // Whether rows get strides of whole sectors (kSectorBytes), so that columns are written in whole
  // sectors.
  bool whole_sectors = false;
  int64_t memory_share = 16;  // padding adds at most 1/memory_share to the memory of an edge
  friend bool operator==(const PaddingRule&, const PaddingRule&) = default;
};

// Memory is divided among `units` channels (of a CPU: cache sets): each `interleave_bytes` bytes
// lie in the next unit. Accesses that are `period()` bytes apart fall into the same unit.
struct ChannelModel {
  const char* unit = "channel";
  int64_t interleave_bytes = 256;
  int64_t units = 32;
  // If all rows of a kernel's input or output fall into one unit, the transfer takes (1 +
  // conflict_share) times as long.
  double conflict_share = 0;
  int64_t UnitOf(int64_t address) const { return address / interleave_bytes % units; }
  int64_t period() const { return interleave_bytes * units; }
  // The number of units that `count` accesses, `stride_bytes` apart, fall into. Only the first 64
  // accesses count.
  int64_t UnitsHit(int64_t stride_bytes, int64_t count) const;
  friend bool operator==(const ChannelModel&, const ChannelModel&) = default;
};

// The bytes that memory moves for an isolated element.
inline constexpr int64_t kSectorBytes = 32;
// The bytes of a cache line of a GPU. Memory is fastest in whole cache lines.
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
  int lds_banks = 32;              // each 4 bytes wide
  int compute_units = 0;
  int64_t l1_bytes = 0;  // data cache of a compute unit
  int64_t l2_bytes = 0;
  double bandwidth_gbs = 0;        // GB/s of device memory, reads and writes together
  int min_workgroup_threads = 64;  // small transforms are batched up to about this size
  int tile_row_bytes = 64;         // contiguous bytes a strided kernel moves per row
  // Whether every second kernel of a plan does its tiles from the last to the first.
  bool turns_groups = false;
  // Whether a kernel of a short plan is launched while the previous kernel still runs (CUDA's
  // programmatic dependent launch). True for NVIDIA's GPUs from sm_90 on.
  bool launches_early = false;
  // The most bytes between the two kernels of a relay (fft/exec/relay.h), which the first kernel
  // has written to the second cache and the second kernel has not read; 0: there are no relays.
  // Only sm_90 has a value, measured on an H200.
  int64_t relay_bytes = 0;
  // The bytes that a kernel prefetches into the second cache if one workgroup fills a compute unit
  // (fft/kernels/lower_plan.h), but at most the bytes that all units compute next; 0: none. Only
  // sm_90 has a value, measured on an H200.
  int64_t ahead_bytes = 0;
  // Whether threads can copy from memory to LDS while they compute, as on NVIDIA's GPUs from sm_80
  // on.
  bool copies_async = false;
  ChannelModel channels;
  PaddingRule padding;
  KernelResources resources;  // the registers and LDS that kernels take

  bool is_cpu() const { return IsHost(dialect); }
  friend bool operator==(const Target&, const Target&) = default;
};

// The table, in display order (target_table.cc).
const std::vector<Target>& Targets();

// Returns the entry of a name or alias ("H200" is an alias); NotFound lists the known names.
absl::StatusOr<Target> FindTarget(const std::string& name);

// Returns the entry for a device's architecture. Features such as ":sramecc+" are dropped, and an
// sm_ that is not in the table takes the nearest older entry. NotFound for all others.
absl::StatusOr<Target> TargetForArch(const std::string& arch);

std::string ToString(Dialect dialect);  // "hip", "cuda", "host"
Json ToJson(const Target& target);

}  // namespace fft

#endif  // FFT_CORE_TARGET_H_
