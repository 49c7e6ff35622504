// The ways between rows of reals in memory and points in LDS, for real-to-real kinds. Each real is
// loaded once and stored once, and lanes run along memory.
#include <algorithm>
#include <utility>

#include "fft/kernels/lines/line_engine.h"
#include "fft/kernels/lines/real_ends.h"

namespace fft::kernels {
namespace {

// Rows of fewer threads do not fill a memory sector: lanes run on along the next row.
constexpr int kFewThreads = 8;

}  // namespace

// Loads the pairs of each row with the threads of its transform. All loads come before all writes.
void LineEngine::LoadPairsOfRow(PassBody& body) {
  b_.Comment("load the pairs of each row");
  const Lane& lane = load_lane_;
  const int64_t length = AxisLength(spec_), last = length / 2;
  const int64_t threads = spec_.threads_per_transform;
  const Ex present = tiling_.Present(b_, lane.transform);
  struct Loaded {
    int64_t first;  // the least k of the round
    Ex k, exists;
    std::vector<Ex> points;
  };
  std::vector<Loaded> rounds;
  for (int64_t first = 0; first <= last; first += threads) {
    Loaded round = {first, b_.Let("k", lane.thread + first)};
    if (first + threads > last + 1) {
      round.exists = round.k <= last;
      round.k = b_.Let("k", Min(round.k, last));
    }
    round.points = ToComplex(body.LoadPair(present, round.k, first));
    rounds.push_back(std::move(round));
  }
  for (const Loaded& round : rounds) {
    const Ex mirrored = b_.Let("mirrored", length - round.k);
    Ex has_second = round.first == 0 ? round.k > 0 : Ex();
    const bool meets_middle = 2 * (round.first + threads - 1) >= length;
    if (meets_middle) has_second = BothOf(has_second, round.k < mirrored);
    IfPresent(b_, round.exists, [&] {
      b_.Store(lds(0), lds_.Slot(round.k, lane.transform), round.points[0]);
      IfPresent(b_, has_second,
                [&] { b_.Store(lds(0), lds_.Slot(mirrored, lane.transform), round.points[1]); });
    });
  }
  b_.Barrier();
}

// Lanes run along the row of their transform, or along all rows if one row has few lanes.
void LineEngine::StoreReals(Ex array, const PassBody& body) {
  b_.Comment("store the reals in memory order");
  const RealEnd& end = *body.reals_end();
  if (spec_.threads_per_transform >= kFewThreads) return StoreRealsOfRow(array, end);
  const int64_t reals = end.reals(), all = reals * spec_.transforms_per_group;
  const int64_t threads = int64_t{spec_.threads_per_transform} * spec_.transforms_per_group;
  for (int64_t first = 0; first < all; first += threads) {
    const Ex e = b_.Let("e", b_.ThreadIndex() + first);
    const Ex row = b_.Let("row", e / reals), exists = first + threads > all ? e < all : Ex();
    IfPresent(b_, BothOf(exists, tiling_.IsPresent(row)), [&] {
      const Ex element = b_.Let("element", e % reals);
      const RealSource source = end.SourceOf(element);
      const Ex x = b_.Let("x", Load(array, lds_.OutputSlot(source.point, row)));
      end.StorePart(row, element, source, ToValues(b_, {x}).front());
    });
  }
}

// Each thread moves in steps of whole periods, so that it looks for the source of a real only once.
void LineEngine::StoreRealsOfRow(Ex array, const RealEnd& end) {
  const Lane& lane = store_lane_;
  const int period = end.period();
  const int64_t reals = end.reals();
  const int64_t threads = spec_.threads_per_transform / period * period;
  const Ex takes_part = threads < spec_.threads_per_transform ? lane.thread < threads : Ex();
  IfPresent(b_, BothOf(takes_part, tiling_.IsPresent(lane.transform)), [&] {
    const RealSource source = end.SourceOf(lane.thread);
    for (int64_t first = 0; first < reals; first += threads) {
      const int64_t steps = first / period;
      Ex step = LitLike(lane.thread, steps);
      if (source.falls && steps > 0) step = b_.Let("step", Select(source.falls, -step, step));
      const Ex element = b_.Let("element", lane.thread + first);
      IfPresent(b_, first + threads > reals ? element < reals : Ex(), [&] {
        const Ex point = b_.Let("point", source.point + step);
        const Ex x = b_.Let("x", Load(array, lds_.OutputSlot(point, lane.transform)));
        end.StorePart(lane.transform, element, source, ToValues(b_, {x}).front());
      });
    }
  });
}

}  // namespace fft::kernels
