// This library's libfftw3 or libfftw3f, loaded beside Debian's FFTW, which the test is linked with.
#ifndef TESTS_FFTW_LOADED_API_H_
#define TESTS_FFTW_LOADED_API_H_

#include <fftw3.h>

#include <string>

namespace fft::testing {

// The functions of one precision, found by their names.
class LoadedApi {
 public:
  // `file` lies in compat/fftw; the names of its functions begin with `prefix`. Fails the test, and
  // ends it, where there is no such library.
  LoadedApi(const std::string& file, std::string prefix);

  // `Function` is the type of the function, as FFTW's header declares it.
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
