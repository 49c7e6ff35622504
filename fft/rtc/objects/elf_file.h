// The section table of a 64-bit little-endian ELF file, from untrusted bytes.

#ifndef FFT_RTC_OBJECTS_ELF_FILE_H_
#define FFT_RTC_OBJECTS_ELF_FILE_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace fft::rtc {

struct ElfSection {
  absl::string_view name;
  uint32_t type = 0;
  uint32_t link = 0;
  // The size in memory; equals contents.size() except for sections without contents.
  uint64_t size = 0;
  absl::string_view contents;
};

struct ElfNote {
  absl::string_view owner;
  uint32_t type = 0;
  absl::string_view description;
};

// An ELF file. Its members are views into the bytes that it was parsed from.
struct ElfFile {
  uint16_t machine = 0;
  std::vector<ElfSection> sections;

  // The section of a name; null if there is none.
  const ElfSection* Find(absl::string_view name) const;
  // Every note of every note section, as far as they are well formed.
  std::vector<ElfNote> Notes() const;
  // The name of entry `index` of the symbol table; empty if there is no such symbol.
  absl::string_view SymbolName(uint64_t index) const;
  // Whether the symbol table has a symbol of this name, defined or not.
  bool HasSymbol(absl::string_view name) const;
};

constexpr uint16_t kElfMachineCuda = 190;
constexpr uint16_t kElfMachineAmdGpu = 224;

// Reads the section table. kInvalidArgument if the bytes are no such file or a table reaches
// outside of the file.
absl::StatusOr<ElfFile> ParseElf(absl::string_view bytes);

}  // namespace fft::rtc

#endif  // FFT_RTC_OBJECTS_ELF_FILE_H_
