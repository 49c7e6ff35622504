// Runs a kernel's AST on the CPU, the threads of a workgroup in lock step, and checks what hardware
// does not check. The interpreter is the semantic reference of the AST.
//
// Workgroups run one after the other. Every statement runs for all active threads before the next
// one starts. Single precision rounds to float after every operation, half storage rounds to half.
#ifndef FFT_CODEGEN_INTERP_INTERPRETER_H_
#define FFT_CODEGEN_INTERP_INTERPRETER_H_

#include <complex>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// Memory that a global pointer parameter is bound to: `count` elements from `data` on, and `before`
// elements below it, which have negative indices. Whatever the precision, values are held as double
// (complex: real part, imaginary part) or int64_t. Values that go through a single or half pointer
// are rounded to its precision. Two views of the same memory may alias.
struct BufferView {
  Type element;
  void* data = nullptr;
  int64_t count = 0;
  int64_t before = 0;
};
BufferView View(std::vector<std::complex<double>>& values, Precision precision);
BufferView View(std::vector<double>& values, Precision precision);
BufferView View(std::vector<int64_t>& values, int bits);

// An argument, one per parameter, in order: an int, a real or a buffer.
using Argument = std::variant<int64_t, double, BufferView>;

enum class FindingKind : uint8_t {
  kGlobalOutOfBounds,
  kSharedOutOfBounds,
  kUninitializedShared,    // read of a shared element that no thread of the workgroup wrote
  kUninitializedVariable,  // read of a DeclVar before any Assign by that thread
  kSharedRace,  // two threads access one element without a barrier between, and at least one writes
  kGlobalRace,  // two threads of the grid write one element, or one of a workgroup writes
                // and another reads it without a barrier between
  kDivergentBarrier,  // a barrier that some threads of the workgroup do not reach
  kMissingSignal,     // a wait for signals that no earlier workgroup gives
  kArithmetic,        // division by zero, negative operand of Div or Mod, bad shift, overflow
};

struct Finding {
  FindingKind kind;
  int64_t block = 0;
  int thread = 0;
  std::string message;    // variable, index, bounds, other thread
  std::string statement;  // the statement, printed
};

// Computes what a callback makes of a value. The value was loaded from the callback's array, or is
// to be stored in it.
using CallbackModel =
    std::function<std::complex<double>(std::complex<double> value, int64_t offset)>;

struct InterpOptions {
  int max_findings = 16;                 // kept in the report; all are counted
  int64_t max_steps = int64_t{1} << 32;  // the run fails after this many statements x threads
  CallbackModel load_callback, store_callback;  // none: values stay as they are
};

// A decision of the kernel: an If, a Select, or a For, whose body is entered or not.
struct Decision {
  const Node* node = nullptr;  // a node of the kernel, which must live on
  bool holds = false;          // whether the condition holds for some thread
  // whether it fails for some thread; always true for a For, since every loop ends
  bool fails = false;
};

struct InterpReport {
  std::vector<Finding> findings;
  int64_t finding_count = 0;
  int64_t steps = 0;
  std::vector<Decision> decisions;  // every decision of the kernel, in the order of its text

  bool ok() const { return finding_count == 0; }
};

// Runs workgroups 0 .. grid-1. An access out of bounds reads zero and writes nothing. Errors:
// arguments that do not fit the parameters, a kernel that Verify rejects, max_steps exceeded.
absl::StatusOr<InterpReport> Interpret(const Kernel& kernel, int64_t grid,
                                       const std::vector<Argument>& arguments,
                                       const InterpOptions& options = {});

std::string ToString(FindingKind kind);        // "shared_race"
std::string ToString(const Finding& finding);  // one line

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_INTERP_INTERPRETER_H_
