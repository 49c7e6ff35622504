#include "tests/assignment/check_assignment.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/core/dim.h"
#include "fft/core/layout.h"

namespace fft::testing {
namespace {

// Returns the addresses of an edge's reals, in the order of its elements. In this form arrays of
// reals can be compared with arrays of pairs of reals. The two arrays of a planar edge have
// separate addresses.
Layout Reals(ArrayFormat format, const Layout& layout, int64_t pair_stride) {
  if (pair_stride == 0 && (format == ArrayFormat::kReal || IsPlanar(format))) return layout;
  const int64_t units = pair_stride != 0 ? 1 : 2;
  std::vector<LayoutDigit> digits = {{2, pair_stride != 0 ? pair_stride : 1}};
  for (const LayoutDigit& digit : layout.digits()) {
    digits.push_back({digit.length, digit.stride * units});
  }
  return Layout(digits, layout.offset() * units);
}

Layout Reals(const EdgePlacement& edge) {
  return Reals(edge.format, edge.layout, edge.pair_stride);
}

Layout UserReals(const Problem& problem, bool input) {
  return input ? Reals(problem.input.format, InputLayout(problem), 0)
               : Reals(problem.output.format, OutputLayout(problem), 0);
}

class Checker {
 public:
  Checker(const Problem& problem, const PlanOptions& options, const Candidate& candidate)
      : problem_(problem),
        options_(options),
        candidate_(candidate),
        in_place_(problem.placement == Placement::kInPlace) {}

  std::string Run() const {
    if (candidate_.steps.empty()) return "there are no steps";
    std::string wrong = CheckEnds();
    for (size_t i = 0; i < candidate_.steps.size() && wrong.empty(); ++i) {
      const Step& step = candidate_.steps[i];
      const bool last = i + 1 == candidate_.steps.size();
      if (!last && !(step.out == candidate_.steps[i + 1].in)) {
        wrong = "the next step reads something else";
      }
      if (wrong.empty()) wrong = CheckWrite(step, last);
      if (wrong.empty()) wrong = CheckExtents(step);
      if (!wrong.empty()) wrong = absl::StrCat("step ", i, ": ", wrong);
    }
    return wrong;
  }

 private:
  std::string CheckEnds() const {
    const EdgePlacement& first = candidate_.steps.front().in;
    const EdgePlacement& last = candidate_.steps.back().out;
    if (first.buffer != (in_place_ ? Buffer::kUserOut : Buffer::kUserIn)) {
      return absl::StrCat("the first step reads ", fft::ToString(first.buffer));
    }
    if (last.buffer != Buffer::kUserOut) {
      return absl::StrCat("the last step writes ", fft::ToString(last.buffer));
    }
    if (!(Reals(first) == UserReals(problem_, true))) {
      return absl::StrCat("the input is read as ", fft::ToString(first.layout));
    }
    if (!(Reals(last) == UserReals(problem_, false))) {
      return absl::StrCat("the output is written as ", fft::ToString(last.layout));
    }
    return "";
  }

  std::string CheckWrite(const Step& step, bool last) const {
    const Buffer buffer = step.out.buffer;
    if (buffer == Buffer::kUserIn && (in_place_ || !options_.allow_input_overwrite)) {
      return "writes the input";
    }
    if (last || IsTemporary(buffer)) return "";
    const Layout written = Reals(step.out);
    bool fits = false;
    for (const bool input : {true, false}) {
      if (!in_place_ && input != (buffer == Buffer::kUserIn)) continue;
      const Layout user = UserReals(problem_, input);
      const bool inside = written.begin() >= user.begin() && written.end() <= user.end();
      const bool no_gaps = options_.allow_gap_overwrite || !user.has_gaps();
      fits = fits || written == user || (inside && no_gaps);
    }
    return fits ? "" : absl::StrCat("leaves the user's strides: ", fft::ToString(step.out.layout));
  }

  std::string CheckExtents(const Step& step) const {
    for (const EdgePlacement* edge : {&step.in, &step.out}) {
      const auto stride = edge == &step.in ? &Dim::in_stride : &Dim::out_stride;
      // The last axis and the rows of convolutions are left out here. On one side they can have
      // more or fewer elements than the dims say; the naive executor checks these accesses.
      int64_t reach = 0;
      for (size_t i = 0; i < step.loops.size(); ++i) {
        if (!step.row_steps.empty() && step.row_steps[i] > 0) continue;
        reach += (step.loops[i].length - 1) * step.loops[i].*stride;
      }
      for (size_t i = 0; i + 1 < step.axes.size(); ++i) {
        reach += (step.axes[i].length - 1) * step.axes[i].*stride;
      }
      if (reach >= edge->layout.extent()) {
        return absl::StrCat("reaches ", reach, " elements far in ", fft::ToString(edge->layout));
      }
      if (IsTemporary(edge->buffer)) {
        std::string wrong = CheckTemporary(*edge);
        if (!wrong.empty()) return wrong;
      }
    }
    return "";
  }

  std::string CheckTemporary(const EdgePlacement& edge) const {
    const size_t index = TemporaryIndex(edge.buffer);
    if (index >= candidate_.temp_offsets.size()) return "a temporary has no place";
    const int64_t reals = edge.layout.extent() * (edge.format == ArrayFormat::kReal ? 1 : 2);
    const int64_t end = candidate_.temp_offsets[index] + reals * RealBytes(problem_.precision);
    if (end <= candidate_.workspace_bytes) return "";
    return absl::StrCat("a temporary ends at byte ", end, " of ", candidate_.workspace_bytes);
  }

  const Problem& problem_;
  const PlanOptions& options_;
  const Candidate& candidate_;
  const bool in_place_;
};

}  // namespace

std::string Objection(const Problem& problem, const PlanOptions& options,
                      const Candidate& candidate) {
  return Checker(problem, options, candidate).Run();
}

}  // namespace fft::testing
