#include "fft/kernels/lines/real_ends.h"

#include <numbers>

#include "fft/base/int_math.h"
#include "fft/base/status.h"

namespace fft::kernels {

RealEnd::RealEnd(const KernelSpec& spec, const GlobalTile& tile, Builder& b, AxisKind kind,
                 AxisFormat format)
    : spec_(spec),
      tile_(tile),
      b_(b),
      parts_(PartsOf(kind)),
      n_(RealsOf(kind, format, AxisLength(spec))),
      size_(parts_.lengths * n_ + parts_.extra) {}

Ex RealEnd::At(Ex transform, Ex element) const {
  return tile_.LoadFromGlobal(b_, {transform, element, 1}, 1).front();
}

void RealEnd::Put(Ex transform, Ex element, Ex value) const {
  tile_.StoreToGlobal(b_, {transform, element, 1}, {value});
}

Ex RealEnd::CodeAt(Ex index) const {
  const Ex code = codegen::Load(tile_.parameter(ParameterId::kRealOrder), index);
  return b_.Let("code", Cast(index.type(), code));
}

RealEnd::Place RealEnd::PlaceOf(Ex i) const {
  if (are_odd_quarters()) {
    const Ex code = CodeAt(i);
    return {b_.Let("element", code >> 1), Equals(code & 1, 1), Ex()};
  }
  switch (parts_.order) {
    case RealOrder::kNatural:
      return {i, Ex(), Ex()};
    case RealOrder::kEvensOdds: {
      const Ex is_odd = b_.Let("is_odd", i >= CeilDiv(n_, 2));
      const Ex element = b_.Let("element", Select(is_odd, (2 * n_ - 1) - i * 2, i * 2));
      return {element, parts_.negates_odds ? is_odd : Ex(), Ex()};
    }
    case RealOrder::kMirrored:
      return {b_.Let("element", Min(i, size_ - i)), Ex(), Ex()};
    case RealOrder::kOddMirrored: {
      const Ex is_upper = b_.Let("is_upper", i > n_);
      const Ex is_absent = b_.Let("is_absent", LogicalOr(Equals(i, 0), Equals(i, n_ + 1)));
      const Ex element = Select(is_upper, (size_ - 1) - i, i - 1);
      return {b_.Let("element", Select(is_absent, LitLike(i, int64_t{0}), element)), is_upper,
              is_absent};
    }
  }
  return {};
}

Ex RealEnd::LoadReal(Ex transform, Ex i) const {
  const Place place = PlaceOf(i);
  Ex value = At(transform, place.element);
  if (place.is_negative) value = b_.Let("v", Select(place.is_negative, -value, value));
  if (!place.is_absent) return value;
  return b_.Let("v", Select(place.is_absent, b_.Real(0, spec_.precision), value));
}

void RealEnd::StoreReal(Ex transform, Ex i, Ex value) const {
  const Place place = PlaceOf(i);
  FFT_CHECK(!place.is_absent);
  Put(transform, place.element,
      place.is_negative ? b_.Let("v", Select(place.is_negative, -value, value)) : value);
}

// `value` times entry `index` of the table of turns, whose entries have the forward sign.
ComplexEx RealEnd::TurnedForth(const ComplexEx& value, Ex index) const {
  const Ex turn = codegen::Load(tile_.parameter(ParameterId::kRealTurns), index);
  return Rotate(b_, Direction::kForward, value, turn);
}

// Rotates points of quarters by w_p = exp(-i pi (8 p + 1) / 8 n): z[p] = (x[2p] + i x[n-1-2p]) w_p,
// and y[2k] - i y[n-1-2k] = 2 Z[k] w_k, since (4p + 1) (4k + 1) = 16 p k + (8p + 1) / 2 + (8k + 1)
// / 2.
// Sines are cosines of the reals from the end, times (-1)^k.
Ex RealEnd::LoadPoint(Ex transform, Ex p) const {
  const Ex first = b_.Let("first", p * 2);
  if (!are_quarters()) {
    const Ex re = LoadReal(transform, first);
    return MakeComplex(re, LoadReal(transform, b_.Let("next", first + 1)));
  }
  const Ex rising = At(transform, first);
  const Ex falling = At(transform, b_.Let("mirrored", (n_ - 1) - first));
  const ComplexEx z = parts_.negates_odds ? ComplexEx{falling, rising} : ComplexEx{rising, falling};
  const ComplexEx turned = TurnedForth(z, p);
  return MakeComplex(turned.re, turned.im);
}

void RealEnd::StorePoint(Ex transform, Ex p, const ComplexEx& value) const {
  const Ex first = b_.Let("first", p * 2);
  if (!are_quarters()) {
    StoreReal(transform, first, value.re);
    StoreReal(transform, b_.Let("next", first + 1), value.im);
    return;
  }
  const ComplexEx y = TurnedForth(value, p);
  Put(transform, first, y.re * 2.0);
  Put(transform, b_.Let("mirrored", (n_ - 1) - first), y.im * (parts_.negates_odds ? 2.0 : -2.0));
}

Ex RealEnd::PlaceOf(RealPlace place, Ex k) const {
  const Ex zero = LitLike(k, int64_t{0});
  switch (place) {
    case RealPlace::kNone:
    case RealPlace::kAtK:
      return k;
    case RealPlace::kBeforeK:
      return b_.Let("element", Select(Equals(k, 0), zero, k - 1));
    case RealPlace::kMirrorOfK:
      return b_.Let("element", Select(Equals(k, 0), zero, n_ - k));
    case RealPlace::kFromEnd:
      return b_.Let("element", (n_ - 1) - k);
  }
  return k;
}

Ex RealEnd::LoadElement(Ex transform, Ex k) const {
  const Ex re = At(transform, PlaceOf(parts_.first, k));
  const Ex im = At(transform, PlaceOf(parts_.second, k));
  const ComplexEx v = {re, parts_.second_im < 0 ? b_.Let("im", -im) : im};
  if (!parts_.turns) return MakeComplex(v.re, v.im);
  const Ex turn = codegen::Load(tile_.parameter(ParameterId::kRealTurns), k);
  const ComplexEx back = Rotate(b_, Direction::kInverse, v, turn);
  return MakeComplex(back.re, back.im);
}

void RealEnd::StoreElement(Ex transform, Ex k, const ComplexEx& value) const {
  if (are_odd_quarters()) return StoreOddQuarters(transform, k, value);
  ComplexEx v = value;
  if (parts_.turns) {
    v = TurnedForth(value, k);
    v = {b_.Let("re", v.re * 2.0), b_.Let("im", v.im * 2.0)};
  }
  const auto combined = [&](double re, double im) {
    if (im == 0) return v.re;
    const Ex part = im < 0 ? b_.Let("im", -v.im) : v.im;
    return re == 0 ? part : b_.Let("y", v.re + part);
  };
  Ex is_own_conjugate = Equals(k, 0);
  if (size_ % 2 == 0) is_own_conjugate = LogicalOr(is_own_conjugate, Equals(k, size_ / 2));
  const Ex has_second = b_.Let("has_second", LogicalNot(is_own_conjugate));
  const auto put = [&](RealPlace place, double re, double im) {
    Put(transform, PlaceOf(place, k), combined(re, im));
  };
  // A kind of sines has no real for element 0, at which all sines are zero.
  const auto put_first = [&] { put(parts_.first, parts_.first_re, parts_.first_im); };
  if (parts_.order == RealOrder::kOddMirrored) {
    b_.If(has_second, put_first);
  } else {
    put_first();
  }
  if (parts_.second == RealPlace::kNone) return;
  b_.If(has_second, [&] { put(parts_.second, parts_.second_re, parts_.second_im); });
}

// Element k makes two reals, those of two entries of the order. Each real is a sum of the element's
// parts with the signs that its entry says. Element 0 makes one real.
void RealEnd::StoreOddQuarters(Ex transform, Ex k, const ComplexEx& value) const {
  const double root = std::numbers::sqrt2;
  const ComplexEx v = {b_.Let("re", value.re * root), b_.Let("im", value.im * root)};
  const auto put = [&](Ex code) {
    const Ex re = b_.Let("re", Select(Equals(code & 1, 1), -v.re, v.re));
    const Ex im = b_.Let("im", Select(Equals(code & 2, 2), -v.im, v.im));
    Put(transform, b_.Let("element", code >> 2), b_.Let("y", re + im));
  };
  put(CodeAt(b_.Let("entry", k * 2 + n_)));
  b_.If(k > 0, [&] { put(CodeAt(b_.Let("entry", k * 2 + (n_ + 1)))); });
}

}  // namespace fft::kernels
