// Transforms along one axis. Lanes run as the tiling says; tiles may be staged through LDS, and
// outputs may be taken in pairs.
#ifndef FFT_KERNELS_LINES_LINE_ENGINE_H_
#define FFT_KERNELS_LINES_LINE_ENGINE_H_

#include <functional>
#include <utility>
#include <vector>

#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/lines/expressions.h"
#include "fft/kernels/lines/lds_tile.h"
#include "fft/kernels/lines/pass_engine.h"
#include "fft/kernels/lines/tiling.h"

namespace fft::kernels {

class LineEngine final : public PassEngine {
 public:
  // All references must outlive the engine.
  LineEngine(const KernelSpec& spec, const std::vector<Pass>& passes, const StockhamTiling& tiling,
             Builder& b)
      : PassEngine(spec, passes, tiling, b), tiling_(tiling), lds_(spec, b) {}

  void Begin() override;

  // A persistent kernel calls the next three functions, in this order. The first one declares the
  // arrays to which points are copied, before DeclareLds.
  void DeclareArrivals();
  // Starts the copies of the points of a tile.
  void CopyAhead(const StockhamTiling& tile);
  // Sets the work that every tile does once its points have been taken.
  void WhenTaken(std::function<void()> then) { when_taken_ = std::move(then); }

 protected:
  Butterfly At(const Pass& pass, int round, Beyond beyond) override;
  LdsTile& Lds(const Pass&) override { return lds_; }
  Rounds LoadFirst(const Pass& pass, PassBody& body) override;
  void StoreLast(const Pass& pass, const std::vector<Values>& values, PassBody& body) override;
  void StoreGuarded(const Place& place, const Values& values, PassBody& body) override;
  std::vector<Ex> LoadGuarded(const Place& place, PassBody& body) override;
  void AfterGuarded(PassBody& body) override;
  void GuardedPass(const Pass& pass, PassBody& body) override;
  int Exchanges(const PassBody& body) const override;

 private:
  // The place to which the points of a thread's round are copied.
  std::vector<Ex> ArrivalSlots(const Pass& pass, int round);
  Rounds TakeArrivals(const Pass& pass);
  // The lane that does the first butterfly of a thread in a pass.
  const Lane& LaneOf(const Pass& pass) const;
  // One pair of points of one thread.
  struct Pair {
    Ex k;         // always a pair that exists
    Ex exists;    // whether this thread's round has a pair of its own; absent: it has
    Ex slots[2];  // the slots of points k and length - k
  };
  Pair PairOf(int round, PassBody& body);
  // The number of a transform's pairs that lie in LDS, and the number of rounds in which a thread
  // takes its pairs.
  int64_t pairs(const PassBody& body) const;
  int pair_rounds(const PassBody& body) const;
  void StorePairs(Ex array, PassBody& body);
  void StagePairs(PassBody& body);
  // Calls `move` for every pair of the tile in memory order: lanes run along the pairs of one
  // transform, then along those of the next. If the round has no pair for a thread, `exists` is
  // false and the thread gets some other pair.
  void ForStagedPairs(const PassBody& body,
                      const std::function<void(Ex transform, Ex k, Ex exists)>& move);
  void StorePairsInLoops(Ex array, PassBody& body);
  void StorePairsHalf(const Pass& last, const std::vector<Values>& values, PassBody& body);

  // The next four functions move the tile between global memory, in memory order, and LDS. If the
  // body permutes, they move it from the first permuted point on.
  void StageIn(PassBody& body);
  void StageLoad(PassBody& body);
  void StageLoadPairs(PassBody& body);
  // Whether the points that pairs of reals make meet in LDS before the first pass. Each pair is
  // then loaded only once.
  bool meets_first(const PassBody& body) const {
    return body.loads_pairs() && spec_.load_reals && !body.permutes() && HoldsRows(spec_) &&
           TurnsRound(spec_.exchange);
  }
  void LoadPairsOfRow(PassBody& body);
  void StageStore(PassBody& body);
  // Whether rows of reals leave through LDS, and their way from `array` to memory.
  bool stores_reals(const PassBody& body) const {
    return body.reals_end() != nullptr && HoldsRows(spec_) && TurnsRound(spec_.exchange);
  }
  void StoreReals(Ex array, const PassBody& body);
  void StoreRealsOfRow(Ex array, const RealEnd& end);
  // Stores an output of the last pass, one point.
  void StoreFinished(const StockhamTiling::Points& point, Ex output, PassBody& body);
  // Whether points change their order in LDS, for a body that permutes. In place, threads put
  // points where passes want them and read them where passes left them. Otherwise points lie in LDS
  // as in memory, without the points before the first permuted one.
  bool turns_round(const PassBody& body) const;
  bool turns_round_in(const PassBody& body) const;
  bool turns_round_out(const PassBody& body) const;
  bool is_in_place() const { return spec_.exchange == Exchange::kInPlace; }
  // Slots of a point in memory before the first pass and after the last one.
  Ex SlotLoaded(PassBody& body, Ex point, Ex transform);
  Ex SlotStored(PassBody& body, Ex point, Ex transform);
  // Whether first passes make lines of transforms (KernelSpec::lines_per_transform). Line
  // k * TileLines + c is line k of transform c.
  bool makes_lines() const { return spec_.lines_per_transform.has_value(); }
  Ex TransformOf(Ex line) const;
  Place PlaceOf(const Pass& pass, Ex line, Ex i);
  // Element e of a tile in an order, where transforms have `points` points.
  TileElement ElementOf(Ex e, int64_t points, TileOrder order) const;
  Ex SlotOfPoint(PassBody& body, Ex point, Ex transform);
  Ex SlotOfOutput(PassBody& body, Ex point, Ex transform);
  std::vector<Ex> SlotsInLines(PassBody& body, Ex i, const std::vector<Ex>& lines);
  std::vector<Ex> SlotsOfButterfly(const Place& place, PassBody& body);
  void MakeLines(PassBody& body);
  void PassIntoLines(const Pass& pass, bool is_in_lds, PassBody& body);
  void StoreLines(PassBody& body);
  // The lane that takes the pairs of a transform.
  Lane PairLane() const;
  int64_t pair_threads() const {
    return int64_t{spec_.threads_per_transform} * spec_.lines_per_transform.value_or(1);
  }
  int64_t first_pair(const PassBody& body) const {
    return makes_lines() ? 0 : body.first_in_memory();
  }
  Rounds ReadPermuted(const Pass& pass, PassBody& body);
  void WritePermuted(const Pass& pass, const std::vector<Values>& values, PassBody& body);
  // The element of the tile that a thread moves in a round.
  StockhamTiling::Points StagedElement(int64_t round);

  // Whether, and how, rows of memory become columns of LDS, and back. A thread moves a few
  // consecutive points of one transform.
  bool turns(TileOrder order) const {
    return spec_.staging == Staging::kTurned && order.is_along_axis();
  }
  bool turns_in() const { return turns(tiling_.load_order()); }
  bool turns_out() const { return turns(tiling_.store_order()); }
  void TurnIn(Ex array);
  void TurnOut(Ex array);
  // Calls `move` with the first point of each run of points that a thread moves.
  void ForTurnedRuns(const std::function<void(Ex first_point)>& move);

  const StockhamTiling& tiling_;
  LdsTile lds_;
  Lane load_lane_, store_lane_, pair_lane_;
  Ex arrivals_;
  std::function<void()> when_taken_;
};

}  // namespace fft::kernels

#endif  // FFT_KERNELS_LINES_LINE_ENGINE_H_
