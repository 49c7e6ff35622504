#include "fft/kernels/tables/twiddles.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/kernels/tables/convolution_tables.h"
#include "fft/kernels/tables/quarter_order.h"
#include "fft/kernels/tables/root_table.h"

namespace fft::kernels {
namespace {

template <typename Stored, typename Real>
void AppendComplex(const std::complex<Real>& value, std::string* bytes) {
  const Stored parts[2] = {static_cast<Stored>(value.real()), static_cast<Stored>(value.imag())};
  bytes->append(reinterpret_cast<const char*>(parts), sizeof(parts));
}

int64_t ComplexBytes(Precision precision) { return precision == Precision::kDouble ? 16 : 8; }

template <typename Real>
void Append(const std::complex<Real>& value, Precision precision, std::string* bytes) {
  // Half-precision data is transformed in single-precision arithmetic.
  if (precision == Precision::kDouble) {
    AppendComplex<double>(value, bytes);
  } else {
    AppendComplex<float>(value, bytes);
  }
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

std::string PassesBytes(const TwiddleTable& table) {
  std::string bytes;
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

std::string LargeBytes(const TwiddleTable& table) {
  std::string bytes;
  const int64_t base = int64_t{1} << table.base_bits;
  for (int step = 0; step < table.steps; ++step) {
    for (int64_t d = 0; d < base; ++d) {
      Append(UnitRoot(d << (table.base_bits * step), table.length), table.precision, &bytes);
    }
  }
  return bytes;
}

template <typename Real>
std::string PairsBytes(const TwiddleTable& table) {
  const RootTable<Real> root(2 * table.length);
  std::string bytes;
  bytes.reserve((table.length + 1) * ComplexBytes(table.precision));
  for (int64_t k = 0; k <= table.length; ++k) Append(root(k), table.precision, &bytes);
  return bytes;
}

std::string ArcBytes(const TwiddleTable& table) {
  std::string bytes;
  for (int64_t k = 0; k < table.count; ++k) {
    Append(UnitRoot(table.first + table.step * k, table.length), table.precision, &bytes);
  }
  return bytes;
}

template <typename Real>
std::string Bytes(const std::vector<std::complex<Real>>& values, Precision precision) {
  std::string bytes;
  bytes.reserve(values.size() * ComplexBytes(precision));
  for (const std::complex<Real>& value : values) Append(value, precision, &bytes);
  return bytes;
}

// Sums within a convolution exceed its results. Scaled down by this power of two, the sums stay
// finite whenever the results are finite.
constexpr int kHeadroom = 4;

template <typename Real>
std::vector<std::complex<Real>> Scaled(Real factor, std::vector<std::complex<Real>> values) {
  for (std::complex<Real>& value : values) value *= factor;
  return values;
}

template <typename Real>
std::vector<std::complex<Real>> ByColumns(std::vector<std::complex<Real>> values, int64_t columns) {
  if (columns == 1) return values;
  std::vector<std::complex<Real>> turned;
  turned.reserve(values.size());
  for (int64_t j = 0; j < columns; ++j) {
    for (int64_t at = j; at < std::ssize(values); at += columns) turned.push_back(values[at]);
  }
  return turned;
}

std::string Bytes(const std::vector<int32_t>& values) {
  return std::string(reinterpret_cast<const char*>(values.data()), values.size() * 4);
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

namespace {

// Long tables of single precision are computed in double, which loses none of their seven digits.
template <typename Real>
std::string BytesIn(const TwiddleTable& table) {
  const Precision precision = table.precision;
  const int64_t n = table.length;
  switch (table.kind) {
    case TwiddleTable::Kind::kPasses:
      return PassesBytes(table);
    case TwiddleTable::Kind::kLarge:
      return LargeBytes(table);
    case TwiddleTable::Kind::kPairs:
      return PairsBytes<Real>(table);
    case TwiddleTable::Kind::kChirp:
      return Bytes(Scaled(Real{1} / kHeadroom, Chirp<Real>(n)), precision);
    case TwiddleTable::Kind::kChirpBack:
      return Bytes(Scaled(Real{kHeadroom}, Chirp<Real>(n)), precision);
    case TwiddleTable::Kind::kChirpFilter:
      return Bytes(ByColumns(ChirpFilter<Real>(n, table.convolution), table.columns), precision);
    case TwiddleTable::Kind::kGenerator:
      return Bytes(GeneratorPermutation(n));
    case TwiddleTable::Kind::kArc:
      return ArcBytes(table);
    case TwiddleTable::Kind::kQuarterOrder:
      return Bytes(QuarterOrder(n, table.is_sine));
    case TwiddleTable::Kind::kRaderFilter:
      return Bytes(RaderFilter<Real>(n), precision);
  }
  return "";
}

}  // namespace

std::string TableBytes(const TwiddleTable& table) {
  return table.precision == Precision::kDouble ? BytesIn<long double>(table)
                                               : BytesIn<double>(table);
}

}  // namespace fft::kernels
