// The plans that programs on this machine have made with FFT_TRACE_DIR set, as JSON.
#ifndef INSPECTOR_SERVER_VIEWS_PROGRAMS_VIEW_H_
#define INSPECTOR_SERVER_VIEWS_PROGRAMS_VIEW_H_

#include <string>

#include "fft/base/json.h"

namespace fft::inspector {

// {folder, plans: [{pid, program, device, token, target, options, candidate, predicted_us,
// workspace_bytes, made_ms, executions, call_us, last_ms, running}], left_out}, the last used
// first, 500 at most. `call_us` is the mean time of a call of Execute, which only enqueues on a
// GPU. `running` says that the plan is still there. Files that hold no record are left out.
Json ProgramsView(const std::string& folder);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_PROGRAMS_VIEW_H_
