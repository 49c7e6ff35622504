#include "fft/kernels/plane/emit.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/codegen/dag/butterfly.h"
#include "fft/kernels/lines/expressions.h"
#include "fft/kernels/lines/lds_tile.h"
#include "fft/kernels/lines/pass.h"
#include "fft/kernels/lines/pass_engine.h"
#include "fft/kernels/lines/tiling.h"
#include "fft/kernels/plane/pairs.h"

namespace fft::kernels {
namespace {

// The lines of one axis as a kernel of their own, from which passes and LDS slots follow.
KernelSpec LinesAlongX(const KernelSpec& spec) {
  KernelSpec lines = spec;
  lines.transforms_per_group =
      static_cast<int>(spec.second_axis.length) * spec.transforms_per_group;
  return lines;
}

KernelSpec LinesAlongY(const KernelSpec& spec) {
  KernelSpec lines = spec;
  lines.length = spec.second_axis.length;
  lines.factors = spec.second_axis.factors;
  lines.transforms_per_group = static_cast<int>(spec.length) * spec.transforms_per_group;
  lines.lds.point_step = spec.lds.transform_step;
  lines.lds.transform_step = spec.lds.point_step;
  return lines;
}

// The passes over x, then the passes over y.
std::vector<Pass> PlanePasses(const KernelSpec& spec) {
  const int threads = spec.threads_per_transform * spec.transforms_per_group;
  const int64_t points = spec.length * spec.second_axis.length * spec.transforms_per_group;
  std::vector<Pass> passes = MakePasses(LinesAlongX(spec));
  for (Pass pass : MakePasses(LinesAlongY(spec))) {
    pass.axis = Axis::kY;
    pass.index = static_cast<int>(passes.size());
    passes.push_back(pass);
  }
  // All lines share the threads.
  for (Pass& pass : passes) {
    pass.rounds = static_cast<int>(CeilDiv(points / pass.radix, threads));
  }
  return passes;
}

// Butterflies of all lines of the tile in one list: lanes run along the butterflies of a row, or
// across columns.
class PlaneEngine final : public PassEngine {
 public:
  PlaneEngine(const KernelSpec& spec, const std::vector<Pass>& passes, const GlobalTile& tile,
              Builder& b)
      : PassEngine(spec, passes, tile, b),
        x_spec_(LinesAlongX(spec)),
        y_spec_(LinesAlongY(spec)),
        rows_(x_spec_, b),
        columns_(y_spec_, b),
        pairs_(spec, tile, rows_, b) {}

 protected:
  Butterfly At(const Pass& pass, int round, Beyond beyond) override;
  LdsTile& Lds(const Pass& pass) override { return pass.axis == Axis::kX ? rows_ : columns_; }
  Rounds LoadFirst(const Pass& pass, PassBody& body) override;
  void StoreLast(const Pass& pass, const std::vector<Values>& values, PassBody& body) override;

