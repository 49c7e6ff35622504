#include "tests/fftw/loaded_api.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace fft::testing {
namespace {

// Ends the test where something is not found: the loader's words are the whole test's result then.
void* OrExit(void* found) {
  if (found != nullptr) return found;
  std::fprintf(stderr, "%s\n", dlerror());
  std::exit(EXIT_FAILURE);
}

}  // namespace

LoadedApi::LoadedApi(const std::string& file, std::string prefix) : prefix_(std::move(prefix)) {
  // Before both libraries are installed, the one with the interface cannot find the one below it by
  // a path. Once the latter is in the process, the loader finds it by its name.
  OrExit(dlopen("packaging/libfft.so", RTLD_NOW | RTLD_GLOBAL));
  library_ = OrExit(dlopen(("compat/fftw/" + file).c_str(), RTLD_NOW | RTLD_LOCAL));
}

void* LoadedApi::Find(const std::string& name) const {
  return OrExit(dlsym(library_, name.c_str()));
}

}  // namespace fft::testing
