#include "fft/assign/oracle.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "fft/assign/kernel_rules.h"
#include "fft/assign/padding.h"
#include "fft/assign/ranking.h"
#include "fft/assign/search_space.h"

namespace fft {
namespace {

bool IsTemporary(Buffer buffer) { return buffer == Buffer::kTemp0 || buffer == Buffer::kTemp1; }

// Whether loop positions 0, step, 2*step, ... have addresses that nested loops of one stride each
// can make: an inner run of constant stride that repeats.
bool IsNestOfLoops(const Layout& layout, int64_t step, int64_t length, bool may_split) {
  if (length == 1) return true;
  if (step * length > layout.volume()) return false;
  const auto address = [&](int64_t i) { return layout.Address(i * step) - layout.offset(); };
  int64_t run = 1;
  while (run < length && address(run) == run * address(1)) ++run;
  if (run == length) {
    // The stride has to hold wherever the loop starts.
    for (int64_t base = 1; base < step; ++base) {
      for (int64_t i = 1; i < length; ++i) {
        if (layout.Address(base + i * step) - layout.Address(base) != i * address(1)) return false;
      }
    }
    return true;
  }
  if (!may_split || run < 2 || length % run != 0) return false;
  return IsNestOfLoops(layout, step, run, false) &&
         IsNestOfLoops(layout, step * run, length / run, true);
}

class Oracle {
 public:
  Oracle(const Problem& problem, const PlanNode& root, const Target& target,
         const PlanOptions& options)
      : problem_(problem),
        target_(target),
        options_(options),
        space_(problem, root, target, options) {}

  OracleAnswer Ask() {
    std::vector<Step> none;
    Choose(&none, space_.placement(space_.Start()));
    OracleAnswer answer;
    for (const std::vector<Step>& steps : valid_) {
      answer.candidates.insert(DescribeAssignment(steps));
    }
    for (Strategy strategy :
         {Strategy::kFewestBuffers, Strategy::kBalanced, Strategy::kMostFusion}) {
      const auto best = std::min_element(valid_.begin(), valid_.end(),
                                         [this, strategy](const auto& a, const auto& b) {
                                           return Key(a, strategy) < Key(b, strategy);
                                         });
      if (best != valid_.end()) answer.winners[strategy] = DescribeAssignment(*best);
    }
    return answer;
  }

 private:
  // Appends every kernel and every placement of its output, sensible or not.
  void Choose(std::vector<Step>* steps, const EdgePlacement& in) {
    const int edge = steps->empty() ? 0 : steps->back().leaf + steps->back().leaf_count;
    if (edge == space_.leaf_count()) {
      if (IsValid(*steps)) valid_.push_back(*steps);
      return;
    }
    for (int kernel : space_.KernelsAt(edge)) {
      const KernelOption& option = space_.kernels()[kernel];
      for (const EdgePlacement& out : AllPlacements(edge + option.leaf_count)) {
        steps->push_back({option.leaf, option.leaf_count, option.shim, in, out,
                          in.buffer == out.buffer, option.node.axes, option.node.loops});
        Choose(steps, out);
        steps->pop_back();
      }
    }
  }

  std::vector<EdgePlacement> AllPlacements(int edge) {
    std::vector<EdgePlacement> placements;
    for (Buffer buffer : {Buffer::kUserIn, Buffer::kUserOut, Buffer::kTemp0, Buffer::kTemp1}) {
      EdgePlacement placement = space_.decision().Place(edge, buffer);
      placements.push_back(placement);
      const bool over_gaps = edge < space_.leaf_count() &&
                             placement.layout.volume() <= placement.layout.extent() &&
                             (options_.allow_gap_overwrite || !placement.layout.has_gaps());
      if (!IsTemporary(buffer)) {
        const EdgePlacement user = placement;
        const int64_t volume = space_.decision().volume(edge);
        placement.layout = Layout({{volume, 1}}, placement.layout.offset());
        if (over_gaps && !(placement == user)) placements.push_back(placement);
        continue;
      }
      AddPadded(placement, &placements);
      const bool planar = problem_.input.format == ArrayFormat::kComplexPlanar ||
                          problem_.output.format == ArrayFormat::kComplexPlanar;
      if (!planar) continue;
      placement.format = ArrayFormat::kComplexPlanar;
      placement.pair_stride = placement.layout.extent();
      placements.push_back(placement);
      AddPadded(placement, &placements);
    }
    return placements;
  }

