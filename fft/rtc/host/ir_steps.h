// The steps of a kernel that runs without a compiler: what each instruction of LLVM's intermediate
// representation does to the values of a frame.
#ifndef FFT_RTC_HOST_IR_STEPS_H_
#define FFT_RTC_HOST_IR_STEPS_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace fft::rtc {

enum class IrElement : uint8_t { kBit, kByte, kInt32, kInt64, kHalf, kFloat, kDouble, kPointer };

// Bytes of an element in a frame; a single bit takes one byte.
int BytesOf(IrElement element);

struct IrType {
  IrElement element = IrElement::kInt32;
  int lanes = 0;  // the lanes of a vector; 0: a scalar
  int count() const { return lanes == 0 ? 1 : lanes; }
  int bytes() const { return count() * BytesOf(element); }
  friend bool operator==(const IrType&, const IrType&) = default;
};

// One instruction. `out` and `in` are the places of values in the frame, in bytes. For example, a
// step that adds eight floats at 64 and 128 has lanes 8 and in {64, 128}. What `number` counts
// depends on the instruction, and the functions below say so.
struct Step {
  // Runs the step. Returns the step to run next, or null at the function's end.
  using Function = const Step* (*)(const Step* step, char* frame);
  Function run = nullptr;
  uint32_t out = 0;
  uint32_t in[3] = {};
  int32_t lanes = 1;
  // The bytes of an element or of a whole value, the number of a lane, or the distance to the next
  // step in steps.
  int32_t number = 0;
  int32_t other = 0;  // the distance to the next step if the condition does not hold
};

// The functions below return null if no such instruction is known. A step has as many lanes as its
// result.

// "add", "fmul", "fneg", "fmuladd" and the like on operands of the result's type.
Step::Function ArithmeticStep(absl::string_view name, IrType type);
// "slt", "olt" and the like on operands of `type`; the result is bits.
Step::Function ComparisonStep(absl::string_view predicate, IrType type);
// "sext", "trunc", "sitofp", "fpext" and the like.
Step::Function ConversionStep(absl::string_view name, IrType from, IrType to);
// in[0] ? in[1] : in[2], with a bit for each lane, or one for all of them.
Step::Function SelectStep(IrType type, bool has_lanes);
// The sum of the pointer in[0] and `number` times the index in[1], which may be a vector.
Step::Function AddressStep(IrType index);

// The next four functions have a bit for each lane and access memory only for lanes whose bit is
// set. Loads take the other lanes from in[2].
//
// Loads from the pointer in[0], or from a vector of pointers, with bits in[1].
Step::Function MaskedLoadStep(IrType type);
Step::Function GatherStep(IrType type);
// Stores the value in[0] at the pointer in[1], or at a vector of pointers, with bits in[2].
Step::Function MaskedStoreStep(IrType type);
Step::Function ScatterStep(IrType type);

// The vector in[0] with in[1] as lane `number`.
Step::Function InsertStep(IrType type);
// Lane `number` of the vector in[0].
Step::Function ExtractStep(IrType type);
// Lanes of in[0] and in[1], vectors of `number` lanes, by the int32s in[2].
Step::Function ShuffleStep(IrType type);

// Moves of `number` bytes: from a value to a value, from the pointer in[0] to a value, and from the
// value in[0] to the pointer in[1].
extern const Step::Function kCopyStep, kLoadStep, kStoreStep;
// The pointer to byte `number` of the frame.
extern const Step::Function kFrameAddressStep;
// kJumpStep goes to the step `number` steps on. kBranchStep goes there if the bit in[0] is set, and
// otherwise goes `other` steps on.
extern const Step::Function kJumpStep, kBranchStep;
extern const Step::Function kReturnStep;

}  // namespace fft::rtc

#endif  // FFT_RTC_HOST_IR_STEPS_H_
