// Steps waves of a workgroup through their instructions.
//
// An instruction is a function that the emulator compiled, or an access to memory that this file
// executes. Inactive lanes access nothing, and accesses to LDS are checked against its size. Scratch
// may be swizzled, stores may read accumulation registers, and addresses need no alignment. The
// bridge compiles this file and fills in the table of instructions.

#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Numbers of registers in the emulator's scalar file. Registers 128 to 255 hold inline constants;
// the program counter follows.
enum { kExec = 126, kPc = 256 };

enum Kind { kUnknown, kFunction, kBarrier, kAccess, kSkip, kMultiplyAdd };
enum Space { kGlobal, kLds, kSwizzledScratch, kFlatScratch };
enum Half { kWhole, kLow, kHigh };
enum Outcome { kEnded, kAtBarrier, kUntranslated, kOutside, kSliceDone, kFault, kLdsFault };

struct Access {
  uint8_t space, is_store, half, is_signed;
  uint8_t bytes;     // of an element: 1, 2, 4, 8, 12 or 16
  uint8_t elements;  // 1 or 2
  uint8_t is_accumulator, uses_saddr;
  int32_t offset[2];
  int32_t address;  // a vector register; -1 for none
  int32_t data[2];  // vector registers that a store reads or a load writes
  int32_t saddr;    // a scalar register
  int32_t resource;
};

struct MultiplyAdd {
  int32_t source[3];  // 256 and more: vector registers
  int32_t target;
  uint8_t negated, absolute;  // one bit per source
};

struct Instruction {
  void* function;
  uint8_t arguments[6];
  uint8_t kind, size;
  struct Access access;
  struct MultiplyAdd multiply_add;
};

struct Program {
  struct Instruction* table;  // one entry per four bytes of code
  uint64_t start, bytes;
  int32_t lanes, lds_bytes;
  uint64_t fault;  // the address of the last fault
};

typedef void (*Function)(void*, void*, void*, void*, void*, void*);

static sigjmp_buf at_fault;
static volatile sig_atomic_t is_running;
static volatile uint64_t fault_address;
static struct sigaction previous;

static void OnFault(int signal, siginfo_t* info, void* context) {
  (void)signal;
  (void)context;
  if (!is_running) {
    sigaction(SIGSEGV, &previous, NULL);
    return;
  }
  fault_address = (uint64_t)info->si_addr;
  siglongjmp(at_fault, 1);
}

void CatchFaults(void) {
  struct sigaction action;
  memset(&action, 0, sizeof(action));
  action.sa_sigaction = OnFault;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigaction(SIGSEGV, &action, &previous);
  sigaction(SIGBUS, &action, NULL);
}

static uint64_t Pair(const uint32_t* scalars, int at) {
  return scalars[at] | (uint64_t)scalars[at + 1] << 32;
}

static uint64_t ActiveLanes(const uint32_t* scalars, int lanes) {
  return lanes == 64 ? Pair(scalars, kExec) : scalars[kExec];
}

// Returns the address that a lane accesses. `buffers` are scalar registers, vector registers,
// address 0, LDS, scratch and accumulation registers.
static void* AddressOf(const struct Program* program, const struct Access* access, void** buffers,
                       int lane, int element) {
  const uint32_t* scalars = buffers[0];
  const uint32_t* vectors = buffers[1];
  const int lanes = program->lanes;
  const uint32_t low = access->address < 0 ? 0 : vectors[access->address * lanes + lane];
  const int32_t offset = access->offset[element];
  switch (access->space) {
    case kLds: {
      // The sum has 32 bits, since a register may be negative before its offset is added.
      const uint32_t at = low + (uint32_t)offset;
      if ((uint64_t)at + access->bytes > (uint64_t)program->lds_bytes) return NULL;
      return (char*)buffers[3] + at;
    }
    case kSwizzledScratch: {
      const uint32_t within = low + (uint32_t)offset;
      return (char*)Pair(scalars, access->resource) + scalars[access->saddr] +
             (uint64_t)(within / 4) * 4 * lanes + lane * 4 + within % 4;
    }
    case kFlatScratch:
      // The scratch of a lane follows the scratch of the lane before.
      return (char*)buffers[4] + (uint64_t)lane * scalars[259] + low +
             (access->uses_saddr ? scalars[access->saddr] : 0) + offset;
    default: {
      const uint64_t base = access->uses_saddr
                                ? Pair(scalars, access->saddr) + low
                                : low | (uint64_t)vectors[(access->address + 1) * lanes + lane]
                                            << 32;
      return (char*)(base + (int64_t)offset);
    }
  }
}

