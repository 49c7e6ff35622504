#include "fft/kernels/stockham/emit.h"

#include <algorithm>
#include <memory>
#include <optional>
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

// The number of rounds of pairs that share a look-up of large twiddles.
constexpr int kPairBlock = 4;

// A transform from global memory to global memory.
class StockhamBody final : public PassBody {
 public:
  StockhamBody(const KernelSpec& spec, const StockhamTiling& tiling, Builder& b)
      : spec_(spec),
        tiling_(tiling),
        b_(b),
        ends_(spec, tiling, b),
        large_twiddles_(StockhamLargeTwiddles::Make(spec, b)) {}

  std::vector<Ex> Load(const Place& place) override {
    if (AsStands(spec_.load, spec_.load_reals) && !CutsInput(spec_.row_operation)) {
      for (const auto& points : EveryPointsOf(place)) {
        tiling_.PrefetchLoads(b_, points, place.pass.radix);
      }
    }
    return ends_.Load(PointsOf(place), place.pass.radix);
  }
  void Store(const Place& place, const Values& values) override {
    if (AsStands(spec_.store, spec_.store_reals) && !CutsOutput(spec_.row_operation)) {
      for (const auto& points : EveryPointsOf(place)) {
        tiling_.PrefetchStores(b_, points, place.pass.radix);
      }
    }
    ends_.Store(PointsOf(place), values);
  }
  bool converts() const override { return Converts(spec_); }
  Ex LoadPoint(Ex transform, Ex point) override {
    return ends_.Load({transform, point, 1}, 1).front();
  }
  void StorePoint(Ex transform, Ex point, Ex value) override {
    ends_.Store({transform, point, 1}, ToValues(b_, {value}));
  }
  bool loads_pairs() const override {
    return IsHalfSpectrum(spec_.load) && !CutsInput(spec_.row_operation);
  }
  Values LoadPair(Ex transform, Ex k, int64_t least) override {
    return ends_.LoadPair(transform, k, least);
  }
  bool takes_pairs() const override { return StoresPairs(spec_); }
  void PreparePair(Ex transform, Ex k, const PairRound& round) override;
  void StorePair(Ex transform, Ex k, const Values& pair) override;
  const RealEnd* reals_end() const override { return ends_.reals_end(); }
  Values PartsOf(const Place& place, const Values& values) override {
    return ends_.PartsOf(PointsOf(place), values);
  }
  Values Compute(const Place& place, const Values& in) override;

  void DeclareTables() { large_twiddles_->Declare(tiling_.parameters()); }
  void StageTables();

 private:
  // Whether memory holds an element for every point, in the order of the points.
  static bool AsStands(AxisFormat data, const std::optional<AxisKind>& reals) {
    return !reals && (data == AxisFormat::kComplex || data == AxisFormat::kReal);
  }
  static StockhamTiling::Points PointsOf(const Place& place) {
    return {.transform = place.transform,
            .first_point = place.i,
            .step = place.pass.butterflies,
            .bounds = place.bounds};
  }
  // The points that `place` has in every transform of the line.
  std::vector<StockhamTiling::Points> EveryPointsOf(const Place& place) const {
    std::vector<StockhamTiling::Points> list = {PointsOf(place)};
    if (spec_.transforms_per_line) {
      list.push_back(list.front());
      list.back().transform = tiling_.SecondOf(place.transform);
    }
    return list;
  }
  // The rotation of the next pair's elements. Its exponent is a multiple of the transform's index
  // j.
  struct PairRotation {
    Ex j;
    ComplexEx start, now;
    std::vector<ComplexEx> steps;
  };

  const KernelSpec& spec_;
  const StockhamTiling& tiling_;
  Builder& b_;
  AxisLoadStore ends_;
  const std::unique_ptr<StockhamLargeTwiddles> large_twiddles_;
  std::vector<PairRotation> of_pair_;  // one for each transform of a line
  int64_t least_pair_ = 0;             // the least k that the next pair can have
};

Values StockhamBody::Compute(const Place& place, const Values& in) {
  Values values = EmitButterfly(b_, SignOf(spec_.direction), in);
  if (place.pass.groups > 1) {
    RotateByTwiddles(b_, spec_.direction, place.pass, tiling_.parameter(ParameterId::kTwiddles),
                     place.i, &values);
    return values;
  }
  // This is the last pass, the only pass with one group.
  if (!StoresTwoSpectra(spec_)) large_twiddles_->RotateOutputs(tiling_, place, &values);
  return tiling_.Scaled(b_, std::move(values));
}

