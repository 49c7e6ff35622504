#include "fft/rtc/objects/amd_code_object.h"

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "fft/rtc/objects/byte_reader.h"
#include "fft/rtc/objects/message_pack.h"

namespace fft::rtc {
namespace {

constexpr absl::string_view kBundleMagic = "__CLANG_OFFLOAD_BUNDLE__";
constexpr uint32_t kMetadataNote = 32;  // NT_AMDGPU_METADATA

absl::Status Malformed(absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("malformed AMD code object: ", what));
}

// The number in `stats` that a key of a kernel's metadata adds to; null for other keys.
int64_t* Destination(absl::string_view key, KernelStats& stats) {
  if (key == ".vgpr_count") return &stats.registers;
  if (key == ".agpr_count") return &stats.accumulation_registers;
  if (key == ".sgpr_count") return &stats.scalar_registers;
  if (key == ".group_segment_fixed_size") return &stats.lds_bytes;
  if (key == ".vgpr_spill_count" || key == ".sgpr_spill_count") return &stats.spilled_registers;
  if (key == ".private_segment_fixed_size") return &stats.scratch_bytes;
  if (key == ".max_flat_workgroup_size") return &stats.max_threads;
  return nullptr;
}

std::optional<KernelStats> ReadKernel(MessagePackReader& reader) {
  const auto pairs = reader.ReadMapSize();
  if (!pairs) return std::nullopt;
  KernelStats stats;
  for (uint32_t i = 0; i < *pairs; ++i) {
    const auto key = reader.ReadText();
    if (!key) return std::nullopt;
    if (*key == ".name") {
      const auto name = reader.ReadText();
      if (!name) return std::nullopt;
      stats.kernel_name = std::string(*name);
    } else if (int64_t* destination = Destination(*key, stats)) {
      const auto value = reader.ReadInteger();
      if (!value || *value < 0 || *value > INT32_MAX) return std::nullopt;
      *destination += *value;
    } else if (!reader.Skip()) {
      return std::nullopt;
    }
  }
  return stats;
}

absl::StatusOr<std::vector<KernelStats>> ReadMetadata(absl::string_view bytes) {
  MessagePackReader reader(bytes);
  const auto pairs = reader.ReadMapSize();
  if (!pairs) return Malformed("its metadata is no map");
  for (uint32_t i = 0; i < *pairs; ++i) {
    const auto key = reader.ReadText();
    if (!key) return Malformed("a key of its metadata is no text");
    if (*key != "amdhsa.kernels") {
      if (!reader.Skip()) return Malformed("its metadata ends early");
      continue;
    }
    const auto count = reader.ReadArraySize();
    if (!count) return Malformed("its list of kernels is no array");
    std::vector<KernelStats> kernels;
    for (uint32_t k = 0; k < *count; ++k) {
      auto kernel = ReadKernel(reader);
      if (!kernel) return Malformed(absl::StrCat("the metadata of kernel ", k, " is wrong"));
      kernels.push_back(*std::move(kernel));
    }
    return kernels;
  }
  return Malformed("its metadata lists no kernels");
}

}  // namespace

absl::StatusOr<absl::string_view> UnwrapOffloadBundle(absl::string_view bytes) {
  if (!absl::StartsWith(bytes, kBundleMagic)) return bytes;
  uint64_t at = kBundleMagic.size();
  const auto count = ReadAt<uint64_t>(bytes, at);
  if (!count) return Malformed("the offload bundle ends early");
  at += sizeof(uint64_t);
  for (uint64_t i = 0; i < *count; ++i) {
    const auto offset = ReadAt<uint64_t>(bytes, at);
    const auto size = ReadAt<uint64_t>(bytes, at + 8);
    const auto triple_size = ReadAt<uint64_t>(bytes, at + 16);
    if (!offset || !size || !triple_size) return Malformed("the offload bundle ends early");
    const auto triple = SliceAt(bytes, at + 24, *triple_size);
    const auto contents = SliceAt(bytes, *offset, *size);
    if (!triple || !contents) return Malformed("an entry lies outside of the offload bundle");
    if (absl::StrContains(*triple, "amdgcn") && !contents->empty()) return *contents;
    at += 24 + *triple_size;
  }
  return Malformed("the offload bundle has no AMD entry");
}

absl::StatusOr<std::vector<KernelStats>> ReadAmdStats(const ElfFile& file) {
  for (const ElfNote& note : file.Notes()) {
    if (note.owner == "AMDGPU" && note.type == kMetadataNote) return ReadMetadata(note.description);
  }
  return Malformed("it has no metadata note");
}

}  // namespace fft::rtc