static int DoAccess(const struct Program* program, const struct Access* access, void** buffers) {
  const uint64_t active = ActiveLanes(buffers[0], program->lanes);
  uint32_t* registers = buffers[access->is_accumulator ? 5 : 1];
  const int lanes = program->lanes;
  for (int lane = 0; lane < lanes; ++lane) {
    if ((active >> lane & 1) == 0) continue;
    char* at[2];
    for (int e = 0; e < access->elements; ++e) {
      at[e] = AddressOf(program, access, buffers, lane, e);
      if (access->space == kLds && at[e] == NULL) return 0;
    }
    uint32_t words[2][4] = {{0}};
    if (!access->is_store) {
      for (int e = 0; e < access->elements; ++e) {
        if (access->space == kSwizzledScratch) {
          for (int b = 0; b < access->bytes; b += 4) {
            memcpy(&words[e][b / 4], at[e] + (size_t)b * lanes, access->bytes < 4 ? access->bytes : 4);
          }
        } else {
          memcpy(words[e], at[e], access->bytes);
        }
        if (access->is_signed) {
          const int shift = 32 - 8 * access->bytes;
          words[e][0] = (uint32_t)((int32_t)(words[e][0] << shift) >> shift);
        }
      }
    }
    for (int e = 0; e < access->elements; ++e) {
      uint32_t* first = &registers[access->data[e] * lanes + lane];
      const int count = (access->bytes + 3) / 4;
      if (!access->is_store) {
        if (access->half == kLow) {
          *first = (*first & 0xffff0000u) | (words[e][0] & 0xffffu);
        } else if (access->half == kHigh) {
          *first = (*first & 0xffffu) | words[e][0] << 16;
        } else {
          for (int i = 0; i < count; ++i) first[i * lanes] = words[e][i];
        }
        continue;
      }
      for (int i = 0; i < count; ++i) words[e][i] = first[i * lanes];
      if (access->half == kHigh) words[e][0] >>= 16;
      if (access->space == kSwizzledScratch) {
        for (int b = 0; b < access->bytes; b += 4) {
          memcpy(at[e] + (size_t)b * lanes, &words[e][b / 4], access->bytes < 4 ? access->bytes : 4);
        }
      } else {
        memcpy(at[e], words[e], access->bytes);
      }
    }
  }
  return 1;
}

// Executes v_mad_f32, which rounds the product before the sum.
static void DoMultiplyAdd(const struct Program* program, const struct MultiplyAdd* op,
                          void** buffers) {
  const uint32_t* scalars = buffers[0];
  uint32_t* vectors = buffers[1];
  const uint64_t active = ActiveLanes(scalars, program->lanes);
  for (int lane = 0; lane < program->lanes; ++lane) {
    if ((active >> lane & 1) == 0) continue;
    float values[3];
    for (int i = 0; i < 3; ++i) {
      const int source = op->source[i];
      const uint32_t* from =
          source >= 256 ? &vectors[(source - 256) * program->lanes + lane] : &scalars[source];
      memcpy(&values[i], from, 4);
      if (op->absolute >> i & 1) values[i] = fabsf(values[i]);
      if (op->negated >> i & 1) values[i] = -values[i];
    }
    const volatile float product = values[0] * values[1];
    const float sum = product + values[2];
    memcpy(&vectors[op->target * program->lanes + lane], &sum, 4);
  }
}

// Runs a wave until it ends, reaches a barrier or has a fault, but at most `limit` instructions.
int RunWave(struct Program* program, void** buffers, uint64_t limit) {
  uint32_t* scalars = buffers[0];
  if (sigsetjmp(at_fault, 0) != 0) {
    is_running = 0;
    program->fault = fault_address;
    return kFault;
  }
  is_running = 1;
  int outcome = kSliceDone;
  for (uint64_t done = 0; done < limit; ++done) {
    const uint64_t pc = Pair(scalars, kPc);
    if (pc == ~(uint64_t)0) {
      outcome = kEnded;
      break;
    }
    if (pc < program->start || pc >= program->start + program->bytes || pc % 4 != 0) {
      outcome = kOutside;
      break;
    }
    const struct Instruction* instruction = &program->table[(pc - program->start) / 4];
    if (instruction->kind == kUnknown) {
      outcome = kUntranslated;
      break;
    }
    if (instruction->kind == kFunction) {
      const uint8_t* a = instruction->arguments;
      ((Function)instruction->function)(buffers[a[0]], buffers[a[1]], buffers[a[2]], buffers[a[3]],
                                        buffers[a[4]], buffers[a[5]]);
      continue;
    }
    if (instruction->kind == kAccess && !DoAccess(program, &instruction->access, buffers)) {
      outcome = kLdsFault;
      break;
    }
    if (instruction->kind == kMultiplyAdd) {
      DoMultiplyAdd(program, &instruction->multiply_add, buffers);
    }
    const uint64_t next = pc + instruction->size;
    scalars[kPc] = (uint32_t)next;
    scalars[kPc + 1] = (uint32_t)(next >> 32);
    if (instruction->kind == kBarrier) {
      outcome = kAtBarrier;
      break;
    }
  }
  is_running = 0;
  return outcome;
}
