#include "fft/rtc/testing/ptx_machine.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/strings/str_cat.h"
#include "fft/base/bfloat16.h"
#include "fft/base/half.h"
#include "fft/base/status.h"

namespace fft::rtc {
namespace {

using Op = PtxOp;

float AsFloat(uint64_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits)); }
double AsDouble(uint64_t bits) { return std::bit_cast<double>(bits); }
uint64_t Bits(float value) { return std::bit_cast<uint32_t>(value); }
uint64_t Bits(double value) { return std::bit_cast<uint64_t>(value); }

template <typename T>
T Real(Op op, T a, T b, T c) {
  switch (op) {
    case Op::kAdd:
      return a + b;
    case Op::kSub:
      return a - b;
    case Op::kMul:
      return a * b;
    case Op::kDiv:
      return a / b;
    case Op::kMin:
      return std::min(a, b);
    case Op::kNeg:
      return -a;
    case Op::kSqrt:
      return std::sqrt(a);
    default:
      return std::fma(a, b, c);
  }
}

// Computes an integer operation. Numbers of 32 bits stand in the lower half; the upper half is
// ignored.
uint64_t Integer(Op op, uint64_t a, uint64_t b, int bits) {
  const uint64_t mask = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  a &= mask;
  b &= mask;
  switch (op) {
    case Op::kAdd:
      return (a + b) & mask;
    case Op::kSub:
      return (a - b) & mask;
    case Op::kNeg:
      return (0 - a) & mask;
    case Op::kMul:
      return (a * b) & mask;
    case Op::kMulHi:
      return absl::Uint128Low64((absl::uint128(a) * b) >> bits) & mask;
    case Op::kDiv:
      return b == 0 ? mask : a / b;
    case Op::kShl:
      return (b & 0xffffffff) >= static_cast<uint64_t>(bits) ? 0 : (a << b) & mask;
    case Op::kShr:
      return (b & 0xffffffff) >= static_cast<uint64_t>(bits) ? 0 : a >> b;
    case Op::kAnd:
      return a & b;
    case Op::kOr:
      return a | b;
    default:
      return a ^ b;
  }
}

int64_t Signed(uint64_t value, int bits) {
  return bits == 64 ? static_cast<int64_t>(value) : static_cast<int32_t>(value);
}

template <typename T>
bool Compare(PtxComparison comparison, T a, T b) {
  switch (comparison) {
    case PtxComparison::kLt:
      return a < b;
    case PtxComparison::kLe:
      return a <= b;
    case PtxComparison::kGt:
      return a > b;
    case PtxComparison::kGe:
      return a >= b;
    case PtxComparison::kEq:
      return a == b;
    case PtxComparison::kNe:
      return a != b;
  }
  return false;
}

uint64_t Convert(const PtxInstruction& code, uint64_t value) {
  const auto is_real = [](PtxType type) { return type == PtxType::kF32 || type == PtxType::kF64; };
  if (!is_real(code.type) && !code.is_half && !code.is_bfloat) {  // int to int
    return code.type == PtxType::kB32 ? value & 0xffffffff
           : code.is_signed           ? static_cast<uint64_t>(Signed(value, 32))
                                      : value;
  }
  double real = 0;
  if (code.from_is_half) {
    real = HalfToFloat(Half{static_cast<uint16_t>(value)});
  } else if (code.from == PtxType::kF32) {
    real = AsFloat(value);
  } else if (code.from == PtxType::kF64) {
    real = AsDouble(value);
  } else {
    const int64_t number = Signed(value, code.from == PtxType::kB64 ? 64 : 32);
    if (code.type == PtxType::kF32) return Bits(static_cast<float>(number));
    real = static_cast<double>(number);
  }
  if (code.is_bfloat) return Bfloat16(static_cast<float>(real)).bits;
  if (code.is_half) return FloatToHalf(static_cast<float>(real)).bits;
  return code.type == PtxType::kF32 ? Bits(static_cast<float>(real)) : Bits(real);
}

class Block {
 public:
  Block(const PtxModule& module, const PtxLaunch& launch)
      : module_(module),
        launch_(launch),
        shared_(static_cast<size_t>(module.static_shared_bytes + launch.dynamic_shared_bytes)),
        threads_(launch.threads) {
    for (Thread& thread : threads_) {
      thread.registers.resize(module.registers);
      thread.written.resize(module.registers);
    }
  }

