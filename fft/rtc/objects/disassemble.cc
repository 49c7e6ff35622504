#include "fft/rtc/objects/disassemble.h"

#include <elf.h>

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"
#include "fft/base/status.h"
#include "fft/rtc/objects/amd_code_object.h"
#include "fft/rtc/objects/elf_file.h"
#include "fft/rtc/system/subprocess.h"

namespace fft::rtc {
namespace {

constexpr absl::Duration kPatience = absl::Seconds(20);

using Command = std::vector<std::string>;

// The tools that read the code of a machine; the first that is installed is taken. The file's name
// goes behind their arguments.
struct Reader {
  uint16_t machine;
  const char* of;
  std::vector<Command> commands;
};

const std::vector<Reader>& Readers() {
  static const auto& readers = *new std::vector<Reader>{
      {kElfMachineAmdGpu,
       "AMD GPUs",
       {{"llvm-objdump", "-d"}, {"/opt/rocm/llvm/bin/llvm-objdump", "-d"}}},
      {kElfMachineCuda,
       "NVIDIA GPUs",
       {{"nvdisasm", "-c"}, {"/usr/local/cuda/bin/nvdisasm", "-c"}}},
      {EM_X86_64,
       "processors",
       {{"objdump", "-d", "-j", ".text", "--no-show-raw-insn", "-M", "intel"}}},
  };
  return readers;
}

absl::StatusOr<std::string> Printed(const Reader& reader, absl::string_view code) {
  FFT_ASSIGN_OR_RETURN(const TemporaryFolder folder, TemporaryFolder::Create(""));
  const std::string path = folder.path() + "/code.o";
  FFT_RETURN_IF_ERROR(WriteFile(path, std::string(code)));
  std::vector<std::string> names;
  for (Command command : reader.commands) {
    names.push_back(command.front());
    command.push_back(path);
    absl::StatusOr<ProcessOutput> output = RunProcess(command, kPatience);
    if (absl::IsUnavailable(output.status())) continue;
    if (!output.ok()) return output.status();
    if (output->exit.ok()) return PlainListing(output->standard_output);
    return absl::UnavailableError(absl::StrCat(
        command.front(), " cannot read this code: ", output->standard_error.substr(0, 200)));
  }
  return absl::UnavailableError(absl::StrCat("the code of ", reader.of, " is read with ",
                                             absl::StrJoin(names, " or "),
                                             ", which is not installed here"));
}

}  // namespace

absl::StatusOr<std::string> Disassemble(absl::string_view code_object) {
  FFT_ASSIGN_OR_RETURN(const absl::string_view code, UnwrapOffloadBundle(code_object));
  const absl::StatusOr<ElfFile> file = ParseElf(code);
  if (!file.ok()) {
    if (absl::StrContains(code.substr(0, 4096), ".version")) return std::string(code);
    return file.status();
  }
  for (const Reader& reader : Readers()) {
    if (reader.machine == file->machine) return Printed(reader, code);
  }
  return absl::UnimplementedError(
      absl::StrCat("nothing reads the code of ELF machine ", file->machine));
}

std::string PlainListing(absl::string_view printed) {
  std::string listing;
  bool begun = false;
  for (absl::string_view line : absl::StrSplit(printed, '\n')) {
    // "0000000000001100 <kernel>:", and nvdisasm's ".text.kernel:"
    begun = begun || absl::EndsWith(line, ">:") || absl::StartsWith(line, ".text.");
    if (!begun || line.empty() || absl::StrContains(line, "s_code_end")) continue;
    // "\ts_cbranch_scc0 65519   // 00000000190C: BF84FFEF <kernel+0x50>"
    const size_t behind = line.find("// ");
    const size_t colon = line.find(':', behind);
    if (behind == absl::string_view::npos || colon == absl::string_view::npos) {
      absl::StrAppend(&listing, line, "\n");
      continue;
    }
    absl::string_view address = line.substr(behind + 3, colon - behind - 3);
    while (address.size() > 1 && absl::ConsumePrefix(&address, "0")) {
    }
    const size_t target = line.find('<', colon);
    absl::StrAppend(&listing, absl::AsciiStrToLower(address), ":\t",
                    absl::StripAsciiWhitespace(line.substr(0, behind)),
                    target == absl::string_view::npos ? "" : " ",
                    target == absl::string_view::npos ? "" : line.substr(target), "\n");
  }
  constexpr absl::string_view kPadding = ":\ts_nop 0\n";
  while (absl::EndsWith(listing, kPadding)) {
    const size_t end = listing.rfind('\n', listing.size() - kPadding.size());
    listing.resize(end == std::string::npos ? 0 : end + 1);
  }
  return listing;
}

}  // namespace fft::rtc
