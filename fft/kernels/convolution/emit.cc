#include "fft/kernels/convolution/emit.h"

#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/kernels/lines/axis_load_store.h"
#include "fft/kernels/lines/expressions.h"
#include "fft/kernels/lines/line_engine.h"
#include "fft/kernels/lines/pairs.h"
#include "fft/kernels/lines/pass.h"
#include "fft/kernels/lines/rotate_large.h"
#include "fft/kernels/lines/tiling.h"

namespace fft::kernels {
namespace {

Direction Reverse(Direction direction) {
  return direction == Direction::kForward ? Direction::kInverse : Direction::kForward;
}

// The common part of all convolutions: the passes, and the changes to a point on its way out.
class ConvolutionBody : public PassBody {
 public:
  ConvolutionBody(const KernelSpec& spec, const StockhamTiling& tiling, Builder& b)
      : spec_(spec),
        tiling_(tiling),
        b_(b),
        ends_(spec, tiling, b),
        large_twiddles_(StockhamLargeTwiddles::Make(spec, b)) {}

  Values Compute(const Place& place, const Values& in) override;
  bool takes_pairs() const override { return StoresPairs(spec_); }
  void StorePair(Ex transform, Ex k, const Values& pair) override;
  void DeclareTables() { large_twiddles_->Declare(tiling_.parameters()); }

 protected:
  // The table by which spectra are multiplied.
  virtual ParameterId filter() const = 0;
  // Turns loaded values into the convolution's inputs.
  virtual Values Prepare(const Place& place, const Values& loaded) = 0;
  // The direction of the transform before the product, and of the transform after it.
  virtual Direction forth() const { return spec_.direction; }
  virtual Direction back() const { return Reverse(spec_.direction); }
  // Turns the values of the transformed inputs, points i + butterflies * k, into those of the
  // convolution's result.
  virtual void Convolve(const Place& place, Values* values) { MultiplyByFilter(place, values); }
  void MultiplyByFilter(const Place& place, Values* values);

  int64_t points() const { return *spec_.points; }
  // Inputs j < whole() of a butterfly are points of the transform for every i. If has_part(), input
  // whole() is a point for some i. All later inputs are points for no i.
  int whole(const Pass& pass) const { return static_cast<int>(points() / pass.butterflies); }
  bool has_part(const Pass& pass) const {
    return whole(pass) < pass.radix && points() % pass.butterflies != 0;
  }

  // Whether outputs have to be finished, by large twiddles or a scale.
  bool finishes() const { return large_twiddles_->rotates() || spec_.scale != ScaleKind::kNone; }
  // The finished output `point` of the transform: large twiddle and scale.
  ComplexEx Finish(const ComplexEx& value, Ex transform, Ex point);
  ComplexEx Scale(const ComplexEx& value) { return tiling_.Scaled(b_, {value}).front(); }

  const KernelSpec& spec_;
  const StockhamTiling& tiling_;
  Builder& b_;
  AxisLoadStore ends_;
  const std::unique_ptr<StockhamLargeTwiddles> large_twiddles_;
};

Values ConvolutionBody::Compute(const Place& place, const Values& in) {
  const Direction forth = this->forth(), back = this->back();
  const Ex table = tiling_.parameter(ParameterId::kTwiddles);
  if (place.pass.is_mirrored) {
    Values values = in;
    RotateByTwiddles(b_, back, place.pass, tiling_.parameter(ParameterId::kTwiddlesBack), place.i,
                     &values);
    return EmitButterfly(b_, SignOf(back), values);
  }
  const Values prepared = place.pass.index == 0 ? Prepare(place, in) : in;
  Values values = EmitButterfly(b_, SignOf(forth), prepared);
  if (place.pass.groups > 1) {
    RotateByTwiddles(b_, forth, place.pass, table, place.i, &values);
    return values;
  }
  Convolve(place, &values);
  return EmitButterfly(b_, SignOf(back), values);
}

void ConvolutionBody::MultiplyByFilter(const Place& place, Values* values) {
  b_.Comment("times the filter");
  const Ex table = tiling_.parameter(filter());
  for (int k = 0; k < place.pass.radix; ++k) {
    ComplexEx& value = (*values)[k];
    const Ex factor = codegen::Load(table, place.i + k * place.pass.butterflies);
    value = Rotate(b_, spec_.direction, value, factor);
  }
}

// The line holds the pairs of one transform of reals, or two transforms of reals.
void ConvolutionBody::StorePair(Ex transform, Ex k, const Values& pair) {
  if (StoresTwoSpectra(spec_)) {
    ends_.StoreBoth(transform, k, tiling_.Scaled(b_, TakeApart(b_, pair)));
  } else {
    ends_.StorePair(transform, k, tiling_.Scaled(b_, pair));
  }
}

ComplexEx ConvolutionBody::Finish(const ComplexEx& value, Ex transform, Ex point) {
  return Scale(
      large_twiddles_->Rotated(value, [&] { return point * tiling_.TwiddleIndex(b_, transform); }));
}

// Multiplies by the chirp on both ends; points beyond the transform's last one are zero on the way
// in and dropped on the way out.
class BluesteinBody final : public ConvolutionBody {
 public:
  using ConvolutionBody::ConvolutionBody;

