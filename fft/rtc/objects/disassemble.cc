#include "fft/rtc/objects/disassemble.h"

#include <elf.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
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

// The tools that read the code of a machine; the first one that is installed is taken. The file's
// name follows their arguments.
struct Reader {
  uint16_t machine;
  const char* of;
  std::vector<Command> commands;
};

const std::vector<Reader>& Readers() {
  static const auto& readers = *new std::vector<Reader>{
      {kElfMachineAmdGpu,
       "AMD GPUs",
       {{"llvm-objdump", "-d", "-l"}, {"/opt/rocm/llvm/bin/llvm-objdump", "-d", "-l"}}},
      {kElfMachineCuda,
       "NVIDIA GPUs",
       {{"nvdisasm", "-c"}, {"/usr/local/cuda/bin/nvdisasm", "-c"}}},
      {EM_X86_64,
       "processors",
       {{"objdump", "-d", "-l", "--inlines", "-j", ".text", "--no-show-raw-insn", "-M", "intel"}}},
  };
  return readers;
}

absl::StatusOr<Listing> Printed(const Reader& reader, absl::string_view code) {
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

struct Location {
  std::string file;
  int line = 0;
};

// Reads the location that a line of a listing names: llvm-objdump's "; /tmp/k.hip:12", objdump's
// "/tmp/k.cc:12 (discriminator 1)" and "inlined by /tmp/k.cc:30 (k)". Returns false if the line
// names none.
bool ReadLocation(absl::string_view line, Location* location) {
  absl::ConsumePrefix(&line, "; ");
  absl::ConsumePrefix(&line, "inlined by ");
  line = line.substr(0, line.find(" ("));
  const size_t colon = line.rfind(':');
  if (!absl::StartsWith(line, "/") || colon == absl::string_view::npos) return false;
  if (!absl::SimpleAtoi(line.substr(colon + 1), &location->line)) return false;
  location->file = std::string(line.substr(0, colon));
  return true;
}

// Makes "1904:\ts_cbranch_scc0 65534 <k>" of "\ts_cbranch_scc0 65534   // 000000001904: BF84FFFE
// <k>". Lines without an encoding at their end stay as they are.
std::string WithoutEncoding(absl::string_view line) {
  const size_t behind = line.find("// ");
  const size_t colon = line.find(':', behind);
  if (behind == absl::string_view::npos || colon == absl::string_view::npos) {
    return std::string(line);
  }
  absl::string_view address = line.substr(behind + 3, colon - behind - 3);
  while (address.size() > 1 && absl::ConsumePrefix(&address, "0")) {
  }
  const size_t target = line.find('<', colon);
  return absl::StrCat(absl::AsciiStrToLower(address), ":\t",
                      absl::StripAsciiWhitespace(line.substr(0, behind)),
                      target == absl::string_view::npos ? "" : " ",
                      target == absl::string_view::npos ? "" : line.substr(target));
}

// The lines of the file that most locations name, which is the source.
std::vector<int> LinesOfSource(const std::vector<Location>& locations) {
  std::map<std::string, int> counts;
  for (const Location& location : locations) {
    if (location.line > 0) ++counts[location.file];
  }
  if (counts.empty()) return {};
  const std::string& source =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
        return a.second < b.second;
      })->first;
  std::vector<int> lines;
  for (const Location& location : locations) {
    lines.push_back(location.file == source ? location.line : 0);
  }
  return lines;
}

}  // namespace

absl::StatusOr<Listing> Disassemble(absl::string_view code_object) {
  FFT_ASSIGN_OR_RETURN(const absl::string_view code, UnwrapOffloadBundle(code_object));
  const absl::StatusOr<ElfFile> file = ParseElf(code);
  if (!file.ok()) {
    if (absl::StrContains(code.substr(0, 4096), ".version")) return Listing{std::string(code), {}};
    return file.status();
  }
  for (const Reader& reader : Readers()) {
    if (reader.machine == file->machine) return Printed(reader, code);
  }
  return absl::UnimplementedError(
      absl::StrCat("nothing reads the code of ELF machine ", file->machine));
}

Listing PlainListing(absl::string_view printed) {
  std::vector<std::string> instructions;
  std::vector<Location> locations;
  Location here;
  bool begun = false;
  for (absl::string_view line : absl::StrSplit(printed, '\n')) {
    // A label is "0000000000001100 <kernel>:", or nvdisasm's ".text.kernel:".
    const bool is_label = absl::EndsWith(line, ">:") || absl::StartsWith(line, ".text.");
    begun = begun || is_label;
    if (!begun || line.empty() || absl::StrContains(line, "s_code_end")) continue;
    if (is_label) here = {};
    // A line that names a location or a function names it for the lines that follow.
    if (ReadLocation(line, &here) || absl::StartsWith(line, "; ") || absl::EndsWith(line, "():")) {
      continue;
    }
    instructions.push_back(WithoutEncoding(line));
    locations.push_back(here);
  }
  while (!instructions.empty() && absl::EndsWith(instructions.back(), ":\ts_nop 0")) {
    instructions.pop_back();
    locations.pop_back();
  }
  instructions.push_back("");
  return {absl::StrJoin(instructions, "\n"), LinesOfSource(locations)};
}

}  // namespace fft::rtc
