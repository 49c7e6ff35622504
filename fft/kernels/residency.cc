#include "fft/kernels/residency.h"

#include <algorithm>

#include "fft/base/int_math.h"

namespace fft::codegen {
namespace {

// Bytes of LDS that a compute unit reserves for each workgroup.
constexpr int64_t kReservedLds = 1024;

int64_t Waves(int threads, const Target& target) { return CeilDiv(threads, target.wavefront); }

}  // namespace

int64_t RoomFor(int threads, int64_t lds_bytes, const Target& target) {
  return std::min(target.max_waves / Waves(threads, target),
                  (target.lds_bytes + kReservedLds) / (lds_bytes + kReservedLds));
}

int64_t RegistersAt(int64_t groups, int threads, const Target& target) {
  const int64_t each = target.register_file / (groups * Waves(threads, target) * target.wavefront);
  return each - each % target.register_granule;
}

int64_t ResidentGroups(int threads, int64_t lds_bytes, int64_t registers, const Target& target) {
  int64_t groups = RoomFor(threads, lds_bytes, target);
  while (groups > 1 && RegistersAt(groups, threads, target) < registers) --groups;
  return std::max<int64_t>(groups, 1);
}

}  // namespace fft::codegen
