// libcufft.so.12 loaded as programs load it, beside a CUDA driver over host memory.
//
// A function is named as cuFFT's headers have it and found by its name and version:
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

// The function of that name and of the version of libcufft.so.12; the test fails where there is
// none.
void* FindCufft(const char* name);
template <typename Function>
Function* Cufft(const char* name) {
  return reinterpret_cast<Function*>(FindCufft(name));
}
#define CUFFT(name) (*::fft::testing::Cufft<decltype(name)>(#name))

// A function of the fake driver, or one that controls it.
void* FindDriver(const char* name);

// The names that symbols.txt lists.
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

// Makes the fake GPU's context the thread's own, as the CUDA runtime does.
class CufftTest : public ::testing::Test {
 protected:
  void SetUp() override;
  static void UseDevice();
  static void FailNext(const char* entry, int result);
  // Makes the n-th call of the driver fail, with `is_lasting` all later ones too; none for 0.
  // Returns the number of calls since the last time.
  static int FailNth(int n, int result, bool is_lasting);
  static void Capture(bool is_capturing);
  static size_t Allocations();
};

}  // namespace fft::testing

#endif  // TESTS_CUFFT_LOADED_CUFFT_H_