// Looks up the rotations of a round of pairs. A line of two transforms has one rotation for each of
// them, since its pairs are taken apart before they are rotated. As in RotateOutputs, tables are
// looked up for every kPairBlock-th round and for the steps between.
void StockhamBody::PreparePair(Ex transform, Ex k, const PairRound& round) {
  least_pair_ = round.round * round.step;
  if (!large_twiddles_->rotates() || !StoresTwoSpectra(spec_)) return;
  const auto rotation = [&](Ex m) { return large_twiddles_->Rotation(b_.Let("m", m)); };
  const int within = round.round % kPairBlock;
  if (round.round == 0) {
    of_pair_.clear();
    for (Ex owner : {transform, tiling_.SecondOf(transform)}) {
      if (!of_pair_.empty() && tiling_.SharesTwiddleIndex()) break;
      of_pair_.emplace_back().j = tiling_.TwiddleIndex(b_, owner);
    }
  }
  for (PairRotation& pair : of_pair_) {
    if (within == 0) {
      pair.start = pair.now = rotation(k * pair.j);
      continue;
    }
    if (std::ssize(pair.steps) < within)
      pair.steps.push_back(rotation(pair.j * (round.step * within)));
    pair.now = MultiplyComplex(b_, pair.start, pair.steps[within - 1]);
  }
}

void StockhamBody::StorePair(Ex transform, Ex k, const Values& pair) {
  if (!StoresTwoSpectra(spec_)) {
    ends_.StorePair(transform, k, pair, least_pair_);
    return;
  }
  Values spectra = TakeApart(b_, pair);
  for (size_t i = 0; i < spectra.size() && large_twiddles_->rotates(); ++i) {
    const ComplexEx& w = of_pair_[std::min(i, of_pair_.size() - 1)].now;
    spectra[i] = large_twiddles_->Multiply(spectra[i], {w});
  }
  ends_.StoreBoth(transform, k, spectra, least_pair_);
}

void StockhamBody::StageTables() {
  // An exchange between passes has a barrier.
  if (large_twiddles_->Stage() && spec_.exchange == Exchange::kNone) b_.Barrier();
}

// Does tile after tile. While one tile is computed, the points of the next one are copied.
void RunTiles(const KernelSpec& spec, StockhamTiling& tiling, LineEngine& engine, PassBody& body,
              Builder& b) {
  const Ex tiles = tiling.parameter(ParameterId::kTiles);
  const bool falls = spec.group_order == GroupOrder::kFalling;
  const auto place = [&](StockhamTiling& tile, Ex number) {
    tile.ComputeOffsets(b, falls ? b.Let("tile", tiles - 1 - number) : number);
  };
  engine.Begin();
  const Ex first = b.Let("first_tile", Cast(tiles.type(), b.BlockIndex()));
  const Ex step = b.Let("groups", Cast(tiles.type(), b.BlockCount()));
  place(tiling, first);
  engine.CopyAhead(tiling);
  b.For("number", {first, tiles, step}, [&](Ex number) {
    place(tiling, number);
    engine.WhenTaken([&] {
      const Ex next = b.Let("next", number + step);
      b.If(next < tiles, [&] {
        StockhamTiling ahead = tiling;
        place(ahead, next);
        engine.CopyAhead(ahead);
      });
    });
    engine.RunPasses(body);
  });
}

codegen::Kernel Generate(const KernelSpec& spec, const std::vector<Parameter>& signature) {
  Builder b(KernelName(spec));
  const std::vector<Pass> passes = MakePasses(spec);
  StockhamTiling tiling(spec);
  LineEngine engine(spec, passes, tiling, b);
  StockhamBody body(spec, tiling, b);
  tiling.AddArguments(signature, b);
  body.DeclareTables();
  if (IsPersistent(spec)) engine.DeclareArrivals();
  engine.DeclareLds(body);
  b.SetWorkgroup(spec.threads_per_transform * spec.transforms_per_group,
                 spec.resident_groups.value_or(0));
  if (IsPersistent(spec)) {
    body.StageTables();
    RunTiles(spec, tiling, engine, body, b);
    return b.Finish();
  }
  tiling.ComputeOffsets(b);
  body.StageTables();
  engine.Run(body);
  return b.Finish();
}

}  // namespace

absl::StatusOr<codegen::Kernel> EmitStockham(const KernelSpec& spec,
                                             const std::vector<Parameter>& signature) {
  for (ArrayFormat format : {spec.in_format, spec.out_format}) {
    if (format == ArrayFormat::kComplexInterleaved || format == ArrayFormat::kReal) continue;
    return absl::UnimplementedError(absl::StrCat(
        KernelName(spec), ": only reals and interleaved complex numbers have a kernel"));
  }
  const bool is_row = HoldsRows(spec) && spec.staging != Staging::kTurned;
  if (Converts(spec) && spec.staging != Staging::kNone && !is_row) {
    return absl::UnimplementedError(
        absl::StrCat(KernelName(spec), ": what is not rows of complex numbers cannot be staged"));
  }
  const bool is_copied =
      !Converts(spec) && spec.staging == Staging::kNone && HoldsPasses(spec.exchange);
  if (IsPersistent(spec) && !is_copied) {
    return absl::UnimplementedError(absl::StrCat(
        KernelName(spec), ": what is not copied as it stands has no persistent kernel"));
  }
  return Generate(spec, signature);
}

}  // namespace fft::kernels
