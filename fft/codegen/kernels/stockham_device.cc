#include "fft/codegen/kernels/stockham_device.h"

#include "fft/base/int_math.h"

namespace fft::codegen {

Ex BothOf(Ex a, Ex b) { return !a ? b : !b ? a : LogicalAnd(a, b); }

void IfPresent(Builder& b, Ex condition, const std::function<void()>& then) {
  if (condition) {
    b.If(condition, then);
  } else {
    then();
  }
}

StockhamDevice::StockhamDevice(const KernelSpec& spec, const std::vector<Pass>& passes,
                               const StockhamTiling& tiling, Builder& b)
    : spec_(spec), passes_(passes), tiling_(tiling), b_(b), lds_(spec, b) {}

void StockhamDevice::DeclareLds(const Body& body) {
  // Pairs meet through one more exchange.
  lds_.Declare(static_cast<int>(passes_.size()) + (body.takes_pairs() ? 1 : 0));
}

void StockhamDevice::Run(Body& body) {
  store_lane_ = tiling_.StoreLane(b_);
  const bool one_map = spec_.tiling == Tiling::kRowRow || spec_.tiling == Tiling::kColCol;
  // A staged tile is in LDS already: its first pass runs in the store side's order too.
  load_lane_ = one_map || spec_.staging != Staging::kNone ? store_lane_ : tiling_.LoadLane(b_);
  if (!is_guarded()) {
    UnguardedPasses(body);
    return;
  }
  for (const Pass& pass : passes_) {
    if (pass.index > 0) b_.Barrier();
    GuardedPass(pass, body);
  }
  if (body.takes_pairs() && spec_.exchange == Exchange::kPingPong) {
    b_.Barrier();
    StorePairs(lds_.array(passes_.back().index), body);
  }
}

StockhamDevice::Butterfly StockhamDevice::RoundOf(const Pass& pass, int round, Beyond beyond) {
  const int64_t first = int64_t{round} * spec_.threads_per_transform;
  Butterfly butterfly{b_.Let("i", LaneOf(pass).thread + first), Ex()};
  if (first + spec_.threads_per_transform <= pass.butterflies) return butterfly;
  butterfly.is_real = butterfly.index < pass.butterflies;
  if (beyond == Beyond::kClamp) {
    butterfly.index = b_.Let("i", Min(butterfly.index, pass.butterflies - 1));
  }
  return butterfly;
}

void StockhamDevice::GuardedPass(const Pass& pass, Body& body) {
  b_.Comment(PassTitle(pass));
  const Ex transform = LaneOf(pass).transform;
  for (int round = 0; round < pass.rounds; ++round) {
    const Butterfly butterfly = RoundOf(pass, round, Beyond::kKeep);
    const Place place = {pass, transform, butterfly.index};
    IfPresent(b_, BothOf(butterfly.is_real, tiling_.IsPresent(transform)), [&] {
      std::vector<Ex> in;
      if (pass.index == 0) {
        in = body.Load(place);
      } else {
        for (Ex slot : lds_.ReadSlots(pass, transform, place.i)) {
          in.push_back(b_.Let("x", Load(lds_.array(pass.index - 1), slot)));
        }
      }
      const Values out = body.Compute(place, ToValues(b_, in));
      if (is_last(pass) && !body.takes_pairs()) {
        body.Store(place, out);
        return;
      }
      if (is_last(pass) && spec_.exchange == Exchange::kNone) {
        // One thread has all points.
        for (int64_t k = 0; 2 * k <= spec_.length; ++k) {
          body.StorePair(transform, b_.Int(k), {out[k], out[(spec_.length - k) % spec_.length]});
        }
        return;
      }
      const std::vector<Ex> slots = lds_.WriteSlots(pass, transform, place.i);
      const std::vector<Ex> complex = ToComplex(out);
      for (size_t k = 0; k < out.size(); ++k) {
        b_.Store(lds_.array(pass.index), slots[k], complex[k]);
      }
    });
  }
}

void StockhamDevice::UnguardedPasses(Body& body) {
  if (spec_.staging != Staging::kNone) StageLoad();
  std::vector<Values> values = LoadFirst(passes_.front(), body);
  for (const Pass& pass : passes_) {
    b_.Comment(PassTitle(pass));
    const Lane& lane = LaneOf(pass);
    const Ex transform = is_last(pass) ? tiling_.Present(b_, lane.transform) : lane.transform;
    for (int round = 0; round < pass.rounds; ++round) {
      const Butterfly butterfly = RoundOf(pass, round, Beyond::kClamp);
      values[round] = body.Compute({pass, transform, butterfly.index}, values[round]);
    }
    if (is_last(pass)) {
      StoreLast(pass, values, body);
    } else {
      const Pass& next = passes_[pass.index + 1];
      values = spec_.exchange == Exchange::kHalf ? ExchangeHalf(pass, next, values)
                                                 : ExchangeFull(pass, next, values);
    }
  }
}

std::vector<Values> StockhamDevice::LoadFirst(const Pass& pass, Body& body) {
  Rounds loaded;
  if (spec_.staging != Staging::kNone) {
    loaded = ReadLds(pass);
  } else {
    const Ex transform = tiling_.Present(b_, LaneOf(pass).transform);
    for (int round = 0; round < pass.rounds; ++round) {
      const Butterfly butterfly = RoundOf(pass, round, Beyond::kClamp);
      loaded.push_back(body.Load({pass, transform, butterfly.index}));
    }
  }
  std::vector<Values> values;
  for (const std::vector<Ex>& round : loaded) values.push_back(ToValues(b_, round));
  return values;
}

int StockhamDevice::pair_rounds() const {
  return static_cast<int>(CeilDiv(spec_.length / 2 + 1, spec_.threads_per_transform));
}

StockhamDevice::Pair StockhamDevice::PairOf(int round) {
  const int64_t last = spec_.length / 2;
  const int64_t first = int64_t{round} * spec_.threads_per_transform;
  Pair pair;
  pair.k = b_.Let("k", store_lane_.thread + first);
  if (first + spec_.threads_per_transform > last + 1) {
    pair.exists = pair.k <= last;
    pair.k = b_.Let("k", Min(pair.k, last));
  }
  const Ex mirrored =
      b_.Let("mirrored", Select(Equals(pair.k, 0), b_.Int(0), spec_.length - pair.k));
  pair.slots[0] = lds_.Slot(pair.k, store_lane_.transform);
  pair.slots[1] = lds_.Slot(mirrored, store_lane_.transform);
  return pair;
}

void StockhamDevice::StorePairs(Ex array, Body& body) {
  for (int round = 0; round < pair_rounds(); ++round) {
    const Pair pair = PairOf(round);
    IfPresent(b_, BothOf(pair.exists, tiling_.IsPresent(store_lane_.transform)), [&] {
      std::vector<Ex> points;
      for (Ex slot : pair.slots) points.push_back(b_.Let("x", Load(array, slot)));
      body.StorePair(store_lane_.transform, pair.k, ToValues(b_, points));
    });
  }
}

void StockhamDevice::StorePairsHalf(const Pass& last, const std::vector<Values>& values,
                                    Body& body) {
  std::vector<Pair> pairs;
  std::vector<Values> points(pair_rounds(), Values(2));
  for (Ex ComplexEx::*part : {&ComplexEx::re, &ComplexEx::im}) {
    Rounds parts;
    for (const Values& round : values) {
      parts.emplace_back();
      for (const ComplexEx& value : round) parts.back().push_back(value.*part);
    }
    WriteLds(last, parts);
    for (int round = 0; round < pair_rounds(); ++round) {
      if (std::ssize(pairs) == round) pairs.push_back(PairOf(round));
      for (int i = 0; i < 2; ++i) {
        points[round][i].*part = b_.Let("x", Load(lds_.array(0), pairs[round].slots[i]));
      }
    }
    lds_was_read_ = true;
  }
  for (int round = 0; round < pair_rounds(); ++round) {
    IfPresent(b_, BothOf(pairs[round].exists, tiling_.IsPresent(store_lane_.transform)),
              [&] { body.StorePair(store_lane_.transform, pairs[round].k, points[round]); });
  }
}

void StockhamDevice::StoreLast(const Pass& pass, const std::vector<Values>& values, Body& body) {
  if (body.takes_pairs() && spec_.exchange == Exchange::kHalf) {
    StorePairsHalf(pass, values, body);
    return;
  }
  if (body.takes_pairs()) {
    Rounds complex;
    for (const Values& round : values) complex.push_back(ToComplex(round));
    WriteLds(pass, complex);
    StorePairs(lds_.array(0), body);
    return;
  }
  if (spec_.staging == Staging::kLoadAndStore) {
    Rounds complex;
    for (const Values& round : values) complex.push_back(ToComplex(round));
    WriteLds(pass, complex);
    StageStore();
    return;
  }
  const Ex transform = LaneOf(pass).transform;
  for (int round = 0; round < pass.rounds; ++round) {
    const Butterfly butterfly = RoundOf(pass, round, Beyond::kClamp);
    IfPresent(b_, BothOf(butterfly.is_real, tiling_.IsPresent(transform)), [&] {
      body.Store({pass, transform, butterfly.index}, values[round]);
    });
  }
}

std::vector<Values> StockhamDevice::ExchangeFull(const Pass& from, const Pass& to,
                                                 const std::vector<Values>& values) {
  Rounds complex;
  for (const Values& round : values) complex.push_back(ToComplex(round));
  WriteLds(from, complex);
  std::vector<Values> result;
  for (const std::vector<Ex>& round : ReadLds(to)) result.push_back(ToValues(b_, round));
  return result;
}

std::vector<Values> StockhamDevice::ExchangeHalf(const Pass& from, const Pass& to,
                                                 const std::vector<Values>& values) {
  Rounds parts[2];
  for (const Values& round : values) {
    for (Rounds& part : parts) part.emplace_back();
    for (const ComplexEx& value : round) {
      parts[0].back().push_back(value.re);
      parts[1].back().push_back(value.im);
    }
  }
  Rounds moved[2];
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

void StockhamDevice::WriteLds(const Pass& pass, const Rounds& values) {
  if (lds_was_read_) b_.Barrier();
  lds_was_read_ = false;
  for (int round = 0; round < pass.rounds; ++round) {
    const Butterfly butterfly = RoundOf(pass, round, Beyond::kClamp);
    IfPresent(b_, butterfly.is_real, [&] {
      const std::vector<Ex> slots = lds_.WriteSlots(pass, LaneOf(pass).transform, butterfly.index);
      for (int k = 0; k < pass.radix; ++k) b_.Store(lds_.array(0), slots[k], values[round][k]);
    });
  }
  b_.Barrier();
}

StockhamDevice::Rounds StockhamDevice::ReadLds(const Pass& pass) {
  Rounds values(pass.rounds);
  for (int round = 0; round < pass.rounds; ++round) {
    const Butterfly butterfly = RoundOf(pass, round, Beyond::kClamp);
    for (Ex slot : lds_.ReadSlots(pass, LaneOf(pass).transform, butterfly.index)) {
      values[round].push_back(b_.Let("x", Load(lds_.array(0), slot)));
    }
  }
  lds_was_read_ = true;
  return values;
}

StockhamTiling::Points StockhamDevice::StagedElement(int64_t round) {
  const int threads = spec_.threads_per_transform * spec_.transforms_per_group;
  StockhamTiling::Points element;
  tiling_.StagedElement(b_, b_.Let("e", b_.ThreadIndex() + round * threads), &element.first_point,
                        &element.transform);
  return element;
}

void StockhamDevice::StageLoad() {
  b_.Comment("load the tile in memory order");
  const int64_t rounds = spec_.length / spec_.threads_per_transform;
  std::vector<Ex> slots, values;
  for (int64_t round = 0; round < rounds; ++round) {
    const StockhamTiling::Points element = StagedElement(round);
    StockhamTiling::Points present = element;
    present.transform = tiling_.Present(b_, element.transform);
    values.push_back(tiling_.LoadFromGlobal(b_, present, 1).front());
    slots.push_back(lds_.Slot(element.first_point, element.transform));
  }
  for (size_t e = 0; e < slots.size(); ++e) b_.Store(lds_.array(0), slots[e], values[e]);
  b_.Barrier();
}

void StockhamDevice::StageStore() {
  b_.Comment("store the tile in memory order");
  const int64_t rounds = spec_.length / spec_.threads_per_transform;
  for (int64_t round = 0; round < rounds; ++round) {
    const StockhamTiling::Points element = StagedElement(round);
    const Ex slot = lds_.Slot(element.first_point, element.transform);
    const Ex value = b_.Let("y", Load(lds_.array(0), slot));
    IfPresent(b_, tiling_.IsPresent(element.transform),
              [&] { tiling_.StoreToGlobal(b_, element, {value}); });
  }
}

}  // namespace fft::codegen
