// The device part of a kernel: a short 1D transform held by a workgroup.
//
// It runs passes one after the other and moves their values from one pass's threads to the next's,
// in registers and through LDS. What comes in, what a pass computes and what goes out is the
// kernel's body.
#ifndef FFT_CODEGEN_KERNELS_STOCKHAM_DEVICE_H_
#define FFT_CODEGEN_KERNELS_STOCKHAM_DEVICE_H_

#include <functional>
#include <vector>

#include "fft/codegen/ast/builder.h"
#include "fft/codegen/kernel_spec.h"
#include "fft/codegen/kernels/lds_tile.h"
#include "fft/codegen/kernels/stockham_pass.h"
#include "fft/codegen/kernels/stockham_tiling.h"

namespace fft::codegen {

// Both conditions; an absent one is true.
Ex BothOf(Ex a, Ex b);

// Runs `then` under a condition, or in place without one.
void IfPresent(Builder& b, Ex condition, const std::function<void()>& then);

class StockhamDevice {
 public:
  // One butterfly of transform c of the tile.
  struct Place {
    const Pass& pass;
    Ex transform;
    Ex i;
  };

  class Body {
   public:
    virtual ~Body() = default;
    // Inputs of the first pass: complex values of points i + butterflies * j.
    virtual std::vector<Ex> Load(const Place& place) = 0;
    // Outputs of the pass from its inputs, in registers.
    virtual Values Compute(const Place& place, const Values& in) = 0;
    // Takes the outputs of the last pass.
    virtual void Store(const Place& place, const Values& values) = 0;
    // Whether the outputs are taken two by two, points k and length - k, instead: each pair once,
    // 0 <= k <= length / 2, with point `length` meaning point 0.
    virtual bool takes_pairs() const { return false; }
    virtual void StorePair(Ex, Ex, const Values&) {}
  };

  // All references must outlive the device.
  StockhamDevice(const KernelSpec& spec, const std::vector<Pass>& passes,
                 const StockhamTiling& tiling, Builder& b);

  // Declares LDS for `body`; after the kernel's parameters.
  void DeclareLds(const Body& body);
  // Appends the transform; after the tiling's offsets.
  void Run(Body& body);

 private:
  // One butterfly of one thread.
  struct Butterfly {
    Ex index;    // i, always a butterfly that exists
    Ex is_real;  // absent, or whether this thread's round has one of its own to write
  };
  using Rounds = std::vector<std::vector<Ex>>;  // [round][point]

  bool is_last(const Pass& pass) const { return pass.index + 1 == std::ssize(passes_); }
  // Guarded kernels run a whole pass under one condition; the others keep every thread busy on
  // valid (perhaps duplicate) data and guard only their writes, so values flow across barriers
  // unguarded.
  bool is_guarded() const {
    return spec_.exchange == Exchange::kNone || spec_.exchange == Exchange::kPingPong;
  }
  const Lane& LaneOf(const Pass& pass) const { return pass.index == 0 ? load_lane_ : store_lane_; }
  enum class Beyond { kKeep, kClamp };  // what happens to a butterfly index past the end
  Butterfly RoundOf(const Pass& pass, int round, Beyond beyond);

  void GuardedPass(const Pass& pass, Body& body);
  void UnguardedPasses(Body& body);
  std::vector<Values> LoadFirst(const Pass& pass, Body& body);
  void StoreLast(const Pass& pass, const std::vector<Values>& values, Body& body);

  // One pair of points of one thread.
  struct Pair {
    Ex k;         // always a pair that exists
    Ex exists;    // absent, or whether this thread's round has one of its own
    Ex slots[2];  // of points k and length - k
  };
  Pair PairOf(int round);
  int pair_rounds() const;
  void StorePairs(Ex array, Body& body);
  void StorePairsHalf(const Pass& last, const std::vector<Values>& values, Body& body);

  // Moves the values of one pass's threads to the next pass's threads.
  std::vector<Values> ExchangeFull(const Pass& from, const Pass& to,
                                   const std::vector<Values>& values);
  std::vector<Values> ExchangeHalf(const Pass& from, const Pass& to,
                                   const std::vector<Values>& values);
  void WriteLds(const Pass& pass, const Rounds& values);
  Rounds ReadLds(const Pass& pass);

  // Moves the tile between global memory and LDS in memory order.
  void StageLoad();
  void StageStore();
  // The element of the tile that a thread moves in a round.
  StockhamTiling::Points StagedElement(int64_t round);

  const KernelSpec& spec_;
  const std::vector<Pass>& passes_;
  const StockhamTiling& tiling_;
  Builder& b_;
  LdsTile lds_;
  Lane load_lane_, store_lane_;
  bool lds_was_read_ = false;
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_KERNELS_STOCKHAM_DEVICE_H_
