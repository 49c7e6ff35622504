// Data that no cache of the processors holds, for measurements that begin in memory.
#ifndef INSPECTOR_SERVER_RUNS_CACHE_LINES_H_
#define INSPECTOR_SERVER_RUNS_CACHE_LINES_H_

#include <cstddef>

namespace fft::inspector {

// Writes the lines of these bytes back and takes them out of every cache of every processor. False
// where programs cannot do that.
bool EvictLines(const void* data, size_t bytes);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_RUNS_CACHE_LINES_H_
