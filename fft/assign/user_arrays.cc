#include "fft/assign/user_arrays.h"

#include <algorithm>
#include <vector>

#include "fft/core/layout.h"

namespace fft {
namespace {

// The format of an array in memory: a Hermitian array is an array of complex numbers.
ArrayFormat Storage(ArrayFormat format) {
  if (format == ArrayFormat::kHermitianInterleaved) return ArrayFormat::kComplexInterleaved;
  if (format == ArrayFormat::kHermitianPlanar) return ArrayFormat::kComplexPlanar;
  return format;
}

// A view of an array of reals as complex numbers, each made of two neighbours along the fastest
// digit of its layout. Without digits there is nothing to pair, and the view is the array of reals.
EdgePlacement Paired(const Layout& reals) {
  EdgePlacement view;
  view.format = ArrayFormat::kReal;
  view.layout = reals;
  std::vector<LayoutDigit> digits = reals.digits();
  if (digits.empty()) return view;
  const int64_t step = digits[0].stride;
  digits[0] = {digits[0].length / 2, 2 * step};
  const bool together = step == 1 && reals.offset() % 2 == 0 &&
                        std::all_of(digits.begin(), digits.end(),
                                    [](const LayoutDigit& d) { return d.stride % 2 == 0; });
  if (!together) {
    view.format = ArrayFormat::kComplexPlanar;
    view.layout = Layout(digits, reals.offset());
    view.pair_stride = step;
    return view;
  }
  for (LayoutDigit& digit : digits) digit.stride /= 2;
  view.format = ArrayFormat::kComplexInterleaved;
  view.layout = Layout(digits, reals.offset() / 2);
  return view;
}

}  // namespace

UserArrays::UserArrays(const Problem& problem)
    : in_place_(problem.placement == Placement::kInPlace),
      input_{problem.input.format, InputLayout(problem)},
      output_{problem.output.format, OutputLayout(problem), HasFunction(problem.output)} {}

EdgePlacement UserArrays::View(const Array& array, Buffer buffer, AxisFormat data) {
  EdgePlacement view;
  const bool has_pairs = array.format == ArrayFormat::kReal && data != AxisFormat::kReal;
  if (has_pairs && !array.has_function) {
    view = Paired(array.layout);
  } else {
    view.format = Storage(array.format);
    view.layout = array.layout;
  }
  view.buffer = buffer;
  return view;
}

EdgePlacement UserArrays::Place(Buffer buffer, EdgeKind kind, AxisFormat data,
                                int64_t positions) const {
  if (buffer == Buffer::kUserIn || (in_place_ && kind == EdgeKind::kFirst)) {
    return View(input_, buffer, data);
  }
  const EdgePlacement output = View(output_, buffer, data);
  if (!in_place_ || kind == EdgeKind::kLast) return output;
  const EdgePlacement input = View(input_, buffer, data);
  const int64_t in = input.layout.volume(), out = output.layout.volume();
  if (in < positions) return output;
  return out < positions || in < out ? input : output;
}

}  // namespace fft
