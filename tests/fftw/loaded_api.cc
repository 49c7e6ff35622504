#include "tests/fftw/loaded_api.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace fft::testing {
namespace {

// Returns `found`, or ends the test with the loader's message if it is null.
void* OrExit(void* found) {
  if (found != nullptr) return found;
  std::fprintf(stderr, "%s\n", dlerror());
  std::exit(EXIT_FAILURE);
}

}  // namespace

LoadedApi::LoadedApi(const std::string& file, std::string prefix) : prefix_(std::move(prefix)) {
  // The library with FFTW's interface depends on libfft.so, which has no path before the
  // installation. After dlopen the loader finds it in the process by its name.
  OrExit(dlopen("packaging/libfft.so", RTLD_NOW | RTLD_GLOBAL));
  library_ = OrExit(dlopen(("compat/fftw/" + file).c_str(), RTLD_NOW | RTLD_LOCAL));
}

void* LoadedApi::Find(const std::string& name) const {
  return OrExit(dlsym(library_, name.c_str()));
}

}  // namespace fft::testing
