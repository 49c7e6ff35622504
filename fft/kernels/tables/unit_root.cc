#include "fft/kernels/tables/unit_root.h"

#include <cmath>

#include "fft/base/status.h"

namespace fft::kernels {

std::complex<long double> UnitRoot(int64_t k, int64_t n) {
  FFT_CHECK(n > 0);
  k %= n;
  if (k < 0) k += n;
  // The angle is 2 pi k / n = (pi/4) * (8k / n): `octant` whole eighths and `rest` of one.
  const __int128 eighths = static_cast<__int128>(8) * k;
  const int octant = static_cast<int>(eighths / n);
  int64_t rest = static_cast<int64_t>(eighths - static_cast<__int128>(octant) * n);
  const bool mirrored = octant % 2 == 1;
  if (mirrored) rest = n - rest;
  const long double quarter_pi = 0.785398163397448309615660845819875721L;
  const long double angle = quarter_pi * rest / n;
  long double c = std::cos(angle), s = std::sin(angle);
  // Mirrored octants measure from the next axis, so sine and cosine change places.
  if (mirrored) std::swap(c, s);
  switch (octant / 2) {
    case 0:
      return {c, -s};
    case 1:
      return {-s, -c};
    case 2:
      return {-c, s};
    default:
      return {s, c};
  }
}

}  // namespace fft::kernels
