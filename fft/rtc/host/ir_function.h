// A kernel's function in LLVM's intermediate representation, between its text (ir_parser.h) and the
// program that runs (ir_program.h).
#ifndef FFT_RTC_HOST_IR_FUNCTION_H_
#define FFT_RTC_HOST_IR_FUNCTION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/rtc/host/ir_program.h"
#include "fft/rtc/host/ir_steps.h"

namespace fft::rtc {

// A value that an instruction makes, a parameter or a constant. For example, "%b = fneg float %a"
// makes one of type {kFloat}, whose block is that of the instruction.
struct IrValue {
  IrType type;
  // The place in the frame, in bytes. Constants have their places from the start.
  uint32_t place = 0;
  bool is_constant = false;
  // Another value may get this value's place after the draft `last_use`, unless other blocks use
  // this value.
  int block = 0;
  bool outlives_block = false;
  int last_use = -1;
};

// A function as its text has it. For example, the text "entry: ret void" has one block of label
// "entry", whose first_draft is 0, and one draft, whose step is kReturnStep.
struct IrFunction {
  static constexpr int kNone = -1;

  // A step whose operands are numbers of values, and whose jumps are numbers of blocks.
  struct Draft {
    Step step;
    int out = kNone;
    int in[3] = {kNone, kNone, kNone};
    int block = kNone;
  };

  // The value that a phi gets if the block of label `from` ran before.
  struct Edge {
    std::string from, text;
    int value = kNone;  // the value that `text` names
  };

  struct Block {
    std::string label;
    int first_draft = kNone;  // set when the block is read
    int phi = kNone;          // the value that depends on which block ran before
    std::vector<Edge> edges;
  };

  std::vector<IrValue> values;
  std::vector<Draft> drafts;
  std::vector<Block> blocks;
  std::vector<int> parameters;  // values
  std::string constants;        // the first bytes of a frame
  int64_t array_bytes = 0;      // the last bytes of a frame
};

// The most bytes that a frame, or an array in it, may have.
inline constexpr int64_t kMostFrameBytes = INT32_MAX;

// Whether a block may end with a step.
bool EndsBlock(const Step& step);

// Gives values their places and jumps their steps. InvalidArgument if a jump leads nowhere, a phi
// has no value for a jump, or a block has no end.
absl::StatusOr<IrProgram> LayOut(IrFunction function);

}  // namespace fft::rtc

#endif  // FFT_RTC_HOST_IR_FUNCTION_H_
