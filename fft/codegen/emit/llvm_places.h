// Places in memory, told apart by what their indices have in common: part of
// emit/llvm_ir_writer.cc.
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
  std::string key;  // equal where pointer and index are
};

// Takes literals out of indices, also through Lets: out of sums, of products with literals, and of
// widening.
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