  absl::Status Run(uint32_t block) {
    block_ = block;
    for (Thread& thread : threads_) {
      thread.at = 0;
      thread.copies.clear();
      std::fill(thread.written.begin(), thread.written.end(), false);
    }
    for (Thread& thread : threads_) thread.waits = thread.has_left = false;
    for (;;) {
      size_t ended = 0, left = 0;
      for (uint32_t t = 0; t < launch_.threads; ++t) {
        thread_ = t;
        if (threads_[t].at >= 0 && !threads_[t].waits) {
          FFT_RETURN_IF_ERROR(RunToBarrier(threads_[t]));
        }
        ended += threads_[t].at < 0 && !threads_[t].has_left;
        left += threads_[t].has_left;
      }
      if (ended + left == threads_.size()) return absl::OkStatus();
      FFT_RETURN_IF_ERROR(OpenBarriers(ended));
    }
  }

 private:
  struct Copy {
    char* to;
    const char* from;
    int64_t bytes;
  };
  struct Thread {
    int at = 0;             // the next instruction; -1: ended
    bool has_left = false;  // whether the thread ended where others go on
    // whether the thread waits at a barrier, with the barrier's number and number of threads
    bool waits = false;
    uint64_t barrier = 0, together = 0;
    std::vector<Copy> copies;  // asynchronous copies, made only when they are awaited
    std::vector<uint64_t> registers;
    std::vector<bool> written;
  };

  absl::Status Fault(const PtxInstruction& code, const std::string& what) const {
    return absl::InvalidArgumentError(absl::StrCat(module_.kernel_name, ", line ", code.line,
                                                   ", block ", block_, ", thread ", thread_, ": ",
                                                   what));
  }

  // Lets threads go on if all threads of their barrier have reached it.
  absl::Status OpenBarriers(size_t ended) {
    std::map<uint64_t, std::vector<Thread*>> waiting;
    for (Thread& thread : threads_) {
      if (thread.at >= 0) waiting[thread.barrier].push_back(&thread);
    }
    bool is_open = false;
    for (auto& [barrier, threads] : waiting) {
      const size_t arrived = threads.size() + LeftBeside(threads, barrier);
      if (arrived < threads[0]->together) continue;
      for (Thread* thread : threads) {
        if (thread->at != threads[0]->at || arrived > threads[0]->together) {
          return absl::InvalidArgumentError("threads reach different barriers");
        }
        thread->waits = false;
      }
      is_open = true;
    }
    if (is_open) return absl::OkStatus();
    return absl::InvalidArgumentError(ended > 0 ? "some threads end where others reach a barrier"
                                                : "threads reach different barriers");
  }

  // The number of threads that have ended in the warps of `threads`, or in all warps if the barrier
  // is for all threads.
  size_t LeftBeside(const std::vector<Thread*>& threads, uint64_t barrier) const {
    constexpr size_t kWarp = 32;
    std::set<size_t> warps;
    for (const Thread* thread : threads) warps.insert((thread - threads_.data()) / kWarp);
    size_t left = 0;
    for (size_t t = 0; t < threads_.size(); ++t) {
      left += threads_[t].has_left && (barrier == 0 || warps.count(t / kWarp) > 0);
    }
    return left;
  }

  absl::Status ReachBarrier(const PtxInstruction& code, Thread& thread) {
    thread.waits = true;
    thread.barrier = 0;
    thread.together = launch_.threads;
    if (code.operands[1].kind == PtxOperand::Kind::kNone) return absl::OkStatus();
    FFT_ASSIGN_OR_RETURN(thread.barrier, Read(code, code.operands[0], thread));
    thread.together = code.operands[1].value;
    const bool fits = thread.barrier > 0 && thread.barrier < 16 && thread.together % 32 == 0;
    return fits ? absl::OkStatus() : Fault(code, "no such barrier");
  }

