#include "fft/codegen/passes/ask_ahead.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fft/base/status.h"
#include "fft/codegen/ast/ex.h"
#include "fft/codegen/ast/rewrite.h"
#include "fft/codegen/passes/name_set.h"

namespace fft::codegen {
namespace {

// Statements of a block that is being made.
class Block {
 public:
  Block(Arena* arena, NameSet* names) : arena_(arena), names_(names) {}

  Ex Let(const char* name, Ex value) {
    Payload payload;
    payload.text = arena_->Intern(names_->Fresh(name));
    Add(Kind::kLet, std::array{value.node()}, payload);
    return VarRef(arena_, value.type(), payload.text);
  }
  void Prefetch(Ex pointer, Ex index) {
    Add(Kind::kPrefetch, std::array{pointer.node(), index.node()}, {});
  }
  void If(Ex condition, const Block& then) {
    const Node* block = arena_->Make(Kind::kBlock, Type::Void(), then.statements_);
    Add(Kind::kIf, std::array{condition.node(), block}, {});
  }
  const std::vector<const Node*>& statements() const { return statements_; }

 private:
  template <typename Args>
  void Add(Kind kind, const Args& args, const Payload& payload) {
    statements_.push_back(arena_->Make(kind, Type::Void(), args, payload));
  }

  Arena* arena_;
  NameSet* names_;
  std::vector<const Node*> statements_;
};

Ex ParameterOf(const Kernel& kernel, std::string_view name, Arena* arena) {
  const auto found = std::find_if(kernel.params.begin(), kernel.params.end(),
                                  [name](const Param& param) { return param.name == name; });
  FFT_CHECK(found != kernel.params.end());
  return VarRef(arena, found->type, arena->Intern(name));
}

// Index of the statement that contains barrier number `barrier`, or of the last statement that
// contains any barrier.
std::optional<size_t> StatementOfBarrier(const Node* body, int barrier) {
  std::optional<size_t> found;
  int seen = 0;
  for (size_t i = 0; i < body->args.size() && seen < barrier; ++i) {
    const int before = seen;
    Walk(body->args[i], [&seen](const Node* node) {
      seen += node->kind == Kind::kBarrier ? 1 : 0;
      return true;
    });
    if (seen > before) found = i;
  }
  return found;
}

}  // namespace

Kernel AskAhead(const Kernel& kernel, const AheadForm& form) {
  const std::optional<size_t> at = StatementOfBarrier(kernel.body, form.barrier);
  if (!at) return kernel;
  auto arena = std::make_shared<Arena>(kernel.arena);
  NameSet names(kernel);
  const Ex in = ParameterOf(kernel, "in", arena.get());
  const Ex stride = ParameterOf(kernel, "tile_in_stride", arena.get());
  const Ex group = BuiltinRef(arena.get(), BuiltinId::kBlockIndex);
  const Ex thread = BuiltinRef(arena.get(), BuiltinId::kThreadIndex);
  Block outer(arena.get(), &names), inner(arena.get(), &names);
  const Ex next = outer.Let("ahead", form.falls ? group - form.groups : group + form.groups);
  Ex first = Cast(stride.type(), next) * stride;
  if (form.rows > 1) first = first * form.rows;
  first = inner.Let("ahead_at", first);
  const Ex line = inner.Let("ahead_line", thread * form.line_elements);
  const int64_t round = kernel.workgroup_size * form.line_elements;
  for (int row = 0; row < form.rows; ++row) {
    if (row > 0) first = inner.Let("ahead_at", first + stride);
    for (int64_t done = 0; done < form.elements; done += round) {
      const Ex element = first + Cast(stride.type(), line) + done;
      if (done + round <= form.elements) {
        inner.Prefetch(in, element);
        continue;
      }
      Block last(arena.get(), &names);
      last.Prefetch(in, element);
      inner.If(line < form.elements - done, last);
    }
  }
  const Ex groups = BuiltinRef(arena.get(), BuiltinId::kBlockCount);
  const Ex whole = form.rows > 1 ? next + 1 : next;
  outer.If(form.falls ? next >= 0 : whole < groups, inner);
  std::vector<const Node*> statements(kernel.body->args.begin(), kernel.body->args.end());
  statements.insert(statements.begin() + static_cast<std::ptrdiff_t>(*at),
                    outer.statements().begin(), outer.statements().end());
  Kernel result = kernel;
  result.body = arena->WithArgs(kernel.body, statements);
  result.arena = std::move(arena);
  return result;
}

}  // namespace fft::codegen