  // The layouts that any kernel of the plan would pad to.
  void AddPadded(EdgePlacement placement, std::vector<EdgePlacement>* placements) {
    placement.padded = true;
    const int64_t volume = placement.layout.volume();
    for (const KernelOption& kernel : space_.kernels()) {
      const auto padded = Padded(kernel);
      if (!padded || padded->volume() != volume) continue;
      placement.layout = *padded;
      if (placement.format == ArrayFormat::kComplexPlanar) {
        placement.pair_stride = padded->extent();
      }
      if (std::find(placements->begin(), placements->end(), placement) == placements->end()) {
        placements->push_back(placement);
      }
    }
  }

  std::optional<Layout> Padded(const KernelOption& kernel) {
    return PaddedLayout(kernel.node, space_.decision().volume(kernel.leaf + kernel.leaf_count),
                        problem_.batch, target_.padding);
  }

  bool IsValid(const std::vector<Step>& steps) {
    if (steps.back().out.buffer != Buffer::kUserOut) return false;
    bool temp0 = false;
    for (const Step& step : steps) {
      // Of assignments that differ by the names of the temporaries, one is kept.
      if (step.out.buffer == Buffer::kTemp1 && !temp0) return false;
      temp0 |= step.out.buffer == Buffer::kTemp0;
      if (!IsValidStep(step)) return false;
    }
    return true;
  }

  const KernelOption& OptionOf(const Step& step) {
    for (const KernelOption& kernel : space_.kernels()) {
      if (kernel.leaf == step.leaf && kernel.shim == step.shim) return kernel;
    }
    return space_.kernels().front();
  }

  bool IsValidStep(const Step& step) {
    const KernelOption& kernel = OptionOf(step);
    const KernelRule& rule = *FindKernelRule(kernel.node.scheme);
    if (std::count(rule.reads.begin(), rule.reads.end(), step.in.format) == 0) return false;
    if (std::count(rule.writes.begin(), rule.writes.end(), step.out.format) == 0) return false;
    if (step.out.buffer == Buffer::kUserIn) {
      if (problem_.placement == Placement::kInPlace || !options_.allow_input_overwrite) {
        return false;
      }
      std::set<int64_t> addresses;
      const Layout layout = InputLayout(problem_);
      for (int64_t p = 0; p < layout.volume(); ++p) {
        if (!addresses.insert(layout.Address(p)).second) return false;
      }
    }
    if (step.out.layout.volume() < space_.decision().volume(step.leaf + step.leaf_count)) {
      return false;
    }
    if (!HasGoodPadding(step, kernel)) return false;
    if (!Representable(step, kernel.node)) return false;
    return !step.in_place || (rule.in_place != InPlace::kNever && KeepsPlaces(step));
  }

  // Data that stays in a temporary keeps its layout; data that enters one is packed, or padded as
  // its writer asks for.
  bool HasGoodPadding(const Step& step, const KernelOption& kernel) {
    if (!IsTemporary(step.out.buffer)) return true;
    if (step.in.buffer == step.out.buffer) return step.in.padded == step.out.padded;
    if (!step.out.padded) return true;
    const auto padded = Padded(kernel);
    return padded && *padded == step.out.layout;
  }

