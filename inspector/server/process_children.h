// The processes that this one has started.
#ifndef INSPECTOR_SERVER_PROCESS_CHILDREN_H_
#define INSPECTOR_SERVER_PROCESS_CHILDREN_H_

namespace fft::inspector {

// Kills these processes with the process groups that they lead. It is for a process that is about
// to end.
void KillChildren();

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_PROCESS_CHILDREN_H_
