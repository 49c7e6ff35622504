// Loads this library's libfftw3 or libfftw3f beside Debian's FFTW, with which the test is linked.
#ifndef TESTS_FFTW_LOADED_API_H_
#define TESTS_FFTW_LOADED_API_H_

#include <fftw3.h>

#include <string>

namespace fft::testing {

// The functions of one precision, found by their names.
class LoadedApi {
 public:
  // Loads `file` of compat/fftw. The names of its functions begin with `prefix`. Ends the test with
  // a failure if the library cannot be loaded.
  LoadedApi(const std::string& file, std::string prefix);

  // Returns a function by its name without the prefix. `Function` is its type in FFTW's header.
  template <typename Function>
  Function* Get(const std::string& name) const {
    return reinterpret_cast<Function*>(Find(prefix_ + name));
  }

 private:
  void* Find(const std::string& name) const;

  const std::string prefix_;
  void* library_ = nullptr;
};

}  // namespace fft::testing

#endif  // TESTS_FFTW_LOADED_API_H_
