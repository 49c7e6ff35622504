#include "fft/codegen/kernels/stockham.h"

#include <functional>
#include <memory>
#include <numeric>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/codegen/ast/builder.h"
#include "fft/codegen/dag/butterfly.h"
#include "fft/codegen/kernels/large_twiddles.h"
#include "fft/codegen/kernels/stockham_tiling.h"
#include "fft/codegen/twiddles.h"

namespace fft::codegen {
namespace {

// One pass's constants.
struct Pass {
  int index = 0;
  int radix = 1;
  int64_t stride = 1;       // s
  int64_t groups = 1;       // m
  int64_t butterflies = 1;  // N / radix
  int64_t table_offset = 0;
  int rounds = 1;  // butterflies per thread
};

std::vector<Pass> MakePasses(const KernelSpec& spec) {
  std::vector<int> radices = spec.factors;
  if (radices.empty()) radices = {1};  // length 1: a copy
  const std::vector<int64_t> offsets = PassOffsets(spec.length, radices);
  std::vector<Pass> passes;
  int64_t stride = 1;
  for (size_t p = 0; p < radices.size(); ++p) {
    Pass pass;
    pass.index = static_cast<int>(p);
    pass.radix = radices[p];
    pass.stride = stride;
    pass.butterflies = spec.length / pass.radix;
    pass.groups = pass.butterflies / stride;
    pass.table_offset = offsets[p];
    pass.rounds = Rounds(spec.length, pass.radix, spec.threads_per_transform);
    passes.push_back(pass);
    stride *= pass.radix;
  }
  return passes;
}

// One butterfly of one thread.
struct Butterfly {
  Ex index;    // i, always a butterfly that exists
  Ex is_real;  // absent, or whether this thread's round has one of its own to write
};

class StockhamGenerator {
 public:
  explicit StockhamGenerator(const KernelSpec& spec)
      : spec_(spec),
        passes_(MakePasses(spec)),
        tiling_(StockhamTiling::Make(spec)),
        large_twiddles_(StockhamLargeTwiddles::Make(spec)),
        b_(KernelName(spec)) {}

  Kernel Generate();

 private:
  using Values = std::vector<ComplexEx>;

  bool is_last(const Pass& pass) const { return pass.index + 1 == std::ssize(passes_); }
  // Guarded kernels run a whole pass under one condition; the others keep every thread busy on
  // valid (perhaps duplicate) data and guard only their writes, so values flow across barriers
  // unguarded.
  bool is_guarded() const {
    return spec_.exchange == Exchange::kNone || spec_.exchange == Exchange::kPingPong;
  }

  void DeclareLds();
  void GuardedPass(const Pass& pass);
  void UnguardedPasses();
  Butterfly RoundOf(const Pass& pass, const Lane& lane, int round, bool clamp);
  Lane LaneOf(const Pass& pass) const { return pass.index == 0 ? load_lane_ : store_lane_; }

  Values ToValues(const std::vector<Ex>& complex);
  std::vector<Ex> ToComplex(const Values& values);

  // Butterfly, rotations, and on the last pass large twiddles and scale.
  Values Compute(const Pass& pass, Ex transform, Ex i, const Values& in);
  void Rotate(const Pass& pass, Ex i, Values* values);
  void RotateLarge(const Pass& pass, Ex transform, Ex i, Values* values);

  // Padded LDS positions of `base + offset` for each offset; `divisor` divides every value that
  // `base` takes.
  std::vector<Ex> LdsPositions(Ex base, int64_t divisor, const std::vector<int64_t>& offsets);
  Ex LdsBase(Ex point, Ex transform);
  int64_t LdsDivisor(int64_t point_divisor) const;
  std::vector<Ex> ReadPositions(const Pass& pass, Ex transform, Ex i);
  std::vector<Ex> WritePositions(const Pass& pass, Ex transform, Ex i);

  // Moves the values of one pass's threads to the next pass's threads.
  std::vector<Values> ExchangeFull(const Pass& from, const Pass& to,
                                   const std::vector<Values>& values);
  std::vector<Values> ExchangeHalf(const Pass& from, const Pass& to,
                                   const std::vector<Values>& values);
  void WriteLds(const Pass& pass, const std::vector<std::vector<Ex>>& values);
  std::vector<std::vector<Ex>> ReadLds(const Pass& pass);
  void BarrierBeforeWrite();

