// Values that a Problem or PlanOptions cannot mean.
#ifndef FFT_EXEC_CHECK_OPTIONS_H_
#define FFT_EXEC_CHECK_OPTIONS_H_

#include "absl/status/status.h"
#include "fft/core/problem.h"
#include "fft/plan/plan_options.h"

namespace fft {

// InvalidArgument if an enumeration holds a number that none of its names stands for, as a C
// program or a wrong cast may leave there. The error names the field, the number and the names.
absl::Status CheckEnumerations(const Problem& problem, const PlanOptions& options);

}  // namespace fft

#endif  // FFT_EXEC_CHECK_OPTIONS_H_