  std::vector<Ex> Load(const Place& place) override {
    const int whole = this->whole(place.pass);
    std::vector<Ex> values = ends_.Load({place.transform, place.i, place.pass.butterflies},
                                        std::min(whole, place.pass.radix));
    if (has_part(place.pass)) {
      values.push_back(ends_.Load({place.transform, PartPoint(place), 1}, 1).front());
    }
    const Ex zero = b_.Real(0, spec_.precision);
    values.resize(place.pass.radix, MakeComplex(zero, zero));
    return values;
  }

  void Store(const Place& place, const Values& values) override {
    const int64_t step = place.pass.butterflies;
    const int whole = std::min(this->whole(place.pass), place.pass.radix);
    Values out;
    for (int k = 0; k < whole; ++k) out.push_back(Output(place, place.i + k * step, values[k]));
    if (whole > 0) ends_.Store({place.transform, place.i, step}, out);
    if (!has_part(place.pass)) return;
    const Ex point = b_.Let("point", place.i + whole * step);
    b_.If(point < points(), [&] {
      ends_.Store({place.transform, point, 1}, {Output(place, point, values[whole])});
    });
  }

  void StorePair(Ex transform, Ex k, const Values& pair) override {
    const Ex mirrored =
        b_.Let("mirrored", Select(Equals(k, 0), LitLike(k, int64_t{0}), points() - k));
    ConvolutionBody::StorePair(transform, k,
                               {TimesChirp(ParameterId::kChirpBack, pair[0], k),
                                TimesChirp(ParameterId::kChirpBack, pair[1], mirrored)});
  }

 protected:
  ParameterId filter() const override { return ParameterId::kChirpFilter; }
  Values Prepare(const Place& place, const Values& loaded) override {
    Values values = loaded;
    const int64_t step = place.pass.butterflies;
    const int whole = std::min(this->whole(place.pass), place.pass.radix);
    for (int j = 0; j < whole; ++j)
      values[j] = TimesChirp(ParameterId::kChirp, values[j], place.i + j * step);
    if (!has_part(place.pass)) return values;
    const ComplexEx part = TimesChirp(ParameterId::kChirp, values[whole], PartPoint(place));
    const Ex exists = place.i + whole * step < points();
    const Ex zero = b_.Real(0, spec_.precision);
    values[whole] = {b_.Let("re", Select(exists, part.re, zero)),
                     b_.Let("im", Select(exists, part.im, zero))};
    return values;
  }

 private:
  // The point of input number whole(). Butterflies without this input get the last point, so that
  // they load from inside the array.
  Ex PartPoint(const Place& place) {
    const Ex point = place.i + whole(place.pass) * place.pass.butterflies;
    return b_.Let("point", Min(point, points() - 1));
  }

  ComplexEx TimesChirp(ParameterId chirp, const ComplexEx& value, Ex point) {
    const Ex factor = codegen::Load(tiling_.parameter(chirp), point);
    return Rotate(b_, spec_.direction, value, factor);
  }

  ComplexEx Output(const Place& place, Ex point, const ComplexEx& value) {
    return Finish(TimesChirp(ParameterId::kChirpBack, value, point), place.transform, point);
  }
};

// Takes inputs in the order of a generator's powers, and puts outputs in the order of its inverse's
// powers. Point 0 is not part of the convolution. Its value is added to element 0 of the product
// with the filter, which adds it to every output.
class RaderBody final : public ConvolutionBody {
 public:
  using ConvolutionBody::ConvolutionBody;

  std::vector<Ex> Load(const Place& place) override {
    std::vector<Ex> values;
    for (int j = 0; j < place.pass.radix; ++j) {
      values.push_back(LoadPoint(place.transform, PointRead(place.i + j * place.pass.butterflies)));
    }
    return values;
  }

  void Store(const Place& place, const Values& values) override {
    for (int k = 0; k < place.pass.radix; ++k) {
      const Ex point = PointWritten(place.i + k * place.pass.butterflies);
      ends_.Store({place.transform, point, 1}, {Finish(values[k], place.transform, point)});
    }
  }

