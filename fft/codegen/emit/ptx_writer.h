// Statements and expressions as PTX: part of emit/ptx.cc.
#ifndef FFT_CODEGEN_EMIT_PTX_WRITER_H_
#define FFT_CODEGEN_EMIT_PTX_WRITER_H_

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "fft/codegen/ast/ex.h"
#include "fft/codegen/ast/kernel.h"
#include "fft/codegen/ast/line_range.h"
#include "fft/codegen/emit/ptx_integers.h"
#include "fft/codegen/emit/ptx_text.h"

namespace fft::codegen {

// The class of registers that holds an integer, a real or a bool.
PtxClass PtxClassOf(Type type);
// The type of a load or store: ".v2.f32" for a complex number, ".f64", ".b16", ".b32".
std::string PtxAccessType(Type type);

// Every Let is a register, or two for a complex number. A mutable variable is a register that is
// written again. Loops with LoopHint::kUnroll are unrolled where their bounds are literals.
class PtxWriter {
 public:
  explicit PtxWriter(const Kernel& kernel);

  // Everything from parameters to `ret`, appended to `text`.
  void Write(std::string* text, LineMap* map);

 private:
  struct Value {
    PtxInt integer;     // the value of an int; for a constant bool, its offset is the value
    PtxOperand re, im;  // the value of a real or a complex; for another bool, `re` is its predicate
  };
  struct Variable {
    Type type;
    PtxOperand re, im;
  };

  void LoadParameters();
  void DeclareShared();

  void Statement(const Node* node);
  void WriteStatement(const Node* node);
  void Block(const Node* block);
  void Assign(const Node* node);
  void Store(const Node* node);
  void Barrier(const Node* node);
  void AwaitSignals(const Node* node);
  void Copy(const Node* node);
  void If(const Node* node);
  void For(const Node* node);
  bool IsUnrolled(const Node* node) const;
  void UnrolledLoop(const Node* node);

  Value Evaluate(const Node* node);
  Value EvaluateVariable(const Node* node);
  Value EvaluateLiteral(const Node* node);
  Value EvaluateUnary(const Node* node);
  Value EvaluateBinary(const Node* node);
  Value EvaluateLogic(const Node* node);
  Value EvaluateComparison(const Node* node);
  Value EvaluateSelect(const Node* node);
  Value EvaluateCast(const Node* node);
  Value EvaluateLoad(const Node* node);
  PtxInt Builtin(BuiltinId id);
  PtxOperand Convert(Type from, Type to, const PtxOperand& value);
  PtxInt Integer(const Node* node) { return Evaluate(node).integer; }
  // A register or an immediate of an int or a real.
  PtxOperand Scalar(const Node* node);
  PtxOperand ScalarOf(Type type, const Value& value);
  // A predicate.
  PtxOperand Predicate(const Value& value);

  struct Address {
    std::string text;   // "[%rd3+128]"
    std::string space;  // "global", "shared"
  };
  Address AddressOf(const Node* pointer, const Node* index);

  const Kernel& kernel_;
  Arena arena_;  // owns the expressions that statements imply
  PtxText text_;
  PtxIntegers integers_{&text_};
  bool is_mapped_ = true;  // whether lines count; in an unrolled body, only the first copy's do
  std::unordered_map<std::string_view, Value> values_;
  std::unordered_map<std::string_view, Variable> variables_;
  std::unordered_map<std::string_view, PtxInt> shared_;  // symbols with offsets
  std::unordered_set<std::string_view> read_only_;       // the parameters that are only read
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_PTX_WRITER_H_
