// Structs that describe a plan and how it was made, beside fft/fft.h. A report describes trees,
// assignments and kernels, with their alternatives. A Trace records how one plan was made
// (docs/report-json.md).
#ifndef FFT_FFT_REPORT_H_
#define FFT_FFT_REPORT_H_

#include "fft/exec/plan_report.h"
#include "fft/exec/report.h"
#include "fft/exec/trace.h"
#include "fft/fft.h"

#endif  // FFT_FFT_REPORT_H_