  std::vector<Ex> LoadLines(const Place& place) override {
    return ends_.Load({place.transform, place.i, place.pass.butterflies}, place.pass.radix);
  }
  Values ComputeLines(const Place& place, const Values& in) override {
    Values values = EmitButterfly(b_, SignOf(spec_.direction), in);
    RotateByTwiddles(b_, spec_.direction, place.pass,
                     tiling_.parameter(ParameterId::kTwiddlesFirst), place.i, &values);
    return values;
  }

  bool converts() const override { return Converts(spec_); }
  Ex LoadPoint(Ex transform, Ex point) override {
    return ends_.Load({transform, point, 1}, 1).front();
  }
  void StorePoint(Ex transform, Ex point, Ex value) override {
    ends_.Store({transform, point, 1}, ToValues(b_, {value}));
  }
  bool loads_pairs() const override { return IsHalfSpectrum(spec_.load); }
  Values LoadPair(Ex transform, Ex k, int64_t least) override {
    return ends_.LoadPair(transform, k, least);
  }

  bool permutes() const override { return true; }
  int64_t first_in_memory() const override { return 1; }
  Ex PointRead(Ex input) override { return Permuted(input); }
  Ex PointWritten(Ex output) override { return Permuted(output + spec_.length); }
  Ex InputOf(Ex point) override { return Permuted(point + (2 * spec_.length - 1)); }
  Ex OutputOf(Ex point) override {
    const Ex input = InputOf(point);
    return b_.Let("point", Select(Equals(input, 0), input, spec_.length - input));
  }
  Ex Finished(Ex transform, Ex point, Ex value) override {
    if (!finishes()) return value;
    const ComplexEx out = Finish(ToValues(b_, {value}).front(), transform, point);
    return MakeComplex(out.re, out.im);
  }

 protected:
  ParameterId filter() const override { return ParameterId::kRaderFilter; }
  Values Prepare(const Place&, const Values& loaded) override { return loaded; }

  // Element 0 of the transformed inputs is their sum. The sum plus x[0] is point 0 of the output.
  void Convolve(const Place& place, Values* values) override {
    b_.Comment("output 0 is the sum of all points, every other one has the origin added");
    const Origin origin = spec_.lines_per_transform ? OriginOfLine(place) : OriginInMemory(place);
    const ComplexEx& x = origin.value;
    b_.If(origin.first, [&] {
      const ComplexEx& sum = values->front();
      StoreZero(place, {b_.Let("re", x.re + sum.re), b_.Let("im", x.im + sum.im)});
    });
    MultiplyByFilter(place, values);
    const Ex zero = b_.Real(0, spec_.precision);
    ComplexEx& sum = values->front();
    sum = {b_.Let("re", sum.re + Select(origin.first, x.re, zero)),
           b_.Let("im", sum.im + Select(origin.first, x.im, zero))};
  }

 private:
  // Point x[0], and whether this thread is the one that writes point 0 of the output.
  struct Origin {
    Ex first;
    ComplexEx value;
  };

  // The source of x[0] in memory. Only the thread that writes the output's point 0 reads x[0],
  // since that output may lie in the place of x[0]. All other threads, also those of transforms
  // beyond the last, read a point that no thread has written yet.
  Origin OriginInMemory(const Place& place) {
    const Ex exists = tiling_.IsPresent(place.transform);
    const Ex is_zero = Equals(place.i, 0);
    const Ex first = b_.Let("first", exists ? LogicalAnd(is_zero, exists) : is_zero);
    const Ex point =
        b_.Let("point", Select(first, ZeroPoint(place), ZeroPoint(place) + kUnwritten));
    const Ex present = tiling_.Present(b_, place.transform);
    return {first, ToValues(b_, {LoadPoint(present, point)}).front()};
  }

  // The source of x[0] in LDS, which has another place for the output.
  Origin OriginOfLine(const Place& place) {
    const Ex first = b_.Let("first", Equals(place.i, 0));
    const Ex x = b_.Let("x", codegen::Load(place.lds, place.origin_slot));
    return {first, ToValues(b_, {x}).front()};
  }

  // A point that no thread has written when x[0] is read. In place, points 0 and 1 hold element 0
  // of half a spectrum. If points are pairs of reals, x[0] is made of the spectrum's first and last
  // elements, and pair 0 takes their place.
  static constexpr int64_t kUnwritten = 2;

  static Ex ZeroPoint(const Place& place) { return LitLike(place.i, int64_t{0}); }

