#include "fft/codegen/kernels/stockham_plane.h"

#include <functional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/codegen/ast/builder.h"
#include "fft/codegen/dag/butterfly.h"
#include "fft/codegen/kernels/lds_tile.h"
#include "fft/codegen/kernels/stockham_device.h"
#include "fft/codegen/kernels/stockham_pass.h"
#include "fft/codegen/kernels/stockham_tiling.h"

namespace fft::codegen {
namespace {

using Rounds = std::vector<std::vector<Ex>>;  // [round][point]

// The lines of one axis as a kernel of its own: what passes and LDS slots follow from.
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

class PlaneGenerator {
 public:
  explicit PlaneGenerator(const KernelSpec& spec);
  Kernel Generate();

 private:
  using Axis = GlobalTile::Axis;

  struct PlanePass {
    Pass pass;
    Axis axis;
  };
  // One butterfly of the tile.
  struct Place {
    Ex i;        // within its line
    Ex plane;    // within the tile
    Ex across;   // of the line: y of a row, x of a column
    Ex line;     // the line's number, in steps of LdsLayout::transform_step
    Ex is_real;  // absent, or whether this thread's round has a butterfly of its own
  };
  enum class Beyond { kKeep, kClamp };  // what happens to work past the end

  bool is_guarded() const { return spec_.exchange == Exchange::kPingPong; }
  bool is_last(size_t p) const { return p + 1 == passes_.size(); }
  int64_t Butterflies(const PlanePass& pass) const { return points_ / pass.pass.radix; }
  int RoundsOf(const PlanePass& pass) const {
    return static_cast<int>((Butterflies(pass) + threads_ - 1) / threads_);
  }
  Place PlaceOf(const PlanePass& pass, int round, Beyond beyond);
  LdsTile& Lds(const PlanePass& pass) { return pass.axis == Axis::kX ? rows_ : columns_; }

  void GuardedPass(size_t p);
  void UnguardedPasses();
  std::vector<Ex> LoadGlobal(const PlanePass& pass, const Place& place);
  void StoreGlobal(const PlanePass& pass, const Place& place, const Values& values);
  Values Compute(size_t p, const Place& place, const Values& in);
  void WriteLds(const PlanePass& pass, const std::vector<Values>& values);
  std::vector<Values> ReadLds(const PlanePass& pass);