 private:
  const KernelSpec x_spec_, y_spec_;
  LdsTile rows_, columns_;
  PlanePairs pairs_;
};

PassEngine::Rounds PlaneEngine::LoadFirst(const Pass& pass, PassBody& body) {
  if (spec_.load != AxisFormat::kHermitianOfPairs) return PassEngine::LoadFirst(pass, body);
  pairs_.Load();
  b_.Barrier();
  return ReadLds(pass);
}

void PlaneEngine::StoreLast(const Pass& pass, const std::vector<Values>& values, PassBody& body) {
  if (spec_.store != AxisFormat::kHermitianOfPairs) {
    PassEngine::StoreLast(pass, values, body);
    return;
  }
  WriteLds(pass, ToComplexRounds(values));
  pairs_.Store();
}

PassEngine::Butterfly PlaneEngine::At(const Pass& pass, int round, Beyond beyond) {
  const int planes = spec_.transforms_per_group;
  const int threads = spec_.threads_per_transform * planes;
  const bool is_row = pass.axis == Axis::kX;
  const int64_t fast = is_row ? pass.butterflies : spec_.length;
  const int64_t slow = is_row ? spec_.second_axis.length : pass.butterflies;
  const int64_t first = int64_t{round} * threads, count = fast * slow * planes;
  Ex work = b_.Let("work", b_.ThreadIndex() + first), exists;
  const bool may_end = first + threads > count;
  if (may_end && beyond == Beyond::kClamp) {
    exists = work < count;
    work = b_.Let("work", Min(work, count - 1));
  }
  const Ex low = b_.Let(is_row ? "i" : "x", work % fast);
  const Ex rest = b_.Let(is_row ? "row" : "rest", work / fast);
  if (may_end && beyond == Beyond::kKeep) exists = rest < slow * planes;
  Ex high = rest, plane = b_.Int(0);
  if (planes > 1) {
    high = b_.Let(is_row ? "y" : "i", rest % slow);
    plane = b_.Let("plane", rest / slow);
  }
  const Ex line =
      is_row ? rest : plane * (spec_.lds.transform_step * spec_.second_axis.length) + low;
  return {{pass, plane, is_row ? low : high, line, is_row ? high : low}, exists};
}

class PlaneBody final : public PassBody {
 public:
  PlaneBody(const KernelSpec& spec, const GlobalTile& tile, Builder& b)
      : spec_(spec), tile_(tile), b_(b) {}

  std::vector<Ex> Load(const Place& place) override {
    tile_.PrefetchLoads(b_, PointsOf(place), place.pass.radix);
    return tile_.LoadFromGlobal(b_, PointsOf(place), place.pass.radix);
  }
  void Store(const Place& place, const Values& values) override {
    tile_.PrefetchStores(b_, PointsOf(place), place.pass.radix);
    tile_.StoreToGlobal(b_, PointsOf(place), ToComplex(values));
  }
  Values Compute(const Place& place, const Values& in) override;

 private:
  static GlobalTile::Points PointsOf(const Place& place) {
    const Pass& pass = place.pass;
    return {place.transform, place.i, pass.butterflies, pass.axis, place.across};
  }

  const KernelSpec& spec_;
  const GlobalTile& tile_;
  Builder& b_;
};

Values PlaneBody::Compute(const Place& place, const Values& in) {
  const Pass& pass = place.pass;
  Values values = EmitButterfly(b_, SignOf(spec_.direction), in);
  const bool is_row = pass.axis == Axis::kX;
  if (pass.groups > 1) {
    const Ex table = tile_.parameter(is_row ? ParameterId::kTwiddles : ParameterId::kTwiddlesY);
    RotateByTwiddles(b_, spec_.direction, pass, table, place.i, &values);
  }
  // Only the last pass along an axis has one group.
  if (is_row || pass.groups > 1) return values;
  return tile_.Scaled(b_, std::move(values));
}

}  // namespace

absl::StatusOr<codegen::Kernel> EmitPlane(const KernelSpec& spec,
                                          const std::vector<Parameter>& signature) {
  const bool has_function = spec.function != PointFunction::kNone;
  if (spec.in_format != ArrayFormat::kComplexInterleaved ||
      (spec.out_format != ArrayFormat::kComplexInterleaved && !has_function)) {
    return absl::UnimplementedError(
        absl::StrCat(KernelName(spec), ": only interleaved complex data has a kernel"));
  }
  if (HasPairs(spec) && spec.exchange != Exchange::kFull) {
    return absl::UnimplementedError(
        absl::StrCat(KernelName(spec), ": planes of reals have no other exchange than full"));
  }
  Builder b(KernelName(spec));
  const std::vector<Pass> passes = PlanePasses(spec);
  PlaneTiling tile(spec);
  PlaneEngine engine(spec, passes, tile, b);
  PlaneBody body(spec, tile, b);
  tile.AddArguments(signature, b);
  engine.DeclareLds(body);
  b.SetWorkgroup(spec.threads_per_transform * spec.transforms_per_group,
                 spec.resident_groups.value_or(0));
  tile.ComputeOffsets(b);
  engine.Run(body);
  return b.Finish();
}

}  // namespace fft::kernels
