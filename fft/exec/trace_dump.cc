#include "fft/exec/trace_dump.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace fft {
namespace {

// Returns the text as a file name. Letters, digits, '.', '-' and '_' stay, and the length is within
// the limits of file systems.
std::string Plain(const std::string& text) {
  constexpr size_t kMaxLength = 180;
  std::string plain = text.substr(0, kMaxLength);
  for (char& c : plain) {
    if (!absl::ascii_isalnum(c) && c != '.' && c != '-') c = '_';
  }
  return plain;
}

std::string TitleOf(const TraceEvent& event) {
  std::string title = event.stage;
  if (!event.pass.empty()) absl::StrAppend(&title, "_", event.pass);
  if (!event.subject.empty()) absl::StrAppend(&title, "_", event.subject);
  return title;
}

absl::Status CannotWrite(const std::filesystem::path& path) {
  return absl::UnavailableError(absl::StrCat("cannot write ", path.string()));
}

}  // namespace

std::vector<DumpFile> DumpFiles(const std::vector<TraceEvent>& events) {
  std::vector<DumpFile> files;
  std::map<std::string, size_t> shared;  // the file of each stage and subject
  for (const TraceEvent& event : events) {
    const std::string title = TitleOf(event);
    size_t index = files.size();
    if (event.text.empty()) index = shared.try_emplace(title, index).first->second;
    if (index == files.size()) {
      files.push_back(
          {absl::StrCat(absl::Dec(index, absl::kZeroPad3), "_", Plain(title), ".txt"), ""});
    }
    absl::StrAppend(&files[index].text, !event.text.empty() ? event.text : event.detail.dump(2),
                    "\n");
  }
  return files;
}

absl::Status WriteDump(const std::vector<TraceEvent>& events, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return CannotWrite(folder);
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".txt") std::filesystem::remove(entry.path(), error);
  }
  for (const DumpFile& dump : DumpFiles(events)) {
    const std::filesystem::path path = std::filesystem::path(folder) / dump.name;
    std::ofstream file(path, std::ios::binary);
    file << dump.text;
    file.close();
    if (!file) return CannotWrite(path);
  }
  return absl::OkStatus();
}

}  // namespace fft
