// Arithmetic DAGs over reals: hash-consed, simplified while they are built.
//
// A constructor returns the id of an existing node if one with the same meaning exists, so every
// common subexpression is computed once. Negations move towards the outputs, where additions and
// subtractions absorb them; a - b and b - a share one node. Operands have smaller ids than their
// node.
#ifndef FFT_CODEGEN_DAG_GRAPH_H_
#define FFT_CODEGEN_DAG_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "absl/hash/hash.h"

namespace fft::codegen {

enum class DagOp : uint8_t { kConst, kInput, kAdd, kSub, kMul, kNeg };

using DagId = int;

struct DagNode {
  DagOp op = DagOp::kConst;
  DagId a = -1, b = -1;   // operands; in kMul, `a` is a constant
  long double value = 0;  // the number of a kConst
  int input = -1;         // the number of a kInput's input
};

class Graph {
 public:
  DagId Const(long double value);
  DagId Input(int index);
  DagId Add(DagId a, DagId b);
  DagId Sub(DagId a, DagId b);
  DagId Neg(DagId a);
  // A constant times a value: the only product a DFT needs.
  DagId Mul(long double constant, DagId a);

  const DagNode& node(DagId id) const { return nodes_[static_cast<size_t>(id)]; }
  int size() const { return static_cast<int>(nodes_.size()); }

 private:
  DagId Make(const DagNode& node);
  bool IsNeg(DagId id) const { return node(id).op == DagOp::kNeg; }
  bool IsConst(DagId id) const { return node(id).op == DagOp::kConst; }

  std::vector<DagNode> nodes_;
  using Key = std::tuple<DagOp, DagId, DagId, long double, int>;
  std::unordered_map<Key, DagId, absl::Hash<Key>> known_;
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_DAG_GRAPH_H_
