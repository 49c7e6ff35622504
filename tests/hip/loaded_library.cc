#include "tests/hip/loaded_library.h"

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/naive_dft.h"
#include "tests/support/reference.h"

namespace fft::testing {
namespace {

constexpr char kRuntime[] = "fft/rtc/testing/libfake_hip.so";

void* Open(const std::string& path) {
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) ADD_FAILURE() << dlerror();
  return library;
}

double Tolerance(Precision precision) {
  if (precision == Precision::kDouble) return 1e-14;
  return precision == Precision::kSingle ? 1e-6 : 2e-3;
}

}  // namespace

LoadedLibrary::LoadedLibrary(const std::string& folder, const std::string& name) {
  setenv("FFT_HIP_LIBRARY", kRuntime, 1);
  setenv("FFT_RTC_SYS_CACHE_PATH", "none", 1);
  setenv("FFT_RTC_CACHE_PATH", "none", 1);
  library_ = Open(folder + "/" + name);
  std::ifstream list(folder + "/symbols.txt");
  for (std::string line; std::getline(list, line);) not_asked_for_.insert(line);
}

void* LoadedLibrary::Find(const char* name) {
  void* const function = dlsym(library_, name);
  if (function == nullptr) ADD_FAILURE() << dlerror();
  not_asked_for_.erase(name);
  return function;
}

void* FindInRuntime(const char* name) {
  static void* const runtime = Open(kRuntime);
  void* const function = dlsym(runtime, name);
  if (function == nullptr) ADD_FAILURE() << dlerror();
  return function;
}

void RunOn(Where where) { setenv("FFT_DEVICE", where == Where::kHost ? "host" : "auto", 1); }

void ExpectComputes(const Problem& problem, const std::function<void(const Arrays&)>& execute) {
  SCOPED_TRACE(ToToken(problem));
  const bool is_in_place = problem.placement == Placement::kInPlace;
  const Side in = InputSide(problem), out = OutputSide(problem);
  Planes from = is_in_place ? Planes({in, out}) : Planes({in}), apart({out});
  Planes& to = is_in_place ? from : apart;
  Scatter(in, RandomInput<long double>(problem, 1), &from);
  const std::vector<long double> input = Gather<long double>(in, from);
  Arrays arrays;
  for (int i = 0; i < from.count(); ++i) arrays.in[i] = from.data(i);
  for (int i = 0; i < to.count(); ++i) arrays.out[i] = to.data(i);
  execute(arrays);
  const std::vector<long double> got = Gather<long double>(out, to);
  const std::vector<long double> wanted = NaiveDft(problem, input);
  ASSERT_EQ(got.size(), wanted.size());
  long double largest = 0, worst = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    largest = std::max(largest, std::abs(wanted[i]));
    worst = std::max(worst, std::abs(got[i] - wanted[i]));
  }
  EXPECT_LE(worst, Tolerance(problem.precision) * largest);
}

}  // namespace fft::testing
