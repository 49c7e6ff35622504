// Turns a lack of memory into an error, because no exception leaves the library's interfaces.
#ifndef FFT_BASE_OUT_OF_MEMORY_H_
#define FFT_BASE_OUT_OF_MEMORY_H_

#include <new>
#include <stdexcept>

#include "absl/status/status.h"

namespace fft {

// Returns a ResourceExhausted error. The error has no text if there is no memory for a text.
absl::Status OutOfMemory() noexcept;

// Returns the result of `body`, an absl::Status or StatusOr; OutOfMemory() if memory ran out.
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
