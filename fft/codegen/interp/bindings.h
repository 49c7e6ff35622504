// Arguments and shared arrays of a kernel, bound to memory.
#ifndef FFT_CODEGEN_INTERP_BINDINGS_H_
#define FFT_CODEGEN_INTERP_BINDINGS_H_

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "fft/codegen/ast/kernel.h"
#include "fft/codegen/interp/interpreter.h"
#include "fft/codegen/interp/memory.h"

namespace fft::codegen {

class Bindings {
 public:
  // Fails when an argument does not fit its parameter.
  absl::Status Bind(const Kernel& kernel, const std::vector<Argument>& arguments);

  // The values that names stand for.
  std::unordered_map<std::string_view, Pointee> pointers;
  std::unordered_map<std::string_view, std::variant<int64_t, double>> scalars;

 private:
  absl::Status BindOne(const Param& param, const Argument& argument);
  void MergeOverlapping(std::vector<BufferView> views);
  Memory* MemoryOf(const void* data);
  void AddShared(const SharedArray& array);

  std::deque<Memory> memories_;
  std::deque<std::vector<double>> shared_words_;
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_INTERP_BINDINGS_H_
