#include "fft/kernels/lines/line_engine.h"

#include <algorithm>

#include "fft/base/int_math.h"

namespace fft::kernels {
namespace {

// The array that holds turned rows before the first pass. The outputs of that pass go to exchange
// 0.
constexpr int kTurnedIn = 1;

// How many points of a row a thread turns: about as many as a cache line holds.
int TurnedRun(int64_t length) {
  constexpr int kPreferred = 8, kLeast = 4, kMost = 32;
  for (int run = kPreferred; run >= kLeast; --run) {
    if (length % run == 0) return run;
  }
  for (int run = kPreferred + 1; run <= kMost; ++run) {
    if (length % run == 0) return run;
  }
  return 1;
}

}  // namespace

void LineEngine::Begin() {
  if (spec_.staging == Staging::kTurned) {
    load_lane_ = store_lane_ = tiling_.LaneIn(b_, kColumns);
    if (turns_in()) TurnIn(lds(kTurnedIn));
    return;
  }
  const TileOrder load = tiling_.load_order(), store = tiling_.store_order();
  store_lane_ = tiling_.LaneIn(b_, store);
  // A staged tile is in LDS already: its first pass runs in the store side's order too.
  const bool is_one = load == store || spec_.staging != Staging::kNone;
  load_lane_ = is_one ? store_lane_ : tiling_.LaneIn(b_, load);
  // If first passes make the lines, the lines lie in LDS before their own first pass.
  if (makes_lines()) load_lane_ = store_lane_;
  pair_lane_ = makes_lines() ? PairLane() : store_lane_;
}

const Lane& LineEngine::LaneOf(const Pass& pass) const {
  const bool loads_across =
      spec_.exchange == Exchange::kPingPong && !tiling_.load_order().is_along_axis();
  const bool is_loads = pass.index == 0 || (loads_across && !is_last(pass));
  return is_loads ? load_lane_ : store_lane_;
}

// Where a thread holds one butterfly at a time, the code has one butterfly in a loop.
void LineEngine::GuardedPass(const Pass& pass, PassBody& body) {
  if (pass.index == 0 && (turns_round_in(body) || meets_first(body))) StageIn(body);
  if (!is_in_place() || pass.rounds == 1) {
    PassEngine::GuardedPass(pass, body);
    return;
  }
  b_.Comment(PassTitle(pass));
  const Lane& lane = LaneOf(pass);
  const int64_t threads = spec_.threads_per_transform;
  b_.For("round", b_.Int(0), b_.Int(pass.rounds), [&](Ex round) {
    const Ex i = b_.Let("i", lane.thread + round * threads);
    const Ex exists = pass.rounds * threads > pass.butterflies ? i < pass.butterflies : Ex();
    Transform({PlaceOf(pass, lane.transform, i), exists}, body);
  });
}

PassEngine::Butterfly LineEngine::At(const Pass& pass, int round, Beyond beyond) {
  const Lane& lane = LaneOf(pass);
  const int64_t first = int64_t{round} * spec_.threads_per_transform;
  Ex i = b_.Let("i", lane.thread + first), exists;
  if (first + spec_.threads_per_transform > pass.butterflies) {
    exists = i < pass.butterflies;
    if (beyond == Beyond::kClamp) i = b_.Let("i", Min(i, pass.butterflies - 1));
  }
  Place place = PlaceOf(pass, lane.transform, i);
  const int64_t next = first + spec_.threads_per_transform;
  place.bounds = {first, std::min(next, pass.butterflies) - 1};
  return {place, exists};
}

void LineEngine::DeclareArrivals() {
  const int64_t elements =
      ArrivalElements(spec_.factors, spec_.threads_per_transform, spec_.transforms_per_group);
  arrivals_ = b_.Shared("arrivals", Type::Complex(spec_.precision), elements);
}

// The slots of neighbouring threads are neighbours, so that no two of them meet in a bank.
std::vector<Ex> LineEngine::ArrivalSlots(const Pass& pass, int round) {
  const int threads = spec_.threads_per_transform * spec_.transforms_per_group;
  std::vector<Ex> slots;
  for (int j = 0; j < pass.radix; ++j) {
    slots.push_back(b_.ThreadIndex() + (round * pass.radix + j) * threads);
  }
  return slots;
}

void LineEngine::CopyAhead(const StockhamTiling& tile) {
  const Pass& first = passes_.front();
  for (int round = 0; round < first.rounds; ++round) {
    const Place place = At(first, round, Beyond::kClamp).place;
    tile.CopyFromGlobal(b_, {tile.Present(b_, place.transform), place.i, first.butterflies},
                        arrivals_, ArrivalSlots(first, round));
  }
}

PassEngine::Rounds LineEngine::TakeArrivals(const Pass& pass) {
  b_.AwaitCopies();
  Rounds values(pass.rounds);
  for (int round = 0; round < pass.rounds; ++round) {
    for (Ex slot : ArrivalSlots(pass, round)) {
      values[round].push_back(b_.Let("x", Load(arrivals_, slot)));
    }
  }
  when_taken_();
  // Notes that the values of the tile before have been read.
  MarkRead();
  return values;
}

PassEngine::Rounds LineEngine::LoadFirst(const Pass& pass, PassBody& body) {
  if (IsPersistent(spec_)) return TakeArrivals(pass);
  if (turns_round_in(body)) {
    StageIn(body);
    return ReadPermuted(pass, body);
  }
  if (spec_.staging == Staging::kNone && !meets_first(body)) {
    return PassEngine::LoadFirst(pass, body);
  }
  StageIn(body);
  return ReadLds(pass);
}

bool LineEngine::turns_round(const PassBody& body) const {
  return body.permutes() && TurnsRound(spec_.exchange);
}

bool LineEngine::turns_round_in(const PassBody& body) const {
  return turns_round(body) && (tiling_.load_order().is_along_axis() || makes_lines());
}

bool LineEngine::turns_round_out(const PassBody& body) const {
  return turns_round(body) && (HoldsRows(spec_) || body.takes_pairs() || makes_lines());
}

Ex LineEngine::SlotLoaded(PassBody& body, Ex point, Ex transform) {
  if (makes_lines()) return SlotOfPoint(body, point, transform);
  const bool is_put = body.permutes() && is_in_place();
  return lds_.Slot(is_put ? body.InputOf(point) : point - body.first_in_memory(), transform);
}

Ex LineEngine::SlotStored(PassBody& body, Ex point, Ex transform) {
  if (makes_lines()) return SlotOfOutput(body, point, transform);
  if (!body.permutes()) return lds_.OutputSlot(point, transform);
  return lds_.Slot(is_in_place() ? body.OutputOf(point) : point - body.first_in_memory(),
                   transform);
}

PassEngine::Rounds LineEngine::ReadPermuted(const Pass& pass, PassBody& body) {
  Rounds values(pass.rounds);
  for (int round = 0; round < pass.rounds; ++round) {
    const Place place = At(pass, round, Beyond::kClamp).place;
    for (int j = 0; j < pass.radix; ++j) {
      const Ex point = body.PointRead(place.i + j * pass.butterflies) - body.first_in_memory();
      values[round].push_back(b_.Let("x", Load(lds(0), lds_.Slot(point, place.line))));
    }
  }
  MarkRead();
  return values;
}

void LineEngine::WritePermuted(const Pass& pass, const std::vector<Values>& values,
                               PassBody& body) {
  WaitForReaders();
  for (int round = 0; round < pass.rounds; ++round) {
    const Butterfly butterfly = At(pass, round, Beyond::kClamp);
    const Place& place = butterfly.place;
    const std::vector<Ex> complex = ToComplex(values[round]);
    IfPresent(b_, butterfly.exists, [&] {
      for (int k = 0; k < pass.radix; ++k) {
        const Ex point = body.PointWritten(place.i + k * pass.butterflies) - body.first_in_memory();
        b_.Store(lds(0), lds_.Slot(point, place.line), complex[k]);
      }
    });
  }
  b_.Barrier();
}

void LineEngine::StoreGuarded(const Place& place, const Values& values, PassBody& body) {
  if (stores_reals(body)) {
    WriteSlots(place, lds(place.pass.index), ToComplex(body.PartsOf(place, values)));
    return;
  }
  if (!body.takes_pairs() && !turns_out() && !turns_round_out(body)) {
    body.Store(place, values);
    return;
  }
  if (spec_.exchange != Exchange::kNone) {
    WriteSlots(place, lds(place.pass.index), ToComplex(values));
    return;
  }
  // Without an exchange, one thread has all points of the transform.
  const int64_t length = AxisLength(spec_);
  for (int64_t k = 0; 2 * k <= length; ++k) {
    body.PreparePair(place.transform, b_.Int(k), {});
    body.StorePair(place.transform, b_.Int(k), {values[k], values[(length - k) % length]});
  }
}

std::vector<Ex> LineEngine::LoadGuarded(const Place& place, PassBody& body) {
  if (!turns_in() && !turns_round_in(body) && !meets_first(body)) {
    return PassEngine::LoadGuarded(place, body);
  }
  const Ex array = lds(turns_in() ? kTurnedIn : 0);
  std::vector<Ex> values;
  for (Ex slot : lds_.ReadSlots(place.pass, place.line, place.i)) {
    values.push_back(b_.Let("x", Load(array, slot)));
  }
  return values;
}

int LineEngine::Exchanges(const PassBody& body) const {
  const int exchanges = PassEngine::Exchanges(body) + (turns_out() ? 1 : 0);
  return turns_in() ? std::max(kTurnedIn + 2, exchanges) : exchanges;
}

void LineEngine::AfterGuarded(PassBody& body) {
  if (turns_out()) {
    b_.Barrier();
    TurnOut(lds(passes_.back().index));
    return;
  }
  const bool meets = body.takes_pairs() || turns_round_out(body) || stores_reals(body);
  if (!meets || spec_.exchange == Exchange::kNone) return;
  b_.Barrier();
  if (stores_reals(body)) return StoreReals(lds(passes_.back().index), body);
  if (!body.takes_pairs()) {
    StageStore(body);
  } else if (is_in_place()) {
    StorePairs(lds(0), body);
  } else {
    StorePairsInLoops(lds(passes_.back().index), body);
  }
}

// Points 0 and length / 2 are their own mirrors. They are stored apart, so that all other mirrored
// points lie in the reverse order.
void LineEngine::StorePairsInLoops(Ex array, PassBody& body) {
  const auto store = [&](Ex k, Ex mirrored, Ex exists) {
    IfPresent(b_, BothOf(exists, tiling_.IsPresent(store_lane_.transform)), [&] {
      std::vector<Ex> points;
      for (Ex point : {k, mirrored}) {
        const Ex slot = lds_.OutputSlot(point, store_lane_.transform);
        points.push_back(b_.Let("x", Load(array, slot)));
      }
      body.PreparePair(store_lane_.transform, k, {});
      body.StorePair(store_lane_.transform, k, ToValues(b_, points));
    });
    b_.Barrier();
  };
  const int64_t length = AxisLength(spec_);
  const int64_t threads = spec_.threads_per_transform, pairs = (length - 1) / 2;
  for (int64_t first = 0; first < pairs; first += threads) {
    const Ex number = b_.Let("pair", store_lane_.thread + first);
    const Ex exists = first + threads > pairs ? store_lane_.thread < pairs - first : Ex();
    store(b_.Let("k", number + 1), b_.Let("mirrored", length - 1 - number), exists);
  }
  const Ex lone = store_lane_.thread < 1;
  store(b_.Int(0), b_.Int(0), lone);
  if (length % 2 == 0) store(b_.Int(length / 2), b_.Int(length / 2), lone);
}

void LineEngine::StoreLast(const Pass& pass, const std::vector<Values>& values, PassBody& body) {
  if (stores_reals(body)) {
    Rounds parts;
    for (int round = 0; round < pass.rounds; ++round) {
      const Place place = At(pass, round, Beyond::kClamp).place;
      parts.push_back(ToComplex(body.PartsOf(place, values[round])));
    }
    WriteLds(pass, parts);
    return StoreReals(lds(0), body);
  }
  const bool turns = turns_round_out(body), stages = spec_.staging == Staging::kLoadAndStore;
  if (body.takes_pairs() && spec_.exchange == Exchange::kHalf) {
    return StorePairsHalf(pass, values, body);
  }
  if (!body.takes_pairs() && !turns && !stages) return PassEngine::StoreLast(pass, values, body);
  if (turns) {
    WritePermuted(pass, values, body);
  } else {
    WriteLds(pass, ToComplexRounds(values));
  }
  if (!body.takes_pairs()) {
    StageStore(body);
  } else if (stages) {
    StagePairs(body);
  } else {
    StorePairs(lds(0), body);
  }
}

int64_t LineEngine::pairs(const PassBody& body) const {
  return AxisLength(spec_) / 2 + 1 - first_pair(body);
}

int LineEngine::pair_rounds(const PassBody& body) const {
  return static_cast<int>(CeilDiv(pairs(body), pair_threads()));
}

LineEngine::Pair LineEngine::PairOf(int round, PassBody& body) {
  const int64_t length = AxisLength(spec_), last = length / 2;
  const int64_t first = round * pair_threads() + first_pair(body);
  Pair pair;
  pair.k = b_.Let("k", pair_lane_.thread + first);
  if (first + pair_threads() > last + 1) {
    pair.exists = pair.k <= last;
    pair.k = b_.Let("k", Min(pair.k, last));
  }
  Ex mirrored = length - pair.k;
  if (first_pair(body) == 0) mirrored = Select(Equals(pair.k, 0), b_.Int(0), mirrored);
  pair.slots[0] = SlotStored(body, pair.k, pair_lane_.transform);
  pair.slots[1] = SlotStored(body, b_.Let("mirrored", mirrored), pair_lane_.transform);
  return pair;
}

void LineEngine::StorePairs(Ex array, PassBody& body) {
  for (int round = 0; round < pair_rounds(body); ++round) {
    const Pair pair = PairOf(round, body);
    body.PreparePair(pair_lane_.transform, pair.k, {round, pair_threads()});
    IfPresent(b_, BothOf(pair.exists, tiling_.IsPresent(pair_lane_.transform)), [&] {
      std::vector<Ex> points;
      for (Ex slot : pair.slots) points.push_back(b_.Let("x", Load(array, slot)));
      body.StorePair(pair_lane_.transform, pair.k, ToValues(b_, points));
    });
  }
}

void LineEngine::ForStagedPairs(const PassBody& body, const std::function<void(Ex, Ex, Ex)>& move) {
  const int64_t pairs = this->pairs(body), all = pairs * TileLines(spec_);
  const int64_t threads = spec_.threads_per_transform * spec_.transforms_per_group;
  for (int64_t first = 0; first < all; first += threads) {
    Ex e = b_.Let("e", b_.ThreadIndex() + first), exists;
    if (first + threads > all) {
      exists = e < all;
      e = b_.Let("e", Min(e, all - 1));
    }
    move(b_.Let("row", e / pairs), b_.Let("k", e % pairs + first_pair(body)), exists);
  }
}

void LineEngine::StageLoadPairs(PassBody& body) {
  b_.Comment("load the tile's pairs in memory order");
  const int64_t length = AxisLength(spec_);
  struct Loaded {
    Ex transform, k, exists;
    Values points;
  };
  std::vector<Loaded> pairs;
  ForStagedPairs(body, [&](Ex transform, Ex k, Ex exists) {
    pairs.push_back({transform, k, exists, body.LoadPair(tiling_.Present(b_, transform), k, 0)});
  });
  for (const Loaded& pair : pairs) {
    const std::vector<Ex> points = ToComplex(pair.points);
    IfPresent(b_, pair.exists, [&] {
      b_.Store(lds(0), SlotLoaded(body, pair.k, pair.transform), points[0]);
      const Ex mirrored = b_.Let("mirrored", length - pair.k);
      b_.If(LogicalAnd(pair.k > 0, pair.k < mirrored),
            [&] { b_.Store(lds(0), SlotLoaded(body, mirrored, pair.transform), points[1]); });
    });
  }
  b_.Barrier();
}

void LineEngine::StagePairs(PassBody& body) {
  b_.Comment("store the tile's pairs in memory order");
  const int64_t length = AxisLength(spec_);
  ForStagedPairs(body, [&](Ex transform, Ex k, Ex exists) {
    IfPresent(b_, BothOf(exists, tiling_.IsPresent(transform)), [&] {
      const Ex mirrored = b_.Let("mirrored", Select(Equals(k, 0), b_.Int(0), length - k));
      std::vector<Ex> points;
      for (Ex point : {k, mirrored}) {
        points.push_back(b_.Let("x", Load(lds(0), SlotStored(body, point, transform))));
      }
      body.PreparePair(transform, k, {});
      body.StorePair(transform, k, ToValues(b_, points));
    });
  });
}

void LineEngine::StorePairsHalf(const Pass& last, const std::vector<Values>& values,
                                PassBody& body) {
  std::vector<Pair> pairs;
  std::vector<Values> points(pair_rounds(body), Values(2));
  for (Ex ComplexEx::*part : {&ComplexEx::re, &ComplexEx::im}) {
    Rounds parts;
    for (const Values& round : values) {
      parts.emplace_back();
      for (const ComplexEx& value : round) parts.back().push_back(value.*part);
    }
    WriteLds(last, parts);
    for (int round = 0; round < pair_rounds(body); ++round) {
      if (std::ssize(pairs) == round) pairs.push_back(PairOf(round, body));
      for (int i = 0; i < 2; ++i) {
        points[round][i].*part = b_.Let("x", Load(lds(0), pairs[round].slots[i]));
      }
    }
    MarkRead();
  }
  for (int round = 0; round < pair_rounds(body); ++round) {
    body.PreparePair(store_lane_.transform, pairs[round].k, {round, spec_.threads_per_transform});
    IfPresent(b_, BothOf(pairs[round].exists, tiling_.IsPresent(store_lane_.transform)),
              [&] { body.StorePair(store_lane_.transform, pairs[round].k, points[round]); });
  }
}

void LineEngine::ForTurnedRuns(const std::function<void(Ex first_point)>& move) {
  const int64_t run = TurnedRun(spec_.length), runs = spec_.length / run;
  const int64_t threads = spec_.threads_per_transform;
  for (int64_t first = 0; first < runs; first += threads) {
    const Ex number = b_.Let("run", load_lane_.thread + first);
    const Ex exists = first + threads > runs ? number < runs : Ex();
    IfPresent(b_, BothOf(exists, tiling_.IsPresent(load_lane_.transform)),
              [&] { move(b_.Let("point", number * run)); });
    // A barrier makes each round a region of its own. On a CPU the loop over lanes then ends with
    // the runs, so that its vectors need no condition (fft/codegen/passes/lower_to_host.h).
    if (first + threads < runs) b_.Barrier();
  }
}

void LineEngine::TurnIn(Ex array) {
  b_.Comment("rows of memory to columns of LDS");
  ForTurnedRuns([&](Ex point) {
    const int run = TurnedRun(spec_.length);
    const std::vector<Ex> values = tiling_.LoadFromGlobal(b_, {load_lane_.transform, point}, run);
    for (int k = 0; k < run; ++k) {
      b_.Store(array, lds_.Slot(point + k, load_lane_.transform), values[k]);
    }
  });
  b_.Barrier();
}

void LineEngine::TurnOut(Ex array) {
  b_.Comment("columns of LDS to rows of memory");
  ForTurnedRuns([&](Ex point) {
    std::vector<Ex> values;
    for (int k = 0; k < TurnedRun(spec_.length); ++k) {
      const Ex slot = lds_.Slot(point + k, load_lane_.transform);
      values.push_back(b_.Let("y", Load(array, slot)));
    }
    tiling_.StoreToGlobal(b_, {load_lane_.transform, point}, values);
  });
}

void LineEngine::StageIn(PassBody& body) {
  if (makes_lines()) {
    MakeLines(body);
  } else if (meets_first(body) && spec_.staging == Staging::kNone) {
    LoadPairsOfRow(body);
  } else if (body.loads_pairs()) {
    StageLoadPairs(body);
  } else {
    StageLoad(body);
  }
}

StockhamTiling::Points LineEngine::StagedElement(int64_t round) {
  const int threads = spec_.threads_per_transform * spec_.transforms_per_group;
  const TileOrder order = tiling_.load_order();
  const Ex e = b_.Let("e", b_.ThreadIndex() + round * threads);
  const TileElement at = order.At(e, spec_.length, spec_.transforms_per_group);
  const Ex transform = b_.Let(order.line_name(), at.transform);
  return {transform, b_.Let("point", at.point)};
}

void LineEngine::StageLoad(PassBody& body) {
  b_.Comment("load the tile in memory order");
  const int64_t rounds = spec_.length / spec_.threads_per_transform;
  const int64_t first = body.first_in_memory();
  std::vector<Ex> slots, values;
  for (int64_t round = 0; round < rounds; ++round) {
    const StockhamTiling::Points element = StagedElement(round);
    StockhamTiling::Points present = element;
    present.transform = tiling_.Present(b_, element.transform);
    present.first_point = element.first_point + first;
    values.push_back(body.converts() ? body.LoadPoint(present.transform, present.first_point)
                                     : tiling_.LoadFromGlobal(b_, present, 1).front());
    slots.push_back(SlotLoaded(body, present.first_point, element.transform));
  }
  for (size_t e = 0; e < slots.size(); ++e) b_.Store(lds(0), slots[e], values[e]);
  b_.Barrier();
}

void LineEngine::StageStore(PassBody& body) {
  if (makes_lines()) return StoreLines(body);
  b_.Comment("store the tile in memory order");
  const int64_t rounds = spec_.length / spec_.threads_per_transform;
  for (int64_t round = 0; round < rounds; ++round) {
    StockhamTiling::Points element = StagedElement(round);
    element.first_point = element.first_point + body.first_in_memory();
    const Ex slot = SlotStored(body, element.first_point, element.transform);
    const Ex value = b_.Let("y", Load(lds(0), slot));
    IfPresent(b_, tiling_.IsPresent(element.transform),
              [&] { StoreFinished(element, value, body); });
  }
}

void LineEngine::StoreFinished(const StockhamTiling::Points& point, Ex output, PassBody& body) {
  const Ex finished = body.Finished(point.transform, point.first_point, output);
  if (body.converts()) {
    body.StorePoint(point.transform, point.first_point, finished);
  } else {
    tiling_.StoreToGlobal(b_, point, {finished});
  }
}

}  // namespace fft::kernels