  static bool Representable(const Step& step, const PlanNode& node) {
    for (const auto& [layout, stride] :
         {std::pair{&step.in.layout, &Dim::in_stride}, {&step.out.layout, &Dim::out_stride}}) {
      for (const Dim& axis : node.axes) {
        if (!IsNestOfLoops(*layout, axis.*stride, axis.length, false)) return false;
      }
      for (size_t i = 0; i < node.loops.size(); ++i) {
        const bool whole =
            node.large_twiddle.length > 0 && node.large_twiddle.loop == static_cast<int>(i);
        if (!IsNestOfLoops(*layout, node.loops[i].*stride, node.loops[i].length, !whole)) {
          return false;
        }
      }
    }
    return true;
  }

  // Every element is written where it was read.
  static bool KeepsPlaces(const Step& step) {
    if (step.in.format != step.out.format) return false;
    bool keeps = true;
    Dims dims = step.axes;
    dims.insert(dims.end(), step.loops.begin(), step.loops.end());
    const std::function<void(size_t, int64_t, int64_t)> visit = [&](size_t d, int64_t in,
                                                                    int64_t out) {
      if (d == dims.size()) {
        keeps = keeps && step.in.layout.Address(in) == step.out.layout.Address(out);
        return;
      }
      for (int64_t i = 0; i < dims[d].length && keeps; ++i) {
        visit(d + 1, in + i * dims[d].in_stride, out + i * dims[d].out_stride);
      }
    };
    visit(0, 0, 0);
    return keeps;
  }

  int64_t Bytes(const EdgePlacement& edge) const {
    const int64_t elements = edge.layout.extent() * (IsPlanar(edge.format) ? 2 : 1);
    return (elements * ElementBytes(edge.format, problem_.precision) + 255) / 256 * 256;
  }

  // The figures in the order of the strategy, smallest first, then the choices.
  std::pair<std::vector<int64_t>, std::vector<std::vector<int64_t>>> Key(
      const std::vector<Step>& steps, Strategy strategy) const {
    int64_t fused = 0, padded = 0, in_place = 0, types = 0, sizes[2] = {};
    bool together = false;
    std::set<Buffer> buffers;
    std::vector<std::vector<int64_t>> choices;
    for (const Step& step : steps) {
      fused += step.leaf_count - 1;
      in_place += step.in.buffer == step.out.buffer;
      types += step.in.format != step.out.format;
      bool touched[2] = {};
      for (const EdgePlacement* edge : {&step.in, &step.out}) {
        padded += edge->padded;
        buffers.insert(edge->buffer);
        if (!IsTemporary(edge->buffer)) continue;
        const int t = edge->buffer == Buffer::kTemp1;
        touched[t] = true;
        sizes[t] = std::max(sizes[t], Bytes(*edge));
      }
      together |= touched[0] && touched[1];
      std::vector<int64_t> choice = {step.leaf_count, static_cast<int64_t>(step.shim),
                                     static_cast<int64_t>(step.out.buffer),
                                     static_cast<int64_t>(step.out.format), step.out.padded};
      for (const LayoutDigit& digit : step.out.layout.digits()) {
        choice.insert(choice.end(), {digit.length, digit.stride});
      }
      choices.push_back(choice);
    }
    const int64_t workspace = together ? sizes[0] + sizes[1] : std::max(sizes[0], sizes[1]);
    const int64_t count = static_cast<int64_t>(buffers.size());
    const int64_t second = static_cast<int64_t>(buffers.count(Buffer::kTemp1));
    switch (strategy) {
      case Strategy::kFewestBuffers:
        return {{count, workspace, -fused, -padded, -in_place, types}, choices};
      case Strategy::kBalanced:
        return {{second, -fused, count, -padded, -in_place, types, workspace}, choices};
      case Strategy::kMostFusion:
        break;
    }
    return {{-fused, count, -padded, -in_place, types, workspace}, choices};
  }

  const Problem& problem_;
  const Target& target_;
  const PlanOptions& options_;
  SearchSpace space_;
  std::vector<std::vector<Step>> valid_;
};

}  // namespace

OracleAnswer AskOracle(const Problem& problem, const PlanNode& root, const Target& target,
                       const PlanOptions& options) {
  return Oracle(problem, root, target, options).Ask();
}

}  // namespace fft
