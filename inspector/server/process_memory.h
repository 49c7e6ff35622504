// Settings of the memory allocator, so that the process returns freed memory.
#ifndef INSPECTOR_SERVER_PROCESS_MEMORY_H_
#define INSPECTOR_SERVER_PROCESS_MEMORY_H_

namespace fft::inspector {

// Makes the allocator keep little freed memory. It uses few arenas, so that memory freed by one
// thread serves others. Call it once, before threads start. It has no effect if the C library lacks
// these settings.
void KeepLittleMemory();

// Returns freed memory to the system.
void ReturnFreeMemory();

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_PROCESS_MEMORY_H_
