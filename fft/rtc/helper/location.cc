#include "fft/rtc/helper/location.h"

#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/rtc/system/library_location.h"

namespace fft::rtc {
namespace {

namespace fs = std::filesystem;

constexpr char kName[] = "fft_rtc_helper";
// The helper's folders below a Bazel output tree, as the main repository and as an external one.
constexpr const char* kBazelFolders[] = {"fft/rtc/helper", "external/fft/fft/rtc/helper"};

// The `bin` folder of the Bazel output tree that `folder` lies in; empty if it lies in none.
// Folders further up are not searched, since other users may own them.
fs::path BazelBin(const fs::path& folder) {
  for (fs::path at = folder; at.has_relative_path(); at = at.parent_path()) {
    const fs::path config = at.parent_path();
    if (at.filename() == "bin" && config.parent_path().filename() == "bazel-out") return at;
  }
  return {};
}

bool IsProgram(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::vector<std::string> HelperCandidates(absl::string_view folder) {
  if (folder.empty()) return {};
  const fs::path here{std::string(folder)};
  const fs::path prefix = here.parent_path();
  std::vector<std::string> candidates = {
      (here / kName).string(),
      (here / "fft" / kName).string(),
      (prefix / "lib" / "fft" / kName).string(),
      (prefix / "libexec" / "fft" / kName).string(),
  };
  const fs::path bin = BazelBin(here);
  if (!bin.empty()) {
    for (const char* below : kBazelFolders) candidates.push_back((bin / below / kName).string());
  }
  return candidates;
}

absl::StatusOr<std::string> FindHelper(const std::string& path) {
  const std::vector<std::string> candidates =
      path.empty() ? HelperCandidates(LibraryFolder()) : std::vector<std::string>{path};
  for (const std::string& candidate : candidates) {
    if (IsProgram(candidate)) return candidate;
  }
  return absl::UnavailableError(
      absl::StrCat("no program ", kName, " at ", absl::StrJoin(candidates, ", ")));
}

}  // namespace fft::rtc
