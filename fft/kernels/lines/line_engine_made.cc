// Lines that first passes make of transforms (KernelSpec::lines_per_transform): where LDS has their
// points, how they come there, and how their outputs leave. PassesIntoLines has the index maths
// (fft/kernels/lines/pass.h). Point 0 of a line is no part of the convolution, so LDS has a word
// for it apart from the others. Its output has another word, because one thread writes the output
// while others still read the point.
#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/kernels/lines/line_engine.h"

namespace fft::kernels {
namespace {

// The place of point i in a line whose point 0 lies apart. For point 0 itself it is any place.
Ex PointInLine(Ex i) { return Select(i > 0, i - 1, LitLike(i, int64_t{0})); }

}  // namespace

Ex LineEngine::TransformOf(Ex line) const {
  if (!makes_lines()) return line;
  const int lines = TileLines(spec_);
  return lines == 1 ? LitLike(line, int64_t{0}) : line % lines;
}

Place LineEngine::PlaceOf(const Pass& pass, Ex line, Ex i) {
  Place place = {pass, TransformOf(line), i, line};
  if (makes_lines()) {
    place.lds = lds(0);
    place.origin_slot = lds_.OriginSlot(line);
    place.origin_out_slot = lds_.OriginOutSlot(line);
  }
  return place;
}

Lane LineEngine::PairLane() const {
  const TileElement at = ElementOf(b_.ThreadIndex(), pair_threads(), tiling_.store_order());
  return {at.point, at.transform};
}

// The slot of a point before the passes of lines.
Ex LineEngine::SlotOfPoint(PassBody& body, Ex point, Ex transform) {
  // A point's line has the digits of point / points in reverse.
  const std::vector<int> radices = LineRadices(*spec_.lines_per_transform);
  const int64_t points = LinePoints(spec_);
  Ex line = b_.Let("line", point / points);
  if (radices.size() > 1) {
    line = b_.Let("line", line / radices[1] + line % radices[1] * radices[0]);
  }
  line = line * TileLines(spec_) + transform;
  return SlotsInLines(body, b_.Let("i", point % points), {line}).front();
}

// The slot of an output after all passes.
Ex LineEngine::SlotOfOutput(PassBody& body, Ex point, Ex transform) {
  const int radix = *spec_.lines_per_transform, lines = TileLines(spec_);
  const Ex line = b_.Let("line", point % radix * lines + transform);
  const Ex i = b_.Let("i", point / radix);
  const Ex place = is_in_place() ? body.OutputOf(i) : PointInLine(i);
  return b_.Let("slot", Select(Equals(i, 0), lds_.OriginOutSlot(line), lds_.Slot(place, line)));
}

TileElement LineEngine::ElementOf(Ex e, int64_t points, TileOrder order) const {
  const int64_t lines = TileLines(spec_);
  if (lines == 1) return {LitLike(e, int64_t{0}), e};
  const int64_t n = order.FastFirst(points, lines).first;
  const Ex fast = b_.Let("fast", e % n), slow = b_.Let("slow", e / n);
  const auto [point, transform] = order.FastFirst(fast, slow);
  return {transform, point};
}

// For each of `lines`, the slot of its point i before the passes of lines.
std::vector<Ex> LineEngine::SlotsInLines(PassBody& body, Ex i, const std::vector<Ex>& lines) {
  const Ex place = b_.Let("place", is_in_place() ? body.InputOf(i) : PointInLine(i));
  const Ex is_origin = b_.Let("is_origin", Equals(i, 0));
  std::vector<Ex> slots;
  for (Ex line : lines) {
    slots.push_back(
        b_.Let("slot", Select(is_origin, lds_.OriginSlot(line), lds_.Slot(place, line))));
  }
  return slots;
}

std::vector<Ex> LineEngine::SlotsOfButterfly(const Place& place, PassBody& body) {
  const Pass& pass = place.pass;
  const int64_t points = LinePoints(spec_), of_one = TileLines(spec_);
  Ex line = place.transform, i = place.i;
  if (pass.butterflies > points) {
    // Digits of the line before and after the pass's own.
    const Ex rest = b_.Let("rest", place.i / points);
    Ex others = rest / pass.stride * (pass.stride * pass.radix);
    if (pass.stride > 1) others = others + rest % pass.stride;
    line = b_.Let("line", others * of_one + place.transform);
    i = b_.Let("i", place.i % points);
  }
  std::vector<Ex> lines;
  for (int k = 0; k < pass.radix; ++k) lines.push_back(line + k * pass.stride * of_one);
  return SlotsInLines(body, i, lines);
}

// Makes the lines of all transforms of the tile. Where memory holds pairs (PassBody::loads_pairs),
// their points pass through LDS first.
void LineEngine::MakeLines(PassBody& body) {
  const bool are_staged = body.loads_pairs();
  if (are_staged) StageLoadPairs(body);
  for (const Pass& pass : PassesIntoLines(spec_)) {
    b_.Comment(absl::StrCat("lines: pass ", pass.index, ", radix ", pass.radix));
    PassIntoLines(pass, pass.index > 0 || are_staged, body);
    b_.Barrier();
  }
}

void LineEngine::PassIntoLines(const Pass& pass, bool is_in_lds, PassBody& body) {
  const int64_t all = pass.butterflies * TileLines(spec_);
  const int64_t threads = int64_t{spec_.threads_per_transform} * spec_.transforms_per_group;
  const int at_once =
      is_in_lds ? 1 : FirstButterfliesAtOnce(pass.radix, pass.rounds, spec_.factors, is_in_place());
  const int64_t turns = CeilDiv(pass.rounds, at_once);
  const auto butterfly_at = [&](Ex first) {
    Ex e = b_.Let("e", b_.ThreadIndex() + first), exists;
    if (turns * at_once * threads > all) {
      exists = b_.Let("exists", e < all);
      e = b_.Let("e", Min(e, all - 1));
    }
    const TileElement element = ElementOf(e, pass.butterflies, tiling_.load_order());
    return Butterfly{{pass, element.transform, element.point, element.transform}, exists};
  };
  const auto load = [&](const Butterfly& butterfly) {
    Place place = butterfly.place;
    place.transform = tiling_.Present(b_, place.transform);
    return body.LoadLines(place);
  };
  const auto compute = [&](const Place& place, const std::vector<Ex>& in) {
    return ToComplex(body.ComputeLines(place, ToValues(b_, in)));
  };
  const auto store = [&](const std::vector<Ex>& slots, const std::vector<Ex>& out) {
    for (size_t k = 0; k < slots.size(); ++k) b_.Store(lds(0), slots[k], out[k]);
  };
  // No two butterflies share a point here.
  const auto in_lds = [&](const Butterfly& butterfly) {
    IfPresent(b_, butterfly.exists, [&] {
      const std::vector<Ex> slots = SlotsOfButterfly(butterfly.place, body);
      std::vector<Ex> in;
      for (Ex slot : slots) in.push_back(b_.Let("x", Load(lds(0), slot)));
      store(slots, compute(butterfly.place, in));
    });
  };
  const auto turn = [&](Ex first) {
    if (is_in_lds) return in_lds(butterfly_at(first));
    std::vector<Butterfly> butterflies;
    Rounds loaded, slots;
    for (int round = 0; round < at_once; ++round) {
      butterflies.push_back(butterfly_at(first + round * threads));
      loaded.push_back(load(butterflies.back()));
      // A thread that holds all its points looks up their slots while the points are loaded. A
      // thread that holds one butterfly at a time looks them up later, since it has no registers
      // for them.
      if (at_once > 1) slots.push_back(SlotsOfButterfly(butterflies.back().place, body));
    }
    for (int round = 0; round < at_once; ++round) {
      const Butterfly& butterfly = butterflies[round];
      const std::vector<Ex> out = compute(butterfly.place, loaded[round]);
      IfPresent(b_, butterfly.exists, [&] {
        store(at_once > 1 ? slots[round] : SlotsOfButterfly(butterfly.place, body), out);
      });
    }
  };
  if (turns == 1) return turn(b_.Int(0));
  b_.For("turn", b_.Int(0), b_.Int(turns), [&](Ex number) { turn(number * (at_once * threads)); });
}

void LineEngine::StoreLines(PassBody& body) {
  b_.Comment("store the tile in memory order");
  const int64_t all = AxisLength(spec_) * TileLines(spec_);
  const int64_t threads = int64_t{spec_.threads_per_transform} * spec_.transforms_per_group;
  for (int64_t first = 0; first < all; first += threads) {
    const Ex e = b_.Let("e", b_.ThreadIndex() + first);
    const TileElement element = ElementOf(e, AxisLength(spec_), tiling_.store_order());
    const Ex exists = first + threads > all ? e < all : Ex();
    IfPresent(b_, BothOf(exists, tiling_.IsPresent(element.transform)), [&] {
      const Ex slot = SlotStored(body, element.point, element.transform);
      StoreFinished({element.transform, element.point}, b_.Let("y", Load(lds(0), slot)), body);
    });
  }
}

}  // namespace fft::kernels
