#include "fft/codegen/emit/ptx.h"

#include <string>

#include "fft/base/ir_marker.h"
#include "fft/base/status.h"
#include "fft/codegen/emit/ptx_writer.h"
#include "fft/codegen/emit/shared_memory.h"
#include "fft/codegen/emit/spelling.h"

namespace fft::codegen {
namespace {

// The PTX versions for drivers from CUDA 11.0 on, and for drivers from CUDA 11.8 on.
constexpr char kVersion[] = ".version 7.0\n.target sm_70\n";
constexpr char kAmpereVersion[] = ".version 7.0\n.target sm_80\n";
constexpr char kEarlyLaunchVersion[] = ".version 7.8\n.target sm_90\n";

const char* VersionOf(const Kernel& kernel) {
  if (kernel.launches_early) return kEarlyLaunchVersion;
  const bool is_young = HasCopies(kernel) || StoresIn(kernel, Precision::kBfloat16);
  return is_young ? kAmpereVersion : kVersion;
}

std::string Aligned(const char* directive) {
  return std::string(directive) + " .align " + std::to_string(kSharedAlignment) + " .b8 ";
}

std::string Signature(const Kernel& kernel) {
  std::string text = ".visible .entry " + kernel.name + "(";
  for (const Param& param : kernel.params) {
    text += (&param == &kernel.params.front() ? "\n    .param " : ",\n    .param ") +
            std::string(SpellingOf(PtxClassOf(param.type)).type) + " " + param.name;
  }
  text += ")\n.maxntid " + std::to_string(kernel.workgroup_size) + ", 1, 1\n";
  if (kernel.min_blocks > 0) text += ".minnctapersm " + std::to_string(kernel.min_blocks) + "\n";
  return text + "{\n";
}

std::string StaticArrays(const Kernel& kernel) {
  std::string text;
  for (const SharedArray& array : kernel.shared) {
    text += "  " + Aligned(".shared") + array.name + "[" +
            std::to_string(array.count * SizeOf(array.element)) + "];\n";
  }
  return text;
}

}  // namespace

bool HasPtx(const Kernel& kernel) {
  return kernel.load_callback.text.empty() && kernel.store_callback.text.empty();
}

EmittedSource EmitPtx(const Kernel& kernel) {
  FFT_CHECK(kernel.model == ExecutionModel::kWorkgroup && HasPtx(kernel));
  const bool is_dynamic = HasDynamicShared(kernel, Dialect::kCudaPtx);
  EmittedSource source;
  source.text = std::string(kPtxMarker) + "\n" + VersionOf(kernel) + ".address_size 64\n\n";
  if (is_dynamic) source.text += Aligned(".extern .shared") + kPtxDynamicShared + "[];\n\n";
  source.text += Signature(kernel);
  if (!is_dynamic) source.text += StaticArrays(kernel);
  PtxWriter(kernel).Write(&source.text, &source.map);
  source.text += "}\n";
  return source;
}

}  // namespace fft::codegen
