// The memory of this process, and the processes that it has started.
#ifndef INSPECTOR_SERVER_PROCESS_H_
#define INSPECTOR_SERVER_PROCESS_H_

namespace fft::inspector {

// Makes the allocator keep little freed memory. It uses few arenas, so that memory freed by one
// thread serves others. Call it once, before threads start. It has no effect if the C library lacks
// these settings.
void KeepLittleMemory();

// Returns freed memory to the system.
void ReturnFreeMemory();

// Kills the processes that this process has started, with the process groups that they lead. Call
// it before this process ends.
void KillChildren();

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_PROCESS_H_
