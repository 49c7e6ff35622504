// The device part of a kernel: lines of points that a workgroup holds, transformed by passes.
//
// The engine runs passes one after the other and moves their values from one pass's threads to the
// next's, in registers and through LDS. The engine's kind decides which thread does which butterfly
// (line_engine.h: transforms along one axis; fft/kernels/plane/emit.cc: planes). The kernel's body
// provides the inputs, computes the passes and takes the outputs.
#ifndef FFT_KERNELS_LINES_PASS_ENGINE_H_
#define FFT_KERNELS_LINES_PASS_ENGINE_H_

#include <functional>
#include <optional>
#include <vector>

#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/lines/expressions.h"
#include "fft/kernels/lines/lds_tile.h"
#include "fft/kernels/lines/pass.h"
#include "fft/kernels/lines/tiling.h"

namespace fft::kernels {

// The conjunction of two conditions; an absent one is true.
Ex BothOf(Ex a, Ex b);

// Runs `then` under `condition`; unconditionally if there is no condition.
void IfPresent(Builder& b, Ex condition, const std::function<void()>& then);

// One butterfly of the tile. For example, in a kernel of lines `transform` is the thread's
// transform and `i` its butterfly there.
struct Place {
  const Pass& pass;
  Ex transform;    // its number along the tile loop; in planes, the plane's number
  Ex i;            // within its line
  Ex line = {};    // the line's number in LDS, in steps of LdsLayout::transform_step
  Ex across = {};  // in planes, the line's index along the other axis
  // Only where a first pass makes lines of a transform: the line's array in LDS, the slot of its
  // point 0, and the slot where that point's output belongs.
  Ex lds = {}, origin_slot = {}, origin_out_slot = {};
  std::optional<IndexBounds> bounds = {};  // of i, where they are known
};

class RealEnd;

class PassBody {
 public:
  virtual ~PassBody() = default;
  // Inputs of the first pass: complex values of points i + butterflies * j.
  virtual std::vector<Ex> Load(const Place& place) = 0;
  // Outputs of the pass from its inputs, in registers.
  virtual Values Compute(const Place& place, const Values& in) = 0;
  // LoadLines and ComputeLines are Load and Compute for the first passes of a transform, if these
  // make its lines (PassesIntoLines).
  virtual std::vector<Ex> LoadLines(const Place&) { return {}; }
  virtual Values ComputeLines(const Place&, const Values&) { return {}; }
  // Takes the outputs of the last pass.
  virtual void Store(const Place& place, const Values& values) = 0;
  // Whether the engine passes outputs to StorePair and not to Store: points k and length - k, each
  // pair once, 0 <= k <= length / 2, with point `length` meaning point 0.
  virtual bool takes_pairs() const { return false; }
  virtual void StorePair(Ex, Ex, const Values&) {}
  // A round of pairs. Rounds come in order, and pair k grows by `step` with each. A pair outside of
  // these sequences is in round 0. PreparePair is called before StorePair, by all threads.
  struct PairRound {
    int round = 0;
    int64_t step = 0;
  };
  virtual void PreparePair(Ex /*transform*/, Ex /*k*/, const PairRound&) {}

  // Whether memory has another format than complex numbers. If so, the next two functions move a
  // point of a tile that is staged.
  virtual bool converts() const { return false; }
  virtual Ex LoadPoint(Ex /*transform*/, Ex /*point*/) { return Ex(); }
  virtual void StorePoint(Ex /*transform*/, Ex /*point*/, Ex /*value*/) {}

  // The end that stores points as reals, or null. Rows of points may then meet in LDS, which holds
  // PartsOf outputs of the last pass, and the end stores their reals in the order of memory.
  virtual const RealEnd* reals_end() const { return nullptr; }
  virtual Values PartsOf(const Place&, const Values& values) { return values; }

  // Whether memory holds two points at a time, k and length - k, for 0 <= k <= length / 2. If so,
  // LoadPair loads a pair of a tile that is staged, whose k is known to be `least` or more. Point
  // `length` is not there.
  virtual bool loads_pairs() const { return false; }
  virtual Values LoadPair(Ex /*transform*/, Ex /*k*/, int64_t /*least*/) { return {}; }

