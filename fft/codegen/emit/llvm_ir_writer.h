// Statements and expressions as LLVM's intermediate representation: part of emit/llvm_ir.cc.
#ifndef FFT_CODEGEN_EMIT_LLVM_IR_WRITER_H_
#define FFT_CODEGEN_EMIT_LLVM_IR_WRITER_H_

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fft/codegen/ast/kernel.h"
#include "fft/codegen/ast/lane_blocks.h"
#include "fft/codegen/ast/line_range.h"

namespace fft::codegen {

// The name of a type: "i32", "float", "ptr".
std::string LlvmType(Type type);

// Every Let becomes a value; a mutable variable becomes a slot on the stack, which the compiler
// turns into values. A loop that is known to run at least once tests its condition at its end.
// Loops over lanes are vectors wherever their body is a list of values and stores (llvm_lanes.h); a
// kernel of one thread, which has no lanes, computes in vectors of two (llvm_pairs.h).
class LlvmIrWriter {
 public:
  // An operand: "%v12" or a literal, without its type.
  using Operand = std::string;

  explicit LlvmIrWriter(const Kernel& kernel);

  void AppendText(std::string_view text);
  // The loop over workgroups with the kernel's body, from the end of the entry block to the
  // function's closing brace.
  void WriteBody();
  // The declarations of the intrinsics that were used, and the metadata of loops' hints.
  std::string Declarations() const;
  const std::string& Metadata() const { return metadata_; }

  const std::string& text() const { return text_; }
  const LineMap& map() const { return map_; }

 private:
  friend class LaneBlock;
  friend class PairBlock;

  // The key in `values_` of the workgroup's number. No name of a kernel has this form.
  static constexpr char kBlockVariable[] = "%";
  void Line(const std::string& line);
  void Label(const std::string& label);
  Operand Define(const std::string& instruction);
  std::string Fresh(const char* stem) { return stem + std::to_string(next_++); }

  void Statement(const Node* node);
  void WriteStatement(const Node* node);
  void For(const Node* node);
  void If(const Node* node);
  struct Range {
    std::string type;
    Operand begin, end, step;
    bool runs_once = false;  // whether the loop runs at least once
    bool is_one = false;     // whether its body runs exactly once, so that no loop is needed
  };
  using LoopBody = std::function<void(const Operand& variable)>;
  void Loop(const Range& range, const std::string& metadata, const LoopBody& body);
  void ScalarLoop(const Node* node, const Range& range);
  bool WritePairs();
  void MapInside(const Node* block);
  void LaneLoop(const Node* node, const Range& range);
  void RepeatingLoop(const Node* node, const LaneRun& run);
  // The lanes of a loop, `width` at a time. Vectors begin at the lanes begin, begin + width, ...
  // before `end`.
  struct LaneRange {
    Operand begin, end;
    int width = 1;
    bool has_rest = false;  // whether the last vector may lack the lanes from `end` on
  };
  void VectorLoop(const Node* node, const LaneRange& range);
  // The lanes `first`, first + 1, ... of a vector. Lanes from `end` on are missing.
  struct LaneNumbers {
    Operand first;
    Operand end;  // empty: no lane is missing
  };
  void WriteLanes(const Node* node, int width, const LaneNumbers& numbers);
  void TileLoop(const Node* node, const Operand& end, int64_t tile);
  std::string LanesMetadata();

  Operand Value(const Node* node);
  Operand Literal(const Node* node);
  Operand Variable(const Node* node);
  // The result of a node that reads no memory. `args` are its operands, as vectors of `width`
  // elements.
  Operand Apply(const Node* node, const std::vector<Operand>& args, int width);
  Operand ApplyUnary(const Node* node, const Operand& arg, int width);
  Operand ApplyBinary(const Node* node, const std::vector<Operand>& args, int width);
  Operand ApplyCast(const Node* node, const Operand& arg, int width);
  Operand Arithmetic(BinaryOp op, Type element, const std::vector<Operand>& args, int width);
  Operand MultiplyAdd(Type element, const std::vector<Operand>& args, int width);
  Operand Address(const Node* pointer, const Node* index);
  std::string AccessSuffix(Type type) const;

  const Kernel& kernel_;
  int full_width_ = 1;  // lanes of a vector; 1: loops stay scalar
  std::string text_, metadata_;
  LineMap map_;
  int lines_ = 0;
  int next_ = 0;
  int next_metadata_ = 0;
  // the metadata that says that lanes of the loop around do not depend on each other
  std::string access_group_;
  // the values of Lets, parameters and loop variables, by name
  std::unordered_map<std::string, Operand> values_;
  // the stack slots of mutable variables, by name
  std::unordered_map<std::string, std::string> slots_;
  std::set<std::string> intrinsics_;
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_LLVM_IR_WRITER_H_
