#include "fft/kernels/lines/axis_load_store.h"

#include <algorithm>

#include "fft/base/status.h"
#include "fft/kernels/lines/pairs.h"
#include "fft/kernels/lines/pass_engine.h"

namespace fft::kernels {

AxisLoadStore::AxisLoadStore(const KernelSpec& spec, const StockhamTiling& tiling, Builder& b)
    : spec_(spec), tiling_(tiling), b_(b), length_(AxisLength(spec)) {
  if (spec.load_reals) load_end_.emplace(spec, tiling, b, *spec.load_reals, spec.load);
  if (spec.store_reals) store_end_.emplace(spec, tiling, b, *spec.store_reals, spec.store);
}

Ex AxisLoadStore::LoadOne(Ex transform, Ex element) {
  if (load_end_) {
    const ComplexEx turn = load_end_->TurnOf(element);
    return load_end_->LoadElement(transform, element, turn, {0, Elements() - 1});
  }
  return tiling_.LoadFromGlobal(b_, {transform, element, 1}, 1).front();
}

void AxisLoadStore::StoreOne(Ex transform, Ex element, const ComplexEx& value, int64_t least) {
  if (store_end_) {
    const ComplexEx turn = store_end_->TurnOf(element);
    return store_end_->StoreElement(transform, element, turn, value, {least, Elements() - 1});
  }
  tiling_.StoreToGlobal(b_, {transform, element, 1}, ToComplex({value}));
}

int64_t AxisLoadStore::Elements() const { return HasPairs(spec_) ? length_ + 1 : length_ / 2 + 1; }

IndexBounds AxisLoadStore::BoundsOf(const StockhamTiling::Points& points, int j) const {
  if (!points.bounds) return {0, length_ - 1};
  return {points.bounds->first + points.step * j, points.bounds->last + points.step * j};
}

const RealEnd* AxisLoadStore::reals_end() const {
  const bool are_points = spec_.store == AxisFormat::kComplex || spec_.store == AxisFormat::kReal;
  return store_end_ && are_points ? &*store_end_ : nullptr;
}

Values AxisLoadStore::PartsOf(const StockhamTiling::Points& points, const Values& values) {
  Values parts;
  for (const ComplexEx& value : values) {
    const int64_t j = std::ssize(parts);
    parts.push_back(store_end_->Parts(points.first_point + points.step * j, value));
  }
  return parts;
}

std::vector<Ex> AxisLoadStore::LoadMapped(const StockhamTiling::Points& points, int count) {
  const bool are_reals = spec_.load == AxisFormat::kReal;
  std::vector<Ex> values;
  for (int j = 0; j < count; ++j) {
    const Ex point = b_.Let("point", points.first_point + points.step * j);
    const IndexBounds bounds = BoundsOf(points, j);
    values.push_back(are_reals ? load_end_->LoadReal(points.transform, point, bounds)
                               : load_end_->LoadPoint(points.transform, point, bounds));
  }
  return values;
}

void AxisLoadStore::StoreMapped(const StockhamTiling::Points& points, const Values& values) {
  const int count = static_cast<int>(values.size());
  for (int j = 0; j < count; ++j) {
    const Ex point = b_.Let("point", points.first_point + points.step * j);
    const IndexBounds bounds = BoundsOf(points, j);
    if (spec_.store == AxisFormat::kReal) {
      store_end_->StoreReal(points.transform, point, values[j].re, bounds);
    } else {
      store_end_->StorePoint(points.transform, point, values[j], bounds);
    }
  }
}

std::vector<Ex> AxisLoadStore::LoadReals(const StockhamTiling::Points& points, int count) {
  return load_end_ ? LoadMapped(points, count) : tiling_.LoadFromGlobal(b_, points, count);
}

void AxisLoadStore::StoreReals(const StockhamTiling::Points& points,
                               const std::vector<Ex>& values) {
  if (!store_end_) return tiling_.StoreToGlobal(b_, points, values);
  Values mapped;
  for (Ex value : values) mapped.push_back({value, Ex()});
  StoreMapped(points, mapped);
}

std::vector<Ex> AxisLoadStore::NumbersInRow(const StockhamTiling::Points& points, int count) {
  return NumbersFrom(tiling_.NumberInRow(b_, points.transform, points.first_point), points, count);
}

std::vector<Ex> AxisLoadStore::NumbersFrom(Ex first, const StockhamTiling::Points& points,
                                           int count) {
  std::vector<Ex> numbers = {first};
  if (count == 1) return numbers;
  const Ex row_step = tiling_.parameter(ParameterId::kRowStep);
  const Ex step = b_.Let("number_step", row_step * LitLike(row_step, points.step));
  for (int j = 1; j < count; ++j) numbers.push_back(b_.Let("number", first + step * j));
  return numbers;
}

ComplexEx AxisLoadStore::TimesTable(const ComplexEx& value, ParameterId table, Ex index) {
  return Rotate(b_, spec_.direction, value, codegen::Load(tiling_.parameter(table), index));
}

// If the row lacks a point, another element of the row is loaded, and zero takes its place
// afterwards.
std::vector<Ex> AxisLoadStore::LoadChirped(const StockhamTiling::Points& points, int count) {
  const bool unfolds = Folds(spec_.row_operation);
  const bool makes_pairs = spec_.load == AxisFormat::kHermitianOfPairs;
  const Ex length = tiling_.parameter(unfolds ? ParameterId::kRowReals : ParameterId::kRowPoints);
  const std::vector<Ex> numbers = NumbersInRow(points, count);
  std::vector<Ex> present, values;
  std::vector<Mirrored> mirrored;
  for (Ex number : numbers) {
    present.push_back(b_.Let("present", Min(number, length - 1)));
    if (unfolds) mirrored.push_back(Mirror(present.back(), length));
    values.push_back(
        makes_pairs
            ? LoadFromPairs(points.transform, {present.back(), length - present.back()}, 0)
            : LoadOne(points.transform, unfolds ? mirrored.back().element : present.back()));
  }
  const Ex zero = b_.Real(0, spec_.precision);
  for (int j = 0; j < count; ++j) {
    if (unfolds) values[j] = FromMirror(mirrored[j], values[j]);
    if (spec_.load == AxisFormat::kReal) values[j] = MakeComplex(values[j], zero);
    const ComplexEx x = ToValues(b_, {values[j]}).front();
    const ComplexEx y = TimesTable(x, ParameterId::kChirp, present[j]);
    const Ex exists = b_.Let("exists", numbers[j] < length);
    values[j] = MakeComplex(b_.Let("re", Select(exists, y.re, zero)),
                            b_.Let("im", Select(exists, y.im, zero)));
  }
  return values;
}

AxisLoadStore::Mirrored AxisLoadStore::Mirror(Ex number, Ex reals) {
  const Ex upper = b_.Let("upper", number > reals - number);
  return {number, reals, upper, b_.Let("element", Select(upper, reals - number, number))};
}

Ex AxisLoadStore::FromMirror(const Mirrored& mirrored, Ex loaded) {
  const auto& [number, reals, upper, element] = mirrored;
  const Ex is_own_conjugate = LogicalOr(Equals(number, 0), Equals(number, reals - number));
  const Ex zero = b_.Real(0, spec_.precision);
  const Ex im = b_.Let("im", Im(loaded));
  return MakeComplex(Re(loaded),
                     b_.Let("im", Select(is_own_conjugate, zero, Select(upper, -im, im))));
}

// Loads many elements as LoadHermitian loads one.
std::vector<Ex> AxisLoadStore::LoadUnfolded(const StockhamTiling::Points& points, int count) {
  const Ex reals = tiling_.parameter(ParameterId::kRowReals);
  std::vector<Mirrored> mirrored;
  std::vector<Ex> values;
  for (Ex number : NumbersInRow(points, count)) {
    mirrored.push_back(Mirror(number, reals));
    values.push_back(LoadOne(points.transform, mirrored.back().element));
  }
  for (int j = 0; j < count; ++j) values[j] = FromMirror(mirrored[j], values[j]);
  return values;
}

// A row k1, of all or some points k1 + n1 k2, also stands for row n1 - k1 if 0 < k1 < n1/2. Row 0
// and row n1/2 are their own mirror images, and already store each element up to the middle.
void AxisLoadStore::StoreFolded(const StockhamTiling::Points& points, const Values& values) {
  const Ex reals = tiling_.parameter(ParameterId::kRowReals);
  const Ex row_step = tiling_.parameter(ParameterId::kRowStep);
  const Ex first = tiling_.NumberInRow(b_, points.transform, LitLike(row_step, int64_t{0}));
  const Ex n1 = spec_.row_columns ? LitLike(row_step, *spec_.row_columns) : row_step;
  const Ex k1 = spec_.row_columns ? b_.Let("k1", first % n1) : first;
  const Ex is_mirrored = b_.Let("is_mirrored", LogicalAnd(k1 > 0, k1 < n1 - k1));
  const std::vector<Ex> numbers = NumbersInRow(points, static_cast<int>(values.size()));
  for (size_t j = 0; j < values.size(); ++j) {
    const Ex mirrored = b_.Let("mirrored", reals - numbers[j]);
    const Ex upper = b_.Let("upper", numbers[j] > mirrored);
    const Ex element = b_.Let("element", Select(upper, mirrored, numbers[j]));
    const Ex im = b_.Let("im", Select(upper, -values[j].im, values[j].im));
    b_.If(LogicalOr(numbers[j] <= mirrored, is_mirrored), [&] {
      tiling_.StoreToGlobal(b_, {points.transform, element, 1}, {MakeComplex(values[j].re, im)});
    });
  }
}

Values AxisLoadStore::TimesFilter(ParameterId filter, const StockhamTiling::Points& points,
                                  const Values& values) {
  const std::vector<Ex> numbers = NumbersInRow(points, static_cast<int>(values.size()));
  Values filtered;
  for (size_t j = 0; j < values.size(); ++j) {
    const ComplexEx w = TimesTable(values[j], filter, numbers[j]);
    filtered.push_back({w.re, b_.Let("im", -w.im)});
  }
  return filtered;
}

// In rows of n reals the numbers of points go on from one row's spectrum to the next, so a number
// divided by n is the number of the spectrum.
Values AxisLoadStore::LoadSpectra(const StockhamTiling::Points& points, int count) {
  const Ex spectra = tiling_.parameter(ParameterId::kSpectra);
  Values factors;
  if (spec_.row_operation == RowOperation::kSpectrum) {
    for (Ex number : NumbersInRow(points, count)) {
      factors.push_back(ToValues(b_, {codegen::Load(spectra, number)}).front());
    }
    return factors;
  }
  const Ex reals = tiling_.parameter(ParameterId::kRowReals);
  const Ex first = tiling_.NumberInRow(b_, points.transform, points.first_point);
  const Ex spectrum = b_.Let("spectrum", first / reals * (reals / 2 + 1));
  for (Ex number : NumbersFrom(b_.Let("number", first % reals), points, count)) {
    const Mirrored mirrored = Mirror(number, reals);
    const Ex loaded = codegen::Load(spectra, spectrum + mirrored.element);
    factors.push_back(ToValues(b_, {FromMirror(mirrored, loaded)}).front());
  }
  return factors;
}

void AxisLoadStore::StoreChirped(const StockhamTiling::Points& points, const Values& values) {
  const Ex row_points = tiling_.parameter(ParameterId::kRowPoints);
  const std::vector<Ex> numbers = NumbersInRow(points, static_cast<int>(values.size()));
  // The products with the chirp are made outside of the conditions, so that their loads overlap.
  Values chirped;
  for (size_t j = 0; j < values.size(); ++j) {
    const Ex present = b_.Let("present", Min(numbers[j], row_points - 1));
    const ComplexEx z = {values[j].re, b_.Let("im", -values[j].im)};
    chirped.push_back(TimesTable(z, ParameterId::kChirp, present));
  }
  for (size_t j = 0; j < values.size(); ++j) {
    b_.If(numbers[j] < row_points, [&] {
      const bool is_real = spec_.store == AxisFormat::kReal;
      tiling_.StoreToGlobal(b_, {points.transform, numbers[j], 1},
                            is_real ? std::vector<Ex>{chirped[j].re} : ToComplex({chirped[j]}));
    });
  }
}

std::vector<Ex> AxisLoadStore::Load(const StockhamTiling::Points& points, int count) {
  if (spec_.row_operation == RowOperation::kChirpIn ||
      spec_.row_operation == RowOperation::kChirpUnfoldIn) {
    return LoadChirped(points, count);
  }
  if (spec_.row_operation == RowOperation::kUnfoldIn) return LoadUnfolded(points, count);
  if (spec_.load == AxisFormat::kComplex) {
    return load_end_ ? LoadMapped(points, count) : tiling_.LoadFromGlobal(b_, points, count);
  }
  if (spec_.load == AxisFormat::kReal && spec_.transforms_per_line) {
    return LoadBothReals(points, count);
  }
  if (spec_.load == AxisFormat::kReal) {
    std::vector<Ex> values = LoadReals(points, count);
    for (Ex& value : values) value = MakeComplex(value, b_.Real(0, spec_.precision));
    return values;
  }
  std::vector<Ex> values;
  Ex second;
  if (spec_.transforms_per_line) second = tiling_.PresentSecondOf(b_, points.transform);
  for (int j = 0; j < count; ++j) {
    const Ex point = b_.Let("point", points.first_point + points.step * j);
    values.push_back(
        second ? LoadBothHermitian(points.transform, second, point)
        : spec_.load == AxisFormat::kHermitian
            ? LoadHermitian(points.transform, point)
            : LoadFromPairs(points.transform, {point, length_ - point}, BoundsOf(points, j).first));
  }
  return values;
}

std::vector<Ex> AxisLoadStore::LoadBothReals(const StockhamTiling::Points& points, int count) {
  StockhamTiling::Points seconds = points;
  seconds.transform = tiling_.PresentSecondOf(b_, points.transform);
  std::vector<Ex> values = LoadReals(points, count);
  const std::vector<Ex> others = LoadReals(seconds, count);
  for (int j = 0; j < count; ++j) values[j] = MakeComplex(values[j], others[j]);
  return values;
}

// Whether an element of a spectrum of reals is its own conjugate.
Ex AxisLoadStore::IsOwnConjugate(Ex element) const {
  const Ex is_first = Equals(element, 0);
  if (length_ % 2 != 0) return is_first;
  return LogicalOr(is_first, Equals(element, length_ / 2));
}

Ex AxisLoadStore::LoadBothHermitian(Ex transform, Ex second, Ex point) {
  const Ex upper = b_.Let("upper", point > length_ / 2);
  const Ex element = b_.Let("element", Select(upper, length_ - point, point));
  const Ex zero = b_.Real(0, spec_.precision);
  Values both = ToValues(b_, {LoadOne(transform, element), LoadOne(second, element)});
  const Ex is_own_conjugate = b_.Let("is_real", IsOwnConjugate(element));
  for (ComplexEx& value : both) {
    value.im = b_.Let("im", Select(is_own_conjugate, zero, Select(upper, -value.im, value.im)));
  }
  return MakeComplex(b_.Let("re", both[0].re - both[1].im), b_.Let("im", both[0].im + both[1].re));
}

Ex AxisLoadStore::LoadHermitian(Ex transform, Ex point) {
  const int64_t middle = length_ / 2;
  const Ex upper = b_.Let("upper", point > middle);
  const Ex element = b_.Let("element", Select(upper, length_ - point, point));
  const Ex x = LoadOne(transform, element);
  const Ex is_own_conjugate = IsOwnConjugate(element);
  const Ex im = b_.Let("im", Im(x));
  const Ex zero = b_.Real(0, spec_.precision);
  return MakeComplex(Re(x), b_.Let("im", Select(is_own_conjugate, zero, Select(upper, -im, im))));
}

ComplexEx AxisLoadStore::RotationOf(Ex k) {
  return PairRotation(b_, spec_, tiling_.parameter(ParameterId::kPairTwiddles), k);
}

Values AxisLoadStore::PairFromPairs(Ex transform, const PairOfPoints& pair, int64_t least) {
  const Ex k = pair.k, mirrored = b_.Let("mirrored", pair.mirrored);
  Ex x, y;
  if (load_end_) {
    const ComplexEx turn = load_end_->TurnOf(k);
    const IndexBounds lower = {least, length_}, upper = {0, length_ - least};
    x = load_end_->LoadElement(transform, k, turn, lower);
    y = load_end_->LoadElement(transform, mirrored, load_end_->MirroredTurn(turn), upper);
  } else {
    x = LoadOne(transform, k);
    y = LoadOne(transform, mirrored);
  }
  Ex x_im = Im(x), y_im = Im(y);
  if (least == 0) {
    const Ex zero = b_.Real(0, spec_.precision);
    const Ex first = b_.Let("first", Equals(k, 0));
    x_im = b_.Let("im", Select(first, zero, x_im));
    y_im = b_.Let("im", Select(first, zero, y_im));
  }
  return PairOfSpectrum(b_, {{Re(x), x_im}, {Re(y), y_im}}, RotationOf(k));
}

Ex AxisLoadStore::LoadFromPairs(Ex transform, const PairOfPoints& pair, int64_t least) {
  const ComplexEx z = PairFromPairs(transform, pair, least).front();
  return MakeComplex(b_.Let("re", z.re), b_.Let("im", z.im));
}

ComplexEx AxisLoadStore::LoadSpectrum(Ex transform, Ex element) {
  const ComplexEx x = ToValues(b_, {LoadOne(transform, element)}).front();
  const Ex zero = b_.Real(0, spec_.precision);
  return {x.re, b_.Let("im", Select(IsOwnConjugate(element), zero, x.im))};
}

Values AxisLoadStore::LoadPair(Ex transform, Ex k, int64_t least) {
  if (spec_.load == AxisFormat::kHermitianOfPairs)
    return PairFromPairs(transform, {k, length_ - k}, least);
  const ComplexEx x = LoadSpectrum(transform, k);
  if (!spec_.transforms_per_line) return {x, {x.re, b_.Let("im", -x.im)}};
  // The pair is X[k] + i Y[k] and conj(X[k]) + i conj(Y[k]).
  const ComplexEx y = LoadSpectrum(tiling_.PresentSecondOf(b_, transform), k);
  return {{b_.Let("re", x.re - y.im), b_.Let("im", x.im + y.re)},
          {b_.Let("re", x.re + y.im), b_.Let("im", y.re - x.im)}};
}

void AxisLoadStore::Store(const StockhamTiling::Points& points, const Values& values) {
  if (spec_.row_operation == RowOperation::kFilter && !HasFilter(spec_.kind)) {
    const Values filtered = TimesFilter(ParameterId::kChirpFilter, points, values);
    tiling_.StoreToGlobal(b_, points, ToComplex(filtered));
    return;
  }
  if (spec_.row_operation == RowOperation::kChirpOut) return StoreChirped(points, values);
  if (spec_.row_operation == RowOperation::kFoldOut) return StoreFolded(points, values);
  switch (spec_.store) {
    case AxisFormat::kComplex:
      if (store_end_) return StoreMapped(points, values);
      tiling_.StoreToGlobal(b_, points, ToComplex(values));
      return;
    case AxisFormat::kReal: {
      std::vector<Ex> parts;
      for (const ComplexEx& value : values) parts.push_back(value.re);
      StoreReals(points, parts);
      if (spec_.transforms_per_line) StoreSecondReals(points, values);
      return;
    }
    case AxisFormat::kHermitian:
      for (size_t j = 0; j < values.size(); ++j) {
        const Ex point =
            b_.Let("point", points.first_point + points.step * static_cast<int64_t>(j));
        b_.If(point <= length_ / 2, [&] { StoreOne(points.transform, point, values[j], 0); });
      }
      return;
    case AxisFormat::kHermitianOfPairs:
      FFT_CHECK(false && "pairs are stored by StorePair");
    case AxisFormat::kChirped:
    case AxisFormat::kChirpedSpectrum:
    case AxisFormat::kFiltered:
    case AxisFormat::kConvolved:
      FFT_CHECK(false && "only conversions write data of a convolution");
  }
}

void AxisLoadStore::StoreSecondReals(const StockhamTiling::Points& points, const Values& values) {
  std::vector<Ex> parts;
  for (const ComplexEx& value : values) parts.push_back(value.im);
  StockhamTiling::Points seconds = points;
  seconds.transform = b_.Let("second", tiling_.SecondOf(points.transform));
  IfPresent(b_, tiling_.IsPresent(seconds.transform), [&] { StoreReals(seconds, parts); });
}

void AxisLoadStore::StoreBoth(Ex transform, Ex k, const Values& spectra, int64_t least) {
  StoreOne(transform, k, spectra[0], least);
  const Ex second = b_.Let("second", tiling_.SecondOf(transform));
  IfPresent(b_, tiling_.IsPresent(second), [&] { StoreOne(second, k, spectra[1], least); });
}

void AxisLoadStore::StorePair(Ex transform, Ex k, const Values& pair, int64_t least) {
  const Values spectrum = SpectrumOfPair(b_, pair, RotationOf(k));
  const Ex mirrored = b_.Let("mirrored", length_ - k);
  if (!store_end_) {
    StoreOne(transform, k, spectrum[0], least);
    return StoreOne(transform, mirrored, spectrum[1], 0);
  }
  const ComplexEx turn = store_end_->TurnOf(k);
  store_end_->StoreElement(transform, k, turn, spectrum[0], {least, length_ / 2});
  store_end_->StoreElement(transform, mirrored, store_end_->MirroredTurn(turn), spectrum[1],
                           {length_ - length_ / 2, length_ - least});
}

}  // namespace fft::kernels
