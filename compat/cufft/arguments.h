// Turns the arguments of cuFFT's functions into requests (compat/gpu/request.h).
#ifndef FFT_COMPAT_CUFFT_ARGUMENTS_H_
#define FFT_COMPAT_CUFFT_ARGUMENTS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "compat/gpu/request.h"
#include "compat/gpu/result.h"

namespace fft::compat {

// The elements that a cufftType stands for; nullopt for a number that is no cufftType.
std::optional<Elements> ElementsOf(int type);

// The element types of input, output and execution, as numbers of cudaDataType.
struct XtTypes {
  int in = 0, out = 0, execution = 0;
};
// The elements that the three types stand for, or nullopt where they do not go together. The
// execution type must have the precision of the arrays, or single precision where the arrays hold
// half or bfloat16.
std::optional<Elements> ElementsOf(const XtTypes& types);

// The arguments inembed, istride and idist, or onembed, ostride and odist. `Int` is int or long
// long.
template <typename Int>
struct Embedding {
  const Int* embed = nullptr;
  Int stride = 0;
  Int distance = 0;
};

// The arguments of the functions named "Many", such as cufftPlanMany. Strides and distances are
// ignored unless input and output both have an embed.
template <typename Int>
struct ManyArguments {
  int rank = 0;
  const Int* n = nullptr;
  Embedding<Int> in, out;
  Int batch = 1;
};

// Writes the request that the arguments stand for. Returns kInvalidType where `elements` is
// nullopt, and kInvalidValue where the rank is not 1 to 3 or `n` is null.
template <typename Int>
Result ReadMany(const ManyArguments<Int>& many, std::optional<Elements> elements,
                Request* request) {
  if (!elements) return Result::kInvalidType;
  if (many.n == nullptr) return Result::kInvalidValue;
  if (many.rank < 1 || many.rank > static_cast<int>(kMostRank)) return Result::kInvalidValue;
  const auto listed = [&many](const Int* values) {
    return std::vector<int64_t>(values, values + many.rank);
  };
  *request = {*elements, listed(many.n), static_cast<int64_t>(many.batch), std::nullopt};
  if (many.in.embed != nullptr && many.out.embed != nullptr) {
    request->arrays = {{listed(many.in.embed), many.in.stride, many.in.distance},
                       {listed(many.out.embed), many.out.stride, many.out.distance}};
  }
  return Result::kSuccess;
}

}  // namespace fft::compat

#endif  // FFT_COMPAT_CUFFT_ARGUMENTS_H_
