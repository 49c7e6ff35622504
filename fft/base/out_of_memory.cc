#include "fft/base/out_of_memory.h"

namespace fft {

absl::Status OutOfMemory() noexcept {
  try {
    return absl::ResourceExhaustedError("out of memory");
  } catch (const std::bad_alloc&) {
    return absl::Status(absl::StatusCode::kResourceExhausted, "");
  }
}

}  // namespace fft
