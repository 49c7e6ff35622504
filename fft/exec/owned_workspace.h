// A plan that brings its own workspace, for callers that would rather not keep one.
//
//   auto plan = fft::WithOwnWorkspace(context, *context->MakePlan(problem));
//   (*plan)->Execute({.in = in, .out = out});
#ifndef FFT_EXEC_OWNED_WORKSPACE_H_
#define FFT_EXEC_OWNED_WORKSPACE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "fft/exec/context.h"

namespace fft {

// The same plan, which reports a workspace of 0 bytes and uses a buffer of its own wherever Execute
// or ExecuteStep is given none. Executions that use this buffer take turns, whatever their threads
// and streams: threads wait for each other, and on a GPU a stream waits until the last execution in
// another stream has ended. Executions that are to run at the same time bring a workspace each, of
// plan->workspace_bytes(). The caller orders executions that are captured into graphs. After a fork
// only one thread may execute without a workspace.
//
// ResourceExhausted when the device has too little memory. Takes plan->workspace_bytes() of it.
absl::StatusOr<std::shared_ptr<const Plan>> WithOwnWorkspace(std::shared_ptr<Context> context,
                                                             std::shared_ptr<const Plan> plan);

}  // namespace fft

#endif  // FFT_EXEC_OWNED_WORKSPACE_H_
