// What this process takes from the system: memory, and processes that it has started.
#ifndef INSPECTOR_SERVER_PROCESS_H_
#define INSPECTOR_SERVER_PROCESS_H_

namespace fft::inspector {

// Makes the allocator of this process keep little of the memory that is freed: few arenas, so that
// memory which one thread frees serves the others. To be called once, before threads start. Without
// effect where the C library has no such settings.
void KeepLittleMemory();

// Gives freed memory back to the system.
void ReturnFreeMemory();

// Kills the processes that this one has started, with the process groups that they lead. It is for
// a process that is about to end.
void KillChildren();

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_PROCESS_H_
