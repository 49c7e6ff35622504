// A library that takes another's place, loaded as programs load it, beside a HIP runtime over host
// memory.
//
//   const int result = library.Function<decltype(hipfftCreate)>("hipfftCreate")(&plan);
#ifndef TESTS_HIP_LOADED_LIBRARY_H_
#define TESTS_HIP_LOADED_LIBRARY_H_

#include <hip/hip_runtime_api.h>

#include <functional>
#include <set>
#include <string>

#include "fft/core/problem.h"
#include "tests/support/side.h"

// The functions that control the stand-in (fft/rtc/testing/fake_hip.cc).
extern "C" {
int fake_hip_live_objects();
int fake_hip_launches(hipStream_t stream);
void fake_hip_fail_next(const char* entry, int error);
int fake_hip_fail_nth(int n, int error, int is_lasting);
}

namespace fft::testing {

// Notes which of the functions in a file's list a test has asked for.
class LoadedLibrary {
 public:
  // The folder of the library has its list, symbols.txt. The environment makes the library use the
  // stand-in runtime and no kernels of earlier runs.
  LoadedLibrary(const std::string& folder, const std::string& name);

  // A function of the library; the test fails where there is none.
  template <typename Type>
  Type* Function(const char* name) {
    return reinterpret_cast<Type*>(Find(name));
  }
  // The listed functions that nobody has asked for.
  std::set<std::string> NotAskedFor() const { return not_asked_for_; }

 private:
  void* Find(const char* name);

  void* library_ = nullptr;
  std::set<std::string> not_asked_for_;
};

// A function of the stand-in runtime, or one that controls it: HIP(hipFree)(area).
void* FindInRuntime(const char* name);
#define HIP(name) (*reinterpret_cast<decltype(&(name))>(::fft::testing::FindInRuntime(#name)))

// Where plans run from now on: on the processor, which computes, or on the stand-in's GPU, on which
// kernels do nothing.
enum class Where { kHost, kStandIn };
void RunOn(Where where);

// The arrays of one execution. In place both sides are the same.
struct Arrays {
  void* in[2] = {nullptr, nullptr};  // the second one of planar formats
  void* out[2] = {nullptr, nullptr};
};
// Expects that `execute` computes `problem`, which is completed.
void ExpectComputes(const Problem& problem, const std::function<void(const Arrays&)>& execute);

}  // namespace fft::testing

#endif  // TESTS_HIP_LOADED_LIBRARY_H_
