// Memory that runs out becomes an error like others: the library's interfaces let no exception out.
#ifndef FFT_BASE_OUT_OF_MEMORY_H_
#define FFT_BASE_OUT_OF_MEMORY_H_

#include <new>
#include <stdexcept>

#include "absl/status/status.h"

namespace fft {

// A ResourceExhausted error, made also where there is no memory for its text.
absl::Status OutOfMemory() noexcept;

// The result of `body`, an absl::Status or StatusOr; OutOfMemory() where memory ran out.
template <typename Body>
auto CatchOutOfMemory(Body body) -> decltype(body()) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return OutOfMemory();
  } catch (const std::length_error&) {
    return OutOfMemory();
  }
}

}  // namespace fft

#endif  // FFT_BASE_OUT_OF_MEMORY_H_
