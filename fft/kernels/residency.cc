#include "fft/kernels/residency.h"

#include <algorithm>

#include "fft/base/int_math.h"
#include "fft/shapes/kernel_shape.h"

namespace fft::kernels {
namespace {

// Bytes of LDS that a compute unit reserves for each workgroup. On GPUs with asynchronous copies, a
// unit has that much more LDS than a workgroup may take.
int64_t ReservedLds(const Target& target) { return target.copies_async ? 1024 : 0; }

int64_t Waves(int threads, const Target& target) { return CeilDiv(threads, target.wavefront); }

}  // namespace

int64_t RoomFor(int threads, int64_t lds_bytes, const Target& target) {
  const int64_t reserved = ReservedLds(target);
  const int64_t room = target.max_waves / Waves(threads, target);
  if (lds_bytes + reserved == 0) return room;
  return std::min(room, (target.lds_bytes + reserved) / (lds_bytes + reserved));
}

int64_t RegistersAt(int64_t groups, int threads, const Target& target) {
  return RegistersAvailable(groups * Waves(threads, target), target);
}

int64_t ResidentGroups(int threads, int64_t lds_bytes, int64_t registers, const Target& target) {
  int64_t groups = RoomFor(threads, lds_bytes, target);
  while (groups > 1 && RegistersAt(groups, threads, target) < registers) --groups;
  return std::max<int64_t>(groups, 1);
}

}  // namespace fft::kernels
