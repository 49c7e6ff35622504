#include "compat/fftw/problem_of.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>

namespace fft::fftw {
namespace {

bool IsInPlace(const Request& request) {
  return request.arrays.in == request.arrays.out &&
         request.arrays.in_imag == request.arrays.out_imag;
}

bool IsComplex(const Request& request, bool is_input) {
  return request.family == Family::kComplex ||
         request.family == (is_input ? Family::kComplexToReal : Family::kRealToComplex);
}

std::string FormatOf(const Request& request, bool is_input) {
  if (!IsComplex(request, is_input)) return "R";
  const std::string numbers = request.family == Family::kComplex ? "C" : "H";
  return numbers + (request.is_split ? "P" : "I");
}

// An axis or a loop of the input or output.
struct SideAxis {
  int64_t length = 1;
  int64_t stride = 0;
};
struct SideShape {
  std::vector<SideAxis> loops;
  std::vector<SideAxis> axes;
};

SideShape ShapeOf(const Request& request, bool is_input) {
  SideShape shape;
  const auto stride = [&](const Axis& axis) { return is_input ? axis.in_stride : axis.out_stride; };
  for (const Axis& loop : request.loops) shape.loops.push_back({loop.length, stride(loop)});
  for (const Axis& axis : request.axes) shape.axes.push_back({axis.length, stride(axis)});
  if (request.family != Family::kComplex && IsComplex(request, is_input)) {
    shape.axes.back().length = shape.axes.back().length / 2 + 1;
  }
  return shape;
}

// A shape of the same lengths, packed.
SideShape Packed(SideShape shape) {
  int64_t stride = 1;
  for (std::vector<SideAxis>* list : {&shape.axes, &shape.loops}) {
    for (size_t i = list->size(); i-- > 0;) {
      (*list)[i].stride = stride;
      stride *= (*list)[i].length;
    }
  }
  return shape;
}

// The shape with all strides positive. It covers the same elements, numbered from the element with
// the lowest address.
SideShape Upward(SideShape shape) {
  for (std::vector<SideAxis>* list : {&shape.axes, &shape.loops}) {
    for (SideAxis& axis : *list) axis.stride = std::abs(axis.stride);
  }
  return shape;
}

std::vector<CopyAxis> CopyBetween(const SideShape& from, const SideShape& to) {
  std::vector<CopyAxis> axes;
  for (size_t i = 0; i < from.loops.size(); ++i) {
    axes.push_back({from.loops[i].length, from.loops[i].stride, to.loops[i].stride});
  }
  for (size_t i = 0; i < from.axes.size(); ++i) {
    axes.push_back({from.axes[i].length, from.axes[i].stride, to.axes[i].stride});
  }
  return OrderedForCopy(std::move(axes));
}

// The number of elements before element 0 in memory. It is not 0 where strides are negative.
int64_t ElementsBefore(const SideShape& shape) {
  int64_t before = 0;
  for (const std::vector<SideAxis>* list : {&shape.loops, &shape.axes}) {
    for (const SideAxis& axis : *list) {
      before -= (axis.length - 1) * std::min<int64_t>(axis.stride, 0);
    }
  }
  return before;
}

int64_t Extent(const SideShape& shape) {
  int64_t last = 0;
  for (const std::vector<SideAxis>* list : {&shape.loops, &shape.axes}) {
    for (const SideAxis& axis : *list) last += (axis.length - 1) * std::abs(axis.stride);
  }
  return last + 1;
}

int64_t Elements(const SideShape& shape) {
  int64_t elements = 1;
  for (const std::vector<SideAxis>* list : {&shape.loops, &shape.axes}) {
    for (const SideAxis& axis : *list) elements *= axis.length;
  }
  return elements;
}

// The input or output as the library's array has it, with the copy between the user's array and the
// library's.
Side MakeSide(const Request& request, bool is_input, const SideShape& user,
              const SideShape& library) {
  Side side;
  side.copy = is_input ? CopyBetween(user, library) : CopyBetween(library, user);
  side.extent = Extent(library);
  side.elements = Elements(library);
  const bool is_complex = IsComplex(request, is_input);
  side.element_reals = is_complex && !request.is_split ? 2 : 1;
  side.arrays = is_complex && request.is_split ? 2 : 1;
  return side;
}

// Sets where the library's array begins in the user's one. A staged side keeps its defaults, since
// the library does not get the user's array.
void PlaceInUsers(const Request& request, bool is_input, const SideShape& shape, Attempt* attempt) {
  Side* const side = is_input ? &attempt->in : &attempt->out;
  if (side->is_staged) return;
  const int64_t real = RealBytes(request.precision);
  side->shift = -ElementsBefore(shape) * side->element_reals * real;
  if (attempt->is_in_place || IsComplex(request, is_input)) return;
  const void* const array = is_input ? request.arrays.in : request.arrays.out;
  side->is_odd = (reinterpret_cast<intptr_t>(array) + side->shift) % (2 * real) == real;
  if (side->is_odd) side->shift -= real;
}

void AppendNumbers(const std::vector<int64_t>& numbers, std::string* text) {
  for (const int64_t number : numbers) *text += "_" + std::to_string(number);
}

std::vector<int64_t> Strides(const std::vector<SideAxis>& axes) {
  std::vector<int64_t> strides;
  // The stride of an axis of one element has no effect; the library takes 1.
  for (const SideAxis& axis : axes) strides.push_back(axis.length == 1 ? 1 : axis.stride);
  return strides;
}

// The library's names of FFTW's kinds, indexed by FFTW's numbers.
constexpr const char* kKindNames[] = {"r2hc", "hc2r", "dht",  "dct1", "dct3", "dct2",
                                      "dct4", "dst1", "dst3", "dst2", "dst4"};

std::string TypeName(const Request& request) {
  switch (request.family) {
    case Family::kComplex:
      return request.is_backward ? "complex_inverse" : "complex_forward";
    case Family::kRealToComplex:
      return "real_forward";
    case Family::kComplexToReal:
      return "real_inverse";
    case Family::kRealToReal:
      break;
  }
  return "real_to_real";
}

// Appends the offset of element 0 to the token, for arrays that begin before it.
void AppendOffsets(const Request& request, bool is_input, const SideShape& shape, bool is_odd,
                   std::string* token) {
  const int64_t before = ElementsBefore(shape) + (is_odd ? 1 : 0);
  if (before == 0) return;
  *token += is_input ? "_ioffset" : "_ooffset";
  AppendNumbers({before}, token);
  if (IsComplex(request, is_input) && request.is_split) AppendNumbers({before}, token);
}

std::string TokenOf(const Request& request, const Attempt& attempt, const SideShape& in,
                    const SideShape& out) {
  std::string token = TypeName(request) + "_len";
  for (const Axis& axis : request.axes) AppendNumbers({axis.length}, &token);
  if (!request.kinds.empty()) token += "_kind";
  for (const int kind : request.kinds) token += std::string("_") + kKindNames[kind];
  token += request.precision == Precision::kDouble ? "_double" : "_single";
  token += attempt.is_in_place ? "_ip" : "_op";
  // A single loop whose distances are not 0 is a batch.
  const bool has_batch =
      in.loops.size() == 1 && in.loops[0].stride != 0 && out.loops[0].stride != 0;
  token += "_batch_" + std::to_string(has_batch ? in.loops[0].length : 1) + "_istride";
  AppendNumbers(Strides(in.axes), &token);
  token += "_" + FormatOf(request, true) + "_ostride";
  AppendNumbers(Strides(out.axes), &token);
  token += "_" + FormatOf(request, false);
  if (has_batch) {
    token += "_idist_" + std::to_string(in.loops[0].stride);
    token += "_odist_" + std::to_string(out.loops[0].stride);
  }
  AppendOffsets(request, true, in, attempt.in.is_odd, &token);
  AppendOffsets(request, false, out, attempt.out.is_odd, &token);
  for (size_t i = 0; i < in.loops.size() && !has_batch; ++i) {
    token += "_loop";
    AppendNumbers({in.loops[i].length, in.loops[i].stride, out.loops[i].stride}, &token);
  }
  return token;
}

// Whether a transform over this axis changes nothing: the axis has one element and a kind that
// leaves it as it is.
bool IsTrivial(const Request& request, size_t axis) {
  if (request.axes[axis].length != 1) return false;
  switch (request.family) {
    case Family::kComplex:
      return true;
    case Family::kRealToComplex:
    case Family::kComplexToReal:
      return axis + 1 < request.axes.size();
    case Family::kRealToReal:
      return request.kinds[axis] <= FFTW_DHT;
  }
  return false;
}

// The request without the axes and loops that do nothing.
Request Simplified(const Request& request) {
  Request simple = request;
  simple.axes.clear();
  simple.kinds.clear();
  for (size_t i = 0; i < request.axes.size(); ++i) {
    if (IsTrivial(request, i)) continue;
    simple.axes.push_back(request.axes[i]);
    if (!request.kinds.empty()) simple.kinds.push_back(request.kinds[i]);
  }
  const bool is_half_complex =
      request.family == Family::kRealToComplex || request.family == Family::kComplexToReal;
  if (simple.axes.empty() && is_half_complex) simple.axes.push_back({1, 1, 1});
  std::erase_if(simple.loops, [](const Axis& loop) { return loop.length == 1; });
  return simple;
}

}  // namespace

std::string WhyImpossible(const Request& request) {
  for (const int rank : {request.rank, request.howmany_rank}) {
    if (rank < 0 || rank > kMostRank) {
      return "a rank is " + std::to_string(rank) + ", allowed: 0 to " + std::to_string(kMostRank);
    }
  }
  for (const Axis& axis : request.axes) {
    if (axis.length < 1) {
      return "a length is " + std::to_string(axis.length) + ", allowed: at least 1";
    }
  }
  for (const Axis& loop : request.loops) {
    if (loop.length < 0) {
      return "howmany is " + std::to_string(loop.length) + ", allowed: at least 0";
    }
  }
  for (size_t i = 0; i < request.kinds.size(); ++i) {
    const int kind = request.kinds[i];
    if (kind < FFTW_R2HC || kind > FFTW_RODFT11) {
      return "a kind is " + std::to_string(kind) + ", allowed: 0 to 10";
    }
    if (kind == FFTW_REDFT00 && request.axes[i].length == 1) {
      return "FFTW_REDFT00 has the length 1, allowed: at least 2";
    }
  }
  const Arrays& arrays = request.arrays;
  const bool is_complex_split = request.is_split && request.family == Family::kComplex;
  if (is_complex_split && (arrays.in == arrays.out) != (arrays.in_imag == arrays.out_imag)) {
    return "one of two split arrays is in place, allowed: both or none";
  }
  return "";
}

bool IsEmpty(const Request& request) {
  return std::any_of(request.loops.begin(), request.loops.end(),
                     [](const Axis& loop) { return loop.length == 0; });
}

namespace {

// Whether one of the arrays is both input and output, as real or imaginary part.
bool SharesAnArray(const Arrays& arrays) {
  const auto is_written = [&arrays](const void* array) {
    return array != nullptr && (array == arrays.out || array == arrays.out_imag);
  };
  return is_written(arrays.in) || is_written(arrays.in_imag);
}

}  // namespace

std::vector<Attempt> AttemptsAt(const Request& request) {
  const Request simple = Simplified(request);
  const SideShape in = ShapeOf(simple, true);
  const SideShape out = ShapeOf(simple, false);
  const bool is_in_place = IsInPlace(request);
  std::vector<Attempt> attempts;
  const auto add = [&](bool gathers, bool scatters) {
    const SideShape library_in = gathers ? Packed(in) : in;
    const SideShape library_out = scatters ? Packed(out) : out;
    Attempt attempt;
    attempt.is_in_place = is_in_place && !gathers && !scatters;
    // A side that is not staged is copied only if it is misaligned. Its copy has the same layout.
    attempt.in = gathers ? MakeSide(simple, true, in, library_in)
                         : MakeSide(simple, true, Upward(in), Upward(in));
    attempt.out = scatters ? MakeSide(simple, false, out, library_out)
                           : MakeSide(simple, false, Upward(out), Upward(out));
    attempt.in.is_staged = gathers;
    attempt.out.is_staged = scatters;
    if (simple.axes.empty()) {
      attempt.out.copy = CopyBetween(library_in, out);
      attempt.out.extent = 0;
    } else {
      PlaceInUsers(simple, true, in, &attempt);
      PlaceInUsers(simple, false, out, &attempt);
      attempt.token = TokenOf(simple, attempt, library_in, library_out);
    }
    attempts.push_back(std::move(attempt));
  };
  if (simple.axes.empty()) {
    add(is_in_place, true);
    return attempts;
  }
  if (is_in_place || !SharesAnArray(request.arrays)) add(false, false);
  add(true, false);
  add(false, true);
  add(true, true);
  return attempts;
}

}  // namespace fft::fftw
