// Checks the formats of a problem's arrays and the operations on their elements.
#ifndef FFT_CORE_VALIDATE_FORMATS_H_
#define FFT_CORE_VALIDATE_FORMATS_H_

#include "absl/status/status.h"
#include "fft/core/problem.h"

namespace fft {

// Checks that formats, precisions, callbacks, window and function fit each other, the type and the
// placement.
absl::Status ValidateFormats(const Problem& problem);

}  // namespace fft

#endif  // FFT_CORE_VALIDATE_FORMATS_H_
