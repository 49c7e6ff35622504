#include "fft/kernels/lines/real_ends.h"

#include <initializer_list>
#include <numbers>

#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/kernels/lines/pass_engine.h"

namespace fft::kernels {
namespace {

using codegen::Kind;

// Whether an index is at least `limit`: a literal where its bounds say so.
Ex AtLeast(Ex index, int64_t limit, const IndexBounds& bounds) {
  const bool is_known = bounds.first >= limit || bounds.last < limit;
  return is_known ? IntLit(index.arena(), Type::Bool(), bounds.first >= limit) : index >= limit;
}

// Whether an index is one of `values`; none: it is not.
Ex IsOneOf(Ex index, std::initializer_list<int64_t> values, const IndexBounds& bounds) {
  Ex is_one;
  for (int64_t value : values) {
    if (!bounds.Hold(value)) continue;
    is_one = is_one ? LogicalOr(is_one, Equals(index, value)) : Equals(index, value);
  }
  return is_one;
}

// The bounds of the two reals of a pair.
IndexBounds FirstOf(const IndexBounds& pair) {
  return {2 * pair.first, 2 * pair.last, 2 * pair.step};
}
IndexBounds SecondOf(const IndexBounds& pair) {
  return {2 * pair.first + 1, 2 * pair.last + 1, 2 * pair.step};
}

}  // namespace

RealEnd::RealEnd(const KernelSpec& spec, const GlobalTile& tile, Builder& b, AxisKind kind,
                 AxisFormat format)
    : spec_(spec),
      tile_(tile),
      b_(b),
      parts_(PartsOf(kind)),
      format_(format),
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

RealEnd::Place RealEnd::PlaceOf(Ex i, const IndexBounds& bounds) const {
  if (are_odd_quarters()) {
    const Ex code = CodeAt(i);
    return {b_.Let("element", code >> 1), Equals(code & 1, 1), Ex()};
  }
  switch (parts_.order) {
    case RealOrder::kNatural:
      return {i, Ex(), Ex()};
    case RealOrder::kEvensOdds: {
      const Ex is_odd = b_.Let("is_odd", AtLeast(i, CeilDiv(n_, 2), bounds));
      const Ex element = b_.Let("element", Select(is_odd, (2 * n_ - 1) - i * 2, i * 2));
      return {element, parts_.negates_odds ? is_odd : Ex(), Ex()};
    }
    case RealOrder::kMirrored: {
      const bool is_lower = bounds.last < n_, is_upper = bounds.first >= n_;
      const Ex element = is_lower ? i : is_upper ? size_ - i : Min(i, size_ - i);
      return {b_.Let("element", element), Ex(), Ex()};
    }
    case RealOrder::kOddMirrored: {
      const Ex is_upper = b_.Let("is_upper", AtLeast(i, n_ + 1, bounds));
      const Ex element = Select(is_upper, (size_ - 1) - i, i - 1);
      Ex is_absent = IsOneOf(i, {0, n_ + 1}, bounds);
      if (!is_absent) return {b_.Let("element", element), is_upper, Ex()};
      is_absent = b_.Let("is_absent", is_absent);
      return {b_.Let("element", Select(is_absent, LitLike(i, int64_t{0}), element)), is_upper,
              is_absent};
    }
  }
  return {};
}

// A sign that is not known is a factor: between a load and its use, a GPU can keep many factors but
// few conditions.
Ex RealEnd::LoadReal(Ex transform, Ex i, const IndexBounds& bounds) const {
  const Place place = PlaceOf(i, bounds);
  const bool is_known = !place.is_negative || place.is_negative.node()->kind == Kind::kIntLit;
  if (is_known && !place.is_absent) {
    const Ex value = At(transform, place.element);
    return place.is_negative ? b_.Let("v", Select(place.is_negative, -value, value)) : value;
  }
  Ex factor = b_.Real(1, spec_.precision);
  if (place.is_negative) {
    factor = Select(place.is_negative, b_.Real(-1, spec_.precision), factor);
  }
  if (place.is_absent) factor = Select(place.is_absent, b_.Real(0, spec_.precision), factor);
  factor = b_.Let("factor", factor);
  return b_.Let("v", At(transform, place.element) * factor);
}

void RealEnd::StoreReal(Ex transform, Ex i, Ex value, const IndexBounds& bounds) const {
  const Place place = PlaceOf(i, bounds);
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
Ex RealEnd::LoadPoint(Ex transform, Ex p, const IndexBounds& bounds) const {
  const Ex first = b_.Let("first", p * 2);
  if (!are_quarters()) {
    const Ex re = LoadReal(transform, first, FirstOf(bounds));
    return MakeComplex(re, LoadReal(transform, b_.Let("next", first + 1), SecondOf(bounds)));
  }
  const Ex rising = At(transform, first);
  const Ex falling = At(transform, b_.Let("mirrored", (n_ - 1) - first));
  const ComplexEx z = parts_.negates_odds ? ComplexEx{falling, rising} : ComplexEx{rising, falling};
  const ComplexEx turned = TurnedForth(z, p);
  return MakeComplex(turned.re, turned.im);
}

void RealEnd::StorePoint(Ex transform, Ex p, const ComplexEx& value,
                         const IndexBounds& bounds) const {
  const Ex first = b_.Let("first", p * 2);
  const ComplexEx parts = Parts(p, value);
  if (are_quarters()) {
    Put(transform, first, parts.re);
    Put(transform, b_.Let("mirrored", (n_ - 1) - first), parts.im);
    return;
  }
  StoreReal(transform, first, parts.re, FirstOf(bounds));
  StoreReal(transform, b_.Let("next", first + 1), parts.im, SecondOf(bounds));
}

ComplexEx RealEnd::Parts(Ex p, const ComplexEx& value) const {
  if (!are_quarters()) return value;
  const ComplexEx y = TurnedForth(value, p);
  return {b_.Let("re", y.re * 2.0), b_.Let("im", y.im * (parts_.negates_odds ? 2.0 : -2.0))};
}

RealSource RealEnd::SourceOf(Ex element) const {
  const Ex half = b_.Let("half", element / 2), is_odd = b_.Let("is_odd", Equals(element % 2, 1));
  if (are_quarters()) {
    const Ex point = Select(is_odd, (n_ / 2 - 1) - half, half);
    return {b_.Let("point", point), is_odd, is_odd, Ex()};
  }
  const bool is_mixed = orders_evens();
  const Ex number = is_mixed ? b_.Let("number", Select(is_odd, (n_ - 1) - half, half)) : element;
  return {are_pairs() ? b_.Let("point", number / 2) : number, is_mixed ? is_odd : Ex(),
          are_pairs() ? b_.Let("is_imaginary", Equals(number % 2, 1)) : Ex(),
          is_mixed && parts_.negates_odds ? is_odd : Ex()};
}

void RealEnd::StorePart(Ex transform, Ex element, const RealSource& source,
                        const ComplexEx& parts) const {
  const auto put = [&](Ex of, Ex value) {
    if (source.is_negative) value = b_.Let("y", Select(source.is_negative, -value, value));
    Put(of, element, value);
  };
  if (source.is_imaginary) {
    return put(transform, b_.Let("y", Select(source.is_imaginary, parts.im, parts.re)));
  }
  put(transform, parts.re);
  if (!spec_.transforms_per_line) return;
  const Ex second = b_.Let("second", tile_.SecondOf(transform));
  IfPresent(b_, tile_.IsPresent(second), [&] { put(second, parts.im); });
}

Ex RealEnd::PlaceOf(RealPlace place, Ex k, const IndexBounds& bounds) const {
  const auto unless_first = [&](Ex element) {
    if (!bounds.Hold(0)) return b_.Let("element", element);
    return b_.Let("element", Select(Equals(k, 0), LitLike(k, int64_t{0}), element));
  };
  switch (place) {
    case RealPlace::kNone:
    case RealPlace::kAtK:
      return k;
    case RealPlace::kBeforeK:
      return unless_first(k - 1);
    case RealPlace::kMirrorOfK:
      return unless_first(n_ - k);
    case RealPlace::kFromEnd:
      return b_.Let("element", (n_ - 1) - k);
  }
  return k;
}

ComplexEx RealEnd::TurnOf(Ex k) const {
  if (!parts_.turns) return {};
  const Ex turn = b_.Let("w", codegen::Load(tile_.parameter(ParameterId::kRealTurns), k));
  return {b_.Let("wr", Re(turn)), b_.Let("wi", Im(turn))};
}

// exp(-i pi (N/2 - k) / 2N) = exp(-i pi / 4) exp(+i pi k / 2N), since a kind that turns has N = n.
ComplexEx RealEnd::MirroredTurn(const ComplexEx& turn) const {
  if (!parts_.turns) return {};
  const double root = std::numbers::sqrt2 / 2;
  const Ex difference = b_.Let("d", turn.re - turn.im), sum = b_.Let("s", turn.re + turn.im);
  return {b_.Let("wr", difference * root), b_.Let("wi", sum * -root)};
}

Ex RealEnd::LoadElement(Ex transform, Ex k, const ComplexEx& turn,
                        const IndexBounds& bounds) const {
  const Ex re = At(transform, PlaceOf(parts_.first, k, bounds));
  const Ex im = At(transform, PlaceOf(parts_.second, k, bounds));
  const ComplexEx v = {re, parts_.second_im < 0 ? b_.Let("im", -im) : im};
  if (!parts_.turns) return MakeComplex(v.re, v.im);
  const ComplexEx back = MultiplyConjugate(b_, v, turn);
  return MakeComplex(back.re, back.im);
}

void RealEnd::StoreElement(Ex transform, Ex k, const ComplexEx& turn, const ComplexEx& value,
                           const IndexBounds& bounds) const {
  if (are_odd_quarters()) return StoreOddQuarters(transform, k, value, bounds);
  ComplexEx v = value;
  if (parts_.turns) {
    v = MultiplyComplex(b_, value, turn);
    v = {b_.Let("re", v.re * 2.0), b_.Let("im", v.im * 2.0)};
  }
  const auto combined = [&](double re, double im) {
    if (im == 0) return v.re;
    const Ex part = im < 0 ? b_.Let("im", -v.im) : v.im;
    return re == 0 ? part : b_.Let("y", v.re + part);
  };
  const Ex is_own_conjugate =
      size_ % 2 == 0 ? IsOneOf(k, {0, size_ / 2}, bounds) : IsOneOf(k, {0}, bounds);
  const Ex has_second =
      is_own_conjugate ? b_.Let("has_second", LogicalNot(is_own_conjugate)) : Ex();
  const auto put = [&](RealPlace place, double re, double im) {
    Put(transform, PlaceOf(place, k, bounds), combined(re, im));
  };
  // A kind of sines has no real for element 0, at which all sines are zero.
  const auto put_first = [&] { put(parts_.first, parts_.first_re, parts_.first_im); };
  if (parts_.order == RealOrder::kOddMirrored) {
    IfPresent(b_, has_second, put_first);
  } else {
    put_first();
  }
  if (parts_.second == RealPlace::kNone) return;
  IfPresent(b_, has_second, [&] { put(parts_.second, parts_.second_re, parts_.second_im); });
}

// Element k makes two reals, those of two entries of the order. Each real is a sum of the element's
// parts with the signs that its entry says. Element 0 makes one real.
void RealEnd::StoreOddQuarters(Ex transform, Ex k, const ComplexEx& value,
                               const IndexBounds& bounds) const {
  const double root = std::numbers::sqrt2;
  const ComplexEx v = {b_.Let("re", value.re * root), b_.Let("im", value.im * root)};
  const auto put = [&](Ex code) {
    const Ex re = b_.Let("re", Select(Equals(code & 1, 1), -v.re, v.re));
    const Ex im = b_.Let("im", Select(Equals(code & 2, 2), -v.im, v.im));
    Put(transform, b_.Let("element", code >> 2), b_.Let("y", re + im));
  };
  put(CodeAt(b_.Let("entry", k * 2 + n_)));
  IfPresent(b_, bounds.Hold(0) ? k > 0 : Ex(),
            [&] { put(CodeAt(b_.Let("entry", k * 2 + (n_ + 1)))); });
}

}  // namespace fft::kernels
