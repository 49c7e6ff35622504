// The text of a PTX kernel while it grows: lines, virtual registers, and the values that these
// hold. Part of emit/ptx.cc.
#ifndef FFT_CODEGEN_EMIT_PTX_TEXT_H_
#define FFT_CODEGEN_EMIT_PTX_TEXT_H_

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "fft/codegen/ast/line_range.h"

namespace fft::codegen {

// The kind of value in a register; kPtxClasses names and declares them.
enum class PtxClass : uint8_t { kPredicate, kHalf, kInt32, kInt64, kSingle, kDouble };

struct PtxClassSpelling {
  const char* prefix;  // how names of registers begin
  const char* type;    // the type in declarations, moves, loads and stores
  const char* bits;    // the type in instructions that do not interpret the value
};
inline constexpr std::array<PtxClassSpelling, 6> kPtxClasses = {{
    {"%p", ".pred", ".pred"},
    {"%h", ".b16", ".b16"},
    {"%r", ".b32", ".b32"},
    {"%rd", ".b64", ".b64"},
    {"%f", ".f32", ".f32"},
    {"%fd", ".f64", ".f64"},
}};
inline const PtxClassSpelling& SpellingOf(PtxClass c) {
  return kPtxClasses[static_cast<size_t>(c)];
}

// A register, an immediate or the name of a shared array.
using PtxOperand = std::string;

// Every register is written once. Variables are the exception: callers write them. Where an equal
// instruction with equal operands has already run, its register is used again. An instruction whose
// operands a loop does not change stands before the loop.
class PtxText {
 public:
  PtxText();

  // A register that the caller writes; it may be read in the scope that is open.
  PtxOperand NewRegister(PtxClass c);
  // The register of "op register, operands...". The instruction has no side effect, and its result
  // depends only on its operands.
  PtxOperand Define(PtxClass c, const std::string& op, const std::vector<PtxOperand>& operands);
  // Like Define, but for an instruction that must not move before a branch, such as a load from
  // memory that is never written.
  PtxOperand DefineHere(PtxClass c, const std::string& op, const std::vector<PtxOperand>& operands);
  // Registers that one instruction writes together. If they are new, the caller adds the line of
  // that instruction.
  struct Pair {
    PtxOperand first, second;
    bool is_new = false;
  };
  Pair DefinePair(PtxClass c, const std::string& key);

  void Line(const std::string& instruction);
  // Appends a label or a comment as it stands.
  void Raw(const std::string& text);
  std::string NewLabel(const char* stem) { return stem + std::to_string(++labels_); }

  // Definitions in a scope are forgotten at its end. Code that is repeated stands between OpenLoop
  // and CloseScope. Definitions that the repetition does not change stand before OpenLoop.
  void OpenBranch();
  void OpenLoop();
  void CloseScope();

  // Statements nest. Without `is_mapped` the lines of this statement count for the statement around
  // it.
  void BeginStatement(const Node* statement, bool is_mapped);
  void EndStatement(bool is_mapped);

  // ".reg .b32 %r<7>;" and so on.
  std::string Declarations() const;
  // Appends the lines to `text`, and the statements that they belong to, to `map`.
  void Finish(std::string* text, LineMap* map) const;

 private:
  struct TextLine {
    std::string text;  // empty: the mark of a statement's beginning
    int statement = -1;
  };
  struct Scope {
    bool is_loop = false;
    size_t before = 0;  // for a loop, the segment ahead of it
    int statement = -1;
    std::vector<std::string> keys;  // the keys of this scope's definitions
  };

  PtxOperand Find(const std::string& key) const;
  void Remember(const std::string& key, const PtxOperand& value, size_t scope);
  // The outermost scope that knows the operands and that only loops separate from the open scope.
  size_t ScopeFor(const std::vector<PtxOperand>& operands) const;

  std::vector<std::vector<TextLine>> segments_;
  std::vector<Scope> scopes_;
  std::unordered_map<std::string, PtxOperand> known_;
  std::unordered_map<PtxOperand, size_t> scope_of_;  // the scope of each register
  std::array<int, kPtxClasses.size()> counts_{};
  int labels_ = 0;
  std::vector<int> open_statements_;
  struct Mapped {
    const Node* statement;
    int parent;
  };
  std::vector<Mapped> statements_;
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_PTX_TEXT_H_
