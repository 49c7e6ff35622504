#include "fft/rtc/host/relocatable_object.h"

#include <dlfcn.h>
#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/host/thread_scratch.h"

namespace fft::rtc {
namespace {

// The size of a jump to a function that may lie further away than a call reaches: an indirect jump
// and its target.
constexpr size_t kJumpBytes = 16;
constexpr unsigned char kJump[] = {0xff, 0x25, 0, 0, 0, 0};

absl::Status Malformed(absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("the host cannot load the object: ", what));
}

template <typename T>
absl::StatusOr<T> ReadAt(absl::string_view bytes, uint64_t at) {
  if (at > bytes.size() || sizeof(T) > bytes.size() - at) return Malformed("it is cut short");
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

// Loads one file into memory.
class Loader {
 public:
  explicit Loader(absl::string_view bytes) : bytes_(bytes) {}

  absl::Status Plan();
  absl::Status Fill(unsigned char* memory);
  size_t size() const { return size_; }
  const std::unordered_map<std::string, size_t>& symbols() const { return symbols_; }

 private:
  static constexpr size_t kNowhere = std::numeric_limits<size_t>::max();

  absl::Status ReadSections();
  absl::Status ReadSymbols(const Elf64_Shdr& table);
  absl::Status Relocate(const Elf64_Shdr& table, unsigned char* memory);
  absl::StatusOr<std::string> NameAt(const Elf64_Shdr& strings, uint64_t at) const;
  absl::StatusOr<uint64_t> AddressOf(uint64_t symbol, unsigned char* memory);

  const absl::string_view bytes_;
  std::vector<Elf64_Shdr> sections_;
  std::vector<size_t> places_;  // the places of sections in memory
  struct Symbol {
    std::string name;
    size_t place = kNowhere;
    uint64_t jump = 0;  // place of the jump to the symbol; 0: none
  };
  std::vector<Symbol> table_;
  std::unordered_map<std::string, size_t> symbols_;
  size_t size_ = 0;
  size_t next_jump_ = 0;
};

absl::StatusOr<std::string> Loader::NameAt(const Elf64_Shdr& strings, uint64_t at) const {
  if (strings.sh_offset > bytes_.size() || at >= strings.sh_size ||
      strings.sh_size > bytes_.size() - strings.sh_offset) {
    return Malformed("a name lies outside of it");
  }
  const absl::string_view rest = bytes_.substr(strings.sh_offset + at, strings.sh_size - at);
  return std::string(rest.substr(0, rest.find('\0')));
}

absl::Status Loader::ReadSections() {
  FFT_ASSIGN_OR_RETURN(const auto head, ReadAt<Elf64_Ehdr>(bytes_, 0));
  if (head.e_type != ET_REL || head.e_machine != EM_X86_64) {
    return Malformed("it is made for another processor");
  }
  for (uint64_t i = 0; i < head.e_shnum; ++i) {
    FFT_ASSIGN_OR_RETURN(const auto section,
                         ReadAt<Elf64_Shdr>(bytes_, head.e_shoff + i * sizeof(Elf64_Shdr)));
    const bool has_bytes = section.sh_type != SHT_NOBITS && section.sh_type != SHT_NULL;
    if (has_bytes && (section.sh_offset > bytes_.size() ||
                      section.sh_size > bytes_.size() - section.sh_offset)) {
      return Malformed("a section lies outside of it");
    }
    sections_.push_back(section);
  }
  return absl::OkStatus();
}

absl::Status Loader::Plan() {
  FFT_RETURN_IF_ERROR(ReadSections());
  places_.assign(sections_.size(), kNowhere);
  for (size_t i = 0; i < sections_.size(); ++i) {
    const Elf64_Shdr& section = sections_[i];
    if ((section.sh_flags & SHF_ALLOC) == 0 || section.sh_size == 0) continue;
    if ((section.sh_flags & (SHF_WRITE | SHF_TLS)) != 0 || section.sh_type == SHT_NOBITS) {
      return Malformed("it has data that can be written");
    }
    const uint64_t alignment = std::max<uint64_t>(1, section.sh_addralign);
    if (alignment > 4096) return Malformed("a section is aligned beyond a page");
    size_ = (size_ + alignment - 1) / alignment * alignment;
    places_[i] = size_;
    size_ += section.sh_size;
  }
  for (const Elf64_Shdr& section : sections_) {
    if (section.sh_type == SHT_SYMTAB) FFT_RETURN_IF_ERROR(ReadSymbols(section));
  }
  next_jump_ = (size_ + kJumpBytes - 1) / kJumpBytes * kJumpBytes;
  size_ = next_jump_;
  for (const Symbol& symbol : table_) {
    if (symbol.place == kNowhere) size_ += kJumpBytes;
  }
  return absl::OkStatus();
}

absl::Status Loader::ReadSymbols(const Elf64_Shdr& table) {
  if (table.sh_link >= sections_.size()) return Malformed("its symbols have no names");
  for (uint64_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
    FFT_ASSIGN_OR_RETURN(const auto entry, ReadAt<Elf64_Sym>(bytes_, table.sh_offset + at));
    Symbol symbol;
    FFT_ASSIGN_OR_RETURN(symbol.name, NameAt(sections_[table.sh_link], entry.st_name));
    if (entry.st_shndx != SHN_UNDEF && entry.st_shndx < sections_.size()) {
      const size_t place = places_[entry.st_shndx];
      if (place != kNowhere && entry.st_value <= sections_[entry.st_shndx].sh_size) {
        symbol.place = place + entry.st_value;
        if (ELF64_ST_BIND(entry.st_info) == STB_GLOBAL) symbols_[symbol.name] = symbol.place;
      }
    }
    table_.push_back(std::move(symbol));
  }
  return absl::OkStatus();
}

absl::Status Loader::Fill(unsigned char* memory) {
  for (size_t i = 0; i < sections_.size(); ++i) {
    if (places_[i] == kNowhere) continue;
    std::memcpy(memory + places_[i], bytes_.data() + sections_[i].sh_offset, sections_[i].sh_size);
  }
  for (const Elf64_Shdr& section : sections_) {
    const bool is_placed = section.sh_info < places_.size() && places_[section.sh_info] != kNowhere;
    if (section.sh_type == SHT_RELA && is_placed) {
      FFT_RETURN_IF_ERROR(Relocate(section, memory));
    }
  }
  return absl::OkStatus();
}

// The address of a symbol. A function outside of the object is reached by a jump of its own.
absl::StatusOr<uint64_t> Loader::AddressOf(uint64_t symbol, unsigned char* memory) {
  if (symbol >= table_.size()) return Malformed("a relocation names no symbol");
  Symbol& entry = table_[symbol];
  const auto base = reinterpret_cast<uint64_t>(memory);
  if (entry.place != kNowhere) return base + entry.place;
  if (entry.jump == 0) {
    void* target = entry.name == "fft_scratch" ? reinterpret_cast<void*>(&ThreadScratch)
                                               : dlsym(RTLD_DEFAULT, entry.name.c_str());
    if (entry.name.empty() || target == nullptr) {
      return Malformed(absl::StrCat("nothing in the process is called \"", entry.name, "\""));
    }
    std::memcpy(memory + next_jump_, kJump, sizeof(kJump));
    std::memcpy(memory + next_jump_ + sizeof(kJump), &target, sizeof(target));
    entry.jump = next_jump_;
    next_jump_ += kJumpBytes;
  }
  return base + entry.jump;
}

absl::Status Loader::Relocate(const Elf64_Shdr& table, unsigned char* memory) {
  const Elf64_Shdr& target = sections_[table.sh_info];
  for (uint64_t at = 0; at + sizeof(Elf64_Rela) <= table.sh_size; at += sizeof(Elf64_Rela)) {
    FFT_ASSIGN_OR_RETURN(const auto entry, ReadAt<Elf64_Rela>(bytes_, table.sh_offset + at));
    const uint64_t type = ELF64_R_TYPE(entry.r_info);
    const size_t width = type == R_X86_64_64 ? 8 : 4;
    if (entry.r_offset > target.sh_size || width > target.sh_size - entry.r_offset) {
      return Malformed("a relocation lies outside of its section");
    }
    unsigned char* const place = memory + places_[table.sh_info] + entry.r_offset;
    FFT_ASSIGN_OR_RETURN(const uint64_t symbol, AddressOf(ELF64_R_SYM(entry.r_info), memory));
    const uint64_t value = symbol + static_cast<uint64_t>(entry.r_addend);
    if (type == R_X86_64_64) {
      std::memcpy(place, &value, sizeof(value));
      continue;
    }
    if (type != R_X86_64_PC32 && type != R_X86_64_PLT32) {
      return Malformed(absl::StrCat("it has a relocation of type ", type));
    }
    // The memory is far smaller than 2 GiB, so the distance fits 32 bits.
    const auto distance = static_cast<int32_t>(value - reinterpret_cast<uint64_t>(place));
    std::memcpy(place, &distance, sizeof(distance));
  }
  return absl::OkStatus();
}

// Maps a file with the memory's contents in its place. A system that lets no written memory become
// executable (systemd's MemoryDenyWriteExecute) still maps executable files.
bool MapFromFile(void* memory, size_t size) {
  const int fd = memfd_create("fft_kernel", MFD_CLOEXEC);
  if (fd < 0) return false;
  const absl::Cleanup close_file = [fd] { close(fd); };
  const auto* bytes = static_cast<const char*>(memory);
  for (size_t at = 0; at < size;) {
    const ssize_t wrote = write(fd, bytes + at, size - at);
    if (wrote < 0 && errno != EINTR) return false;
    at += std::max<ssize_t>(wrote, 0);
  }
  return mmap(memory, size, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, fd, 0) == memory;
}

}  // namespace

bool IsRelocatableObject(absl::string_view bytes) {
  const absl::StatusOr<Elf64_Ehdr> head = ReadAt<Elf64_Ehdr>(bytes, 0);
  return head.ok() && std::memcmp(head->e_ident, ELFMAG, SELFMAG) == 0 && head->e_type == ET_REL;
}

absl::StatusOr<RelocatableObject> RelocatableObject::Load(absl::string_view bytes) {
  if (!IsRelocatableObject(bytes)) return Malformed("it is no relocatable object");
  Loader loader(bytes);
  FFT_RETURN_IF_ERROR(loader.Plan());
  const size_t size = std::max<size_t>(1, loader.size());
  void* memory =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, /*fd=*/-1, 0);
  if (memory == MAP_FAILED) {
    return absl::ResourceExhaustedError(
        absl::StrCat("memory for a kernel: ", std::system_category().message(errno)));
  }
  RelocatableObject object(memory, size);
  FFT_RETURN_IF_ERROR(loader.Fill(static_cast<unsigned char*>(memory)));
  if (mprotect(memory, size, PROT_READ | PROT_EXEC) != 0 && !MapFromFile(memory, size)) {
    return absl::UnavailableError(absl::StrCat("memory of a kernel cannot be made executable: ",
                                               std::system_category().message(errno)));
  }
  object.symbols_ = loader.symbols();
  return object;
}

RelocatableObject::RelocatableObject(RelocatableObject&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)),
      bytes_(other.bytes_),
      symbols_(std::move(other.symbols_)) {}

RelocatableObject::~RelocatableObject() {
  if (memory_ != nullptr) munmap(memory_, bytes_);
}

void* RelocatableObject::Symbol(const std::string& name) const {
  const auto it = symbols_.find(name);
  return it == symbols_.end() ? nullptr : static_cast<unsigned char*>(memory_) + it->second;
}

}  // namespace fft::rtc
