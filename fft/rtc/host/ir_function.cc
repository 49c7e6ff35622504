#include "fft/rtc/host/ir_function.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/rtc/host/thread_scratch.h"

namespace fft::rtc {
namespace {

constexpr int kNone = IrFunction::kNone;

// The draft that a jump from one block to another goes to. If the target has a phi, the jump goes
// to a new draft, which copies the phi's value and then jumps to the target.
absl::StatusOr<int> EdgeTo(IrFunction& function, int target, int from) {
  const IrFunction::Block& block = function.blocks[target];
  if (block.phi == kNone) return block.first_draft;
  for (const IrFunction::Edge& edge : block.edges) {
    if (edge.from != function.blocks[from].label) continue;
    IrValue& value = function.values[edge.value];
    value.outlives_block = true;
    const int copy = static_cast<int>(function.drafts.size());
    IrFunction::Draft move = {.step = {.run = kCopyStep, .number = value.type.bytes()},
                              .out = block.phi};
    move.in[0] = edge.value;
    function.drafts.push_back(move);
    function.drafts.push_back(
        {.step = {.run = kJumpStep, .number = block.first_draft - (copy + 1)}});
    return copy;
  }
  return absl::InvalidArgumentError(absl::StrCat("\"", block.label, "\" has no value after \"",
                                                 function.blocks[from].label, "\""));
}

absl::Status ConnectBlocks(IrFunction& function) {
  for (const IrFunction::Block& block : function.blocks) {
    if (block.first_draft != kNone) continue;
    return absl::InvalidArgumentError(absl::StrCat("no label \"", block.label, "\""));
  }
  const int count = static_cast<int>(function.drafts.size());
  if (count == 0 || !EndsBlock(function.drafts.back().step)) {
    return absl::InvalidArgumentError("a function without an end");
  }
  for (int i = 0; i < count; ++i) {
    const Step step = function.drafts[i].step;
    const int from = function.drafts[i].block;
    if (step.run != kJumpStep && step.run != kBranchStep) continue;
    FFT_ASSIGN_OR_RETURN(const int to, EdgeTo(function, step.number, from));
    function.drafts[i].step.number = to - i;
    if (step.run == kJumpStep) continue;
    FFT_ASSIGN_OR_RETURN(const int other, EdgeTo(function, step.other, from));
    function.drafts[i].step.other = other - i;
  }
  return absl::OkStatus();
}

// Gives values their places in a frame, and takes the places back.
class Places {
 public:
  explicit Places(int64_t first) : end_(first) {}

  void Give(IrValue& value) {
    const int64_t room = RoomOf(value);
    std::vector<int64_t>& known = free_[room];
    if (known.empty()) {
      end_ = RoundUp(end_, std::min(room, kScratchAlignment));
      known.push_back(end_);
      end_ += room;
    }
    value.place = static_cast<uint32_t>(known.back());
    known.pop_back();
  }
  void TakeBack(const IrValue& value) { free_[RoomOf(value)].push_back(value.place); }

  int64_t end() const { return RoundUp(end_, kScratchAlignment); }

 private:
  static int64_t RoomOf(const IrValue& value) {
    const int64_t bytes = value.type.bytes();
    return bytes > 8 ? RoundUp(bytes, kScratchAlignment) : 8;
  }

  int64_t end_;
  std::map<int64_t, std::vector<int64_t>> free_;  // free places, by their size in bytes
};

// Gives all values their places. The place of a value that only one block uses is given to later
// values. Returns the frame's bytes without arrays.
int64_t PlaceValues(IrFunction& function) {
  Places places(RoundUp(std::ssize(function.constants), kScratchAlignment));
  for (IrValue& value : function.values) {
    if (!value.is_constant && value.outlives_block) places.Give(value);
  }
  for (int i = 0; i < std::ssize(function.drafts); ++i) {
    const IrFunction::Draft& draft = function.drafts[i];
    if (draft.out != kNone && !function.values[draft.out].outlives_block) {
      places.Give(function.values[draft.out]);
    }
    for (const int operand : draft.in) {
      if (operand == kNone) continue;
      IrValue& value = function.values[operand];
      if (value.is_constant || value.outlives_block || value.last_use != i) continue;
      value.last_use = kNone;  // an operand may stand twice in one step
      places.TakeBack(value);
    }
  }
  return places.end();
}

}  // namespace

bool EndsBlock(const Step& step) {
  return step.run == kReturnStep || step.run == kJumpStep || step.run == kBranchStep;
}

absl::StatusOr<IrProgram> LayOut(IrFunction function) {
  FFT_RETURN_IF_ERROR(ConnectBlocks(function));
  const int64_t arrays = PlaceValues(function);
  IrProgram::Parts parts;
  parts.frame_bytes = arrays + function.array_bytes;
  if (parts.frame_bytes > kMostFrameBytes) {
    return absl::InvalidArgumentError(absl::StrCat("a frame of ", parts.frame_bytes, " bytes"));
  }
  for (const IrFunction::Draft& draft : function.drafts) {
    Step step = draft.step;
    if (step.run == kFrameAddressStep) step.number += static_cast<int32_t>(arrays);
    if (draft.out != kNone) step.out = function.values[draft.out].place;
    for (size_t i = 0; i < 3; ++i) {
      if (draft.in[i] != kNone) step.in[i] = function.values[draft.in[i]].place;
    }
    parts.steps.push_back(step);
  }
  for (const int parameter : function.parameters) {
    const IrValue& value = function.values[parameter];
    parts.parameters.push_back({value.place, value.type.bytes()});
  }
  parts.constants = std::move(function.constants);
  return IrProgram(std::move(parts));
}

}  // namespace fft::rtc
