// Removes data from the processors' caches, for measurements with cold caches.
#ifndef INSPECTOR_SERVER_RUNS_CACHE_LINES_H_
#define INSPECTOR_SERVER_RUNS_CACHE_LINES_H_

#include <cstddef>

namespace fft::inspector {

// Writes the cache lines of these bytes back to memory and removes them from all caches. Returns
// false where programs cannot do this.
bool EvictLines(const void* data, size_t bytes);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_RUNS_CACHE_LINES_H_
