// The lock-step machine behind Interpret. It runs one workgroup at a time, and every variable holds
// one value per thread.
#ifndef FFT_CODEGEN_INTERP_MACHINE_H_
#define FFT_CODEGEN_INTERP_MACHINE_H_

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fft/codegen/ast/kernel.h"
#include "fft/codegen/ast/lane_blocks.h"
#include "fft/codegen/interp/bindings.h"
#include "fft/codegen/interp/findings.h"

namespace fft::codegen {

// The values of one expression or variable for all threads; the type decides which members are in
// use.
struct LaneValues {
  std::vector<int64_t> ints;  // int, bool
  std::vector<double> re;     // real, complex
  std::vector<double> im;     // complex
};

// Whether a condition held, and failed, for some thread.
struct Sides {
  bool holds = false;
  bool fails = false;
};

class Machine {
 public:
  Machine(const Kernel& kernel, Bindings* bindings, const InterpOptions& options);

  // False when max_steps was exceeded.
  bool RunBlock(int32_t block, int32_t block_count);
  Findings& findings() { return findings_; }
  // The sides of an If, a Select or a For that threads have taken so far.
  Sides SidesOf(const Node* node) const {
    const auto found = sides_.find(node);
    return found == sides_.end() ? Sides() : found->second;
  }

 private:
  using Lanes = std::vector<int>;  // the active threads, ascending

  struct Slot {
    LaneValues values;
    Type type;
    std::vector<char> assigned;  // for a DeclVar; empty otherwise
    Pointee pointee;
  };

  int SlotOf(const Node* named);
  void BindParameters();

  // The functions that run statements. They return false where the run gives up, because max_steps
  // is exceeded.
  bool RunStatements(const Node* block, const Lanes& lanes);
  bool RunStatement(const Node* node, const Lanes& lanes);
  bool RunIf(const Node* node, const Lanes& lanes);
  bool RunFor(const Node* node, const Lanes& lanes);
  // Runs a loop whose lanes the kernel's code runs as vectors: the lanes of each vector go in lock
  // step.
  bool RunLaneLoop(const Node* node);
  bool RunVectors(const Node* node, const LaneRun& run);
  void RunStore(const Node* node, const Lanes& lanes);
  void RunCopy(const Node* node, const Lanes& lanes);
  void RunAwait(const Lanes& lanes);
  void RunBarrier(const Node* node, const Lanes& lanes);
  void RunExit(const Lanes& lanes);
  // The lanes that have not ended.
  Lanes Going(const Lanes& lanes) const;
  void RunSignal(const Node* node, const Lanes& lanes);
  void RunAwaitSignals(const Node* node, const Lanes& lanes);
  // The word of a counter; null where it is out of bounds.
  int64_t* CounterAt(const Node* node, int64_t index, int thread);
  void Assign(Slot* slot, Type type, const LaneValues& values, const Lanes& lanes);

  // Evaluates an expression. The result lies in a variable or in scratch_[depth] and is valid for
  // `lanes`.
  const LaneValues& Evaluate(const Node* node, const Lanes& lanes, size_t depth);
  const LaneValues& EvaluateVarRef(const Node* node, const Lanes& lanes);
  void EvaluateLoad(const Node* node, const LaneValues& index, const Lanes& lanes, LaneValues* out);
  void EvaluateUnary(const Node* node, const LaneValues& a, const Lanes& lanes, LaneValues* out);
  void EvaluateBinary(const Node* node, const LaneValues& a, const LaneValues& b,
                      const Lanes& lanes, LaneValues* out);
  void EvaluateCast(const Node* node, const LaneValues& a, const Lanes& lanes, LaneValues* out);
  LaneValues* Scratch(size_t depth, Type type);
  void Resize(LaneValues* values, Type type) const;

  // Notes an access; false when it is out of bounds.
  bool Access(const Node* pointer, int64_t index, int thread, bool is_write);
  void CheckArrived(const Node* pointer, int64_t index, int64_t word, int thread);
  void ReportRace(const Node* pointer, const Accessor& by, int64_t index, const Conflict& conflict);
  int32_t BuiltinValue(BuiltinId id, int thread) const;
  int64_t IntResult(const Node* node, int64_t a, int64_t b, int thread);
  Accessor By(int thread) const { return {epoch_, block_, thread}; }

  const Kernel& kernel_;
  Bindings* bindings_;
  Findings findings_;
  const InterpOptions options_;
  Lanes all_lanes_;
  std::set<int> ended_;   // the threads of this workgroup that have ended
  int vector_width_ = 1;  // lanes of a vector, for host kernels, whose loops over lanes are vectors
  size_t value_count_ = 0;  // values of a variable: one per thread, or one per lane of a loop
  std::unordered_map<std::string_view, int> slots_by_name_;
  std::unordered_map<const Node*, int> slots_by_node_;
  std::unordered_map<const Node*, Sides> sides_;
  std::deque<Slot> slots_;
  std::deque<LaneValues> scratch_;
  // Copies that threads of this workgroup have begun and not awaited.
  struct Copy {
    const Node* to;
    int64_t index;
    int thread;
  };
  // the copies under way, by the word that they write
  std::map<std::pair<const Memory*, int64_t>, Copy> copies_;
  std::map<const int64_t*, std::set<int32_t>> signals_;  // workgroups, by counter
  // The workgroups that any thread of this workgroup has awaited, and those that all its threads
  // know to be done.
  std::set<int32_t> seen_, awaited_;
  const Node* statement_ = nullptr;
  int32_t block_ = 0;
  int32_t block_count_ = 0;
  int32_t epoch_ = 0;
  int32_t first_epoch_ = 0;  // the first epoch of this workgroup
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_INTERP_MACHINE_H_
