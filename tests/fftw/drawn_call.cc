#include "tests/fftw/drawn_call.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "absl/strings/str_cat.h"

namespace fft::testing {
namespace {

int64_t Draw(std::mt19937_64* random, int64_t least, int64_t most) {
  return std::uniform_int_distribution<int64_t>(least, most)(*random);
}
bool OneIn(std::mt19937_64* random, int n) { return Draw(random, 1, n) == 1; }

// A layout of the elements of a shape. No two elements share a place.
struct DrawnLayout {
  std::vector<int64_t> strides;
  int64_t start = 0;
  int64_t extent = 0;
};

// Draws a layout. With `may_repeat` some loops have stride 0, so that all their transforms read the
// same elements.
DrawnLayout DrawLayout(const std::vector<int64_t>& shape, size_t loops, bool may_repeat,
                       std::mt19937_64* random) {
  std::vector<size_t> order(shape.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  if (OneIn(random, 2)) std::shuffle(order.begin(), order.end(), *random);
  DrawnLayout layout;
  layout.strides.resize(shape.size());
  layout.extent = 1;
  int64_t next = OneIn(random, 3) ? Draw(random, 2, 3) : 1;
  for (size_t k = order.size(); k-- > 0;) {
    const size_t i = order[k];
    layout.strides[i] = next;
    if (may_repeat && i < loops && OneIn(random, 6)) {
      layout.strides[i] = 0;
      continue;
    }
    layout.extent += (shape[i] - 1) * next;
    next = next * shape[i] + (OneIn(random, 4) ? Draw(random, 1, 3) : 0);
    if (!OneIn(random, 8)) continue;
    layout.start += (shape[i] - 1) * layout.strides[i];
    layout.strides[i] = -layout.strides[i];
  }
  return layout;
}

int64_t DrawLength(std::mt19937_64* random, int rank) {
  if (rank == 1 && OneIn(random, 4)) return Draw(random, 1, 600);
  return Draw(random, 1, rank < 3 ? 20 : 6);
}

void DrawShape(std::mt19937_64* random, DrawnCall* call) {
  const int64_t rank = OneIn(random, 12) ? 0 : Draw(random, 1, 4);
  for (int64_t i = 0; i < rank; ++i) {
    call->dims.push_back({DrawLength(random, static_cast<int>(rank)), 0, 0});
    if (call->kind != CallKind::kRealToReal) continue;
    call->kinds.push_back(static_cast<fftw_r2r_kind>(Draw(random, FFTW_R2HC, FFTW_RODFT11)));
    if (call->kinds.back() == FFTW_REDFT00 && call->dims.back().n == 1) call->dims.back().n = 2;
  }
  for (int64_t i = Draw(random, 0, 2); i > 0; --i) {
    call->loops.push_back({Draw(random, 1, 5), 0, 0});
  }
  const bool is_half =
      call->kind == CallKind::kRealToComplex || call->kind == CallKind::kComplexToReal;
  if (is_half && call->dims.empty()) call->dims.push_back({1, 0, 0});
}

bool IsComplex(const DrawnCall& call, bool is_input) {
  return call.kind == CallKind::kComplex ||
         call.kind == (is_input ? CallKind::kComplexToReal : CallKind::kRealToComplex);
}

std::vector<int64_t> ShapeOf(const DrawnCall& call, bool is_input) {
  std::vector<int64_t> shape;
  for (const fftw_iodim64& loop : call.loops) shape.push_back(loop.n);
  for (const fftw_iodim64& dim : call.dims) shape.push_back(dim.n);
  const bool is_half = call.kind != CallKind::kComplex && call.kind != CallKind::kRealToReal;
  if (is_half && IsComplex(call, is_input)) shape.back() = shape.back() / 2 + 1;
  return shape;
}

void SetStrides(const DrawnLayout& layout, ptrdiff_t fftw_iodim64::*stride, DrawnCall* call) {
  for (size_t i = 0; i < call->loops.size(); ++i) call->loops[i].*stride = layout.strides[i];
  for (size_t i = 0; i < call->dims.size(); ++i) {
    call->dims[i].*stride = layout.strides[call->loops.size() + i];
  }
}

int64_t RealsPerElement(const DrawnCall& call, bool is_input) {
  return IsComplex(call, is_input) && !call.is_split ? 2 : 1;
}

void LayOut(const DrawnLayout& in, const DrawnLayout& out, std::mt19937_64* random,
            DrawnCall* call) {
  SetStrides(in, &fftw_iodim64::is, call);
  SetStrides(out, &fftw_iodim64::os, call);
  // Some arrays are only aligned to a real.
  const int64_t shift = OneIn(random, 5) ? 1 : 0;
  call->in_start = in.start * RealsPerElement(*call, true) + shift;
  call->out_start = out.start * RealsPerElement(*call, false) + shift;
  call->in_reals = in.extent * RealsPerElement(*call, true) + shift;
  call->out_reals = out.extent * RealsPerElement(*call, false) + shift;
  if (call->is_in_place) {
    call->in_reals = call->out_reals = std::max(call->in_reals, call->out_reals);
  }
}

// Lays out rows of reals in the memory of their half spectra.
void LayOutHalfInPlace(std::mt19937_64* random, DrawnCall* call) {
  const bool is_forward = call->kind == CallKind::kRealToComplex;
  DrawnLayout complex;
  complex.strides.resize(call->loops.size() + call->dims.size());
  const std::vector<int64_t> shape = ShapeOf(*call, !is_forward);
  int64_t next = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    complex.strides[i] = next;
    next *= shape[i];
  }
  complex.extent = next;
  DrawnLayout real = complex;
  for (int64_t& stride : real.strides) stride *= 2;
  real.strides.back() = 1;
  real.extent = 2 * next;
  LayOut(is_forward ? real : complex, is_forward ? complex : real, random, call);
}

std::string ToString(const std::vector<fftw_iodim64>& dims) {
  std::string text = "{";
  for (const fftw_iodim64& dim : dims) absl::StrAppend(&text, " ", dim.n, ":", dim.is, ":", dim.os);
  return text + " }";
}

}  // namespace

DrawnCall DrawCall(std::mt19937_64* random) {
  DrawnCall call;
  call.kind = static_cast<CallKind>(Draw(random, 0, 3));
  call.is_split = call.kind != CallKind::kRealToReal && OneIn(random, 3);
  call.sign = OneIn(random, 2) ? FFTW_FORWARD : FFTW_BACKWARD;
  DrawShape(random, &call);
  call.is_in_place = OneIn(random, 3);
  const bool is_half =
      call.kind == CallKind::kRealToComplex || call.kind == CallKind::kComplexToReal;
  if (is_half && call.is_in_place) {
    call.is_split = false;
    LayOutHalfInPlace(random, &call);
    return call;
  }
  const size_t loops = call.loops.size();
  const DrawnLayout out = DrawLayout(ShapeOf(call, false), loops, false, random);
  if (!call.is_in_place) {
    LayOut(DrawLayout(ShapeOf(call, true), loops, true, random), out, random, &call);
    return call;
  }
  // In place the output has the input's layout, or another order of axes with the same start.
  DrawnLayout in = out;
  if (OneIn(random, 3)) in = DrawLayout(ShapeOf(call, true), loops, false, random);
  if (in.start != out.start) in = out;
  LayOut(in, out, random, &call);
  return call;
}

std::string ToString(const DrawnCall& call) {
  constexpr const char* kNames[] = {"dft", "dft_r2c", "dft_c2r", "r2r"};
  std::string kinds;
  for (const fftw_r2r_kind kind : call.kinds) absl::StrAppend(&kinds, " ", static_cast<int>(kind));
  return absl::StrCat(call.is_split ? "split_" : "", kNames[static_cast<int>(call.kind)],
                      call.is_in_place ? " in place" : "", " sign ", call.sign, " dims ",
                      ToString(call.dims), " loops ", ToString(call.loops), " kinds", kinds,
                      " starts ", call.in_start, " ", call.out_start);
}

}  // namespace fft::testing
