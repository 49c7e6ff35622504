// The order of candidates: one list of criteria, used to compare and to explain.
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/assign/search.h"

namespace fft {
namespace {

// One figure of a candidate. The smaller value ranks first; figures of which more is better are
// negated.
struct Criterion {
  const char* name;  // in the comparative: "fewer buffers"
  int64_t (*value)(const Candidate&);
  bool more_is_better;
};

const Criterion kFused = {"more fused kernels",
                          [](const Candidate& c) -> int64_t { return c.scores.fused; }, true};
const Criterion kBuffers = {"fewer buffers",
                            [](const Candidate& c) -> int64_t { return c.scores.buffers; }, false};
const Criterion kPadded = {"more padded reads and writes",
                           [](const Candidate& c) -> int64_t { return c.scores.padded; }, true};
const Criterion kInPlace = {"more in-place steps",
                            [](const Candidate& c) -> int64_t { return c.scores.in_place; }, true};
const Criterion kTypeChanges = {"fewer type changes",
                                [](const Candidate& c) -> int64_t { return c.scores.type_changes; },
                                false};
const Criterion kWorkspace = {"less workspace",
                              [](const Candidate& c) { return c.workspace_bytes; }, false};

std::vector<Criterion> Criteria(Strategy strategy) {
  if (strategy == Strategy::kFewestBuffers) {
    return {kBuffers, kWorkspace, kFused, kPadded, kInPlace, kTypeChanges};
  }
  return {kFused, kBuffers, kPadded, kInPlace, kTypeChanges, kWorkspace};
}

std::vector<Buffer> Buffers(const Candidate& candidate) {
  std::vector<Buffer> buffers;
  for (const Step& step : candidate.steps) buffers.push_back(step.out.buffer);
  return buffers;
}

std::string Join(const std::vector<Buffer>& buffers) {
  return absl::StrJoin(buffers, " ", [](std::string* out, Buffer buffer) {
    absl::StrAppend(out, ToString(buffer));
  });
}

}  // namespace

bool RanksBefore(const Candidate& a, const Candidate& b, Strategy strategy) {
  for (const Criterion& criterion : Criteria(strategy)) {
    const int64_t va = criterion.value(a), vb = criterion.value(b);
    if (va != vb) return (va < vb) != criterion.more_is_better;
  }
  return Buffers(a) < Buffers(b);
}

std::string ExplainOrder(const Candidate& a, const Candidate& b, Strategy strategy) {
  for (const Criterion& criterion : Criteria(strategy)) {
    const int64_t va = criterion.value(a), vb = criterion.value(b);
    if (va != vb) return absl::StrCat(criterion.name, ": ", va, " against ", vb);
  }
  if (Buffers(a) == Buffers(b)) return "the same assignment";
  return absl::StrCat("equal scores; by name of the buffers written: ", Join(Buffers(a)),
                      " before ", Join(Buffers(b)));
}

}  // namespace fft
