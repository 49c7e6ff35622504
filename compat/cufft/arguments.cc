#include "compat/cufft/arguments.h"

#include "compat/cufft/cufft.h"

namespace fft::compat {
namespace {

struct TypeRow {
  int type;
  Elements elements;
};
constexpr TypeRow kTypes[] = {
    {CUFFT_C2C, {Kind::kComplex, Precision::kSingle}},
    {CUFFT_R2C, {Kind::kRealForward, Precision::kSingle}},
    {CUFFT_C2R, {Kind::kRealInverse, Precision::kSingle}},
    {CUFFT_Z2Z, {Kind::kComplex, Precision::kDouble}},
    {CUFFT_D2Z, {Kind::kRealForward, Precision::kDouble}},
    {CUFFT_Z2D, {Kind::kRealInverse, Precision::kDouble}},
};

struct DataRow {
  int type;
  bool is_complex;
  Precision precision;
};
constexpr DataRow kData[] = {
    {CUFFT_R_16F, false, Precision::kHalf},      {CUFFT_C_16F, true, Precision::kHalf},
    {CUFFT_R_16BF, false, Precision::kBfloat16}, {CUFFT_C_16BF, true, Precision::kBfloat16},
    {CUFFT_R_32F, false, Precision::kSingle},    {CUFFT_C_32F, true, Precision::kSingle},
    {CUFFT_R_64F, false, Precision::kDouble},    {CUFFT_C_64F, true, Precision::kDouble},
};

const DataRow* FindData(int type) {
  for (const DataRow& row : kData) {
    if (row.type == type) return &row;
  }
  return nullptr;
}

}  // namespace

std::optional<Elements> ElementsOf(int type) {
  for (const TypeRow& row : kTypes) {
    if (row.type == type) return row.elements;
  }
  return std::nullopt;
}

std::optional<Elements> ElementsOf(const XtTypes& types) {
  const DataRow* const in = FindData(types.in);
  const DataRow* const out = FindData(types.out);
  const DataRow* const execution = FindData(types.execution);
  if (in == nullptr || out == nullptr || execution == nullptr) return std::nullopt;
  const Precision precision = in->precision;
  const bool computes =
      execution->precision == precision || execution->precision == ComputePrecision(precision);
  if (out->precision != precision || !computes || !(in->is_complex || out->is_complex)) {
    return std::nullopt;
  }
  if (in->is_complex && out->is_complex) return Elements{Kind::kComplex, precision};
  return Elements{in->is_complex ? Kind::kRealInverse : Kind::kRealForward, precision};
}

}  // namespace fft::compat
