// Settings of the allocator by which the process gives memory back.
#ifndef INSPECTOR_SERVER_PROCESS_MEMORY_H_
#define INSPECTOR_SERVER_PROCESS_MEMORY_H_

namespace fft::inspector {

// Makes the allocator of this process keep little of the memory that is freed: few arenas, so that
// memory which one thread frees serves the others. To be called once, before threads start. Without
// effect where the C library has no such settings.
void KeepLittleMemory();

// Gives freed memory back to the system.
void ReturnFreeMemory();

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_PROCESS_MEMORY_H_