  void StoreZero(const Place& place, const ComplexEx& value) {
    if (spec_.lines_per_transform) {
      b_.Store(place.lds, place.origin_out_slot, MakeComplex(value.re, value.im));
    } else if (takes_pairs()) {
      StorePair(place.transform, ZeroPoint(place), {value, value});
    } else {
      ends_.Store({place.transform, ZeroPoint(place), 1}, {Scale(value)});
    }
  }

  Ex Permuted(Ex index) {
    return b_.Let("point", codegen::Load(tiling_.parameter(ParameterId::kPermutation), index));
  }
};

// Multiplies rows of a spectrum by the filter of a longer convolution. The product is conjugated,
// so the transform back is the same transform as the transform forth.
class FilterBody final : public ConvolutionBody {
 public:
  using ConvolutionBody::ConvolutionBody;

  std::vector<Ex> Load(const Place& place) override {
    tiling_.PrefetchLoads(b_, PointsOf(place), place.pass.radix);
    return tiling_.LoadFromGlobal(b_, PointsOf(place), place.pass.radix);
  }
  Values Compute(const Place& place, const Values& in) override {
    Values values = ConvolutionBody::Compute(place, in);
    const bool is_last = place.pass.is_mirrored && place.pass.stride == 1;
    if (!is_last) return values;
    large_twiddles_->RotateOutputs(tiling_, place, &values);
    return tiling_.Scaled(b_, std::move(values));
  }
  void Store(const Place& place, const Values& values) override {
    tiling_.PrefetchStores(b_, PointsOf(place), place.pass.radix);
    tiling_.StoreToGlobal(b_, PointsOf(place), ToComplex(values));
  }

 protected:
  ParameterId filter() const override { return ParameterId::kColumnsFilter; }
  Direction back() const override { return spec_.direction; }
  Values Prepare(const Place&, const Values& loaded) override { return loaded; }
  void Convolve(const Place& place, Values* values) override {
    StockhamTiling::Points points = PointsOf(place);
    points.transform = tiling_.Present(b_, place.transform);
    *values = ends_.TimesFilter(filter(), points, *values);
  }

 private:
  static StockhamTiling::Points PointsOf(const Place& place) {
    return {place.transform, place.i, place.pass.butterflies};
  }
};

// The product of the caller's spectrum with a row, with two rows of reals in one line, or with the
// rows that make up a longer row.
class ChainBody final : public ConvolutionBody {
 public:
  using ConvolutionBody::ConvolutionBody;

  std::vector<Ex> Load(const Place& place) override {
    return ends_.Load({place.transform, place.i, place.pass.butterflies}, place.pass.radix);
  }
  Values Compute(const Place& place, const Values& in) override {
    Values values = ConvolutionBody::Compute(place, in);
    const bool is_last = place.pass.is_mirrored && place.pass.stride == 1;
    if (is_last) large_twiddles_->RotateOutputs(tiling_, place, &values);
    return values;
  }
  void Store(const Place& place, const Values& values) override {
    ends_.Store({place.transform, place.i, place.pass.butterflies}, tiling_.Scaled(b_, values));
  }

 protected:
  ParameterId filter() const override { return ParameterId::kSpectra; }
  Direction forth() const override { return Direction::kForward; }
  Direction back() const override { return Direction::kInverse; }
  Values Prepare(const Place&, const Values& loaded) override { return loaded; }

  void Convolve(const Place& place, Values* values) override {
    b_.Comment("times the spectrum");
    const Values factors = FactorsOf(place);
    for (int k = 0; k < place.pass.radix; ++k) {
      ComplexEx& value = (*values)[k];
      value = spec_.direction == Direction::kForward ? MultiplyComplex(b_, value, factors[k])
                                                     : MultiplyConjugate(b_, value, factors[k]);
    }
  }

 private:
  Values FactorsOf(const Place& place) {
    const Ex transform = tiling_.Present(b_, place.transform);
    const int64_t step = place.pass.butterflies;
    if (spec_.load != AxisFormat::kReal) {
      return ends_.LoadSpectra({transform, place.i, step}, place.pass.radix);
    }
    const Ex row = tiling_.NumberInRow(b_, transform, LitLike(place.i, int64_t{0}));
    Values factors;
    for (int k = 0; k < place.pass.radix; ++k) {
      factors.push_back(FactorAt(row, place.i + k * step, {k * step, (k + 1) * step}));
    }
    return factors;
  }

  // The points that the butterflies hold: `least` to `end` - 1.
  struct Reach {
    int64_t least, end;
  };

