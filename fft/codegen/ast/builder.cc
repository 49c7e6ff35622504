#include "fft/codegen/ast/builder.h"

#include <array>
#include <utility>

#include "fft/base/status.h"

namespace fft::codegen {
namespace {

// Identifiers that mean something in a dialect, which no variable may take.
constexpr std::string_view kReserved[] = {
    "auto",     "bool",    "break",       "case",      "char",   "class",   "const",     "double",
    "do",       "else",    "enum",        "float",     "for",    "fma",     "fmaf",      "half",
    "half2",    "if",      "inline",      "int",       "long",   "min",     "new",       "register",
    "return",   "short",   "signed",      "sizeof",    "static", "struct",  "switch",    "template",
    "this",     "typedef", "union",       "unsigned",  "using",  "void",    "volatile",  "while",
    "args",     "block",   "first_block", "end_block", "float2", "double2", "threadIdx", "blockIdx",
    "blockDim", "gridDim", "warpSize",
};

}  // namespace

Builder::Builder(std::string kernel_name) : arena_(std::make_shared<Arena>()), open_blocks_(1) {
  for (std::string_view name : kReserved) used_names_.emplace(name, 1);
  used_names_.emplace(kernel_name, 1);
  kernel_.name = std::move(kernel_name);
}

Ex Builder::Param(std::string_view name, Type type, Aliasing aliasing) {
  kernel_.params.push_back({std::string(name), type, aliasing});
  return Declare(name, type);
}

Ex Builder::Shared(std::string_view name, Type element, int64_t count, int side) {
  FFT_CHECK(count > 0);
  kernel_.shared.push_back({std::string(name), element, count, side});
  return Declare(name, Type::Shared(element));
}

void Builder::SetWorkgroup(int threads, int min_blocks) {
  FFT_CHECK(threads > 0 && min_blocks >= 0);
  kernel_.workgroup_size = threads;
  kernel_.min_blocks = min_blocks;
}

Ex Builder::Let(std::string_view name_hint, Ex value) {
  FFT_CHECK(!value.type().IsVoid() && !value.type().IsPointer());
  const Node* node = value.node();
  const bool is_name = node->kind == Kind::kVarRef && !mutable_names_.contains(node->name());
  if (is_name || node->kind == Kind::kIntLit || node->kind == Kind::kRealLit) return value;
  Payload payload;
  const std::string name = UniqueName(name_hint);
  payload.text = name;
  Append(arena_->Make(Kind::kLet, Type::Void(), std::array{node}, payload));
  return VarRef(arena(), value.type(), name);
}

Ex Builder::Var(std::string_view name_hint, Type type) {
  Payload payload;
  const std::string name = UniqueName(name_hint);
  payload.text = name;
  payload.var_type = type;
  const Node* declaration = arena_->Make(Kind::kDeclVar, Type::Void(), {}, payload);
  Append(declaration);
  mutable_names_.insert(declaration->name());
  return VarRef(arena(), type, name);
}

void Builder::Assign(Ex variable, Ex value) {
  FFT_CHECK(variable.node()->kind == Kind::kVarRef && variable.type() == value.type());
  Append(arena_->Make(Kind::kAssign, Type::Void(), std::array{variable.node(), value.node()}));
}

void Builder::Store(Ex pointer, Ex index, Ex value) {
  FFT_CHECK(pointer.type().IsPointer() && pointer.type().element() == value.type());
  Append(arena_->Make(Kind::kStore, Type::Void(),
                      std::array{pointer.node(), index.node(), value.node()}));
}

void Builder::Prefetch(Ex pointer, Ex index, Access use) {
  Payload payload;
  payload.integer = use == Access::kReadOnly ? 0 : 1;
  Append(arena_->Make(Kind::kPrefetch, Type::Void(), std::array{pointer.node(), index.node()},
                      payload));
}

void Builder::CopyAsync(Ex to, Ex to_index, Ex from, Ex from_index) {
  FFT_CHECK(to.type().IsPointer() && to.type().element() == from.type().element());
  Append(arena_->Make(Kind::kCopyAsync, Type::Void(),
                      std::array{to.node(), to_index.node(), from.node(), from_index.node()}));
}

void Builder::AwaitCopies() { Append(arena_->Make(Kind::kAwaitCopies, Type::Void(), {})); }

void Builder::If(Ex condition, const std::function<void()>& then) {
  FFT_CHECK(condition.type().IsBool());
  if (condition.node()->kind == Kind::kIntLit) {
    if (condition.node()->integer() != 0) then();
    return;
  }
  const Node* block = CloseBlock(then);
  if (block->args.empty()) return;
  Append(arena_->Make(Kind::kIf, Type::Void(), std::array{condition.node(), block}));
}

void Builder::For(std::string_view name_hint, const Range& range,
                  const std::function<void(Ex)>& body) {
  const Type type =
      range.begin.type().bits() < range.end.type().bits() ? range.end.type() : range.begin.type();
  const Ex begin = Cast(type, range.begin), end = Cast(type, range.end);
  const Ex step = range.step ? Cast(type, range.step) : LitLike(begin, int64_t{1});
  Payload payload;
  const std::string name = UniqueName(name_hint);
  payload.text = name;
  payload.loop = range.hint;
  const Node* block = CloseBlock([&] { body(VarRef(arena(), type, name)); });
  Append(arena_->Make(Kind::kFor, Type::Void(),
                      std::array{begin.node(), end.node(), step.node(), block}, payload));
}

void Builder::Barrier() { Append(arena_->Make(Kind::kBarrier, Type::Void(), {})); }

void Builder::Exit() { Append(arena_->Make(Kind::kExit, Type::Void(), {})); }

void Builder::Signal(Ex counters, Ex index) {
  Append(arena_->Make(Kind::kSignal, Type::Void(), std::array{counters.node(), index.node()}));
}

void Builder::AwaitSignals(Ex counters, Ex index, Ex count) {
  Append(arena_->Make(Kind::kAwaitSignals, Type::Void(),
                      std::array{counters.node(), index.node(), count.node()}));
}

void Builder::Comment(std::string_view text) {
  Payload payload;
  payload.text = text;
  Append(arena_->Make(Kind::kComment, Type::Void(), {}, payload));
}

void Builder::Append(const Node* statement) { open_blocks_.back().push_back(statement); }

std::string Builder::UniqueName(std::string_view hint) {
  std::string name(hint);
  const auto [entry, is_new] = used_names_.emplace(name, 1);
  if (is_new) return name;
  int& next = entry->second;  // the reference stays valid when the map grows
  const bool ends_in_digit = hint.back() >= '0' && hint.back() <= '9';
  do {
    name = std::string(hint) + (ends_in_digit ? "_" : "") + std::to_string(next++);
  } while (!used_names_.emplace(name, 1).second);
  return name;
}

Kernel Builder::Finish() {
  FFT_CHECK(open_blocks_.size() == 1);
  kernel_.body = arena_->Make(Kind::kBlock, Type::Void(), open_blocks_.back());
  kernel_.arena = std::move(arena_);
  open_blocks_.clear();
  return std::move(kernel_);
}

Ex Builder::Declare(std::string_view name, Type type) {
  FFT_CHECK(used_names_.emplace(std::string(name), 1).second);
  return VarRef(arena(), type, name);
}

const Node* Builder::CloseBlock(const std::function<void()>& body) {
  open_blocks_.emplace_back();
  body();
  const std::vector<const Node*> statements = std::move(open_blocks_.back());
  open_blocks_.pop_back();
  return arena_->Make(Kind::kBlock, Type::Void(), statements);
}

}  // namespace fft::codegen
