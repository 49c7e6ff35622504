// Writes the statements and expressions of a kernel as C, by a dialect's spelling.
#ifndef FFT_CODEGEN_EMIT_SOURCE_WRITER_H_
#define FFT_CODEGEN_EMIT_SOURCE_WRITER_H_

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "fft/codegen/ast/line_range.h"
#include "fft/codegen/ast/node.h"
#include "fft/codegen/emit/spelling.h"

namespace fft::codegen {

class SourceWriter {
 public:
  // `hidden` names the Lets whose values the compiler must not see.
  explicit SourceWriter(const DialectSpelling& spelling, std::set<std::string_view> hidden = {})
      : spelling_(spelling), hidden_(std::move(hidden)) {}

  // Appends text that ends a line.
  void AppendText(std::string_view text);
  void AppendStatement(const Node* node, int depth);

  const std::string& text() const { return text_; }
  const LineMap& map() const { return map_; }

 private:
  void WriteStatement(const Node* node, int depth);
  void Line(int depth, std::string_view line);
  void Statements(const Node* block, int depth);
  void Let(const Node* node, int depth);
  void For(const Node* node, int depth);
  void Copy(const Node* node, int depth);

  // The text of an expression, in parentheses when it binds less tightly than `level`.
  std::string Expression(const Node* node, int level = 0);
  std::string_view Builtin(BuiltinId id) const;
  std::string Unary(const Node* node, int level);
  std::string Binary(const Node* node, int level);
  std::string Quotient(const Node* node, int level);
  std::string CastTo(const Node* node, int level);
  std::string IntLiteral(const Node* node, int level);
  std::string RealLiteral(const Node* node, int level);
  std::string Call(const std::string& function, const Node* node);
  std::string Access(const Node* pointer, const Node* index);

  const DialectSpelling& spelling_;
  const std::set<std::string_view> hidden_;
  std::string text_;
  int lines_ = 0;  // written so far
  LineMap map_;
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_SOURCE_WRITER_H_
