// Loads libhipfft or librocfft of this project as programs load it, beside a HIP runtime over host
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

// A loaded library. It notes which functions of the library's list tests have asked for.
class LoadedLibrary {
 public:
  // Loads the library `name`. Its list of functions is symbols.txt in `folder`. Environment
  // variables make it use the stand-in runtime and no kernels of earlier runs.
  LoadedLibrary(const std::string& folder, const std::string& name);

  // Returns a function of the library. The test fails if it does not exist.
  template <typename Type>
  Type* Function(const char* name) {
    return reinterpret_cast<Type*>(Find(name));
  }
  // Returns the listed functions that no test has asked for.
  std::set<std::string> NotAskedFor() const { return not_asked_for_; }

 private:
  void* Find(const char* name);

  void* library_ = nullptr;
  std::set<std::string> not_asked_for_;
};

// Returns a function of the stand-in runtime, or a function that controls the runtime. For example,
// HIP(hipFree)(area).
void* FindInRuntime(const char* name);
#define HIP(name) (*reinterpret_cast<decltype(&(name))>(::fft::testing::FindInRuntime(#name)))

// Where plans run: on the processor, or on the stand-in's GPU, where kernels do nothing.
enum class Where { kHost, kStandIn };
void RunOn(Where where);

// The arrays of one execution. In place both sides are the same.
struct Arrays {
  void* in[2] = {nullptr, nullptr};  // the second array of a planar format
  void* out[2] = {nullptr, nullptr};
};
// Expects that `execute` computes the completed `problem`.
void ExpectComputes(const Problem& problem, const std::function<void(const Arrays&)>& execute);

}  // namespace fft::testing

#endif  // TESTS_HIP_LOADED_LIBRARY_H_
