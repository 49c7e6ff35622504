// Wraps a barrier-free region in loops over the threads of its workgroup.
#ifndef FFT_CODEGEN_PASSES_THREAD_LOOPS_H_
#define FFT_CODEGEN_PASSES_THREAD_LOOPS_H_

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// The names and Lets that all regions of a kernel share. For example, if a workgroup of 64 threads
// uses the indices t / 8 and t % 8, there is an outer name for t / 8 and the lane's name for t % 8.
struct ThreadLoopContext {
  Arena* arena = nullptr;
  int64_t threads = 1;
  std::vector<const Node*> pure_lets;  // computed again where used, in this order
  // the value of every Let of the kernel
  std::unordered_map<std::string_view, const Node*> let_values;
  std::string lane_name;  // the name of the innermost loop's variable
  // the names of the outer loops' variables, one for each digit
  std::vector<std::string> outer_names;
};

// The statements that run `statements` for every thread. Each loop begins with the Lets and the
// conditions that depend only on its own variable and on the variables of outer loops. The next
// loop follows. The innermost loop has LoopHint::kLanes and runs over the lowest digit of the
// thread index (thread_digits.h), or over the longest digit if the lowest is short.
std::vector<const Node*> WrapInThreadLoops(const ThreadLoopContext& context,
                                           const std::vector<const Node*>& statements);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_THREAD_LOOPS_H_
