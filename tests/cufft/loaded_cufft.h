// Loads libcufft.so.12 as programs load it, beside a CUDA driver over host memory.
//
// CUFFT(name) finds a function by its name in cuFFT's headers and its version:
//   CUFFT(cufftPlan1d)(&plan, 8, CUFFT_C2C, 1)
#ifndef TESTS_CUFFT_LOADED_CUFFT_H_
#define TESTS_CUFFT_LOADED_CUFFT_H_

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "compat/cufft/cufft.h"
#include "gtest/gtest.h"

namespace fft::testing {

// Results of cuFFT's interface.
enum CufftResult : int {
  kSuccess = 0x0,
  kInvalidPlan = 0x1,
  kAllocFailed = 0x2,
  kInvalidType = 0x3,
  kInvalidValue = 0x4,
  kExecFailed = 0x6,
  kSetupFailed = 0x7,
  kInvalidSize = 0x8,
  kNoWorkspace = 0xD,
  kNotImplemented = 0xE,
  kNotSupported = 0x10,
};

// Returns the function with this name and the version of libcufft.so.12. The test fails if it does
// not exist.
void* FindCufft(const char* name);
template <typename Function>
Function* Cufft(const char* name) {
  return reinterpret_cast<Function*>(FindCufft(name));
}
#define CUFFT(name) (*::fft::testing::Cufft<decltype(name)>(#name))

// Returns a function of the fake driver, or a function that controls the driver.
void* FindDriver(const char* name);

// Returns the names that symbols.txt lists.
std::set<std::string> ListedNames();

// Memory of the fake driver, which is host memory.
class DeviceMemory {
 public:
  explicit DeviceMemory(size_t bytes);
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  ~DeviceMemory();

  template <typename T>
  T* as() const {
    return static_cast<T*>(data_);
  }
  void* data() const { return data_; }

 private:
  void* data_ = nullptr;
};

// A test whose thread has the fake GPU's context, as under the CUDA runtime.
class CufftTest : public ::testing::Test {
 protected:
  void SetUp() override;
  static void UseDevice();
  static void FailNext(const char* entry, int result);
  // Makes the n-th call of the driver fail with `result`; with `is_lasting` all later calls too. n
  // = 0 lets no call fail. Returns the number of calls since the last FailNth.
  static int FailNth(int n, int result, bool is_lasting);
  static void Capture(bool is_capturing);
  static size_t Allocations();
};

}  // namespace fft::testing

#endif  // TESTS_CUFFT_LOADED_CUFFT_H_
