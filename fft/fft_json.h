// The JSON values of the structs in fft/fft_report.h: ToJson for problems, targets, reports and
// their parts, and EventsOf for a Trace.
#ifndef FFT_FFT_JSON_H_
#define FFT_FFT_JSON_H_

#include "fft/base/json.h"
#include "fft/exec/trace_events.h"
#include "fft/fft_report.h"

#endif  // FFT_FFT_JSON_H_
