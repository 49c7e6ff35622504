// The barrier-free regions of a workgroup kernel and the values that cross between them.
#ifndef FFT_CODEGEN_PASSES_REGIONS_H_
#define FFT_CODEGEN_PASSES_REGIONS_H_

#include <memory>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

struct RegionList;

// One part of a statement list that contains barriers.
struct RegionItem {
  enum class Kind {
    kRegion,    // `statements` run for all threads, without a barrier
    kUniform,   // `head` is a Let that is the same for all threads
    kCompound,  // `head` is a uniform If or For with barriers inside, `body` its statements
  };
  Kind kind = Kind::kRegion;
  std::vector<const Node*> statements;
  const Node* head = nullptr;
  std::unique_ptr<RegionList> body;
};

struct RegionList {
  std::vector<RegionItem> items;
};

struct Regions {
  RegionList root;
  // Lets outside of regions whose values follow only from indices and parameters, in order. Each
  // region that uses one of them computes it again.
  std::vector<const Node*> pure_lets;
  // Lets and variables whose value one region makes and another one reads, with their types, in
  // order of declaration. Their values need memory.
  std::vector<std::pair<std::string_view, Type>> crossing;
};

// Splits a verified kernel's body. The nodes are the kernel's own.
Regions SplitAtBarriers(const Kernel& kernel);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_REGIONS_H_
