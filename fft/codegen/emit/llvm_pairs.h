// Straight-line code on reals as vectors of two: part of emit/llvm_ir_writer.cc.
#ifndef FFT_CODEGEN_EMIT_LLVM_PAIRS_H_
#define FFT_CODEGEN_EMIT_LLVM_PAIRS_H_

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fft/codegen/ast/ex.h"
#include "fft/codegen/emit/llvm_ir_writer.h"
#include "fft/codegen/emit/llvm_lanes.h"
#include "fft/codegen/emit/llvm_places.h"

namespace fft::codegen {

// The body of a kernel of one thread, which has no lanes, or of a loop over lanes that fill half a
// vector or less. The parts of one complex number go through the same arithmetic side by side.
//
// Packing begins at stores to neighbouring addresses and follows the operands back to loads from
// neighbouring addresses. Values that meet in another order are swapped; values that have nothing
// in common are joined. With lanes, a vector holds the pairs of all lanes one after the other, as
// memory holds the complex numbers of neighbouring lanes. Where each lane has a row of complex
// numbers, the rows are transposed.
class PairBlock {
 public:
  using Operand = LlvmIrWriter::Operand;

  explicit PairBlock(LlvmIrWriter& writer, std::optional<LaneBlock> lanes = std::nullopt);

  // Whether the body is straight-line code and takes fewer instructions in pairs than value by
  // value. With lanes, memory has to be reached only by pairs. Writes nothing.
  bool Pack(const Node* body);
  // Writes the body, after Pack has returned true.
  void Write();

 private:
  // A real that the body computes. Operands stand before the values made of them.
  struct Value {
    enum class Kind { kLoad, kLiteral, kSum, kProduct, kFma, kNegation, kOther };
    Kind kind = Kind::kOther;
    const Node* node = nullptr;  // kLiteral, kOther
    std::optional<Place> place;  // kLoad
    std::vector<int> args = {};
    int sign = 1;  // kSum: the sign of the second operand
    // Whether the value counts as an imaginary part. A load does if its offset is odd. A value that
    // AddsMultiple does if the value added to does, and other values do if their first operand
    // does.
    bool is_odd = false;
  };
  // Two values in one vector.
  struct Pair {
    enum class Kind { kLoad, kLiterals, kSum, kProduct, kFma, kNegation, kSwap, kTwice, kJoin };
    Kind kind = Kind::kJoin;
    std::array<int, 2> lanes = {};
    std::vector<int> args = {};             // pairs
    std::array<int, 2> signs = {1, 1};      // kSum
    std::array<const Node*, 2> literals{};  // kLiterals
    int part = 0;                           // kTwice: the part of the operand that is taken twice
  };
  struct ScalarStore {
    Place place;
    int value = 0;
    int position = 0;  // the number of values before the store
  };
  struct PairStore {
    int store = 0;            // the first of two stores
    std::optional<int> pair;  // none: a store of one value
    int position = 0;
  };

  bool Read(const Node* block);
  std::optional<int> ReadValue(const Node* node);
  std::optional<int> ReadNegation(const Node* node);
  bool AddsMultiple(const Value& value) const;
  int Add(Value value);
  bool MayFollowStores(const Node* pointer) const;
  // The step of an index from lane to lane, where it is a known number.
  std::optional<int64_t> StepOf(const Node* index) const;
  bool ReachesMemoryByPairs() const;

  bool AreNeighbours(int a, int b) const;
  int PackValues(int a, int b);
  Pair PairOf(int a, int b);
  Pair PairOfSums(int a, int b);
  Pair PairOfProducts(int a, int b);
  void NoteParts(const Value& first, const Value& second);
  std::optional<int> OtherPart(int value) const;
  Pair Twice(int value, int other);
  int Score(int a, int b, int depth) const;
  int AddPair(Pair pair);
  int Literals(const Node* a, const Node* b);
  const Node* Number(long double value);
  void PackStores();
  int PairCost() const;
  int ScalarCost(int value, std::map<int, int>* known) const;

  int width() const { return lanes_ ? lanes_->width_ : 1; }
  Type Complex() const { return Type::Complex(type_.precision()); }
  void WriteIntegers();
  // Notes that the pair holds its two values.
  void NoteLanes(int pair);
  Operand Address(const Place& place);
  Operand Scalar(int value);
  Operand Loaded(int pair);
  void LoadLanes(int pair);
  void LoadPairOf(int value);
  void StoreLanes(const PairStore& store);
  void StoreRows();
  using NumberedPlace = std::pair<const Place*, int>;
  std::vector<std::vector<int>> RowsTogether(const std::vector<NumberedPlace>& places) const;
  void FindLoadedRows();
  Operand Join(const Pair& pair);
  Operand JoinLanes(const Pair& pair);
  Operand AddAndSubtract(const Pair& pair);
  std::optional<std::array<int, 2>> SignsOf(int product) const;
  Operand WritePair(const Pair& pair);
  Operand Constant(const Node* first, const Node* second);
  std::string VectorType() const;
  std::string ScalarType() const;
  void WriteStore(const PairStore& store);

  LlvmIrWriter& w_;
  std::optional<LaneBlock> lanes_;
  std::shared_ptr<Arena> arena_;
  Places places_;
  Type type_;                          // the type of all values
  std::vector<const Node*> integers_;  // Lets
  std::vector<Value> values_;
  std::unordered_map<std::string, int> named_;
  std::vector<ScalarStore> stores_;
  std::vector<Pair> pairs_;
  std::map<std::pair<int, int>, int> pair_of_;
  // the other part of each complex number that values are multiplied by
  std::map<int, int> other_part_;
  std::vector<PairStore> pair_stores_;

  // The names of the values that have been written.
  std::vector<Operand> written_;
  std::map<int, Operand> scalars_;
  std::map<int, std::pair<int, int>> lane_of_;  // pair and lane of a value
  std::map<std::string, Operand> bases_;        // addresses of places without their offsets, by key
  std::map<int, Operand> loaded_;               // pairs of all lanes
  std::map<int, std::vector<int>> group_of_;    // pairs that are loaded together, by each of them
  std::vector<PairStore> rows_;                 // stores that wait for the rest of their rows
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_LLVM_PAIRS_H_
