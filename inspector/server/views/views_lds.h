// How the lanes of a kernel meet in the banks of LDS. Pure function to JSON.
#ifndef INSPECTOR_SERVER_VIEWS_VIEWS_LDS_H_
#define INSPECTOR_SERVER_VIEWS_VIEWS_LDS_H_

#include "fft/base/json.h"
#include "fft/core/target.h"
#include "fft/kernels/kernel_spec.h"

namespace fft::inspector {

// {reason, banks, access_bytes, units, passes: [{pass, radix, span, packed, placed}]}. Each pass
// that hands values on through LDS says where lanes that are served together write their first
// value, without (`packed`) and with (`placed`) the kernel's padding, as {units, distinct,
// busiest}. A unit is as many banks as one access takes. The geometry of banks is a model. Where
// there are no such passes, `reason` says why.
Json LdsView(const kernels::KernelSpec& spec, const Target& target);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_LDS_H_
