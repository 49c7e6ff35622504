#include "fft/codegen/ast/equal.h"

#include <cstddef>

namespace fft::codegen {

bool Equal(const Node* a, const Node* b) {
  if (a == b) return true;
  if (a->kind != b->kind || a->type != b->type || a->payload != b->payload ||
      a->args.size() != b->args.size()) {
    return false;
  }
  for (size_t i = 0; i < a->args.size(); ++i) {
    if (!Equal(a->arg(i), b->arg(i))) return false;
  }
  return true;
}

bool Equal(const Kernel& a, const Kernel& b) {
  return a.name == b.name && a.model == b.model && a.params == b.params && a.shared == b.shared &&
         a.workgroup_size == b.workgroup_size && a.min_blocks == b.min_blocks &&
         a.launches_early == b.launches_early && a.load_callback == b.load_callback &&
         a.store_callback == b.store_callback && Equal(a.body, b.body);
}

}  // namespace fft::codegen
