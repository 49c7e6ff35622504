// Builder: writes one kernel statement by statement.
//
//   Builder b("scale");
//   Ex data = b.Param("data", Type::Global(Type::Real(Precision::kSingle)));
//   Ex n = b.Param("n", Type::Int32());
//   b.SetWorkgroup(64);
//   Ex i = b.Let("i", b.BlockIndex() * 64 + b.ThreadIndex());
//   b.If(i < n, [&] {
//     Ex x = b.Let("x", Load(data, i));
//     b.Store(data, i, x * 2.0);
//   });
//   Kernel kernel = b.Finish();
//
// Names are hints: the builder appends a number where a hint was used before, so names are unique
// in the kernel and a later rewrite can move statements without capture. A Builder makes one
// kernel.
#ifndef FFT_CODEGEN_AST_BUILDER_H_
#define FFT_CODEGEN_AST_BUILDER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "fft/codegen/ast/ex.h"
#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

class Builder {
 public:
  explicit Builder(std::string kernel_name);

  // The functions that declare the signature. Names of parameters and arrays are kept exactly;
  // nothing else may have them.
  Ex Param(std::string_view name, Type type, Aliasing aliasing = Aliasing::kRestrict);
  Ex Shared(std::string_view name, Type element, int64_t count, int side = 0);
  void SetWorkgroup(int threads, int min_blocks = 0);

  // Expressions without operands.
  Ex ThreadIndex() { return BuiltinRef(arena(), BuiltinId::kThreadIndex); }
  Ex BlockIndex() { return BuiltinRef(arena(), BuiltinId::kBlockIndex); }
  Ex BlockCount() { return BuiltinRef(arena(), BuiltinId::kBlockCount); }
  Ex Int(int64_t value) { return IntLit(arena(), Type::Int32(), value); }
  Ex Int64(int64_t value) { return IntLit(arena(), Type::Int64(), value); }
  Ex Real(long double value, Precision precision) {
    return RealLit(arena(), Type::Real(precision), value);
  }

  // Each of these functions appends a statement to the innermost open block. Let returns `value`
  // itself if it is a literal or a variable that is never reassigned, since a second name would say
  // nothing.
  Ex Let(std::string_view name_hint, Ex value);
  Ex Var(std::string_view name_hint, Type type);
  void Assign(Ex variable, Ex value);
  void Store(Ex pointer, Ex index, Ex value);
  // Prefetches an element that is used later. Dialects without prefetches leave the statement out.
  void Prefetch(Ex pointer, Ex index, Access use);
  // Copies one element from a global array to a shared array, while the thread goes on.
  void CopyAsync(Ex to, Ex to_index, Ex from, Ex from_index);
  void AwaitCopies();
  // A literal condition makes no If: with true the statements of `then` stand in place, with false
  // they are dropped.
  void If(Ex condition, const std::function<void()>& then);
  void For(std::string_view name_hint, Ex begin, Ex end, const std::function<void(Ex)>& body) {
    For(name_hint, {begin, end, Ex(), LoopHint::kNone}, body);
  }
  struct Range {
    Ex begin, end, step;  // without a step: 1
    LoopHint hint = LoopHint::kNone;
  };
  void For(std::string_view name_hint, const Range& range, const std::function<void(Ex)>& body);
  void Barrier();
  void Exit();
  void Signal(Ex counters, Ex index);
  void AwaitSignals(Ex counters, Ex index, Ex count);
  void Comment(std::string_view text);
  // Appends a finished statement.
  void Append(const Node* statement);

  // A name that nothing in the kernel has: the hint, or the hint with a number.
  std::string UniqueName(std::string_view hint);

  Arena* arena() { return arena_.get(); }

  // Returns the finished kernel. The builder is empty afterwards.
  Kernel Finish();

 private:
  Ex Declare(std::string_view name, Type type);
  const Node* CloseBlock(const std::function<void()>& body);

  std::shared_ptr<Arena> arena_;
  Kernel kernel_;
  std::vector<std::vector<const Node*>> open_blocks_;
  std::unordered_map<std::string, int> used_names_;  // name -> next number to try
  std::unordered_set<std::string_view> mutable_names_;
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_AST_BUILDER_H_
