#include "fft/rtc/cuda/toolkit_libraries.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"

namespace fft::rtc {
namespace {

namespace fs = std::filesystem;

constexpr std::array kRuntimes = {"libcudart.so.13", "libcudart.so.12", "libcudart.so.11.0"};

void AddFolder(const ToolkitLibrary& library, const fs::path& folder,
               std::vector<std::string>& candidates) {
  for (const std::string& soname : library.sonames) {
    std::error_code ignored;
    const fs::path file = folder / soname;
    if (fs::exists(file, ignored)) candidates.push_back(file.string());
  }
}

// Adds a toolkit's folders as NVIDIA's installers lay them out.
void AddToolkit(const ToolkitLibrary& library, const fs::path& root,
                std::vector<std::string>& candidates) {
  AddFolder(library, root / "lib64", candidates);
  AddFolder(library, root / "lib", candidates);
  AddFolder(library, root / "targets" / "x86_64-linux" / "lib", candidates);
}

// Adds the places beside a loaded CUDA runtime: its own folder, or NVIDIA's pip packages, which lie
// side by side as nvidia/cuda_runtime/lib and nvidia/cuda_nvrtc/lib (nvidia/cu13/lib since CUDA
// 13).
void AddNeighboursOfRuntime(const ToolkitLibrary& library, std::vector<std::string>& candidates) {
  for (const char* name : kRuntimes) {
    const auto runtime = DynamicLibrary::FindLoaded(name);
    if (!runtime.ok()) continue;
    const fs::path folder = fs::path(runtime->path()).parent_path();
    AddFolder(library, folder, candidates);
    AddFolder(library, folder.parent_path().parent_path() / library.pip_package / "lib",
              candidates);
  }
}

// Adds /usr/local/cuda first, then /usr/local/cuda-N from the newest.
void AddUsualToolkits(const ToolkitLibrary& library, std::vector<std::string>& candidates) {
  std::vector<fs::path> roots;
  std::error_code error;
  for (fs::directory_iterator entry("/usr/local", error), end; !error && entry != end;
       entry.increment(error)) {
    if (absl::StartsWith(entry->path().filename().string(), "cuda")) roots.push_back(entry->path());
  }
  auto version = [](const fs::path& root) {
    // A folder without a number is the toolkit that the machine has chosen. It comes first.
    double number = 1e9;
    const std::string name = root.filename().string();
    const size_t dash = name.find('-');
    if (dash != std::string::npos && !absl::SimpleAtod(name.substr(dash + 1), &number)) number = 0;
    return number;
  };
  std::sort(roots.begin(), roots.end(), [&](const fs::path& a, const fs::path& b) {
    return version(a) != version(b) ? version(a) > version(b) : a < b;
  });
  for (const fs::path& root : roots) AddToolkit(library, root, candidates);
}

}  // namespace

std::vector<std::string> ToolkitCandidates(const ToolkitLibrary& library,
                                           const std::vector<std::string>& folders) {
  std::vector<std::string> candidates;
  for (const std::string& folder : folders) AddFolder(library, folder, candidates);
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* root = std::getenv(variable);
    if (root != nullptr && root[0] != '\0') AddToolkit(library, root, candidates);
  }
  AddNeighboursOfRuntime(library, candidates);
  candidates.insert(candidates.end(), library.sonames.begin(), library.sonames.end());
  AddUsualToolkits(library, candidates);
  return candidates;
}

absl::StatusOr<DynamicLibrary> OpenToolkitLibrary(const ToolkitLibrary& library,
                                                  const std::string& path,
                                                  const std::vector<std::string>& folders) {
  return DynamicLibrary::Open(library.name, path.empty() ? ToolkitCandidates(library, folders)
                                                         : std::vector<std::string>{path});
}

}  // namespace fft::rtc
