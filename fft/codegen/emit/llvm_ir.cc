#include "fft/codegen/emit/llvm_ir.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "fft/base/int_math.h"
#include "fft/base/ir_marker.h"
#include "fft/base/status.h"
#include "fft/codegen/emit/llvm_ir_writer.h"
#include "fft/codegen/emit/spelling.h"

namespace fft::codegen {
namespace {

constexpr int64_t kMaxStackBytes = 128 * 1024;
constexpr int64_t kAlignment = 64;
// A body of at most this many lines is short. A transform of some ten points takes about as long as
// a call of its body with the first workgroup's number, which the second entry point knows.
constexpr int64_t kMostInlinedLines = 300;

// Whether the body becomes part of both entry points: it is short and its only loop is the one over
// workgroups. Other loops gain nothing, and some lose what LLVM knows of the pointers.
bool IsInlined(std::string_view body) {
  constexpr std::string_view kLoopStart = " = phi ";
  const size_t first = body.find(kLoopStart);
  const bool has_inner_loop = body.find(kLoopStart, first + 1) != std::string_view::npos;
  return !has_inner_loop && std::count(body.begin(), body.end(), '\n') <= kMostInlinedLines;
}

// The parameters of the body's function, as in "float %x, ptr noalias %out".
std::string Parameters(const Kernel& kernel) {
  std::string text;
  for (const Param& param : kernel.params) {
    const bool is_restrict = param.type.IsPointer() && param.aliasing == Aliasing::kRestrict;
    text += LlvmType(param.type) + (is_restrict ? " noalias %p." : " %p.") + param.name + ", ";
  }
  return text + "i32 %first_block, i32 %end_block";
}

// The entry point takes the arguments out of their array.
std::string EntryPoint(const Kernel& kernel) {
  std::string text =
      "define void @" + kernel.name + "(ptr %args, i32 %first_block, i32 %end_block) #0 {\n";
  std::string call;
  for (size_t i = 0; i < kernel.params.size(); ++i) {
    const std::string number = std::to_string(i), type = LlvmType(kernel.params[i].type);
    text += "  %slot" + number + " = getelementptr inbounds ptr, ptr %args, i64 " + number + "\n";
    text += "  %at" + number + " = load ptr, ptr %slot" + number + "\n";
    text += "  %a" + number + " = load " + type + ", ptr %at" + number + "\n";
    call += type + " %a" + number + ", ";
  }
  return text + "  call void @fft_body(" + call +
         "i32 %first_block, i32 %end_block)\n  ret void\n}\n";
}

// The entry point that takes arguments by value. Reals come in registers of integers.
std::string DirectEntryPoint(const Kernel& kernel) {
  std::string head = "define void @" + kernel.name + std::string(kHostDirectEnding) + "(";
  std::string text, call;
  for (int i = 0; i < std::ssize(kernel.params); ++i) {
    const std::string number = std::to_string(i), type = LlvmType(kernel.params[i].type);
    if (i >= kHostDirectRegisters) {
      text += "  %slot" + number + " = getelementptr inbounds i64, ptr %values, i64 " +
              std::to_string(i - kHostDirectRegisters) + "\n";
      text += "  %a" + number + " = load " + type + ", ptr %slot" + number + "\n";
    } else if (kernel.params[i].type.IsReal()) {
      const std::string bits = "i" + std::to_string(8 * SizeOf(kernel.params[i].type));
      head += bits + " %bits" + number + ", ";
      text += "  %a" + number + " = bitcast " + bits + " %bits" + number + " to " + type + "\n";
    } else {
      head += type + " %a" + number + ", ";
    }
    call += type + " %a" + number + ", ";
  }
  for (int i = static_cast<int>(kernel.params.size()); i < kHostDirectRegisters; ++i) {
    head += "i64 %none" + std::to_string(i) + ", ";
  }
  return head + "ptr %values, i32 %blocks) #0 {\n" + text + "  call void @fft_body(" + call +
         "i32 0, i32 %blocks)\n  ret void\n}\n";
}

// Declares the scratch arrays: on the stack if they are small, else as parts of the scratch that
// the loader provides.
std::string ScratchArrays(const Kernel& kernel) {
  std::string text;
  if (SharedBytes(kernel) <= kMaxStackBytes) {
    for (const SharedArray& array : kernel.shared) {
      text += "  %p." + array.name + " = alloca " + LlvmType(array.element) + ", i32 " +
              std::to_string(array.count) + ", align " + std::to_string(kAlignment) + "\n";
    }
    return text;
  }
  int64_t bytes = 0;
  std::string parts;
  for (const SharedArray& array : kernel.shared) {
    parts += "  %p." + array.name + " = getelementptr inbounds i8, ptr %scratch, i64 " +
             std::to_string(bytes) + "\n";
    bytes += RoundUp(array.count * SizeOf(array.element), kAlignment) + kAlignment;
  }
  return "  %scratch = call noalias align " + std::to_string(kAlignment) +
         " ptr @fft_scratch(i64 " + std::to_string(bytes) + ")\n" + parts;
}

bool UsesScratchFunction(const Kernel& kernel) { return SharedBytes(kernel) > kMaxStackBytes; }

}  // namespace

bool HasLlvmIr(const Kernel& kernel) {
  const bool calls = !kernel.load_callback.text.empty() || !kernel.store_callback.text.empty();
  return !calls && !StoresIn(kernel, Precision::kBfloat16);
}

EmittedSource EmitLlvmIr(const Kernel& kernel) {
  FFT_CHECK(kernel.model == ExecutionModel::kHost && HasLlvmIr(kernel));
  std::string head = std::string(kLlvmIrMarker) + "\n";
  head += EntryPoint(kernel) + "\n" + DirectEntryPoint(kernel) +
          "\ndefine internal void @fft_body(" + Parameters(kernel) + ") #1 {\nentry:\n" +
          ScratchArrays(kernel);
  LlvmIrWriter writer(kernel);
  writer.AppendText(head);
  writer.WriteBody();
  const bool is_inlined = IsInlined(std::string_view(writer.text()).substr(head.size()));
  writer.AppendText("\n" + writer.Declarations());
  if (UsesScratchFunction(kernel)) writer.AppendText("declare ptr @fft_scratch(i64)\n");
  writer.AppendText(
      "attributes #0 = { nounwind \"prefer-vector-width\"=\"512\" \"no-builtins\" }\n"
      "attributes #1 = { " +
      std::string(is_inlined ? "alwaysinline" : "noinline") +
      " nounwind \"prefer-vector-width\"=\"512\" \"no-builtins\" }\n");
  writer.AppendText(writer.Metadata());
  return {writer.text(), writer.map()};
}

}  // namespace fft::codegen
