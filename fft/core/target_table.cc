// The entries of all machines that plans are made for. Planning has names of architectures only
// here.
#include <algorithm>
#include <array>
#include <cctype>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/json.h"
#include "fft/base/status.h"
#include "fft/core/resource_table.h"
#include "fft/core/target.h"

namespace fft {
namespace {

constexpr int64_t kKiB = 1024;
constexpr int64_t kMiB = 1024 * kKiB;
// A conflict share that is not measured. It only orders plans whose prices are equal otherwise.
constexpr double kConflictShare = 0.01;

// The figures of a GPU that differ between entries. All other figures follow from the vendor.
struct GpuFigures {
  const char* name;
  const char* description;
  int wavefront;
  int compute_units;
  int64_t register_file;  // 32-bit vector registers of one compute unit
  int64_t l2_bytes;
  double bandwidth_gbs;
};

Target AmdTarget(const GpuFigures& figures) {
  Target target;
  target.name = figures.name;
  target.description = figures.description;
  target.dialect = Dialect::kHip;
  target.lds_bytes = 64 * kKiB;
  target.wavefront = figures.wavefront;
  target.max_threads = 1024;
  // A register file of more than 65536 registers has 256 accumulation registers for each thread,
  // besides the 256 vector registers.
  target.registers_per_thread =
      figures.register_file > 65536 && figures.wavefront == 64 ? 512 : 256;
  target.register_file = figures.register_file;
  const bool wave32 = figures.wavefront == 32;
  target.simd_units = wave32 ? 2 : 4;
  target.register_granule = wave32 ? 16 : 8;
  target.max_waves = wave32 ? 32 : 40;
  target.lds_banks = 32;
  target.compute_units = figures.compute_units;
  target.l1_bytes = 16 * kKiB;
  target.l2_bytes = figures.l2_bytes;
  target.bandwidth_gbs = figures.bandwidth_gbs;
  target.min_workgroup_threads = 2 * figures.wavefront;
  target.tile_row_bytes = 64;
  target.channels = {"channel", 256, 32, kConflictShare};
  target.padding = {64, 1024, 512, 64, true};
  return target;
}

constexpr char kCudaPrefix[] = "sm_";

// Returns 90 for "sm_90" and "sm_90a"; -1 for a name of another form.
int CudaVersion(const std::string& arch) {
  if (!absl::StartsWith(arch, kCudaPrefix)) return -1;
  std::string digits = arch.substr(sizeof(kCudaPrefix) - 1);
  while (!digits.empty() && !absl::ascii_isdigit(digits.back())) digits.pop_back();
  int version = -1;
  return absl::SimpleAtoi(digits, &version) ? version : -1;
}

Target NvidiaTarget(const GpuFigures& figures, int64_t lds_bytes) {
  Target target;
  target.name = figures.name;
  target.description = figures.description;
  target.dialect = Dialect::kCuda;
  target.lds_bytes = lds_bytes;
  target.wavefront = figures.wavefront;
  target.max_threads = 1024;
  target.registers_per_thread = 255;
  target.register_file = figures.register_file;
  target.lds_banks = 32;
  target.compute_units = figures.compute_units;
  target.l1_bytes = 128 * kKiB;
  target.l2_bytes = figures.l2_bytes;
  target.bandwidth_gbs = figures.bandwidth_gbs;
  target.min_workgroup_threads = 128;
  target.tile_row_bytes = 128;
  target.turns_groups = true;
  target.launches_early = CudaVersion(target.name) >= 90;
  target.relay_bytes = target.name == "sm_90" ? 8 * kMiB : 0;
  target.ahead_bytes = target.name == "sm_90" ? 23 * kMiB : 0;
  target.copies_async = CudaVersion(target.name) >= 80;
  // Addresses are hashed over the channels, so the conflict share is 0: padding changes the time by
  // at most 2 % on an H200.
  target.channels = {"channel", 256, 32, 0};
  target.padding = {64, 1024, 512, 64, true};
  return target;
}

// The CPU as a target. Lanes are SIMD lanes, LDS is an array that stays in the cache, and a
// workgroup may have as many threads as its data has elements.
Target HostTarget() {
  Target target;
  target.name = "host";
  target.description = "this machine's CPU";
  target.dialect = Dialect::kHostCpp;
  target.lds_bytes = kMiB;
  target.wavefront = 16;
  target.max_threads = 1 << 20;
  target.lds_banks = 0;  // LDS lies in a cache
  target.compute_units = 1;
  target.l1_bytes = kMiB;  // one cache serves tables and data
  target.l2_bytes = kMiB;
  target.bandwidth_gbs = 28;
  target.min_workgroup_threads = 1;
  target.tile_row_bytes = 64;
  // The cache is set-associative, with 64 sets of 64-byte cache lines.
  target.channels = {"cache set", 64, 64, kConflictShare};
  // Padding by one cache line moves the next row to the next cache set.
  target.padding = {64, 1024, 256, 16};
  return target;
}

std::vector<Target> MakeTargets() {
  std::vector<Target> targets = {
      AmdTarget({"gfx906", "AMD Instinct MI50/MI60", 64, 60, 65536, 4 * kMiB, 1024}),
      AmdTarget({"gfx908", "AMD Instinct MI100", 64, 120, 65536, 8 * kMiB, 1229}),
      AmdTarget({"gfx90a", "AMD Instinct MI210/MI250 (one die)", 64, 104, 131072, 8 * kMiB, 1638}),
      AmdTarget({"gfx942", "AMD Instinct MI300X", 64, 304, 131072, 4 * kMiB, 5300}),
      AmdTarget({"gfx1030", "AMD Radeon RX 6800/6900", 32, 80, 65536, 4 * kMiB, 512}),
      AmdTarget({"gfx1100", "AMD Radeon RX 7900", 32, 96, 98304, 6 * kMiB, 960}),
      NvidiaTarget({"sm_80", "NVIDIA A100", 32, 108, 65536, 40 * kMiB, 1555}, 163 * kKiB),
      NvidiaTarget({"sm_90", "NVIDIA H100/H200", 32, 132, 65536, 50 * kMiB, 4800}, 227 * kKiB),
      HostTarget(),
  };
  for (Target& target : targets) {
    const auto row = LibraryResources().find(target.name);
    if (row != LibraryResources().end()) target.resources = row->second;
  }
  return targets;
}

struct Alias {
  const char* alias;
  const char* name;
};
constexpr Alias kAliases[] = {
    {"MI50", "gfx906"},  {"MI60", "gfx906"},   {"MI100", "gfx908"}, {"MI210", "gfx90a"},
    {"MI250", "gfx90a"}, {"MI250X", "gfx90a"}, {"MI300", "gfx942"}, {"MI300X", "gfx942"},
    {"A100", "sm_80"},   {"H100", "sm_90"},    {"H200", "sm_90"},   {"cpu", "host"},
};

const Target* FindByName(const std::string& name) {
  for (const Target& target : Targets()) {
    if (target.name == name) return &target;
  }
  return nullptr;
}

}  // namespace

int64_t ChannelModel::UnitsHit(int64_t stride_bytes, int64_t count) const {
  constexpr int64_t kAccesses = 64;
  std::array<int64_t, kAccesses> hit;
  // Whole periods do not change the unit. Without them i * step does not overflow.
  const int64_t step = stride_bytes % period();
  const int64_t accesses = std::clamp<int64_t>(count, 0, kAccesses);
  for (int64_t i = 0; i < accesses; ++i) hit[i] = UnitOf(i * step);
  std::sort(hit.begin(), hit.begin() + accesses);
  return std::unique(hit.begin(), hit.begin() + accesses) - hit.begin();
}

const std::vector<Target>& Targets() {
  static const auto* const kTargets = new std::vector<Target>(MakeTargets());
  return *kTargets;
}

absl::StatusOr<Target> FindTarget(const std::string& name) {
  std::string wanted = name;
  for (const Alias& alias : kAliases) {
    if (absl::EqualsIgnoreCase(name, alias.alias)) wanted = alias.name;
  }
  if (const Target* target = FindByName(wanted)) return *target;
  std::vector<std::string> known;
  for (const Target& target : Targets()) known.push_back(target.name);
  for (const Alias& alias : kAliases) known.push_back(alias.alias);
  return absl::NotFoundError(
      absl::StrCat("target is ", name, "; allowed: ", absl::StrJoin(known, ", ")));
}

absl::StatusOr<Target> TargetForArch(const std::string& arch) {
  const std::string base = arch.substr(0, arch.find(':'));
  if (const Target* target = FindByName(base)) return *target;
  const int version = CudaVersion(base);
  const Target* nearest = nullptr;
  int nearest_version = -1;
  for (const Target& target : Targets()) {
    const int row_version = CudaVersion(target.name);
    if (row_version > nearest_version && row_version <= version) {
      nearest = &target;
      nearest_version = row_version;
    }
  }
  if (nearest == nullptr) return FindTarget(base);
  return *nearest;
}

std::string ToString(Dialect dialect) {
  switch (dialect) {
    case Dialect::kHip:
      return "hip";
    case Dialect::kCuda:
      return "cuda";
    case Dialect::kCudaPtx:
      return "cuda_ptx";
    case Dialect::kHostCpp:
      return "host";
    case Dialect::kHostLlvm:
      return "host_llvm";
  }
  return "?";
}

Json ToJson(const Target& target) {
  return {{"name", target.name},
          {"description", target.description},
          {"dialect", ToString(target.dialect)},
          {"lds_bytes", target.lds_bytes},
          {"wavefront", target.wavefront},
          {"max_threads", target.max_threads},
          {"registers_per_thread", target.registers_per_thread},
          {"register_file", target.register_file},
          {"simd_units", target.simd_units},
          {"register_granule", target.register_granule},
          {"max_waves", target.max_waves},
          {"lds_banks", target.lds_banks},
          {"compute_units", target.compute_units},
          {"l1_bytes", target.l1_bytes},
          {"l2_bytes", target.l2_bytes},
          {"bandwidth_gbs", target.bandwidth_gbs},
          {"min_workgroup_threads", target.min_workgroup_threads},
          {"tile_row_bytes", target.tile_row_bytes},
          {"turns_groups", target.turns_groups},
          {"launches_early", target.launches_early},
          {"copies_async", target.copies_async},
          {"relay_bytes", target.relay_bytes},
          {"ahead_bytes", target.ahead_bytes},
          {"channels",
           {{"unit", target.channels.unit},
            {"interleave_bytes", target.channels.interleave_bytes},
            {"units", target.channels.units},
            {"conflict_share", target.channels.conflict_share}}},
          {"padding",
           {{"min_length", target.padding.min_length},
            {"min_stride", target.padding.min_stride},
            {"multiple_of", target.padding.multiple_of},
            {"elements", target.padding.elements},
            {"whole_sectors", target.padding.whole_sectors},
            {"memory_share", target.padding.memory_share}}}};
}

}  // namespace fft
