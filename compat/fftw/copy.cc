#include "compat/fftw/copy.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace fft::fftw {
namespace {

template <size_t bytes>
void Copy(const CopyAxis* axis, const CopyAxis* end, const char* from, char* to) {
  if (axis == end) {
    std::memcpy(to, from, bytes);
    return;
  }
  const int64_t from_step = axis->from_stride * static_cast<int64_t>(bytes);
  const int64_t to_step = axis->to_stride * static_cast<int64_t>(bytes);
  if (axis + 1 == end) {
    for (int64_t i = 0; i < axis->length; ++i) {
      std::memcpy(to + i * to_step, from + i * from_step, bytes);
    }
    return;
  }
  for (int64_t i = 0; i < axis->length; ++i) {
    Copy<bytes>(axis + 1, end, from + i * from_step, to + i * to_step);
  }
}

int64_t Reach(const CopyAxis& axis) {
  return std::min(std::abs(axis.from_stride), std::abs(axis.to_stride));
}

}  // namespace

std::vector<CopyAxis> OrderedForCopy(std::vector<CopyAxis> axes) {
  std::erase_if(axes, [](const CopyAxis& axis) { return axis.length == 1; });
  std::stable_sort(axes.begin(), axes.end(),
                   [](const CopyAxis& a, const CopyAxis& b) { return Reach(a) > Reach(b); });
  return axes;
}

void CopyElements(const std::vector<CopyAxis>& axes, int64_t element_bytes, const void* from,
                  void* to) {
  const CopyAxis* const first = axes.data();
  const CopyAxis* const end = first + axes.size();
  const char* const source = static_cast<const char*>(from);
  char* const target = static_cast<char*>(to);
  switch (element_bytes) {
    case 4:
      return Copy<4>(first, end, source, target);
    case 8:
      return Copy<8>(first, end, source, target);
    case 16:
      return Copy<16>(first, end, source, target);
    default:
      return;
  }
}

}  // namespace fft::fftw
