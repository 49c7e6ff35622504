#include "fft/codegen/emit/emit.h"

#include <optional>

#include "fft/base/status.h"
#include "fft/codegen/emit/llvm_ir.h"
#include "fft/codegen/emit/ptx.h"
#include "fft/codegen/emit/shared_memory.h"
#include "fft/codegen/emit/source_writer.h"
#include "fft/codegen/emit/spelling.h"

namespace fft::codegen {
namespace {

const DialectSpelling& SpellingOf(Dialect dialect) {
  switch (dialect) {
    case Dialect::kHip:
      return HipSpelling();
    case Dialect::kCuda:
    case Dialect::kCudaPtx:  // of kernels with callbacks, whose text is C++
      return CudaSpelling();
    case Dialect::kHostCpp:
    case Dialect::kHostLlvm:  // of kernels with callbacks, whose text is C++
      return HostCppSpelling();
  }
  FFT_CHECK(false);
}

// The texts of both callbacks. A namespace for each keeps their definitions apart. An unnamed
// namespace keeps apart the definitions of a process's kernels.
std::string CallbackText(const std::string& name, const CallbackFunction& callback) {
  if (callback.text.empty()) return "";
  std::string text = "namespace " + name + " {\nnamespace {\n";
  text += "typedef " + TypeName(callback.element) + " T;\n" + callback.text;
  if (text.back() != '\n') text += '\n';
  return text + "}\n}\n\n";
}

}  // namespace

EmittedSource Emit(const Kernel& kernel, Dialect dialect) {
  FFT_CHECK((kernel.model == ExecutionModel::kHost) == IsHost(dialect));
  if (dialect == Dialect::kHostLlvm && HasLlvmIr(kernel)) return EmitLlvmIr(kernel);
  if (dialect == Dialect::kCudaPtx && HasPtx(kernel)) return EmitPtx(kernel);
  const DialectSpelling& spelling = SpellingOf(dialect);
  SourceWriter writer(spelling);
  writer.AppendText(spelling.prologue);
  if (HasCopies(kernel)) writer.AppendText(spelling.copy_prologue);
  if (HasPrefetches(kernel)) writer.AppendText(spelling.prefetch_prologue);
  if (HasSignals(kernel)) writer.AppendText(spelling.signal_prologue);
  const std::optional<Precision> stored = StoredIn(kernel);
  if (stored == Precision::kHalf) writer.AppendText(spelling.half_prologue);
  if (stored == Precision::kBfloat16) writer.AppendText(spelling.bfloat_prologue);
  const std::string callbacks = CallbackText("fft_load_callback", kernel.load_callback) +
                                CallbackText("fft_store_callback", kernel.store_callback);
  if (!callbacks.empty()) {
    writer.AppendText(spelling.callback_prologue);
    if (stored == Precision::kHalf) writer.AppendText(spelling.callback_half_prologue);
    if (stored == Precision::kBfloat16) writer.AppendText(spelling.callback_bfloat_prologue);
    writer.AppendText(callbacks);
  }
  writer.AppendText(spelling.open(kernel));
  EmittedSource source;
  for (const Node* statement : kernel.body->args) {
    if (statement->kind == Kind::kComment) writer.AppendText("\n");
    writer.AppendStatement(statement, spelling.body_depth);
  }
  writer.AppendText(spelling.close);
  source.text = writer.text();
  source.map = writer.map();
  return source;
}

}  // namespace fft::codegen
