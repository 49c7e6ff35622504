#include "fft/rtc/system/library_location.h"

#include <dlfcn.h>

#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace fft::rtc {
namespace {

// A constant. Its address lies in the file that this library is part of.
const char kAnchor = 0;

}  // namespace

std::string LibraryFolder() {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  Dl_info info;
  fs::path file = program;
  if (dladdr(&kAnchor, &info) != 0 && info.dli_fname != nullptr) {
    // For a program, this name is argv[0], which need not lead to the program's file.
    const fs::path named = fs::weakly_canonical(info.dli_fname, error);
    if (!error && fs::exists(named, error)) file = named;
  }
  return file.parent_path().string();
}

std::string FindBesideLibrary(absl::string_view name) {
  const std::string folder = LibraryFolder();
  if (folder.empty()) return "";
  for (const char* between : {"/", "/fft/", "/../lib/fft/"}) {
    const std::string path = absl::StrCat(folder, between, name);
    std::error_code error;
    if (std::filesystem::exists(path, error)) return path;
  }
  return "";
}

}  // namespace fft::rtc
