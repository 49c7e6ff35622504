// Copies elements between arrays of different strides.
#ifndef COMPAT_FFTW_COPY_H_
#define COMPAT_FFTW_COPY_H_

#include <cstdint>
#include <vector>

namespace fft::fftw {

// An axis of a copy. Strides count elements; they may be negative or 0.
struct CopyAxis {
  int64_t length = 1;
  int64_t from_stride = 0;
  int64_t to_stride = 0;
  friend bool operator==(const CopyAxis&, const CopyAxis&) = default;
};

// The axes in the order that makes CopyElements fast: the innermost axis has the smallest strides.
// Axes of one element are left out.
std::vector<CopyAxis> OrderedForCopy(std::vector<CopyAxis> axes);

// Copies elements. Each element has `element_bytes` bytes: 4, 8 or 16. `axes` has the slowest axis
// first. If several elements share an address, any one of them may be written last. Allocates no
// memory.
void CopyElements(const std::vector<CopyAxis>& axes, int64_t element_bytes, const void* from,
                  void* to);

}  // namespace fft::fftw

#endif  // COMPAT_FFTW_COPY_H_
