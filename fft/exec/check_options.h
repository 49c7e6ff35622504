// Refuses values that are not allowed in the enumerations of a Problem or of PlanOptions.
#ifndef FFT_EXEC_CHECK_OPTIONS_H_
#define FFT_EXEC_CHECK_OPTIONS_H_

#include "absl/status/status.h"
#include "fft/core/problem.h"
#include "fft/plan/plan_options.h"

namespace fft {

// Returns InvalidArgument if an enumeration holds a number that is none of its values. A C program
// or a wrong cast may write such a number. The error names the field, the number and the names.
absl::Status CheckEnumerations(const Problem& problem, const PlanOptions& options);

}  // namespace fft

#endif  // FFT_EXEC_CHECK_OPTIONS_H_
