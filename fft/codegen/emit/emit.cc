#include "fft/codegen/emit/emit.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <span>
#include <vector>

#include "fft/base/status.h"
#include "fft/codegen/emit/device_function.h"
#include "fft/codegen/emit/llvm_ir.h"
#include "fft/codegen/emit/mirrored_slots.h"
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
    case Dialect::kCudaPtx:  // only for kernels with callbacks, whose text is C++
      return CudaSpelling();
    case Dialect::kHostCpp:
    case Dialect::kHostLlvm:  // only for kernels with callbacks, whose text is C++
      return HostCppSpelling();
  }
  FFT_CHECK(false);
}

// The text of a callback. A namespace of its own keeps its definitions apart from those of the
// other callback. An unnamed namespace keeps them apart from those of the process's other kernels.
std::string CallbackText(const std::string& name, const CallbackFunction& callback) {
  if (callback.text.empty()) return "";
  std::string text = "namespace " + name + " {\nnamespace {\n";
  text += "typedef " + TypeName(callback.element) + " T;\n" + callback.text;
  if (text.back() != '\n') text += '\n';
  return text + "}\n}\n\n";
}

// The declarations that the callbacks share. A kernel with both callbacks holds them twice, so only
// one copy is taken.
std::string DeclarationsOf(const Kernel& kernel) {
  const std::string& load = kernel.load_callback.declarations;
  const std::string& text = load.empty() ? kernel.store_callback.declarations : load;
  return text.empty() ? "" : text + "\n";
}

std::set<std::string_view> HiddenIn(const Kernel& kernel, const DialectSpelling& spelling) {
  return spelling.hide.empty() ? std::set<std::string_view>() : MirroredSlots(kernel);
}

void WriteStatements(std::span<const Node* const> statements, int depth, SourceWriter& writer) {
  for (const Node* statement : statements) {
    if (statement->kind == Kind::kComment) writer.AppendText("\n");
    writer.AppendStatement(statement, depth);
  }
}

// Writes the device function that takes `arguments`.
void WriteDeviceFunction(const KernelParts& parts, const std::vector<DeviceArgument>& arguments,
                         const DialectSpelling& spelling, SourceWriter& writer) {
  writer.AppendText(OpenDeviceFunction(arguments));
  WriteStatements(parts.device, spelling.body_depth, writer);
  writer.AppendText("}\n\n");
}

// Writes the text before the functions of a kernel. `hidden` names the Lets whose values the
// compiler must not see (mirrored_slots.h).
void WritePrologue(const Kernel& kernel, const DialectSpelling& spelling,
                   const std::set<std::string_view>& hidden, SourceWriter& writer) {
  writer.AppendText(spelling.prologue);
  if (HasCopies(kernel)) writer.AppendText(spelling.copy_prologue);
  if (HasPrefetches(kernel)) writer.AppendText(spelling.prefetch_prologue);
  if (HasSignals(kernel)) writer.AppendText(spelling.signal_prologue);
  const bool hides = !hidden.empty() || (!spelling.hide.empty() && HasMirroredAccess(kernel));
  if (hides) writer.AppendText(spelling.hide_prologue);
  const bool stores_half = StoresIn(kernel, Precision::kHalf);
  const bool stores_bfloat = StoresIn(kernel, Precision::kBfloat16);
  if (stores_half) writer.AppendText(spelling.half_prologue);
  if (stores_bfloat) writer.AppendText(spelling.bfloat_prologue);
  const std::string callbacks = DeclarationsOf(kernel) +
                                CallbackText("fft_load_callback", kernel.load_callback) +
                                CallbackText("fft_store_callback", kernel.store_callback);
  if (callbacks.empty()) return;
  writer.AppendText(spelling.callback_prologue);
  if (stores_half) writer.AppendText(spelling.callback_half_prologue);
  if (stores_bfloat) writer.AppendText(spelling.callback_bfloat_prologue);
  writer.AppendText(callbacks);
}

}  // namespace

EmittedSource Emit(const Kernel& kernel, Dialect dialect) {
  FFT_CHECK((kernel.model == ExecutionModel::kHost) == IsHost(dialect));
  if (dialect == Dialect::kHostLlvm && HasLlvmIr(kernel)) return EmitLlvmIr(kernel);
  if (dialect == Dialect::kCudaPtx && HasPtx(kernel)) return EmitPtx(kernel);
  const DialectSpelling& spelling = SpellingOf(dialect);
  const std::set<std::string_view> hidden = HiddenIn(kernel, spelling);
  SourceWriter writer(spelling, hidden);
  WritePrologue(kernel, spelling, hidden, writer);
  const std::span<const Node* const> all = kernel.body->args;
  const KernelParts parts = spelling.has_functions ? PartsOf(kernel) : KernelParts{all, {}};
  std::string call;
  if (!parts.device.empty()) {
    const std::vector<DeviceArgument> arguments = DeviceArguments(kernel, parts);
    WriteDeviceFunction(parts, arguments, spelling, writer);
    call = CallDeviceFunction(arguments);
  }
  const auto of_device = static_cast<std::ptrdiff_t>(writer.map().size());
  writer.AppendText(spelling.open(kernel));
  WriteStatements(parts.global, spelling.body_depth, writer);
  writer.AppendText(call);
  writer.AppendText(spelling.close);
  EmittedSource source = {writer.text(), writer.map()};
  std::rotate(source.map.begin(), source.map.begin() + of_device, source.map.end());
  return source;
}

EmittedFunction EmitDeviceFunction(const Kernel& kernel, Dialect dialect) {
  const DialectSpelling& spelling = SpellingOf(dialect);
  FFT_CHECK(spelling.has_functions);
  const KernelParts parts = PartsOf(kernel);
  if (parts.device.empty()) return {};
  const std::vector<DeviceArgument> arguments = DeviceArguments(kernel, parts);
  const std::set<std::string_view> hidden = HiddenIn(kernel, spelling);
  SourceWriter writer(spelling, hidden);
  WritePrologue(kernel, spelling, hidden, writer);
  WriteDeviceFunction(parts, arguments, spelling, writer);
  EmittedFunction function = {kDeviceFunction, writer.text(), {}};
  for (const DeviceArgument& argument : arguments) function.arguments.push_back(argument.name);
  return function;
}

}  // namespace fft::codegen
