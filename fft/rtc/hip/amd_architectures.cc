#include "fft/rtc/hip/amd_architectures.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "fft/base/status.h"

namespace fft::rtc {
namespace {

constexpr const char* kManagers[] = {"libamd_comgr.so.3", "libamd_comgr.so.2"};

}  // namespace

absl::StatusOr<DynamicLibrary> OpenAmdCodeObjectManager() {
  for (const char* name : kManagers) {
    auto loaded = DynamicLibrary::FindLoaded(name);
    if (loaded.ok()) return loaded;
  }
  std::vector<DynamicLibrary> installed;
  for (const char* name : kManagers) {
    auto opened = DynamicLibrary::Open("the AMD code object manager", {name});
    if (opened.ok()) installed.push_back(*std::move(opened));
  }
  if (installed.size() != 1) {
    return absl::UnavailableError(
        absl::StrCat(installed.size(), " AMD code object managers are installed"));
  }
  return installed.front();
}

bool AmdArchitectures::Contains(const std::string& arch) const {
  return std::find(names.begin(), names.end(), arch) != names.end();
}

absl::StatusOr<AmdArchitectures> ListAmdArchitectures() {
  FFT_ASSIGN_OR_RETURN(const DynamicLibrary manager, OpenAmdCodeObjectManager());
  int (*get_count)(size_t*) = nullptr;
  int (*get_name)(size_t, const char**) = nullptr;
  FFT_RETURN_IF_ERROR(manager.Bind("amd_comgr_get_isa_count", &get_count));
  FFT_RETURN_IF_ERROR(manager.Bind("amd_comgr_get_isa_name", &get_name));

  AmdArchitectures result;
  result.library = manager.Identity();
  size_t count = 0;
  if (get_count(&count) != 0) {
    return absl::UnavailableError(absl::StrCat(manager.path(), " lists no architectures"));
  }
  for (size_t i = 0; i < count; ++i) {
    const char* name = nullptr;
    if (get_name(i, &name) != 0 || name == nullptr) continue;
    // The name is like "amdgcn-amd-amdhsa--gfx90a".
    const std::string isa = name;
    result.names.push_back(isa.substr(isa.rfind('-') + 1));
  }
  return result;
}

}  // namespace fft::rtc
