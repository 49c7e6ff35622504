// The processes that this process has started.
#ifndef INSPECTOR_SERVER_PROCESS_CHILDREN_H_
#define INSPECTOR_SERVER_PROCESS_CHILDREN_H_

namespace fft::inspector {

// Kills all processes that this process has started, and the process groups that they lead. Call it
// only when this process is about to end.
void KillChildren();

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_PROCESS_CHILDREN_H_
