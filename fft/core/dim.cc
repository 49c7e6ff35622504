#include "fft/core/dim.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/int_math.h"
#include "fft/base/json.h"
#include "fft/base/status.h"

namespace fft {
namespace {

std::optional<int64_t> Extent(const Dims& dims, int64_t Dim::*stride) {
  int64_t last = 0;
  for (const Dim& dim : dims) {
    FFT_CHECK(dim.length >= 1);
    const std::optional<int64_t> reach = CheckedMul(dim.length - 1, Magnitude(dim.*stride));
    if (!reach) return std::nullopt;
    const std::optional<int64_t> sum = CheckedAdd(last, *reach);
    if (!sum) return std::nullopt;
    last = *sum;
  }
  return CheckedAdd(last, 1);
}

// Whether one step of `slow` is `fast.length` steps of `fast` in both arrays.
bool StepsAlike(const Dim& slow, const Dim& fast) {
  return CheckedMul(fast.in_stride, fast.length) == slow.in_stride &&
         CheckedMul(fast.out_stride, fast.length) == slow.out_stride;
}

}  // namespace

std::pair<Dim, Dim> SplitDim(const Dim& dim, int64_t outer) {
  FFT_CHECK(outer >= 1 && dim.length % outer == 0);
  const int64_t inner = dim.length / outer;
  return {Dim{outer, dim.in_stride * inner, dim.out_stride * inner},
          Dim{inner, dim.in_stride, dim.out_stride}};
}

Dims MergeDims(const Dims& dims) {
  Dims merged;
  for (const Dim& dim : dims) {
    if (dim.length == 1) continue;
    if (!merged.empty() && StepsAlike(merged.back(), dim)) {
      merged.back() = {merged.back().length * dim.length, dim.in_stride, dim.out_stride};
    } else {
      merged.push_back(dim);
    }
  }
  return merged;
}

void MergeLoops(Dims* loops) {
  for (size_t a = 0; a < loops->size(); ++a) {
    for (size_t b = 0; b < loops->size(); ++b) {
      Dim& fast = (*loops)[b];
      if (a == b || !StepsAlike((*loops)[a], fast)) continue;
      fast.length *= (*loops)[a].length;
      loops->erase(loops->begin() + static_cast<std::ptrdiff_t>(a));
      MergeLoops(loops);
      return;
    }
  }
}

std::optional<int64_t> InExtent(const Dims& dims) { return Extent(dims, &Dim::in_stride); }

std::optional<int64_t> OutExtent(const Dims& dims) { return Extent(dims, &Dim::out_stride); }

std::optional<int64_t> Volume(const Dims& dims) {
  std::optional<int64_t> volume = 1;
  for (const Dim& dim : dims) {
    volume = CheckedMul(*volume, dim.length);
    if (!volume) return std::nullopt;
  }
  return volume;
}

std::string ToString(const Dim& dim) {
  return absl::StrCat(dim.length, ":", dim.in_stride, ":", dim.out_stride);
}

std::string ToString(const Dims& dims) {
  return absl::StrCat(
      "[",
      absl::StrJoin(dims, " ",
                    [](std::string* out, const Dim& dim) { absl::StrAppend(out, ToString(dim)); }),
      "]");
}

Json ToJson(const Dims& dims) {
  Json array = Json::array();
  for (const Dim& dim : dims) {
    array.push_back(
        {{"length", dim.length}, {"in_stride", dim.in_stride}, {"out_stride", dim.out_stride}});
  }
  return array;
}

}  // namespace fft
