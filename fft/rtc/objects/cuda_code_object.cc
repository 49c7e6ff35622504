#include "fft/rtc/objects/cuda_code_object.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "fft/base/status.h"
#include "fft/rtc/objects/byte_reader.h"

namespace fft::rtc {
namespace {

// Attributes of .nv.info sections.
constexpr uint8_t kMaxThreads = 0x05;
constexpr uint8_t kFrameSize = 0x11;
constexpr uint8_t kRegisterCount = 0x2f;

// Only entry functions have a bank of parameters.
constexpr absl::string_view kParameterBank = ".nv.constant0.";
// The name for the part of a kernel's shared memory that the system keeps for itself, on GPUs that
// have such a part. Linked code has a symbol but no section of that name.
constexpr absl::string_view kReservedShared = ".nv.reservedSmem.offset0";
constexpr int64_t kReservedSharedBytes = 1024;

// Calls visit(attribute, payload) for each attribute that has a payload.
absl::Status ForEachAttribute(absl::string_view info,
                              const std::function<void(uint8_t, absl::string_view)>& visit) {
  constexpr uint8_t kSized = 4;
  uint64_t at = 0;
  while (at < info.size()) {
    const auto form = ReadAt<uint8_t>(info, at);
    const auto attribute = ReadAt<uint8_t>(info, at + 1);
    const auto size = ReadAt<uint16_t>(info, at + 2);
    if (!form || !attribute || !size) {
      return absl::InvalidArgumentError("malformed cubin: an attribute ends early");
    }
    at += 4;
    if (*form != kSized) continue;  // The value stands in place of the size.
    const auto payload = SliceAt(info, at, *size);
    if (!payload) return absl::InvalidArgumentError("malformed cubin: an attribute ends early");
    visit(*attribute, *payload);
    at += *size;
  }
  return absl::OkStatus();
}

KernelStats* Find(std::vector<KernelStats>& kernels, absl::string_view name) {
  auto found = std::find_if(kernels.begin(), kernels.end(),
                            [&](const KernelStats& k) { return k.kernel_name == name; });
  return found == kernels.end() ? nullptr : &*found;
}

// Reads registers and stack frames of all functions. They stand in one section, which names
// functions by symbols.
absl::Status ReadSharedInfo(const ElfFile& file, std::vector<KernelStats>& kernels) {
  const ElfSection* info = file.Find(".nv.info");
  if (info == nullptr) return absl::InvalidArgumentError("malformed cubin: no .nv.info section");
  return ForEachAttribute(info->contents, [&](uint8_t attribute, absl::string_view payload) {
    const auto symbol = ReadAt<uint32_t>(payload, 0);
    const auto value = ReadAt<uint32_t>(payload, 4);
    if (!symbol || !value || (attribute != kRegisterCount && attribute != kFrameSize)) return;
    KernelStats* kernel = Find(kernels, file.SymbolName(*symbol));
    if (kernel == nullptr) return;
    (attribute == kRegisterCount ? kernel->registers : kernel->scratch_bytes) = *value;
  });
}

absl::Status ReadKernelInfo(const ElfFile& file, KernelStats& kernel) {
  const ElfSection* info = file.Find(absl::StrCat(".nv.info.", kernel.kernel_name));
  if (info == nullptr) return absl::OkStatus();
  return ForEachAttribute(info->contents, [&](uint8_t attribute, absl::string_view payload) {
    if (attribute != kMaxThreads) return;
    int64_t threads = 1;
    for (int i = 0; i < 3; ++i) {
      threads *= std::min(ReadAt<uint32_t>(payload, 4 * i).value_or(0), uint32_t{65536});
    }
    kernel.max_threads = threads;
  });
}

int64_t StaticSharedBytes(const ElfFile& file, const std::string& kernel_name, bool is_reserved) {
  const ElfSection* section = file.Find(absl::StrCat(".nv.shared.", kernel_name));
  if (section == nullptr || section->size > INT32_MAX) return 0;
  const int64_t bytes = static_cast<int64_t>(section->size);
  return is_reserved && bytes >= kReservedSharedBytes ? bytes - kReservedSharedBytes : bytes;
}

// The number before `unit` in "800 bytes stack frame, 16 bytes spill stores"; 0 if it is absent.
int64_t NumberBefore(absl::string_view line, absl::string_view unit) {
  for (absl::string_view part : absl::StrSplit(line, ',')) {
    int64_t number = 0;
    part = absl::StripAsciiWhitespace(part);
    if (absl::ConsumeSuffix(&part, unit) && absl::SimpleAtoi(part, &number)) return number;
  }
  return 0;
}

// Reads the spills. ptxas writes "Function properties for NAME", and the spills on the next line.
void ReadSpills(absl::string_view log, std::vector<KernelStats>& kernels) {
  constexpr absl::string_view kHead = "Function properties for ";
  KernelStats* kernel = nullptr;
  for (absl::string_view line : absl::StrSplit(log, '\n')) {
    const size_t head = line.find(kHead);
    if (head != absl::string_view::npos) {
      kernel = Find(kernels, absl::StripAsciiWhitespace(line.substr(head + kHead.size())));
    } else if (kernel != nullptr && absl::StrContains(line, "spill stores")) {
      kernel->spilled_registers = NumberBefore(line, "bytes spill stores") / 4;
      kernel = nullptr;
    }
  }
}

}  // namespace

absl::StatusOr<std::vector<KernelStats>> ReadCudaStats(const ElfFile& file, absl::string_view log) {
  std::vector<KernelStats> kernels;
  for (const ElfSection& section : file.sections) {
    absl::string_view name = section.name;
    if (!absl::ConsumePrefix(&name, kParameterBank) || name.empty()) continue;
    kernels.push_back({.kernel_name = std::string(name)});
  }
  FFT_RETURN_IF_ERROR(ReadSharedInfo(file, kernels));
  const bool is_reserved = file.HasSymbol(kReservedShared);
  for (KernelStats& kernel : kernels) {
    FFT_RETURN_IF_ERROR(ReadKernelInfo(file, kernel));
    kernel.lds_bytes = StaticSharedBytes(file, kernel.kernel_name, is_reserved);
  }
  ReadSpills(log, kernels);
  return kernels;
}

}  // namespace fft::rtc
