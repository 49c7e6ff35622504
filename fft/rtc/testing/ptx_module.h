// PTX as this library writes it, read and checked. Every instruction has to be known, every
// register declared and used with its type, and every label, parameter and array has to exist.

#ifndef FFT_RTC_TESTING_PTX_MODULE_H_
#define FFT_RTC_TESTING_PTX_MODULE_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace fft::rtc {

enum class PtxType : uint8_t { kPred, kB16, kB32, kB64, kF32, kF64 };

enum class PtxOp : uint8_t {
  kMov,
  kAdd,
  kSub,
  kNeg,
  kSqrt,
  kMul,
  kMulHi,
  kMulWide,
  kFma,
  kDiv,
  kMin,
  kShl,
  kShr,
  kAnd,
  kOr,
  kXor,
  kNot,
  kSet,
  kSelect,
  kConvert,
  kLoadParam,
  kLoad,
  kStore,
  kSignal,
  kPrefetch,
  kCopy,
  kAwaitCopies,
  kBranch,
  kBarrier,
  kReturn,
  kExit,
};

enum class PtxComparison : uint8_t { kLt, kLe, kGt, kGe, kEq, kNe };

struct PtxOperand {
  enum class Kind : uint8_t { kNone, kRegister, kImmediate, kThread, kBlock, kBlocks };
  Kind kind = Kind::kNone;
  int reg = 0;         // number among all registers of a thread
  uint64_t value = 0;  // an immediate: bits of the instruction's type
};

// One instruction. For example, "add.s32 %r1, %r2, 3;" has type kB32 and the operands r1, r2 and
// the immediate 3.
struct PtxInstruction {
  PtxOp op = PtxOp::kReturn;
  PtxType type = PtxType::kB32;
  PtxType from = PtxType::kB32;  // the operand's type, in conversions and comparisons
  bool is_signed = false;
  bool is_half = false;  // in conversions: kB16 stands for a number of half precision, not for bits
  bool is_bfloat = false;
  bool from_is_half = false;
  PtxComparison comparison = PtxComparison::kLt;
  int predicate = -1;  // a register
  bool is_negated = false;
  // The operands, results first. A barrier for a part of the workgroup has its number and the
  // number of its threads.
  std::array<PtxOperand, 4> operands;
  bool is_shared = false;   // loads and stores
  bool is_pair = false;     // whether the instruction accesses two registers
  int64_t offset = 0;       // the constant offset of an address or a parameter
  int64_t from_offset = 0;  // the constant offset of a copy's address in global memory, operand 2
  int target = 0;           // a branch's: an instruction
  int line = 0;
};

// A kernel of PTX. For example, ".maxntid 256" sets max_threads.
struct PtxModule {
  struct Param {
    std::string name;
    PtxType type = PtxType::kB32;
  };
  std::string kernel_name;
  std::vector<Param> params;
  int64_t static_shared_bytes = 0;
  bool has_dynamic_shared = false;
  int max_threads = 0;
  int min_blocks = 0;  // 0: the text does not say
  // Whether the kernel waits for the kernel before it, ahead of every access to global memory.
  bool launches_early = false;
  int registers = 0;
  std::vector<PtxInstruction> code;
};

// Bytes of a value in memory; 1 for a predicate.
int PtxBytes(PtxType type);

// Reads a module. kInvalidArgument: "line N: what is wrong: the line".
absl::StatusOr<PtxModule> ParsePtx(absl::string_view text);

}  // namespace fft::rtc

#endif  // FFT_RTC_TESTING_PTX_MODULE_H_
