#include "fft/codegen/emit/emit.h"

#include "fft/base/status.h"
#include "fft/codegen/ast/rewrite.h"
#include "fft/codegen/emit/source_writer.h"
#include "fft/codegen/emit/spelling.h"

namespace fft::codegen {
namespace {

const DialectSpelling& SpellingOf(Dialect dialect) {
  switch (dialect) {
    case Dialect::kHip:
      return HipSpelling();
    case Dialect::kCuda:
      return CudaSpelling();
    case Dialect::kHostCpp:
      return HostCppSpelling();
  }
  FFT_CHECK(false);
}

bool IsHalf(Type type) {
  return (type.IsReal() || type.IsComplex() || type.IsPointer()) &&
         type.precision() == Precision::kHalf;
}

bool UsesHalf(const Kernel& kernel) {
  for (const Param& param : kernel.params) {
    if (IsHalf(param.type)) return true;
  }
  bool found = false;
  Walk(kernel.body, [&](const Node* node) {
    found |= IsHalf(node->type);
    return !found;
  });
  return found;
}

}  // namespace

EmittedSource Emit(const Kernel& kernel, Dialect dialect) {
  FFT_CHECK((kernel.model == ExecutionModel::kHost) == (dialect == Dialect::kHostCpp));
  const DialectSpelling& spelling = SpellingOf(dialect);
  SourceWriter writer(spelling);
  writer.AppendText(spelling.prologue);
  if (UsesHalf(kernel)) writer.AppendText(spelling.half_prologue);
  writer.AppendText(spelling.open(kernel));
  EmittedSource source;
  for (const Node* statement : kernel.body->args) {
    if (statement->kind == Kind::kComment) writer.AppendText("\n");
    const int first = writer.lines() + 1;
    writer.AppendStatement(statement, spelling.body_depth);
    source.map.push_back({statement, first, writer.lines()});
  }
  writer.AppendText(spelling.close);
  source.text = writer.text();
  return source;
}

}  // namespace fft::codegen
