#include "inspector/server/process_memory.h"

#include <malloc.h>

namespace fft::inspector {
namespace {

#ifdef __GLIBC__
constexpr int kArenas = 4;
constexpr int kKeptBytes = 8 << 20;    // the most free bytes at the end of an arena
constexpr int kMappedBytes = 1 << 20;  // larger blocks are mapped, and returned when freed
#endif

}  // namespace

void KeepLittleMemory() {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, kArenas);
  mallopt(M_TRIM_THRESHOLD, kKeptBytes);
  mallopt(M_MMAP_THRESHOLD, kMappedBytes);
#endif
}

void ReturnFreeMemory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace fft::inspector