  const KernelSpec& spec_;
  const KernelSpec x_spec_, y_spec_;
  const int threads_;
  const int64_t points_;  // of the tile
  std::vector<PlanePass> passes_;
  Builder b_;
  GlobalTile tile_;
  LdsTile rows_, columns_;
  bool lds_was_read_ = false;
};

PlaneGenerator::PlaneGenerator(const KernelSpec& spec)
    : spec_(spec),
      x_spec_(LinesAlongX(spec)),
      y_spec_(LinesAlongY(spec)),
      threads_(spec.threads_per_transform * spec.transforms_per_group),
      points_(spec.length * spec.second_axis.length * spec.transforms_per_group),
      b_(KernelName(spec)),
      tile_(spec),
      rows_(x_spec_, b_),
      columns_(y_spec_, b_) {
  for (const Pass& pass : MakePasses(x_spec_)) passes_.push_back({pass, Axis::kX});
  for (const Pass& pass : MakePasses(y_spec_)) passes_.push_back({pass, Axis::kY});
}

Kernel PlaneGenerator::Generate() {
  tile_.AddArguments(b_);
  rows_.Declare(static_cast<int>(passes_.size()));
  columns_.Share(rows_);
  b_.SetWorkgroup(threads_, spec_.resident_groups.value_or(0));
  tile_.ComputeOffsets(b_);
  if (!is_guarded()) {
    UnguardedPasses();
    return b_.Finish();
  }
  for (size_t p = 0; p < passes_.size(); ++p) {
    if (p > 0) b_.Barrier();
    GuardedPass(p);
  }
  return b_.Finish();
}

PlaneGenerator::Place PlaneGenerator::PlaceOf(const PlanePass& pass, int round, Beyond beyond) {
  const int64_t first = int64_t{round} * threads_;
  Ex work = b_.Let("work", b_.ThreadIndex() + first);
  const bool may_end = first + threads_ > Butterflies(pass);
  Place place;
  if (may_end && beyond == Beyond::kClamp) {
    place.is_real = work < Butterflies(pass);
    work = b_.Let("work", Min(work, Butterflies(pass) - 1));
  }
  // Lanes run along the butterflies of a row, or across columns.
  const bool is_row = pass.axis == Axis::kX;
  const int64_t fast = is_row ? pass.pass.butterflies : spec_.length;
  const int64_t slow = is_row ? spec_.second_axis.length : pass.pass.butterflies;
  const Ex low = b_.Let(is_row ? "i" : "x", work % fast);
  const Ex rest = b_.Let(is_row ? "row" : "rest", work / fast);
  if (may_end && beyond == Beyond::kKeep) place.is_real = rest < slow * spec_.transforms_per_group;
  Ex high = rest;
  place.plane = b_.Int(0);
  if (spec_.transforms_per_group > 1) {
    high = b_.Let(is_row ? "y" : "i", rest % slow);
    place.plane = b_.Let("plane", rest / slow);
  }
  place.i = is_row ? low : high;
  place.across = is_row ? high : low;
  place.line = is_row ? rest : place.plane * (spec_.length * spec_.second_axis.length) + low;
  return place;
}

std::vector<Ex> PlaneGenerator::LoadGlobal(const PlanePass& pass, const Place& place) {
  return tile_.LoadFromGlobal(
      b_, {place.plane, place.i, pass.pass.butterflies, pass.axis, place.across}, pass.pass.radix);
}

void PlaneGenerator::StoreGlobal(const PlanePass& pass, const Place& place, const Values& values) {
  tile_.StoreToGlobal(b_, {place.plane, place.i, pass.pass.butterflies, pass.axis, place.across},
                      ToComplex(values));
}

Values PlaneGenerator::Compute(size_t p, const Place& place, const Values& in) {
  const auto& [pass, axis] = passes_[p];
  Values values = EmitButterfly(b_, SignOf(spec_.direction), in);
  if (pass.groups > 1) {
    const Ex table = tile_.parameter(axis == Axis::kX ? "twiddles" : "twiddles_y");
    RotateByTwiddles(b_, spec_.direction, pass, table, place.i, &values);
  }
  if (is_last(p) && spec_.scale == ScaleKind::kScale) {
    const Ex scale = tile_.parameter("scale");
    for (ComplexEx& value : values) {
      value = {b_.Let("re", value.re * scale), b_.Let("im", value.im * scale)};
    }
  }
  return values;
}

void PlaneGenerator::GuardedPass(size_t p) {
  const PlanePass& pass = passes_[p];
  b_.Comment(PassTitle(pass.pass));
  for (int round = 0; round < RoundsOf(pass); ++round) {
    const Place place = PlaceOf(pass, round, Beyond::kKeep);
    IfPresent(b_, BothOf(place.is_real, tile_.IsPresent(place.plane)), [&] {
      std::vector<Ex> in;
      if (p == 0) {
        in = LoadGlobal(pass, place);
      } else {
        for (Ex slot : Lds(pass).ReadSlots(pass.pass, place.line, place.i)) {
          in.push_back(b_.Let("x", Load(rows_.array(static_cast<int>(p) - 1), slot)));
        }
      }
      const Values out = Compute(p, place, ToValues(b_, in));
      if (is_last(p)) {
        StoreGlobal(pass, place, out);
        return;
      }
      const std::vector<Ex> slots = Lds(pass).WriteSlots(pass.pass, place.line, place.i);
      const std::vector<Ex> complex = ToComplex(out);
      for (size_t k = 0; k < out.size(); ++k) {
        b_.Store(rows_.array(static_cast<int>(p)), slots[k], complex[k]);
      }
    });
  }
}

void PlaneGenerator::UnguardedPasses() {
  std::vector<Values> values;
  Rounds loaded;
  for (int round = 0; round < RoundsOf(passes_[0]); ++round) {
    Place place = PlaceOf(passes_[0], round, Beyond::kClamp);
    place.plane = tile_.Present(b_, place.plane);
    loaded.push_back(LoadGlobal(passes_[0], place));
  }
  for (const std::vector<Ex>& round : loaded) values.push_back(ToValues(b_, round));
  for (size_t p = 0; p < passes_.size(); ++p) {
    const PlanePass& pass = passes_[p];
    b_.Comment(PassTitle(pass.pass));
    for (int round = 0; round < RoundsOf(pass); ++round) {
      values[round] = Compute(p, PlaceOf(pass, round, Beyond::kClamp), values[round]);
    }
    if (!is_last(p)) {
      WriteLds(pass, values);
      values = ReadLds(passes_[p + 1]);
      continue;
    }
    for (int round = 0; round < RoundsOf(pass); ++round) {
      const Place place = PlaceOf(pass, round, Beyond::kClamp);
      IfPresent(b_, BothOf(place.is_real, tile_.IsPresent(place.plane)),
                [&] { StoreGlobal(pass, place, values[round]); });
    }
  }
}

void PlaneGenerator::WriteLds(const PlanePass& pass, const std::vector<Values>& values) {
  if (lds_was_read_) b_.Barrier();
  for (int round = 0; round < RoundsOf(pass); ++round) {
    const Place place = PlaceOf(pass, round, Beyond::kClamp);
    IfPresent(b_, place.is_real, [&] {
      const std::vector<Ex> slots = Lds(pass).WriteSlots(pass.pass, place.line, place.i);
      const std::vector<Ex> complex = ToComplex(values[round]);
      for (int k = 0; k < pass.pass.radix; ++k) b_.Store(rows_.array(0), slots[k], complex[k]);
    });
  }
  b_.Barrier();
}

std::vector<Values> PlaneGenerator::ReadLds(const PlanePass& pass) {
  std::vector<Values> values;
  for (int round = 0; round < RoundsOf(pass); ++round) {
    const Place place = PlaceOf(pass, round, Beyond::kClamp);
    std::vector<Ex> in;
    for (Ex slot : Lds(pass).ReadSlots(pass.pass, place.line, place.i)) {
      in.push_back(b_.Let("x", Load(rows_.array(0), slot)));
    }
    values.push_back(ToValues(b_, in));
  }
  lds_was_read_ = true;
  return values;
}

}  // namespace

absl::StatusOr<Kernel> MakeStockhamPlaneKernel(const KernelSpec& spec) {
  if (spec.in_format != ArrayFormat::kComplexInterleaved ||
      spec.out_format != ArrayFormat::kComplexInterleaved) {
    return absl::UnimplementedError(
        absl::StrCat(KernelName(spec), ": only interleaved complex data has a kernel"));
  }
  if (spec.precision == Precision::kHalf) {
    return absl::UnimplementedError(
        absl::StrCat(KernelName(spec), ": half precision has no kernel"));
  }
  return PlaneGenerator(spec).Generate();
}

}  // namespace fft::codegen
