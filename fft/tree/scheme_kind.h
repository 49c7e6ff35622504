// The names of the schemes: ways to split a transform, or to compute it by one kernel.
#ifndef FFT_TREE_SCHEME_KIND_H_
#define FFT_TREE_SCHEME_KIND_H_

#include <string>

namespace fft {

enum class SchemeKind {
#define SCHEME_KIND(id, name, work) id,
#include "fft/tree/scheme_kinds.def"
#undef SCHEME_KIND
};

inline constexpr int kSchemeKinds = 0
#define SCHEME_KIND(id, name, work) +1
#include "fft/tree/scheme_kinds.def"
#undef SCHEME_KIND
    ;

std::string ToString(SchemeKind scheme);  // "STOCKHAM", "L1D_CC", ...

}  // namespace fft

#endif  // FFT_TREE_SCHEME_KIND_H_
