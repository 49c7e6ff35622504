// A loop over lanes as vector instructions: part of emit/llvm_ir_writer.cc.
#ifndef FFT_CODEGEN_EMIT_LLVM_LANES_H_
#define FFT_CODEGEN_EMIT_LLVM_LANES_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fft/codegen/ast/ex.h"
#include "fft/codegen/emit/lane_exchange.h"
#include "fft/codegen/emit/llvm_ir_writer.h"
#include "fft/codegen/emit/llvm_places.h"

namespace fft::codegen {

// The numbers first, first + step, ...
inline std::vector<int> Counting(int count, int first, int step) {
  std::vector<int> numbers(count);
  for (int i = 0; i < count; ++i) numbers[i] = first + i * step;
  return numbers;
}

// One copy of the body, for the lanes first, first + 1, ..., first + width - 1.
//
// An integer that grows by the same step from lane to lane stays a scalar with that step. Elements
// of neighbouring lanes that lie side by side in memory, in either order, are accessed together.
// Where each lane has a row of consecutive elements, the rows are transposed in registers.
//
// There may be fewer lanes than a vector holds. Lanes beyond the end touch no global memory of
// their own. Where the lanes' elements lie side by side, masks keep the lanes beyond the end out.
// Where each lane has a row, the lanes beyond the end use the row of the last lane, and the last
// lane stores after them.
class LaneBlock {
 public:
  using Operand = LlvmIrWriter::Operand;
  using Numbers = LlvmIrWriter::LaneNumbers;

  LaneBlock(LlvmIrWriter& writer, int width, std::string_view lane_name, const Numbers& numbers);

  void Write(const Node* body);

 private:
  friend class PairBlock;

  // A value of all lanes.
  struct Lanes {
    enum class Form { kUniform, kAffine, kVector };
    Form form = Form::kUniform;
    Type type;
    Operand value;                // the first lane's value, or the vector
    std::optional<int64_t> step;  // kAffine: the step, if it is a literal
    Operand step_value;           // kAffine: the step as an operand
  };
  struct PendingStore {
    Place place;
    Operand value;  // a vector
  };
  // Rows of elements, one row per lane: where the first row begins and how far apart rows are. An
  // access moves one element, or two that make a complex number.
  struct Rows {
    Type element;
    Type moved;
    Operand base;        // an address
    int64_t offset = 0;  // from `base` to the first row, in elements
    Type index_type;
    std::optional<int64_t> step;
    Operand step_value;
    bool may_lack_lanes = false;
  };

  Lanes Evaluate(const Node* node);
  Lanes EvaluateInt(const Node* node, const Lanes& a, const Lanes& b);
  Lanes EvaluateLoad(const Node* node);
  Lanes EvaluateCast(const Node* node);
  Lanes Scaled(const Lanes& a, const Lanes& factor, std::optional<int64_t> literal);
  Lanes Sum(const Lanes& a, const Lanes& b, bool subtract);
  Operand Vector(const Lanes& lanes);
  Operand Splat(Type type, const Operand& scalar);
  bool Varies(const Node* node) const;
  std::string VectorType(Type type, int width) const;
  std::string VectorType(Type type) const { return VectorType(type, width_); }

  void FindRuns(const Node* body);
  Rows RowsOf(const Place& place, int64_t offset);
  Rows LastRow(Rows rows) const;
  std::vector<Operand> Reversed(Type type, std::vector<Operand> vectors);
  Operand RowAddress(const Rows& rows, int lane);
  Operand Moved(Type element, const Operand& address, int64_t offset);
  // The mask <width x i1>, in which element i belongs to lane lanes[i] and says whether that lane
  // is not beyond the end. Returns "" if no lane is beyond the end.
  Operand Mask(const Node* pointer, const std::vector<int>& lanes);
  Operand AllOr(const Operand& mask) const;
  Operand PresentLane(int lane);
  bool MayLackLanes(const Node* pointer) const;
  Operand LoadVector(Type element, const Operand& address, const Operand& mask);
  Operand Gather(const Place& place, Type element);
  bool IsPair(const Place& place);
  void GatherPairs(const Place& place, Type element);
  void LoadRun(const Place& place, int64_t first, int count, Type element);
  std::vector<Operand> LoadRows(const Rows& rows, int count);
  void Prefetch(const Node* node);
  void Flush();
  void StoreRun(const Place& place, const std::vector<Operand>& values, Type element);
  void StoreRows(const Rows& rows, const std::vector<Operand>& values);
  void StoreVector(Type element, const Operand& value, const Operand& address, const Operand& mask);
  void Scatter(const Place& place, const Lanes& index, const std::vector<Operand>& values);
  void ScatterPresent(const Place& place, const Lanes& index, const std::vector<Operand>& values);
  std::vector<int> LanesOfPart(int i, int count, bool is_reversed) const;

  Operand Shuffle(Type type, const Operand& a, const Operand& b, int from,
                  const std::vector<int>& mask);
  std::vector<Operand> Zip(Type type, std::vector<Operand> vectors);
  std::vector<Operand> Unzip(Type type, std::vector<Operand> vectors);
  std::vector<Operand> Exchange(Type type, std::vector<Operand> vectors,
                                const ExchangeStage& stage);

  LlvmIrWriter& w_;
  const int width_;
  const std::string lane_name_;
  const Operand end_;
  Operand left_, lanes_left_;  // end - first, as a number and as a vector
  std::map<std::vector<int>, Operand> masks_;
  std::map<int, Operand> present_;  // min(lane, last lane that is not beyond the end)
  Places places_;
  std::unordered_map<std::string, Lanes> values_;     // the values of the body's Lets, by name
  std::map<std::string, std::vector<int64_t>> runs_;  // offsets that are loaded, by key
  std::map<std::pair<std::string, int64_t>, Operand> loaded_;
  std::map<std::string, Operand> bases_;  // addresses of places without their offsets, by key
  std::vector<PendingStore> pending_;
  bool has_stored_ = false;
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_LLVM_LANES_H_
