#include "fft/codegen/emit/ptx_writer.h"

#include <cstdint>
#include <string>

#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/codegen/emit/ptx.h"
#include "fft/codegen/emit/shared_memory.h"

namespace fft::codegen {
namespace {

// The most that an instruction adds to its address: the machine's own field has 24 bits with a
// sign.
constexpr int64_t kMaxOffset = (1 << 23) - 1;

}  // namespace

PtxClass PtxClassOf(Type type) {
  if (type.IsBool()) return PtxClass::kPredicate;
  if (type.IsPointer()) return PtxClass::kInt64;
  if (type.IsInt()) return type.bits() == 64 ? PtxClass::kInt64 : PtxClass::kInt32;
  FFT_CHECK(type.IsReal());
  switch (type.precision()) {
    case Precision::kHalf:
    case Precision::kBfloat16:
      return PtxClass::kHalf;
    case Precision::kSingle:
      return PtxClass::kSingle;
    case Precision::kDouble:
      return PtxClass::kDouble;
  }
  FFT_CHECK(false);
}

std::string PtxAccessType(Type type) {
  const Type part = type.IsComplex() ? type.part() : type;
  return (type.IsComplex() ? ".v2" : "") + std::string(SpellingOf(PtxClassOf(part)).type);
}

PtxWriter::PtxWriter(const Kernel& kernel) : kernel_(kernel) {}

void PtxWriter::Write(std::string* text, LineMap* map) {
  DeclareShared();
  LoadParameters();
  if (kernel_.launches_early) {
    text_.Line("griddepcontrol.launch_dependents");
    text_.Line("griddepcontrol.wait");
  }
  for (const Node* statement : kernel_.body->args) Statement(statement);
  text_.Line("ret");
  *text += text_.Declarations();
  text_.Finish(text, map);
}

void PtxWriter::LoadParameters() {
  for (const Param& param : kernel_.params) {
    const PtxClass c = PtxClassOf(param.type);
    const std::string where = "[" + param.name + "]";
    Value& value = values_[param.name];
    if (param.type.IsPointer()) {
      const PtxOperand generic = text_.Define(c, "ld.param.b64", {where});
      value.re = text_.Define(c, "cvta.to.global.u64", {generic});
      const bool is_const = param.type.access() == Access::kReadOnly;
      if (is_const && param.aliasing == Aliasing::kRestrict) read_only_.insert(param.name);
      continue;
    }
    const std::string type = SpellingOf(c).type;
    const PtxOperand loaded = text_.Define(c, "ld.param" + type, {where});
    if (param.type.IsInt()) {
      value.integer = {loaded, 0, param.type.bits()};
    } else {
      value.re = loaded;
    }
  }
}

// Notes the address of each shared array. ptx.cc declares the arrays.
void PtxWriter::DeclareShared() {
  const bool is_dynamic = HasDynamicShared(kernel_, Dialect::kCudaPtx);
  const std::vector<int64_t> offsets = SharedOffsets(kernel_);
  for (size_t i = 0; i < offsets.size(); ++i) {
    const std::string& name = kernel_.shared[i].name;
    shared_[name] = is_dynamic ? PtxInt{kPtxDynamicShared, offsets[i], 32} : PtxInt{name, 0, 32};
  }
}

void PtxWriter::Statement(const Node* node) {
  const bool is_mapped = is_mapped_;
  text_.BeginStatement(node, is_mapped);
  WriteStatement(node);
  text_.EndStatement(is_mapped);
}

void PtxWriter::Block(const Node* block) {
  for (const Node* statement : block->args) Statement(statement);
}

void PtxWriter::WriteStatement(const Node* node) {
  switch (node->kind) {
    case Kind::kBlock:
      return Block(node);
    case Kind::kLet:
      values_[node->name()] = Evaluate(node->arg(0));
      return;
    case Kind::kDeclVar: {
      const Type type = node->payload.var_type;
      const PtxClass c = PtxClassOf(type.IsComplex() ? type.part() : type);
      Variable& variable = variables_[node->name()];
      variable = {type, text_.NewRegister(c), ""};
      if (type.IsComplex()) variable.im = text_.NewRegister(c);
      return;
    }
    case Kind::kAssign:
      return Assign(node);
    case Kind::kStore:
      return Store(node);
    case Kind::kPrefetch:
      return text_.Line("prefetch.global.L2 " + AddressOf(node->arg(0), node->arg(1)).text);
    case Kind::kCopyAsync:
      return Copy(node);
    case Kind::kAwaitCopies:
      return text_.Line("cp.async.wait_all");
    case Kind::kIf:
      return If(node);
    case Kind::kFor:
      return For(node);
    case Kind::kBarrier:
      return Barrier(node);
    case Kind::kExit:
      return text_.Line("exit");
    case Kind::kSignal:
      return text_.Line("red.release.gpu.global.add.s32 " +
                        AddressOf(node->arg(0), node->arg(1)).text + ", 1");
    case Kind::kAwaitSignals:
      return AwaitSignals(node);
    case Kind::kComment:
      return text_.Raw("  // " + std::string(node->name()));
    default:
      FFT_CHECK(false);  // callbacks do not reach this dialect, expressions are no statements
  }
}

// Barrier 0 is for all threads; others are numbered from 1.
void PtxWriter::Barrier(const Node* node) {
  const int64_t threads = node->integer();
  if (threads == 0) return text_.Line("bar.sync 0");
  const Ex part = BuiltinRef(&arena_, BuiltinId::kThreadIndex) / threads + 1;
  text_.Line("bar.sync " + integers_.Materialize(Integer(part.node())) + ", " +
             std::to_string(threads));
}

void PtxWriter::AwaitSignals(const Node* node) {
  const Address counter = AddressOf(node->arg(0), node->arg(1));
  const PtxOperand count = integers_.Materialize(Integer(node->arg(2)));
  const std::string again = text_.NewLabel("$await");
  text_.OpenLoop();
  const PtxOperand seen = text_.NewRegister(PtxClass::kInt32);
  const PtxOperand waits = text_.NewRegister(PtxClass::kPredicate);
  text_.Raw(again + ":");
  text_.Line("ld.acquire.gpu.global.s32 " + seen + ", " + counter.text);
  text_.Line("setp.lt.s32 " + waits + ", " + seen + ", " + count);
  text_.Line("@" + waits + " bra " + again);
  text_.CloseScope();
}

void PtxWriter::Assign(const Node* node) {
  const Value value = Evaluate(node->arg(1));
  const Variable& variable = variables_.at(node->arg(0)->name());
  const Type type = variable.type;
  const Type part = type.IsComplex() ? type.part() : type;
  const std::string move = std::string("mov") + SpellingOf(PtxClassOf(part)).type + " ";
  if (type.IsBool()) return text_.Line(move + variable.re + ", " + Predicate(value));
  if (type.IsComplex()) {
    text_.Line(move + variable.re + ", " + value.re);
    return text_.Line(move + variable.im + ", " + value.im);
  }
  text_.Line(move + variable.re + ", " + ScalarOf(type, value));
}

void PtxWriter::Store(const Node* node) {
  const Type type = node->arg(2)->type;
  const Value value = Evaluate(node->arg(2));
  const Address address = AddressOf(node->arg(0), node->arg(1));
  const std::string operand =
      type.IsComplex() ? "{" + value.re + ", " + value.im + "}" : ScalarOf(type, value);
  text_.Line("st." + address.space + PtxAccessType(type) + " " + address.text + ", " + operand);
}

void PtxWriter::Copy(const Node* node) {
  const Address to = AddressOf(node->arg(0), node->arg(1));
  const Address from = AddressOf(node->arg(2), node->arg(3));
  text_.Line("cp.async.ca.shared.global " + to.text + ", " + from.text + ", " +
             std::to_string(SizeOf(node->arg(0)->type.element())));
}

void PtxWriter::If(const Node* node) {
  const Value condition = Evaluate(node->arg(0));
  if (condition.re.empty()) {
    if (condition.integer.offset != 0) Block(node->arg(1));
    return;
  }
  const std::string end = text_.NewLabel("$endif");
  text_.Line("@!" + condition.re + " bra " + end);
  text_.OpenBranch();
  Block(node->arg(1));
  text_.CloseScope();
  text_.Raw(end + ":");
}

bool PtxWriter::IsUnrolled(const Node* node) const {
  if (node->payload.loop != LoopHint::kUnroll) return false;
  for (size_t i = 0; i < 3; ++i) {
    if (node->arg(i)->kind != Kind::kIntLit) return false;
  }
  return true;
}

void PtxWriter::UnrolledLoop(const Node* node) {
  const bool is_mapped = is_mapped_;
  const int bits = node->arg(0)->type.bits();
  const int64_t end = node->arg(1)->integer(), step = node->arg(2)->integer();
  for (int64_t i = node->arg(0)->integer(); i < end; i += step) {
    values_[node->name()].integer = {"", i, bits};
    Block(node->arg(3));
    is_mapped_ = false;
  }
  is_mapped_ = is_mapped;
}

void PtxWriter::For(const Node* node) {
  if (IsUnrolled(node)) return UnrolledLoop(node);
  const Type type = node->arg(0)->type;
  const PtxClass c = PtxClassOf(type);
  const std::string bits = std::to_string(type.bits());
  const PtxInt first = Integer(node->arg(0)), last = Integer(node->arg(1));
  const PtxOperand begin = integers_.Materialize(first), end = integers_.Materialize(last);
  const PtxOperand step = integers_.Materialize(Integer(node->arg(2)));
  const std::string loop = text_.NewLabel("$for"), done = text_.NewLabel("$endfor");
  text_.OpenLoop();
  const PtxOperand variable = text_.NewRegister(c), again = text_.NewRegister(PtxClass::kPredicate);
  text_.Line("mov.b" + bits + " " + variable + ", " + begin);
  const bool runs_once = first.IsConstant() && last.IsConstant() && first.offset < last.offset;
  const std::string test = "setp.lt.s" + bits + " " + again + ", " + variable + ", " + end;
  if (!runs_once) {
    text_.Line(test);
    text_.Line("@!" + again + " bra " + done);
  }
  text_.Raw(loop + ":");
  values_[node->name()].integer = {variable, 0, type.bits()};
  if (first.IsConstant() && first.offset >= 0) integers_.Know(variable, INT32_MAX);
  Block(node->arg(3));
  text_.Line("add.s" + bits + " " + variable + ", " + variable + ", " + step);
  text_.Line(test);
  text_.Line("@" + again + " bra " + loop);
  text_.Raw(done + ":");
  text_.CloseScope();
}

// The address as a register and a constant offset, so that accesses to one base share the register.
// An offset becomes part of the register if it is negative or does not fit an instruction.
PtxWriter::Address PtxWriter::AddressOf(const Node* pointer, const Node* index) {
  const int64_t size = SizeOf(pointer->type.element());
  PtxInt at = Integer(index);
  const bool is_shared = pointer->type.space() == AddressSpace::kShared;
  const PtxInt base =
      is_shared ? shared_.at(pointer->name()) : PtxInt{values_.at(pointer->name()).re, 0, 64};
  if (!at.IsConstant() && (at.offset < 0 || at.offset * size > kMaxOffset)) {
    at = {integers_.Materialize(at), 0, at.bits};
  }
  const int64_t offset = base.offset + at.offset * size;
  std::string text = base.base;
  if (!at.IsConstant() || offset > kMaxOffset) {
    const PtxClass c = PtxClassOf(Type::Int(base.bits));
    if (is_shared) text = text_.Define(c, "mov.b32", {text});
    const PtxOperand bytes =
        at.IsConstant() ? std::to_string(offset) : integers_.ScaledBase(at, size, base.bits);
    text = text_.Define(c, "add.s" + std::to_string(base.bits), {text, bytes});
    if (at.IsConstant()) return {"[" + text + "]", is_shared ? "shared" : "global"};
  }
  if (offset != 0) text += "+" + std::to_string(offset);
  return {"[" + text + "]", is_shared ? "shared" : "global"};
}

}  // namespace fft::codegen
