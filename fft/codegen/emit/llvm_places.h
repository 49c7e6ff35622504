// Places in memory, as an index and a literal offset. If two places differ only in the offset, they
// are known to lie near each other. Part of emit/llvm_ir_writer.cc.
#ifndef FFT_CODEGEN_EMIT_LLVM_PLACES_H_
#define FFT_CODEGEN_EMIT_LLVM_PLACES_H_

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "fft/codegen/ast/ex.h"

namespace fft::codegen {

// The element behind `pointer` at `index` + offset.
struct Place {
  const Node* pointer = nullptr;
  Ex index;
  int64_t offset = 0;
  std::string key;  // equal for equal pointers and indices
};

// Takes literals out of indices. It finds them in sums, in products with literals, under widening
// casts, and behind Lets.
class Places {
 public:
  explicit Places(std::shared_ptr<Arena> arena) : arena_(std::move(arena)) {}

  // Adds a Let of an integer, so that Of can look behind its name.
  void AddLet(const Node* let) { lets_[std::string(let->name())] = let->arg(0); }
  // The value of a Let that was added; null where there is none.
  const Node* LetOf(std::string_view name) const;

  Place Of(const Node* pointer, const Node* index) const;

 private:
  std::pair<Ex, int64_t> SplitOffset(const Node* node, int depth) const;

  std::shared_ptr<Arena> arena_;
  std::unordered_map<std::string, const Node*> lets_;
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_LLVM_PLACES_H_
