#include "fft/rtc/host/ir_program.h"

#include <cstddef>
#include <cstring>
#include <utility>

#include "fft/base/status.h"
#include "fft/rtc/host/ir_function.h"
#include "fft/rtc/host/ir_parser.h"
#include "fft/rtc/host/thread_scratch.h"

namespace fft::rtc {
namespace {

// The most bytes of a frame that lies on the stack. The arrays of compiled kernels have the same
// limit.
constexpr int64_t kMostStackBytes = 128 * 1024;

}  // namespace

absl::StatusOr<IrProgram> IrProgram::Parse(absl::string_view text) {
  FFT_ASSIGN_OR_RETURN(IrFunction function, ParseIrFunction(text));
  return LayOut(std::move(function));
}

void IrProgram::RunIn(char* frame, void* const* args, unsigned first_block,
                      unsigned end_block) const {
  std::memcpy(frame, parts_.constants.data(), parts_.constants.size());
  const size_t own = parts_.parameters.size() - 2;
  for (size_t i = 0; i < own; ++i) {
    std::memcpy(frame + parts_.parameters[i].place, args[i],
                static_cast<size_t>(parts_.parameters[i].bytes));
  }
  std::memcpy(frame + parts_.parameters[own].place, &first_block, sizeof(first_block));
  std::memcpy(frame + parts_.parameters[own + 1].place, &end_block, sizeof(end_block));
  for (const Step* step = parts_.steps.data(); step != nullptr;) step = step->run(step, frame);
}

void IrProgram::Run(void* const* args, unsigned first_block, unsigned end_block) const {
  if (parts_.frame_bytes > kMostStackBytes) {
    auto* const frame = static_cast<char*>(ThreadScratch(parts_.frame_bytes));
    return RunIn(frame, args, first_block, end_block);
  }
  alignas(kScratchAlignment) char frame[kMostStackBytes];
  RunIn(frame, args, first_block, end_block);
}

}  // namespace fft::rtc
