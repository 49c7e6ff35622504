// Plans and how they came about, as structs, beside fft/fft.h. Reports tell of trees, assignments
// and kernels, with their alternatives; a Trace is the record of one plan's making
// (docs/report-json.md).
#ifndef FFT_FFT_REPORT_H_
#define FFT_FFT_REPORT_H_

#include "fft/exec/plan_report.h"
#include "fft/exec/report.h"
#include "fft/exec/trace.h"
#include "fft/fft.h"

#endif  // FFT_FFT_REPORT_H_
