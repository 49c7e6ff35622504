// A kernel: signature, shared memory, workgroup shape and body, as one value.
#ifndef FFT_CODEGEN_AST_KERNEL_H_
#define FFT_CODEGEN_AST_KERNEL_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fft/codegen/ast/node.h"
#include "fft/codegen/ast/type.h"

namespace fft::codegen {

// The threads that run the body.
enum class ExecutionModel : uint8_t {
  kWorkgroup,  // `workgroup_size` threads per workgroup, Barrier and ThreadIndex have meaning
  kHost,       // one thread per workgroup: no Barrier, no ThreadIndex (see passes/lower_to_host.h)
};

// Whether a pointer's memory can be reached through another parameter.
enum class Aliasing : uint8_t { kRestrict, kMayAlias };

struct Param {
  std::string name;
  Type type;
  Aliasing aliasing = Aliasing::kRestrict;  // for a pointer: whether it may alias
  friend bool operator==(const Param&, const Param&) = default;
};

// An array in the shared memory of one workgroup. Its elements have no values when the workgroup
// starts.
struct SharedArray {
  std::string name;
  Type element;
  int64_t count = 0;
  // 0 if the array has a place of its own. Arrays with the same number above 0 are a side, and lie
  // one after the other. All sides begin at the same place, so a workgroup uses only one side. In a
  // kernel either all arrays have sides or none has.
  int side = 0;
  friend bool operator==(const SharedArray&, const SharedArray&) = default;
};

// A function that the kernel's calls go to, as source text of the dialect (fft/core/callbacks.h).
struct CallbackFunction {
  std::string text;          // empty: no callback
  Type element;              // the type that the text calls T
  std::string declarations;  // stand before `text`; a kernel's callbacks share them
  friend bool operator==(const CallbackFunction&, const CallbackFunction&) = default;
};

// A kernel, which Builder makes (builder.h has an example).
struct Kernel {
  std::string name;
  ExecutionModel model = ExecutionModel::kWorkgroup;
  std::vector<Param> params;
  std::vector<SharedArray> shared;
  int workgroup_size = 1;
  int min_blocks = 0;  // workgroups per compute unit that the registers should allow; 0 = no wish
  // Whether the kernel waits at its start for the end of the kernel before it, and lets the next
  // kernel start before its own end.
  bool launches_early = false;
  CallbackFunction load_callback, store_callback;
  const Node* body = nullptr;  // a Block
  std::shared_ptr<const Arena> arena;
};

// Bytes of all shared arrays. If they have sides, bytes of the largest side.
int64_t SharedBytes(const Kernel& kernel);
// Whether shared arrays have sides.
bool HasSides(const Kernel& kernel);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_AST_KERNEL_H_
