// The public header of //fft:fft.
#ifndef FFT_FFT_H_
#define FFT_FFT_H_

#include "fft/base/options.h"
#include "fft/core/callbacks.h"
#include "fft/core/chain.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/exec/chain_plan.h"
#include "fft/exec/context.h"
#include "fft/exec/overlap_save.h"
#include "fft/exec/owned_workspace.h"
#include "fft/exec/report.h"
#include "fft/plan/plan_options.h"

#endif  // FFT_FFT_H_
