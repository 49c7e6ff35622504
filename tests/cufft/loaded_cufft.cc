#include "tests/cufft/loaded_cufft.h"

#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>

namespace fft::testing {
namespace {

constexpr char kDriver[] = "fft/rtc/testing/libfake_cuda.so";

void* Open(const char* path) {
  void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) ADD_FAILURE() << dlerror();
  return library;
}

// Loads the library after it sets environment variables. The library reads them at its first use.
void* OpenCufft() {
  setenv("FFT_CUDA_LIBRARY", kDriver, 1);
  setenv("FFT_CUDA_COMPILER", "ptx", 1);
  setenv("FFT_RTC_SYS_CACHE_PATH", "none", 1);
  setenv("XDG_CACHE_HOME", ::testing::TempDir().c_str(), 1);
  return Open("compat/cufft/libcufft.so.12");
}

template <typename Function>
Function* Driver(const char* name) {
  return reinterpret_cast<Function*>(FindDriver(name));
}

}  // namespace

void* FindCufft(const char* name) {
  static void* const library = OpenCufft();
  void* const function = dlvsym(library, name, "libcufft.so.12");
  if (function == nullptr) ADD_FAILURE() << dlerror();
  return function;
}

void* FindDriver(const char* name) {
  static void* const library = Open(kDriver);
  void* const function = dlsym(library, name);
  if (function == nullptr) ADD_FAILURE() << dlerror();
  return function;
}

std::set<std::string> ListedNames() {
  std::ifstream file("compat/cufft/symbols.txt");
  std::set<std::string> names;
  for (std::string name; std::getline(file, name);) names.insert(name);
  return names;
}

DeviceMemory::DeviceMemory(size_t bytes) {
  uint64_t address = 0;
  EXPECT_EQ(Driver<int(uint64_t*, size_t)>("cuMemAlloc_v2")(&address, bytes), 0);
  data_ = reinterpret_cast<void*>(address);
}

DeviceMemory::~DeviceMemory() {
  EXPECT_EQ(Driver<int(uint64_t)>("cuMemFree_v2")(reinterpret_cast<uint64_t>(data_)), 0);
}

void CufftTest::SetUp() {
  ASSERT_EQ(Driver<int(unsigned)>("cuInit")(0), 0);
  UseDevice();
}

void CufftTest::UseDevice() {
  void* context = nullptr;
  ASSERT_EQ(Driver<int(void**, int)>("cuDevicePrimaryCtxRetain")(&context, 0), 0);
  ASSERT_EQ(Driver<int(void*)>("cuCtxSetCurrent")(context), 0);
}

void CufftTest::FailNext(const char* entry, int result) {
  Driver<void(const char*, int)>("fake_cuda_fail_next")(entry, result);
}

int CufftTest::FailNth(int n, int result, bool is_lasting) {
  return Driver<int(int, int, int)>("fake_cuda_fail_nth")(n, result, is_lasting ? 1 : 0);
}

void CufftTest::Capture(bool is_capturing) {
  Driver<void(int)>("fake_cuda_capture")(is_capturing ? 1 : 0);
}

size_t CufftTest::Allocations() { return Driver<size_t()>("fake_cuda_allocations")(); }

}  // namespace fft::testing