  // The factor of a point of a whole row of reals. Elements beyond the middle of a spectrum of
  // reals are conjugates. The imaginary part of an element that is its own conjugate is ignored.
  ComplexEx FactorAt(Ex row, Ex point, const Reach& reach) {
    const int64_t n = spec_.length;
    const bool is_lower = 2 * (reach.end - 1) <= n;
    const bool is_upper = 2 * reach.least > n;
    Ex element = point, upper;
    if (is_upper) {
      element = n - point;
    } else if (!is_lower) {
      upper = b_.Let("upper", point > n / 2);
      element = b_.Let("element", Select(upper, n - point, point));
    }
    const Ex factor = b_.Let("factor", codegen::Load(tiling_.parameter(filter()), row + element));
    Ex im = Im(factor);
    if (is_upper) im = -im;
    if (upper) im = Select(upper, -im, im);
    const bool has_zero = reach.least == 0;
    const bool has_middle = n % 2 == 0 && 2 * reach.least <= n && 2 * (reach.end - 1) >= n;
    if (has_zero || has_middle) {
      const Ex zero = b_.Real(0, spec_.precision);
      const Ex is_zero = Equals(point, 0), is_middle = Equals(point, n / 2);
      const Ex is_own = has_zero && has_middle ? LogicalOr(is_zero, is_middle)
                        : has_zero             ? is_zero
                                               : is_middle;
      im = Select(is_own, zero, im);
    }
    return {b_.Let("re", Re(factor)), b_.Let("im", im)};
  }
};

std::unique_ptr<ConvolutionBody> MakeBody(const KernelSpec& spec, const StockhamTiling& tiling,
                                          Builder& b) {
  if (spec.kind == KernelKind::kRader) return std::make_unique<RaderBody>(spec, tiling, b);
  if (IsChain(spec)) return std::make_unique<ChainBody>(spec, tiling, b);
  if (spec.kind == KernelKind::kFilter) return std::make_unique<FilterBody>(spec, tiling, b);
  return std::make_unique<BluesteinBody>(spec, tiling, b);
}

codegen::Kernel Generate(const KernelSpec& spec, const std::vector<Parameter>& signature) {
  Builder b(KernelName(spec));
  const std::vector<Pass> passes = MakePassesForthAndBack(spec);
  StockhamTiling tiling(spec);
  LineEngine engine(spec, passes, tiling, b);
  const std::unique_ptr<ConvolutionBody> body = MakeBody(spec, tiling, b);
  tiling.AddArguments(signature, b);
  body->DeclareTables();
  engine.DeclareLds(*body);
  b.SetWorkgroup(spec.threads_per_transform * spec.transforms_per_group,
                 spec.resident_groups.value_or(0));
  tiling.ComputeOffsets(b);
  engine.Run(*body);
  return b.Finish();
}

}  // namespace

absl::StatusOr<codegen::Kernel> EmitConvolution(const KernelSpec& spec,
                                                const std::vector<Parameter>& signature) {
  const auto missing = [&spec](const char* what) {
    return absl::UnimplementedError(absl::StrCat(KernelName(spec), ": ", what));
  };
  for (ArrayFormat format : {spec.in_format, spec.out_format}) {
    if (format == ArrayFormat::kComplexInterleaved || format == ArrayFormat::kReal) continue;
    return missing("only reals and interleaved complex numbers have a kernel");
  }
  if (ConvertsFormat(spec) && spec.large_twiddle.steps > 0) {
    return missing("reals have a kernel without large twiddles alone");
  }
  if (spec.kind == KernelKind::kRader && StoresPairs(spec) && !TurnsRound(spec.exchange)) {
    return missing("points of spectra of reals meet in LDS that holds complex numbers");
  }
  if (spec.lines_per_transform && (spec.kind != KernelKind::kRader || !TurnsRound(spec.exchange))) {
    return missing("a generator's order in LDS that holds complex numbers is what has lines");
  }
  if (spec.factors.size() < 2) return missing("a convolution has two factors or more");
  if (spec.staging != Staging::kNone) return missing("the tile of a convolution is not staged");
  if (spec.kind == KernelKind::kFilter) {
    const bool is_alone = IsChain(spec) || spec.row_operation == RowOperation::kFilter;
    if (!is_alone) return missing("rows are filtered alone");
    if (spec.points.has_value()) return missing("rows that are filtered are whole");
    if (spec.load != spec.store) return missing("filtered rows are reals on both sides or on none");
  } else if (!spec.points.has_value()) {
    return missing("the points of the transform are not given");
  }
  return Generate(spec, signature);
}

}  // namespace fft::kernels
