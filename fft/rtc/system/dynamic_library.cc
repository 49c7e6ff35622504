#include "fft/rtc/system/dynamic_library.h"

#include <dlfcn.h>
#include <link.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/rtc/system/exit_gate.h"

namespace fft::rtc {
namespace {

std::string LoaderError() {
  const char* error = dlerror();
  return error == nullptr ? "unknown loader error" : error;
}

}  // namespace

DynamicLibrary DynamicLibrary::FromHandle(void* handle, const std::string& name) {
  link_map* map = nullptr;
  std::string path = name;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map != nullptr && map->l_name[0] != '\0') {
    path = map->l_name;
  }
  std::error_code error;
  const std::filesystem::path resolved = std::filesystem::canonical(path, error);
  return DynamicLibrary(handle, error ? path : resolved.string());
}

absl::StatusOr<DynamicLibrary> DynamicLibrary::Open(const std::string& what,
                                                    const std::vector<std::string>& candidates) {
  std::vector<std::string> reasons;
  for (const std::string& candidate : candidates) {
    void* handle = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle != nullptr) {
      CloseGateBefore(handle);
      return FromHandle(handle, candidate);
    }
    reasons.push_back(LoaderError());
  }
  return absl::UnavailableError(
      absl::StrCat(what, " could not be loaded: ", absl::StrJoin(reasons, "; ")));
}

absl::StatusOr<DynamicLibrary> DynamicLibrary::FindLoaded(const std::string& name) {
  void* handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
  if (handle == nullptr) return absl::NotFoundError(absl::StrCat(name, " is not loaded"));
  return FromHandle(handle, name);
}

absl::StatusOr<void*> DynamicLibrary::Lookup(const char* symbol) const {
  void* address = dlsym(handle_, symbol);
  if (address == nullptr) {
    return absl::UnavailableError(absl::StrCat(path_, " has no entry point ", symbol));
  }
  return address;
}

std::string DynamicLibrary::Identity() const {
  std::error_code error;
  const auto bytes = std::filesystem::file_size(path_, error);
  const std::string file = std::filesystem::path(path_).filename().string();
  return error ? file : absl::StrCat(file, " (", bytes, " bytes)");
}

}  // namespace fft::rtc
