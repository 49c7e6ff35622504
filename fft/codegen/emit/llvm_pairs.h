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
#include "fft/codegen/emit/llvm_places.h"

namespace fft::codegen {

// The body of a kernel of one thread, which has no lanes. The parts of one complex number go
// through the same arithmetic side by side.
//
// Packing begins at stores that lie next to each other and follows the operands back to loads that
// lie so too. Values that meet in another order are swapped; values that have nothing in common are
// joined.
class PairBlock {
 public:
  using Operand = LlvmIrWriter::Operand;

  explicit PairBlock(LlvmIrWriter& writer);

  // Whether the body is straight-line code and takes fewer instructions in pairs than value by
  // value. Writes nothing.
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
    int sign = 1;  // kSum: of the second operand
    // Which part of a complex number it is most like: the part of the first element that it is made
    // of.
    bool is_odd = false;
  };
  // Two values in one vector.
  struct Pair {
    enum class Kind { kLoad, kLiterals, kSum, kProduct, kFma, kNegation, kSwap, kJoin };
    Kind kind = Kind::kJoin;
    std::array<int, 2> lanes = {};
    std::vector<int> args = {};             // pairs
    std::array<int, 2> signs = {1, 1};      // kSum
    std::array<const Node*, 2> literals{};  // kLiterals
  };
  struct ScalarStore {
    Place place;
    int value = 0;
    int position = 0;  // values before it
  };
  struct PairStore {
    int store = 0;            // the first of the two
    std::optional<int> pair;  // none: a store of one value
    int position = 0;
  };

  bool Read(const Node* block);
  std::optional<int> ReadValue(const Node* node);
  std::optional<int> ReadNegation(const Node* node);
  int Add(Value value);
  bool MayFollowStores(const Node* pointer) const;

  bool AreNeighbours(int a, int b) const;
  int PackValues(int a, int b);
  Pair PairOf(int a, int b);
  Pair PairOfSums(int a, int b);
  Pair PairOfProducts(int a, int b);
  int Score(int a, int b, int depth) const;
  int AddPair(Pair pair);
  int Literals(const Node* a, const Node* b);
  const Node* Number(long double value);
  void PackStores();
  int PairCost() const;
  int ScalarCost(int value, std::map<int, int>* known) const;

  Operand Address(const Place& place);
  Operand Scalar(int value);
  Operand WritePair(const Pair& pair);
  Operand Constant(const Node* first, const Node* second);
  std::string VectorType() const;
  void WriteStore(const PairStore& store);

  LlvmIrWriter& w_;
  std::shared_ptr<Arena> arena_;
  Places places_;
  Type type_;                          // of all values
  std::vector<const Node*> integers_;  // Lets
  std::vector<Value> values_;
  std::unordered_map<std::string, int> named_;
  std::vector<ScalarStore> stores_;
  std::vector<Pair> pairs_;
  std::map<std::pair<int, int>, int> pair_of_;
  std::vector<PairStore> pair_stores_;

  // What has been written.
  std::vector<Operand> written_;
  std::map<int, Operand> scalars_;
  std::map<int, std::pair<int, int>> lane_of_;  // pair and lane of a value
  std::map<std::string, Operand> bases_;        // addresses of places without their offsets, by key
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_LLVM_PAIRS_H_