  absl::Status Signal(const PtxInstruction& code, Thread& thread) {
    FFT_ASSIGN_OR_RETURN(const uint64_t address, Read(code, code.operands[3], thread));
    FFT_ASSIGN_OR_RETURN(char* const at, Place(code, address + static_cast<uint64_t>(code.offset),
                                               /*is_shared=*/false, sizeof(int32_t)));
    int32_t count = 0;
    std::memcpy(&count, at, sizeof(count));
    ++count;
    std::memcpy(at, &count, sizeof(count));
    return absl::OkStatus();
  }

  absl::Status RunToBarrier(Thread& thread) {
    constexpr int64_t kMostBranches = int64_t{1} << 26;
    for (int64_t branches = 0;;) {
      const PtxInstruction& code = module_.code[thread.at++];
      if (code.predicate >= 0) {
        if (!thread.written[code.predicate]) return Fault(code, "a predicate without a value");
        if ((thread.registers[code.predicate] != 0) == code.is_negated) continue;
      }
      switch (code.op) {
        case Op::kReturn:
        case Op::kExit:
          thread.at = -1;
          thread.has_left = code.op == Op::kExit;
          return absl::OkStatus();
        case Op::kBarrier:
          return ReachBarrier(code, thread);
        case Op::kBranch:
          if (++branches > kMostBranches) return Fault(code, "no end is in sight");
          thread.at = code.target;
          break;
        case Op::kSignal:
          FFT_RETURN_IF_ERROR(Signal(code, thread));
          break;
        case Op::kPrefetch:
          break;
        case Op::kLoad:
        case Op::kStore:
          FFT_RETURN_IF_ERROR(Access(code, thread));
          break;
        case Op::kCopy:
          FFT_RETURN_IF_ERROR(BeginCopy(code, thread));
          break;
        case Op::kAwaitCopies:
          for (const Copy& copy : thread.copies) std::memcpy(copy.to, copy.from, copy.bytes);
          thread.copies.clear();
          break;
        default:
          FFT_RETURN_IF_ERROR(Compute(code, thread));
      }
    }
  }

  absl::StatusOr<uint64_t> Read(const PtxInstruction& code, const PtxOperand& operand,
                                const Thread& thread) const {
    switch (operand.kind) {
      case PtxOperand::Kind::kRegister:
        if (!thread.written[operand.reg]) return Fault(code, "a register without a value");
        return thread.registers[operand.reg];
      case PtxOperand::Kind::kThread:
        return uint64_t{thread_};
      case PtxOperand::Kind::kBlock:
        return uint64_t{block_};
      case PtxOperand::Kind::kBlocks:
        return uint64_t{launch_.blocks};
      default:
        return operand.value;
    }
  }

  static void Write(const PtxOperand& operand, uint64_t value, Thread& thread) {
    thread.registers[operand.reg] = value;
    thread.written[operand.reg] = true;
  }

  absl::Status Compute(const PtxInstruction& code, Thread& thread) {
    uint64_t in[3] = {};
    for (size_t i = 0; i < 3; ++i) {
      FFT_ASSIGN_OR_RETURN(in[i], Read(code, code.operands[i + 1], thread));
    }
    Write(code.operands[0], Result(code, in), thread);
    return absl::OkStatus();
  }

  uint64_t Result(const PtxInstruction& code, const uint64_t* in) const {
    switch (code.op) {
      case Op::kLoadParam: {
        uint64_t value = 0;
        std::memcpy(&value, launch_.args[code.offset], PtxBytes(code.type));
        return value;
      }
      case Op::kMov:
        return code.type == PtxType::kB32 ? in[0] & 0xffffffff : in[0];
      case Op::kMulWide:
        return static_cast<uint64_t>(Signed(in[0], 32) * Signed(in[1], 32));
      case Op::kNot:
        return in[0] == 0;
      case Op::kSelect:
        return in[2] != 0 ? in[0] : in[1];
      case Op::kConvert:
        return Convert(code, in[0]);
      case Op::kSet:
        return Set(code, in);
      default:
        break;
    }
    if (code.type == PtxType::kF32) {
      return Bits(Real(code.op, AsFloat(in[0]), AsFloat(in[1]), AsFloat(in[2])));
    }
    if (code.type == PtxType::kF64) {
      return Bits(Real(code.op, AsDouble(in[0]), AsDouble(in[1]), AsDouble(in[2])));
    }
    const int bits = code.type == PtxType::kPred ? 1 : 8 * PtxBytes(code.type);
    if (code.op == Op::kMin) {
      const int64_t least = std::min(Signed(in[0], bits), Signed(in[1], bits));
      return static_cast<uint64_t>(least) & (bits == 64 ? ~uint64_t{0} : 0xffffffff);
    }
    return Integer(code.op, in[0], in[1], bits);
  }

