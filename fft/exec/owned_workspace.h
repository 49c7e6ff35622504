// A plan that owns its workspace.
//
//   auto plan = fft::WithOwnWorkspace(context, *context->MakePlan(problem));
//   (*plan)->Execute({.in = in, .out = out});
#ifndef FFT_EXEC_OWNED_WORKSPACE_H_
#define FFT_EXEC_OWNED_WORKSPACE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "fft/exec/context.h"

namespace fft {

// Returns the same plan with its own buffer of plan->workspace_bytes() bytes. The returned plan
// reports a workspace of 0 bytes, and uses its buffer if Execute or ExecuteStep gets none.
//
// Executions that use the buffer run one after another, whatever their threads and streams. Threads
// wait for each other, and on a GPU a stream waits until the last execution in another stream has
// ended. Executions that are to run at the same time need a workspace each, of
// plan->workspace_bytes() bytes. The caller orders executions that are captured into graphs. After
// a fork only one thread may execute without a workspace.
//
// ResourceExhausted if the device has too little memory.
absl::StatusOr<std::shared_ptr<const Plan>> WithOwnWorkspace(std::shared_ptr<Context> context,
                                                             std::shared_ptr<const Plan> plan);

}  // namespace fft

#endif  // FFT_EXEC_OWNED_WORKSPACE_H_
