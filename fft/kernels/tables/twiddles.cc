#include "fft/kernels/tables/twiddles.h"

#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/worker_thread.h"
#include "fft/kernels/tables/convolution_tables.h"
#include "fft/kernels/tables/quarter_order.h"
#include "fft/kernels/tables/root_table.h"

namespace fft::kernels {
namespace {

// The fewest points of a table that are worth a thread. The sine and cosine of a point take some
// tens of nanoseconds.
constexpr int64_t kLeastShare = 1 << 12;

// Sums within a convolution exceed its results. Scaled down by this power of two, the sums stay
// finite whenever the results are finite.
constexpr double kHeadroom = 4;

// Half-precision data is transformed in single-precision arithmetic.
int64_t ComplexBytes(Precision precision) { return precision == Precision::kDouble ? 16 : 8; }

bool IsOfInts(const TwiddleTable& table) {
  return table.kind == TwiddleTable::Kind::kGenerator ||
         table.kind == TwiddleTable::Kind::kQuarterOrder;
}

int64_t Entries(const TwiddleTable& table) {
  switch (table.kind) {
    case TwiddleTable::Kind::kPasses:
      return PassOffsets(table.length, table.factors).back();
    case TwiddleTable::Kind::kLarge:
      return table.steps * (int64_t{1} << table.base_bits);
    case TwiddleTable::Kind::kPairs:
      return table.length + 1;
    case TwiddleTable::Kind::kChirp:
    case TwiddleTable::Kind::kChirpBack:
      return table.length;
    case TwiddleTable::Kind::kChirpFilter:
      return table.convolution;
    case TwiddleTable::Kind::kGenerator:
      return 3 * (table.length - 1);
    case TwiddleTable::Kind::kRaderFilter:
      return table.length - 1;
    case TwiddleTable::Kind::kArc:
      return table.count;
    case TwiddleTable::Kind::kQuarterOrder:
      return 2 * table.length + 1;
  }
  return 0;
}

// Writes value(k), k < count, to to[k].
template <typename Stored, typename Value>
void Write(int64_t count, const Value& value, std::complex<Stored>* to) {
  ShareOut(count, kLeastShare, [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k) {
      const auto exact = value(k);
      to[k] = {static_cast<Stored>(exact.real()), static_cast<Stored>(exact.imag())};
    }
  });
}

}  // namespace

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

namespace {

template <typename Stored>
void WritePasses(const TwiddleTable& table, std::complex<Stored>* to) {
  int64_t rest = table.length;
  for (int radix : table.factors) {
    const int64_t groups = rest / radix;
    for (int k = 1; k < radix && groups > 1; ++k, to += groups) {
      Write(
          groups, [&](int64_t g) { return UnitRoot(g * k, rest); }, to);
    }
    rest = groups;
  }
}

template <typename Stored>
void WriteLarge(const TwiddleTable& table, std::complex<Stored>* to) {
  const int64_t base = int64_t{1} << table.base_bits;
  for (int step = 0; step < table.steps; ++step, to += base) {
    const int bits = table.base_bits * step;
    Write(
        base, [&](int64_t d) { return UnitRoot(d << bits, table.length); }, to);
  }
}

std::vector<int32_t> Ints(const TwiddleTable& table) {
  return table.kind == TwiddleTable::Kind::kGenerator ? GeneratorPermutation(table.length)
                                                      : QuarterOrder(table.length, table.is_sine);
}

// Writes a table of complex numbers.
template <typename Stored>
void WriteComplex(const TwiddleTable& table, std::complex<Stored>* to) {
  using Real = ComputedIn<Stored>;
  const int64_t n = table.length;
  switch (table.kind) {
    case TwiddleTable::Kind::kPasses:
      return WritePasses(table, to);
    case TwiddleTable::Kind::kLarge:
      return WriteLarge(table, to);
    case TwiddleTable::Kind::kPairs:
      return Write(Entries(table), RootTable<Real>(2 * n), to);
    case TwiddleTable::Kind::kChirp:
      return WriteChirp(n, 1 / kHeadroom, to);
    case TwiddleTable::Kind::kChirpBack:
      return WriteChirp(n, kHeadroom, to);
    case TwiddleTable::Kind::kChirpFilter:
      return WriteChirpFilter(n, table.convolution, table.columns, to);
    case TwiddleTable::Kind::kArc:
      return Write(
          table.count, [&](int64_t k) { return UnitRoot(table.first + table.step * k, n); }, to);
    case TwiddleTable::Kind::kRaderFilter: {
      const std::vector<std::complex<Real>> filter = RaderFilter<Real>(n);
      return Write(
          std::ssize(filter), [&](int64_t k) { return filter[k]; }, to);
    }
    case TwiddleTable::Kind::kGenerator:
    case TwiddleTable::Kind::kQuarterOrder:
      break;
  }
}

}  // namespace

std::string TableKey(const TwiddleTable& table) {
  const char* precision = table.precision == Precision::kDouble ? "dp" : "sp";
  switch (table.kind) {
    case TwiddleTable::Kind::kPasses:
      return absl::StrCat("passes_", table.length, "_", absl::StrJoin(table.factors, "x"), "_",
                          precision);
    case TwiddleTable::Kind::kLarge:
      return absl::StrCat("large_", table.length, "_", table.steps, "b", table.base_bits, "_",
                          precision);
    case TwiddleTable::Kind::kPairs:
      return absl::StrCat("pairs_", table.length, "_", precision);
    case TwiddleTable::Kind::kChirp:
      return absl::StrCat("chirp_", table.length, "_", precision);
    case TwiddleTable::Kind::kChirpBack:
      return absl::StrCat("chirp_back_", table.length, "_", precision);
    case TwiddleTable::Kind::kChirpFilter:
      return absl::StrCat("chirp_filter_", table.length, "_", table.convolution, "_",
                          table.columns > 1 ? absl::StrCat(table.columns, "x_") : "", precision);
    case TwiddleTable::Kind::kGenerator:
      return absl::StrCat("generator_", table.length);
    case TwiddleTable::Kind::kArc:
      return absl::StrCat("arc_", table.length, "_", table.first, "_", table.step, "_", table.count,
                          "_", precision);
    case TwiddleTable::Kind::kQuarterOrder:
      return absl::StrCat("quarter_order_", table.length, table.is_sine ? "_sine" : "");
    case TwiddleTable::Kind::kRaderFilter:
      return absl::StrCat("rader_filter_", table.length, "_", precision);
  }
  return "?";
}

int64_t TableSize(const TwiddleTable& table) {
  return Entries(table) *
         (IsOfInts(table) ? int64_t{sizeof(int32_t)} : ComplexBytes(table.precision));
}

void WriteTable(const TwiddleTable& table, void* to) {
  if (IsOfInts(table)) {
    const std::vector<int32_t> ints = Ints(table);
    std::memcpy(to, ints.data(), TableSize(table));
  } else if (table.precision == Precision::kDouble) {
    WriteComplex(table, static_cast<std::complex<double>*>(to));
  } else {
    WriteComplex(table, static_cast<std::complex<float>*>(to));
  }
}

std::string TableBytes(const TwiddleTable& table) {
  std::string bytes(TableSize(table), '\0');
  WriteTable(table, bytes.data());
  return bytes;
}

}  // namespace fft::kernels