  static uint64_t Set(const PtxInstruction& code, const uint64_t* in) {
    if (code.from == PtxType::kF32) {
      return Compare(code.comparison, AsFloat(in[0]), AsFloat(in[1]));
    }
    if (code.from == PtxType::kF64) {
      return Compare(code.comparison, AsDouble(in[0]), AsDouble(in[1]));
    }
    const int bits = 8 * PtxBytes(code.from);
    return Compare(code.comparison, Signed(in[0], bits), Signed(in[1], bits));
  }

  // The place of the bytes at `address`. An error if the memory does not have all of them.
  absl::StatusOr<char*> Place(const PtxInstruction& code, uint64_t address, bool is_shared,
                              int64_t bytes) {
    if (is_shared) address &= 0xffffffff;
    if (address % bytes != 0) return Fault(code, "the address is not aligned");
    const bool is_there =
        is_shared ? address + bytes <= shared_.size() : launch_.is_memory(address, bytes);
    if (!is_there) return Fault(code, absl::StrCat("no memory at ", address));
    return is_shared ? shared_.data() + address : reinterpret_cast<char*>(address);
  }

  absl::Status BeginCopy(const PtxInstruction& code, Thread& thread) {
    FFT_ASSIGN_OR_RETURN(const uint64_t to, Read(code, code.operands[3], thread));
    FFT_ASSIGN_OR_RETURN(const uint64_t from, Read(code, code.operands[2], thread));
    Copy copy{};
    copy.bytes = static_cast<int64_t>(code.operands[0].value);
    FFT_ASSIGN_OR_RETURN(copy.to, Place(code, to + static_cast<uint64_t>(code.offset),
                                        /*is_shared=*/true, copy.bytes));
    FFT_ASSIGN_OR_RETURN(copy.from, Place(code, from + static_cast<uint64_t>(code.from_offset),
                                          /*is_shared=*/false, copy.bytes));
    thread.copies.push_back(copy);
    return absl::OkStatus();
  }

  absl::Status Access(const PtxInstruction& code, Thread& thread) {
    FFT_ASSIGN_OR_RETURN(uint64_t address, Read(code, code.operands[3], thread));
    address += static_cast<uint64_t>(code.offset);
    const int part = PtxBytes(code.type);
    const int64_t bytes = code.is_pair ? 2 * part : part;
    FFT_ASSIGN_OR_RETURN(char* const at, Place(code, address, code.is_shared, bytes));
    for (int i = 0; i < (code.is_pair ? 2 : 1); ++i) {
      uint64_t value = 0;
      if (code.op == Op::kLoad) {
        std::memcpy(&value, at + i * part, part);
        Write(code.operands[i], value, thread);
      } else {
        FFT_ASSIGN_OR_RETURN(value, Read(code, code.operands[i], thread));
        std::memcpy(at + i * part, &value, part);
      }
    }
    return absl::OkStatus();
  }

  const PtxModule& module_;
  const PtxLaunch& launch_;
  std::vector<char> shared_;
  std::vector<Thread> threads_;
  uint32_t block_ = 0, thread_ = 0;
};

}  // namespace

absl::Status RunPtx(const PtxModule& module, const PtxLaunch& launch) {
  if (launch.threads > static_cast<uint32_t>(module.max_threads)) {
    return InvalidField("threads", absl::StrCat(launch.threads),
                        absl::StrCat("up to ", module.max_threads));
  }
  if (launch.dynamic_shared_bytes > 0 && !module.has_dynamic_shared) {
    return InvalidField("dynamic_shared_bytes", absl::StrCat(launch.dynamic_shared_bytes), "0");
  }
  Block block(module, launch);
  for (uint32_t b = 0; b < launch.blocks; ++b) FFT_RETURN_IF_ERROR(block.Run(b));
  return absl::OkStatus();
}

}  // namespace fft::rtc
