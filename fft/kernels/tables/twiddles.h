// Tables of rotations. They are computed in a higher precision than that of the stored table, and
// rounded once.
#ifndef FFT_KERNELS_TABLES_TWIDDLES_H_
#define FFT_KERNELS_TABLES_TWIDDLES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "fft/core/problem.h"
#include "fft/kernels/tables/unit_root.h"  // IWYU pragma: export

namespace fft::kernels {

// A table, described by what it holds, so that equal tables are stored once. For example, {.kind =
// kPasses, .length = 256, .factors = {16, 16}} are the twiddles of 256 points in two passes.
struct TwiddleTable {
  enum class Kind {
    kPasses,       // the twiddles of all passes of a Stockham kernel, pass after pass
    kPairs,        // exp(-2 pi i k / 2N), 0 <= k <= N: between N pairs and their 2N reals
    kChirp,        // length n: exp(-pi i j^2 / n) / 4, j < n
    kChirpBack,    // length n: exp(-pi i j^2 / n) * 4, j < n
    kChirpFilter,  // length n, convolution M: the transform of exp(+pi i j^2 / n), |j| < n, over M
    // prime length p: g^q, then g^-q modulo p, q < p - 1; then the q with g^q = 1, 2, .. p - 1; as
    // 32-bit ints
    kGenerator,
    kRaderFilter,   // prime length p: the transform of exp(-2 pi i g^-q / p) over p - 1
    kArc,           // exp(-2 pi i (first + step k) / N), k < count
    kQuarterOrder,  // QuarterOrder (fft/kernels/tables/quarter_order.h), as 32-bit ints
    kLarge,  // `steps` consecutive tables of 2^base_bits rotations: exp(-2 pi i d 2^(b s) / N)
  };
  Kind kind = Kind::kPasses;
  int64_t length = 1;        // N
  std::vector<int> factors;  // kPasses
  int steps = 0;             // kLarge
  int base_bits = 0;         // kLarge
  Precision precision = Precision::kSingle;
  int64_t convolution = 0;                 // kChirpFilter
  int64_t columns = 1;                     // P of kChirpFilter: j + P k lies at j M / P + k
  int64_t first = 0, step = 1, count = 0;  // kArc
  bool is_sine = false;                    // kQuarterOrder
  friend bool operator==(const TwiddleTable&, const TwiddleTable&) = default;
};

// The table's name, such as "passes_256_16x16_sp". Different tables have different names.
std::string TableKey(const TwiddleTable& table);

// The bytes of the table: interleaved complex numbers of its precision, or 32-bit ints. They are
// for the forward sign; an inverse kernel conjugates.
int64_t TableSize(const TwiddleTable& table);

// Writes the table to TableSize bytes at `to`, aligned for its numbers. All processors share the
// work. Other memory is taken only by filters (convolution_tables.h) and by tables of ints, which
// take their size once more.
void WriteTable(const TwiddleTable& table, void* to);

// Returns what WriteTable writes.
std::string TableBytes(const TwiddleTable& table);

// Offset in complex numbers of each pass's twiddles in a kPasses table; the last entry is the size.
// Pass p with radix r over m = (length / product of the radices before p) / r groups holds (r - 1)
// * m rotations, [k - 1][g] = exp(-2 pi i g k / (m r)). The last pass, where m is 1, holds none.
std::vector<int64_t> PassOffsets(int64_t length, const std::vector<int>& factors);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_TABLES_TWIDDLES_H_
