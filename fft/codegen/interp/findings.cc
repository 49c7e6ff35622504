#include "fft/codegen/interp/findings.h"

#include "fft/codegen/ast/print.h"

namespace fft::codegen {

// The first line of the statement. For a loop or a condition it is the head.
std::string Findings::TextOf(const Node* statement) {
  const std::string text = Print(statement);
  return text.substr(0, text.find('\n'));
}

}  // namespace fft::codegen
