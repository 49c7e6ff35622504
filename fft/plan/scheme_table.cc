#include "absl/strings/str_join.h"
#include "fft/base/status.h"
#include "fft/plan/scheme.h"
#include "fft/plan/schemes/table.h"

namespace fft {

const std::vector<Scheme>& SchemeTable() {
  static const auto* const kTable = new std::vector<Scheme>{
#define SCHEME_KIND(id, name, work) id##Scheme,
#include "fft/tree/scheme_kinds.def"
#undef SCHEME_KIND
  };
  return *kTable;
}

const Scheme& SchemeOf(SchemeKind kind) {
  FFT_CHECK(static_cast<size_t>(kind) < SchemeTable().size());
  return SchemeTable()[static_cast<size_t>(kind)];
}

absl::StatusOr<SchemeKind> ParseScheme(const std::string& field, const std::string& name) {
  std::vector<std::string> names;
  for (const Scheme& scheme : SchemeTable()) {
    if (!PlansProblems(scheme)) continue;
    names.push_back(ToString(scheme.kind));
    if (names.back() == name) return scheme.kind;
  }
  return InvalidField(field, name, absl::StrJoin(names, ", "));
}

}  // namespace fft
