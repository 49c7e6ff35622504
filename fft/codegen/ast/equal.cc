#include "fft/codegen/ast/equal.h"

#include <cmath>
#include <string_view>
#include <type_traits>

namespace fft::codegen {
namespace {

// FNV-1a over 64-bit words: simple, and the same everywhere.
class Hasher {
 public:
  void Add(uint64_t word) {
    for (int i = 0; i < 8; ++i) AddByte(static_cast<uint8_t>(word >> (8 * i)));
  }
  void Add(std::string_view text) {
    Add(text.size());
    for (char c : text) AddByte(static_cast<uint8_t>(c));
  }
  void Add(Type type) {
    Add(static_cast<uint64_t>(type.kind()));
    if (type.IsInt()) Add(static_cast<uint64_t>(type.bits()));
    if (type.IsReal() || type.IsComplex()) Add(static_cast<uint64_t>(type.precision()));
    if (!type.IsPointer()) return;
    Add(static_cast<uint64_t>(type.space()));
    Add(static_cast<uint64_t>(type.access()));
    Add(type.element());
  }
  // Mantissa and exponent: the padding bytes of a long double carry no value.
  void Add(long double value) {
    int exponent = 0;
    const long double mantissa = std::frexp(value, &exponent);
    const bool negative = std::signbit(value);
    Add(static_cast<uint64_t>(std::ldexp(std::fabs(mantissa), 64)));
    Add(static_cast<uint64_t>(static_cast<int64_t>(exponent)) * 2 + (negative ? 1 : 0));
  }
  void Add(const Node* node) {
    Add(static_cast<uint64_t>(node->kind));
    Add(node->type);
    Add(node->payload.text);
    Add(static_cast<uint64_t>(node->payload.integer));
    Add(node->payload.real);
    Add(uint64_t{node->payload.op} * 256 + static_cast<uint64_t>(node->payload.loop));
    Add(node->payload.var_type);
    Add(static_cast<uint64_t>(node->args.size()));
    for (const Node* arg : node->args) Add(arg);
  }
  uint64_t value() const { return state_; }

 private:
  void AddByte(uint8_t byte) { state_ = (state_ ^ byte) * 0x100000001b3u; }
  uint64_t state_ = 0xcbf29ce484222325u;
};

}  // namespace

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
         a.load_callback == b.load_callback && a.store_callback == b.store_callback &&
         Equal(a.body, b.body);
}

uint64_t Hash(const Node* node) {
  Hasher hasher;
  hasher.Add(node);
  return hasher.value();
}

uint64_t Hash(const Kernel& kernel) {
  Hasher hasher;
  hasher.Add(kernel.name);
  hasher.Add(static_cast<uint64_t>(kernel.model));
  for (const Param& param : kernel.params) {
    hasher.Add(param.name);
    hasher.Add(param.type);
    hasher.Add(static_cast<uint64_t>(param.aliasing));
  }
  for (const SharedArray& array : kernel.shared) {
    hasher.Add(array.name);
    hasher.Add(array.element);
    hasher.Add(static_cast<uint64_t>(array.count));
  }
  hasher.Add(static_cast<uint64_t>(kernel.workgroup_size));
  hasher.Add(static_cast<uint64_t>(kernel.min_blocks));
  for (const CallbackFunction* callback : {&kernel.load_callback, &kernel.store_callback}) {
    hasher.Add(std::string_view(callback->text));
    hasher.Add(callback->element);
  }
  hasher.Add(kernel.body);
  return hasher.value();
}

}  // namespace fft::codegen
