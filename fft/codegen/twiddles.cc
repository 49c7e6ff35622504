#include "fft/codegen/twiddles.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/status.h"

namespace fft::codegen {
namespace {

template <typename Real>
void AppendComplex(std::complex<long double> value, std::string* bytes) {
  const Real parts[2] = {static_cast<Real>(value.real()), static_cast<Real>(value.imag())};
  bytes->append(reinterpret_cast<const char*>(parts), sizeof(parts));
}

void Append(std::complex<long double> value, Precision precision, std::string* bytes) {
  // Half-precision data is transformed in single-precision arithmetic.
  if (precision == Precision::kDouble) {
    AppendComplex<double>(value, bytes);
  } else {
    AppendComplex<float>(value, bytes);
  }
}

}  // namespace

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

std::vector<int64_t> PassOffsets(int64_t length, const std::vector<int>& factors) {
  std::vector<int64_t> offsets = {0};
  int64_t rest = length;
  for (size_t p = 0; p < factors.size(); ++p) {
    const int64_t groups = rest / factors[p];
    // The last pass has one group and rotates by nothing.
    const int64_t count = groups == 1 ? 0 : (factors[p] - 1) * groups;
    offsets.push_back(offsets.back() + count);
    rest = groups;
  }
  return offsets;
}

std::string TableKey(const TwiddleTable& table) {
  const char* precision = table.precision == Precision::kDouble ? "dp" : "sp";
  if (table.kind == TwiddleTable::Kind::kLarge) {
    return absl::StrCat("large_", table.length, "_", table.steps, "b", table.base_bits, "_",
                        precision);
  }
  if (table.kind == TwiddleTable::Kind::kPairs) {
    return absl::StrCat("pairs_", table.length, "_", precision);
  }
  return absl::StrCat("passes_", table.length, "_", absl::StrJoin(table.factors, "x"), "_",
                      precision);
}

std::string TableBytes(const TwiddleTable& table) {
  std::string bytes;
  if (table.kind == TwiddleTable::Kind::kLarge) {
    const int64_t base = int64_t{1} << table.base_bits;
    for (int step = 0; step < table.steps; ++step) {
      for (int64_t d = 0; d < base; ++d) {
        Append(UnitRoot(d << (table.base_bits * step), table.length), table.precision, &bytes);
      }
    }
    return bytes;
  }
  if (table.kind == TwiddleTable::Kind::kPairs) {
    for (int64_t k = 0; k <= table.length; ++k) {
      Append(UnitRoot(k, 2 * table.length), table.precision, &bytes);
    }
    return bytes;
  }
  int64_t rest = table.length;
  for (int radix : table.factors) {
    const int64_t groups = rest / radix;
    if (groups > 1) {
      for (int k = 1; k < radix; ++k) {
        for (int64_t g = 0; g < groups; ++g) {
          Append(UnitRoot(g * k, rest), table.precision, &bytes);
        }
      }
    }
    rest = groups;
  }
  return bytes;
}

}  // namespace fft::codegen
