#include "fft/tree/scheme_kind.h"

namespace fft {
namespace {

// One entry for each SchemeKind, in the order of the enumeration.
constexpr const char* kNames[] = {
#define SCHEME_KIND(id, name, work) name,
#include "fft/tree/scheme_kinds.def"
#undef SCHEME_KIND
};

}  // namespace

std::string ToString(SchemeKind scheme) {
  const int index = static_cast<int>(scheme);
  return index >= 0 && index < kSchemeKinds ? kNames[index] : "?";
}

}  // namespace fft
