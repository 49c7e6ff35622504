// Shows which banks of LDS the lanes of a kernel use.
#ifndef INSPECTOR_SERVER_VIEWS_VIEWS_LDS_H_
#define INSPECTOR_SERVER_VIEWS_VIEWS_LDS_H_

#include "fft/base/json.h"
#include "fft/core/target.h"
#include "fft/kernels/kernel_spec.h"

namespace fft::inspector {

// {reason, banks, access_bytes, units, passes: [{pass, radix, span, packed, placed}]}. `passes` has
// the passes that exchange values through LDS. `packed` and `placed` say where lanes that are
// served together write their first value, without and with the kernel's padding: {units, distinct,
// busiest}. A unit is as many banks as one access takes. The geometry of banks is a model. If
// `passes` is empty, `reason` says why.
Json LdsView(const kernels::KernelSpec& spec, const Target& target);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_LDS_H_
