#include "fft/rtc/objects/elf_file.h"

#include <elf.h>

#include <cstring>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/objects/byte_reader.h"

namespace fft::rtc {
namespace {

// The limit is far above what compilers write. It bounds the time that hostile tables can take.
constexpr uint16_t kMostSections = 4096;

absl::Status Malformed(absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("malformed ELF file: ", what));
}

template <typename Struct>
std::optional<Struct> ReadStruct(absl::string_view bytes, uint64_t offset) {
  const auto slice = SliceAt(bytes, offset, sizeof(Struct));
  if (!slice) return std::nullopt;
  Struct value;
  std::memcpy(&value, slice->data(), sizeof(Struct));
  return value;
}

absl::StatusOr<std::vector<Elf64_Shdr>> ReadSectionHeaders(absl::string_view bytes,
                                                           const Elf64_Ehdr& header) {
  std::vector<Elf64_Shdr> headers;
  if (header.e_shnum > kMostSections) return Malformed("too many sections");
  if (header.e_shnum > 0 && header.e_shentsize != sizeof(Elf64_Shdr)) {
    return Malformed("section headers of an unknown size");
  }
  for (uint64_t i = 0; i < header.e_shnum; ++i) {
    if (header.e_shoff > bytes.size()) return Malformed("section headers outside of the file");
    const auto section = ReadStruct<Elf64_Shdr>(bytes, header.e_shoff + i * sizeof(Elf64_Shdr));
    if (!section) return Malformed("section headers outside of the file");
    headers.push_back(*section);
  }
  return headers;
}

uint64_t RoundUpTo4(uint64_t n) { return (n + 3) & ~uint64_t{3}; }

void AppendNotes(absl::string_view contents, std::vector<ElfNote>& notes) {
  uint64_t at = 0;
  while (const auto header = ReadStruct<Elf64_Nhdr>(contents, at)) {
    const uint64_t owner_at = at + sizeof(Elf64_Nhdr);
    const auto owner = SliceAt(contents, owner_at, header->n_namesz);
    const uint64_t description_at = owner_at + RoundUpTo4(header->n_namesz);
    const auto description = SliceAt(contents, description_at, header->n_descsz);
    if (!owner || !description) return;
    notes.push_back({owner->substr(0, owner->find('\0')), header->n_type, *description});
    at = description_at + RoundUpTo4(header->n_descsz);
  }
}

}  // namespace

const ElfSection* ElfFile::Find(absl::string_view name) const {
  for (const ElfSection& section : sections) {
    if (section.name == name) return &section;
  }
  return nullptr;
}

std::vector<ElfNote> ElfFile::Notes() const {
  std::vector<ElfNote> notes;
  for (const ElfSection& section : sections) {
    if (section.type == SHT_NOTE) AppendNotes(section.contents, notes);
  }
  return notes;
}

absl::string_view ElfFile::SymbolName(uint64_t index) const {
  for (const ElfSection& section : sections) {
    if (section.type != SHT_SYMTAB || section.link >= sections.size()) continue;
    if (index >= section.contents.size() / sizeof(Elf64_Sym)) continue;
    const auto symbol = ReadStruct<Elf64_Sym>(section.contents, index * sizeof(Elf64_Sym));
    if (!symbol) continue;
    return TextAt(sections[section.link].contents, symbol->st_name).value_or("");
  }
  return {};
}

bool ElfFile::HasSymbol(absl::string_view name) const {
  const std::string with_end = std::string(name) + '\0';
  for (const ElfSection& section : sections) {
    if (section.type != SHT_SYMTAB || section.link >= sections.size()) continue;
    const absl::string_view names = sections[section.link].contents;
    for (uint64_t at = 0; at + sizeof(Elf64_Sym) <= section.contents.size();
         at += sizeof(Elf64_Sym)) {
      const auto symbol = ReadStruct<Elf64_Sym>(section.contents, at);
      if (symbol && symbol->st_name < names.size() &&
          absl::StartsWith(names.substr(symbol->st_name), with_end)) {
        return true;
      }
    }
  }
  return false;
}

absl::StatusOr<ElfFile> ParseElf(absl::string_view bytes) {
  const auto header = ReadStruct<Elf64_Ehdr>(bytes, 0);
  if (!header || !absl::StartsWith(bytes, ELFMAG)) return Malformed("no ELF header");
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB) {
    return Malformed("not 64-bit little-endian");
  }
  FFT_ASSIGN_OR_RETURN(const std::vector<Elf64_Shdr> headers, ReadSectionHeaders(bytes, *header));

  ElfFile file;
  file.machine = header->e_machine;
  for (const Elf64_Shdr& section : headers) {
    absl::string_view contents;
    if (section.sh_type != SHT_NOBITS && section.sh_type != SHT_NULL) {
      const auto slice = SliceAt(bytes, section.sh_offset, section.sh_size);
      if (!slice) return Malformed("a section outside of the file");
      contents = *slice;
    }
    file.sections.push_back({{}, section.sh_type, section.sh_link, section.sh_size, contents});
  }
  if (header->e_shstrndx < file.sections.size()) {
    const absl::string_view names = file.sections[header->e_shstrndx].contents;
    for (size_t i = 0; i < headers.size(); ++i) {
      file.sections[i].name = TextAt(names, headers[i].sh_name).value_or("");
    }
  }
  return file;
}

}  // namespace fft::rtc