  // Whether passes take and leave points in another order than memory has them. LDS can change the
  // order for rows of memory. The passes' points are memory's point number `first_in_memory` and
  // those after it, in the order of PointRead and PointWritten. InputOf and OutputOf are the
  // inverses of PointRead and PointWritten.
  virtual bool permutes() const { return false; }
  virtual int64_t first_in_memory() const { return 0; }
  virtual Ex PointRead(Ex input) { return input; }
  virtual Ex PointWritten(Ex output) { return output; }
  virtual Ex InputOf(Ex point) { return point; }
  virtual Ex OutputOf(Ex point) { return point; }
  // The value that is stored for an output of the last pass, which is a point in memory.
  virtual Ex Finished(Ex /*transform*/, Ex /*point*/, Ex value) { return value; }
};

class PassEngine {
 public:
  virtual ~PassEngine() = default;

  // Declares LDS for `body`. Call it after the kernel's parameters are declared.
  void DeclareLds(const PassBody& body);
  // Appends the transform. Call it after the tile's offsets are computed.
  void Run(PassBody& body);
  // The two parts of Run. The second one may stand in a loop over tiles.
  virtual void Begin() {}
  void RunPasses(PassBody& body);

 protected:
  using Rounds = std::vector<std::vector<Ex>>;  // [round][point]
  enum class Beyond {
    kKeep,
    kClamp
  };  // whether an index past the end stays, or becomes the last one
  struct Butterfly {
    Place place;
    Ex exists;  // whether this thread's round has a butterfly of its own; absent: it has
  };

  // All references must outlive the engine.
  PassEngine(const KernelSpec& spec, const std::vector<Pass>& passes, const GlobalTile& tile,
             Builder& b)
      : spec_(spec), passes_(passes), tile_(tile), b_(b) {}

  // The butterfly of a thread in a round. With kClamp it is a butterfly that exists.
  virtual Butterfly At(const Pass& pass, int round, Beyond beyond) = 0;
  // Slots of the lines along the pass's axis. All see one memory.
  virtual LdsTile& Lds(const Pass& pass) = 0;

  // The parts of Run, which a kind of engine may replace. By default each point is loaded and
  // stored once.
  virtual Rounds LoadFirst(const Pass& pass, PassBody& body);
  virtual void StoreLast(const Pass& pass, const std::vector<Values>& values, PassBody& body);
  virtual void StoreGuarded(const Place& place, const Values& values, PassBody& body);
  virtual std::vector<Ex> LoadGuarded(const Place& place, PassBody& body);
  virtual void AfterGuarded(PassBody&) {}
  virtual void GuardedPass(const Pass& pass, PassBody& body);
  // The number of LDS arrays through which an exchange passes its values, one after the other.
  virtual int Exchanges(const PassBody& body) const;

  // A butterfly of a guarded pass.
  void Transform(const Butterfly& butterfly, PassBody& body);
  bool is_last(const Pass& pass) const { return pass.index + 1 == std::ssize(passes_); }
  Ex lds(int exchange) { return Lds(passes_.front()).array(exchange); }
  void WriteSlots(const Place& place, Ex array, const std::vector<Ex>& values);
  // Puts values where a pass leaves its outputs, all of them before anything is read.
  void WriteLds(const Pass& pass, const Rounds& values);
  Rounds ReadLds(const Pass& pass);
  // Waits until the values written last have been read.
  void WaitForReaders();
  // Notes that the values written last have been read, so that the next write has to wait.
  void MarkRead() { lds_was_read_ = true; }
  // The transform if it exists, else the last existing transform. Equal expressions share a
  // variable.
  Ex Present(Ex transform);

  const KernelSpec& spec_;
  const std::vector<Pass>& passes_;
  const GlobalTile& tile_;
  Builder& b_;

 private:
  // Guarded kernels run a whole pass under one condition. In other kernels every thread works on
  // valid (perhaps duplicate) data and only writes are guarded, so values flow across barriers
  // unguarded.
  bool is_guarded() const { return !HoldsPasses(spec_.exchange); }
  void UnguardedPasses(PassBody& body);
  // Moves the values of one pass's threads to the next pass's threads.
  std::vector<Values> ExchangeFull(const Pass& from, const Pass& to,
                                   const std::vector<Values>& values);
  std::vector<Values> ExchangeHalf(const Pass& from, const Pass& to,
                                   const std::vector<Values>& values);

  bool lds_was_read_ = false;
  Ex transform_, present_;  // the argument and the result of the last Present
};

// Complex expressions of every round.
std::vector<std::vector<Ex>> ToComplexRounds(const std::vector<Values>& values);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_LINES_PASS_ENGINE_H_
