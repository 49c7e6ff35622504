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
#include "fft/codegen/emit/llvm_ir_writer.h"

namespace fft::codegen {

// first, first + step, ...
inline std::vector<int> Counting(int count, int first, int step) {
  std::vector<int> numbers(count);
  for (int i = 0; i < count; ++i) numbers[i] = first + i * step;
  return numbers;
}

// One copy of the body, for the lanes first, first + 1, ..., first + width - 1.
//
// An integer that grows by the same step from lane to lane stays a scalar with that step. Elements
// next to each other in memory that each lane accesses are accessed together, whichever way they
// lie: lane by lane in rows of consecutive elements that are transposed in registers.
class LaneBlock {
 public:
  using Operand = LlvmIrWriter::Operand;

  LaneBlock(LlvmIrWriter& writer, int width, std::string_view lane_name, Operand first);

  void Write(const Node* body);

 private:
  // A value of all lanes.
  struct Lanes {
    enum class Form { kUniform, kAffine, kVector };
    Form form = Form::kUniform;
    Type type;
    Operand value;                // of the first lane, or the vector
    std::optional<int64_t> step;  // kAffine: where it is a literal
    Operand step_value;           // kAffine
  };
  // A place in memory: what is behind `pointer` at `index` + offset.
  struct Place {
    const Node* pointer = nullptr;
    Ex index;
    int64_t offset = 0;
    std::string key;  // equal where pointer and index are
  };
  struct PendingStore {
    Place place;
    Operand value;  // a vector
  };
  // Rows of elements, one a lane: where the first begins and how far they lie apart.
  struct Rows {
    Type element;
    Operand pointer, first;
    Type index_type;
    std::optional<int64_t> step;
    Operand step_value;
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

  Place PlaceOf(const Node* pointer, const Node* index);
  std::pair<Ex, int64_t> SplitOffset(const Node* node, int depth);
  std::string KeyOf(const Node* node) const;
  void FindRuns(const Node* body);
  Rows RowsOf(const Place& place, int64_t offset);
  Rows LastRow(Rows rows);
  std::vector<Operand> Reversed(Type type, std::vector<Operand> vectors);
  Operand RowAddress(const Rows& rows, int lane);
  Operand Gather(const Place& place, Type element);
  bool IsPair(const Place& place);
  void GatherPairs(const Place& place, Type element);
  void LoadRun(const Place& place, int64_t first, int count, Type element);
  void Prefetch(const Node* node);
  void Flush();
  void StoreRun(const Place& place, const std::vector<Operand>& values, Type element);

  Operand Shuffle(Type type, const Operand& a, const Operand& b, int from,
                  const std::vector<int>& mask);
  std::vector<Operand> Zip(Type type, std::vector<Operand> vectors);
  std::vector<Operand> Unzip(Type type, std::vector<Operand> vectors);

  LlvmIrWriter& w_;
  const int width_;
  const std::string lane_name_;
  const Operand first_;
  std::shared_ptr<Arena> arena_;
  std::unordered_map<std::string, Lanes> values_;      // of the body's Lets
  std::unordered_map<std::string, const Node*> lets_;  // their definitions, of integers
  std::map<std::string, std::vector<int64_t>> runs_;   // offsets that are loaded, by key
  std::map<std::pair<std::string, int64_t>, Operand> loaded_;
  std::vector<PendingStore> pending_;
  bool has_stored_ = false;
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_LLVM_LANES_H_