  void StageLoad();
  void StageStore();
  std::vector<Values> LoadFirst(const Pass& pass);
  void StoreLast(const Pass& pass, const std::vector<Values>& values);
  void IfPresent(Ex condition, const std::function<void()>& then);

  const KernelSpec& spec_;
  const std::vector<Pass> passes_;
  const std::unique_ptr<StockhamTiling> tiling_;
  const std::unique_ptr<StockhamLargeTwiddles> large_twiddles_;
  Builder b_;
  Lane load_lane_, store_lane_;
  Ex lds_[2];
  bool lds_was_read_ = false;
};

Kernel StockhamGenerator::Generate() {
  tiling_->AddArguments(b_);
  DeclareLds();
  b_.SetWorkgroup(spec_.threads_per_transform * spec_.transforms_per_group);
  tiling_->ComputeOffsets(b_);
  store_lane_ = tiling_->StoreLane(b_);
  const bool one_map = spec_.tiling == Tiling::kRowRow || spec_.tiling == Tiling::kColCol;
  // A staged tile is in LDS already: its first pass runs in the store side's order too.
  load_lane_ = one_map || spec_.staging != Staging::kNone ? store_lane_ : tiling_->LoadLane(b_);
  if (is_guarded()) {
    for (const Pass& pass : passes_) {
      if (pass.index > 0) b_.Barrier();
      GuardedPass(pass);
    }
  } else {
    UnguardedPasses();
  }
  return b_.Finish();
}

void StockhamGenerator::DeclareLds() {
  const Type complex = Type::Complex(spec_.precision);
  switch (spec_.exchange) {
    case Exchange::kNone:
      return;
    case Exchange::kHalf:
      lds_[0] = b_.Shared("lds", Type::Real(spec_.precision), spec_.lds.words);
      return;
    case Exchange::kFull:
      lds_[0] = b_.Shared("lds", complex, spec_.lds.words);
      return;
    case Exchange::kPingPong:
      lds_[0] = b_.Shared("lds_even", complex, spec_.lds.words);
      if (passes_.size() > 2) lds_[1] = b_.Shared("lds_odd", complex, spec_.lds.words);
      return;
  }
}

Butterfly StockhamGenerator::RoundOf(const Pass& pass, const Lane& lane, int round, bool clamp) {
  const int64_t first = int64_t{round} * spec_.threads_per_transform;
  Butterfly butterfly{b_.Let("i", lane.thread + first), Ex()};
  if (first + spec_.threads_per_transform <= pass.butterflies) return butterfly;
  butterfly.is_real = butterfly.index < pass.butterflies;
  if (clamp) butterfly.index = b_.Let("i", Min(butterfly.index, pass.butterflies - 1));
  return butterfly;
}

void StockhamGenerator::IfPresent(Ex condition, const std::function<void()>& then) {
  if (condition) {
    b_.If(condition, then);
  } else {
    then();
  }
}

Ex And(Ex a, Ex b) { return !a ? b : !b ? a : LogicalAnd(a, b); }

void StockhamGenerator::GuardedPass(const Pass& pass) {
  b_.Comment(absl::StrCat("pass ", pass.index, ": radix ", pass.radix, ", stride ", pass.stride));
  const Lane lane = LaneOf(pass);
  const Ex in_lds = lds_[(pass.index + 1) % 2], out_lds = lds_[pass.index % 2];
  for (int round = 0; round < pass.rounds; ++round) {
    const Butterfly butterfly = RoundOf(pass, lane, round, /*clamp=*/false);
    const Ex i = butterfly.index;
    IfPresent(And(butterfly.is_real, tiling_->IsPresent(lane.transform)), [&] {
      std::vector<Ex> in;
      if (pass.index == 0) {
        in = tiling_->LoadFromGlobal(b_, {lane.transform, i, pass.butterflies}, pass.radix);
      } else {
        for (Ex position : ReadPositions(pass, lane.transform, i)) {
          in.push_back(b_.Let("x", Load(in_lds, position)));
        }
      }
      const std::vector<Ex> out = ToComplex(Compute(pass, lane.transform, i, ToValues(in)));
      if (is_last(pass)) {
        tiling_->StoreToGlobal(b_, {lane.transform, i, pass.butterflies}, out);
        return;
      }
      const std::vector<Ex> positions = WritePositions(pass, lane.transform, i);
      for (size_t k = 0; k < out.size(); ++k) b_.Store(out_lds, positions[k], out[k]);
    });
  }
}

void StockhamGenerator::UnguardedPasses() {
  if (spec_.staging != Staging::kNone) StageLoad();
  std::vector<Values> values = LoadFirst(passes_.front());
  for (const Pass& pass : passes_) {
    b_.Comment(absl::StrCat("pass ", pass.index, ": radix ", pass.radix, ", stride ", pass.stride));
    const Lane lane = LaneOf(pass);
    const Ex transform = is_last(pass) ? tiling_->Present(b_, lane.transform) : lane.transform;
    for (int round = 0; round < pass.rounds; ++round) {
      const Butterfly butterfly = RoundOf(pass, lane, round, /*clamp=*/true);
      values[round] = Compute(pass, transform, butterfly.index, values[round]);
    }
    if (is_last(pass)) {
      StoreLast(pass, values);
    } else {
      const Pass& next = passes_[pass.index + 1];
      values = spec_.exchange == Exchange::kHalf ? ExchangeHalf(pass, next, values)
                                                 : ExchangeFull(pass, next, values);
    }
  }
}

StockhamGenerator::Values StockhamGenerator::ToValues(const std::vector<Ex>& complex) {
  Values values;
  for (Ex x : complex) values.push_back({b_.Let("re", Re(x)), b_.Let("im", Im(x))});
  return values;
}

std::vector<Ex> StockhamGenerator::ToComplex(const Values& values) {
  std::vector<Ex> complex;
  for (const ComplexEx& value : values) complex.push_back(MakeComplex(value.re, value.im));
  return complex;
}

StockhamGenerator::Values StockhamGenerator::Compute(const Pass& pass, Ex transform, Ex i,
                                                     const Values& in) {
  const ExponentSign sign =
      spec_.direction == Direction::kForward ? ExponentSign::kMinus : ExponentSign::kPlus;
  Values values = EmitButterfly(b_, sign, in);
  if (pass.groups > 1) Rotate(pass, i, &values);
  if (!is_last(pass)) return values;
  if (large_twiddles_ != nullptr) RotateLarge(pass, transform, i, &values);
  if (spec_.scale == ScaleKind::kScale) {
    const Ex scale = tiling_->parameter("scale");
    for (ComplexEx& value : values) {
      value = {b_.Let("re", value.re * scale), b_.Let("im", value.im * scale)};
    }
  }
  return values;
}

void StockhamGenerator::Rotate(const Pass& pass, Ex i, Values* values) {
  const Ex table = tiling_->parameter("twiddles");
  const Ex group = b_.Let("group", i / pass.stride);
  for (int k = 1; k < pass.radix; ++k) {
    const Ex w = b_.Let("w", Load(table, group + (pass.table_offset + (k - 1) * pass.groups)));
    const ComplexEx rotation = {b_.Let("wr", Re(w)), b_.Let("wi", Im(w))};
    (*values)[k] = spec_.direction == Direction::kForward
                       ? MultiplyComplex(b_, (*values)[k], rotation)
                       : MultiplyConjugate(b_, (*values)[k], rotation);
  }
}

void StockhamGenerator::RotateLarge(const Pass& pass, Ex transform, Ex i, Values* values) {
  const Ex table = tiling_->parameter("large_twiddles");
  const Ex j = tiling_->LoopIndex(b_, spec_.large_twiddle.loop, transform);
  const Ex first = b_.Let("m", i * j);
  const Ex step = b_.Let("m_step", j * pass.butterflies);
  for (int k = 0; k < pass.radix; ++k) {
    const Ex m = k == 0 ? first : b_.Let("m", first + step * k);
    ComplexEx& value = (*values)[k];
    value = large_twiddles_->Multiply(b_, value, large_twiddles_->Load(b_, table, m));
  }
}

int64_t StockhamGenerator::LdsDivisor(int64_t point_divisor) const {
  const int64_t points = point_divisor * spec_.lds.point_step;
  if (spec_.transforms_per_group == 1) return points;
  return std::gcd(points, spec_.lds.transform_step);
}

Ex StockhamGenerator::LdsBase(Ex point, Ex transform) {
  return b_.Let("slot", point * spec_.lds.point_step + transform * spec_.lds.transform_step);
}

std::vector<Ex> StockhamGenerator::LdsPositions(Ex base, int64_t divisor,
                                                const std::vector<int64_t>& offsets) {
  const int pad = spec_.lds.pad_every;
  std::vector<Ex> positions;
  Ex padded;
  for (int64_t offset : offsets) {
    if (pad == 0) {
      positions.push_back(base + offset);
    } else if (offset % pad == 0 || divisor % pad == 0) {
      // (base + offset) / pad splits when either part is a multiple of pad.
      if (!padded) padded = b_.Let("padded", base + base / pad);
      positions.push_back(padded + (offset + offset / pad));
    } else {
      const Ex slot = b_.Let("slot", base + offset);
      positions.push_back(slot + slot / pad);
    }
  }
  return positions;
}

std::vector<Ex> StockhamGenerator::ReadPositions(const Pass& pass, Ex transform, Ex i) {
  std::vector<int64_t> offsets;
  for (int j = 0; j < pass.radix; ++j) {
    offsets.push_back(j * pass.butterflies * spec_.lds.point_step);
  }
  return LdsPositions(LdsBase(i, transform), LdsDivisor(1), offsets);
}

std::vector<Ex> StockhamGenerator::WritePositions(const Pass& pass, Ex transform, Ex i) {
  // q + s r g, where q = i mod s and g = i / s.
  const Ex point = pass.stride == 1
                       ? i * pass.radix
                       : i % pass.stride + i / pass.stride * (pass.stride * pass.radix);
  std::vector<int64_t> offsets;
  for (int k = 0; k < pass.radix; ++k) {
    offsets.push_back(k * pass.stride * spec_.lds.point_step);
  }
  const int64_t divisor = LdsDivisor(pass.stride == 1 ? pass.radix : 1);
  return LdsPositions(LdsBase(point, transform), divisor, offsets);
}

void StockhamGenerator::BarrierBeforeWrite() {
  if (lds_was_read_) b_.Barrier();
  lds_was_read_ = false;
}

void StockhamGenerator::WriteLds(const Pass& pass, const std::vector<std::vector<Ex>>& values) {
  BarrierBeforeWrite();
  const Lane lane = LaneOf(pass);
  for (int round = 0; round < pass.rounds; ++round) {
    const Butterfly butterfly = RoundOf(pass, lane, round, /*clamp=*/true);
    IfPresent(butterfly.is_real, [&] {
      const std::vector<Ex> positions = WritePositions(pass, lane.transform, butterfly.index);
      for (int k = 0; k < pass.radix; ++k) b_.Store(lds_[0], positions[k], values[round][k]);
    });
  }
  b_.Barrier();
}

std::vector<std::vector<Ex>> StockhamGenerator::ReadLds(const Pass& pass) {
  const Lane lane = LaneOf(pass);
  std::vector<std::vector<Ex>> values(pass.rounds);
  for (int round = 0; round < pass.rounds; ++round) {
    const Butterfly butterfly = RoundOf(pass, lane, round, /*clamp=*/true);
    for (Ex position : ReadPositions(pass, lane.transform, butterfly.index)) {
      values[round].push_back(b_.Let("x", Load(lds_[0], position)));
    }
  }
  lds_was_read_ = true;
  return values;
}

std::vector<StockhamGenerator::Values> StockhamGenerator::ExchangeFull(
    const Pass& from, const Pass& to, const std::vector<Values>& values) {
  std::vector<std::vector<Ex>> complex;
  for (const Values& round : values) complex.push_back(ToComplex(round));
  WriteLds(from, complex);
  std::vector<Values> result;
  for (const std::vector<Ex>& round : ReadLds(to)) result.push_back(ToValues(round));
  return result;
}

std::vector<StockhamGenerator::Values> StockhamGenerator::ExchangeHalf(
    const Pass& from, const Pass& to, const std::vector<Values>& values) {
  std::vector<std::vector<Ex>> parts[2];
  for (const Values& round : values) {
    for (auto& part : parts) part.emplace_back();
    for (const ComplexEx& value : round) {
      parts[0].back().push_back(value.re);
      parts[1].back().push_back(value.im);
    }
  }
  std::vector<std::vector<Ex>> moved[2];
  for (int part = 0; part < 2; ++part) {
    WriteLds(from, parts[part]);
    moved[part] = ReadLds(to);
  }
  std::vector<Values> result(to.rounds);
  for (int round = 0; round < to.rounds; ++round) {
    for (int j = 0; j < to.radix; ++j) {
      result[round].push_back({moved[0][round][j], moved[1][round][j]});
    }
  }
  return result;
}

void StockhamGenerator::StageLoad() {
  b_.Comment("load the tile in memory order");
  const int threads = spec_.threads_per_transform * spec_.transforms_per_group;
  const int64_t rounds = spec_.length / spec_.threads_per_transform;
  std::vector<Ex> slots, values;
  for (int64_t round = 0; round < rounds; ++round) {
    Ex point, transform;
    tiling_->StagedElement(b_, b_.Let("e", b_.ThreadIndex() + round * threads), &point, &transform);
    values.push_back(
        tiling_->LoadFromGlobal(b_, {tiling_->Present(b_, transform), point, 1}, 1).front());
    slots.push_back(LdsPositions(LdsBase(point, transform), LdsDivisor(1), {0}).front());
  }
  for (size_t e = 0; e < slots.size(); ++e) b_.Store(lds_[0], slots[e], values[e]);
  b_.Barrier();
}

void StockhamGenerator::StageStore() {
  b_.Comment("store the tile in memory order");
  const int threads = spec_.threads_per_transform * spec_.transforms_per_group;
  const int64_t rounds = spec_.length / spec_.threads_per_transform;
  for (int64_t round = 0; round < rounds; ++round) {
    Ex point, transform;
    tiling_->StagedElement(b_, b_.Let("e", b_.ThreadIndex() + round * threads), &point, &transform);
    const Ex slot = LdsPositions(LdsBase(point, transform), LdsDivisor(1), {0}).front();
    const Ex value = b_.Let("y", Load(lds_[0], slot));
    IfPresent(tiling_->IsPresent(transform), [&] {
      tiling_->StoreToGlobal(b_, {transform, point, 1}, {value});
    });
  }
}

std::vector<StockhamGenerator::Values> StockhamGenerator::LoadFirst(const Pass& pass) {
  std::vector<Values> values;
  if (spec_.staging != Staging::kNone) {
    for (const std::vector<Ex>& round : ReadLds(pass)) values.push_back(ToValues(round));
    return values;
  }
  const Lane lane = LaneOf(pass);
  const Ex transform = tiling_->Present(b_, lane.transform);
  std::vector<std::vector<Ex>> loaded;
  for (int round = 0; round < pass.rounds; ++round) {
    const Butterfly butterfly = RoundOf(pass, lane, round, /*clamp=*/true);
    loaded.push_back(
        tiling_->LoadFromGlobal(b_, {transform, butterfly.index, pass.butterflies}, pass.radix));
  }
  for (const std::vector<Ex>& round : loaded) values.push_back(ToValues(round));
  return values;
}

void StockhamGenerator::StoreLast(const Pass& pass, const std::vector<Values>& values) {
  if (spec_.staging == Staging::kLoadAndStore) {
    std::vector<std::vector<Ex>> complex;
    for (const Values& round : values) complex.push_back(ToComplex(round));
    WriteLds(pass, complex);
    StageStore();
    return;
  }
  const Lane lane = LaneOf(pass);
  for (int round = 0; round < pass.rounds; ++round) {
    const Butterfly butterfly = RoundOf(pass, lane, round, /*clamp=*/true);
    IfPresent(And(butterfly.is_real, tiling_->IsPresent(lane.transform)), [&] {
      tiling_->StoreToGlobal(b_, {lane.transform, butterfly.index, pass.butterflies},
                             ToComplex(values[round]));
    });
  }
}

}  // namespace

absl::StatusOr<Kernel> MakeStockhamKernel(const KernelSpec& spec) {
  if (spec.in_format != ArrayFormat::kComplexInterleaved ||
      spec.out_format != ArrayFormat::kComplexInterleaved) {
    return absl::UnimplementedError(
        absl::StrCat(KernelName(spec), ": only interleaved complex data has a kernel"));
  }
  if (spec.precision == Precision::kHalf) {
    return absl::UnimplementedError(
        absl::StrCat(KernelName(spec), ": half precision has no kernel"));
  }
  return StockhamGenerator(spec).Generate();
}

}  // namespace fft::codegen
