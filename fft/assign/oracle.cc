#include "fft/assign/oracle.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "absl/strings/str_cat.h"
#include "fft/assign/ranking.h"
#include "fft/assign/search_space.h"
#include "fft/assign/user_arrays.h"
#include "fft/choice/choose.h"
#include "fft/core/layout.h"
#include "fft/tree/point_operations.h"

namespace fft {
namespace {

// Whether nested loops, each with one stride, can step through the addresses of the positions 0,
// step, 2*step, ... For example, addresses 0 1 2 8 9 10 are two loops: 3 steps of 1, 2 steps of 8.
bool IsNestOfLoops(const Layout& layout, int64_t step, int64_t length, bool may_split) {
  if (length == 1) return true;
  if (step * length > layout.volume()) return false;
  const auto address = [&](int64_t i) { return layout.Address(i * step) - layout.offset(); };
  int64_t run = 1;
  while (run < length && address(run) == run * address(1)) ++run;
  if (run == length) {
    // The stride has to be the same wherever the loop starts.
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
        options_(options),
        memo_(options.shapes),
        space_(problem, root, target, options, &memo_) {}

  OracleAnswer Ask() {
    std::vector<Step> none;
    Choose(&none, space_.placement(space_.Start()));
    OracleAnswer answer;
    for (const std::vector<Step>& steps : valid_) {
      answer.candidates.insert(DescribeAssignment(steps));
    }
    for (Strategy strategy : kStrategies) {
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
      if (IsValid(*steps)) valid_.push_back(Priced(*steps));
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
    for (Buffer buffer : {Buffer::kUserIn, Buffer::kUserOut, Buffer::kTemp0, Buffer::kTemp1,
                          Buffer::kTempBluestein}) {
      if (buffer == Buffer::kTempBluestein && !convolves_) continue;
      EdgePlacement placement = space_.decision().Place(edge, buffer);
      placements.push_back(placement);
      if (!IsTemporary(buffer)) {
        AddPacked(placement, edge, &placements);
        continue;
      }
      AddPadded(placement, &placements);
      const bool planar = problem_.input.format == ArrayFormat::kComplexPlanar ||
                          problem_.output.format == ArrayFormat::kComplexPlanar;
      if (!planar || placement.format == ArrayFormat::kReal) continue;
      placement.format = ArrayFormat::kComplexPlanar;
      placement.pair_stride = placement.layout.extent();
      placements.push_back(placement);
      AddPadded(placement, &placements);
    }
    return placements;
  }

  // Adds the packed placement in a user's array, if it differs from the array's own placement.
  // Pairs of reals have only the array's own placement.
  void AddPacked(const EdgePlacement& user, int edge, std::vector<EdgePlacement>* placements) {
    const int64_t volume = space_.decision().volume(edge);
    if (edge == space_.leaf_count() || user.pair_stride != 0) return;
    if (user.layout.has_gaps() && !options_.allow_gap_overwrite) return;
    if (volume > user.layout.extent()) return;
    bool moves = volume > user.layout.volume();
    for (int64_t p = 0; p < volume && !moves; ++p) {
      moves = user.layout.Address(p) != user.layout.begin() + p;
    }
    if (!moves) return;
    placements->push_back(user);
    placements->back().layout = Layout({{volume, 1}}, user.layout.begin());
  }

  // Adds the layouts that any kernel of the plan would pad to.
  void AddPadded(EdgePlacement placement, std::vector<EdgePlacement>* placements) {
    placement.padded = true;
    const int64_t volume = placement.layout.volume();
    for (size_t kernel = 0; kernel < space_.kernels().size(); ++kernel) {
      const auto& padded = space_.Padded(static_cast<int>(kernel));
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

  bool IsValid(const std::vector<Step>& steps) {
    if (steps.back().out.buffer != Buffer::kUserOut) return false;
    std::set<Buffer> used;
    for (const Step& step : steps) {
      const Buffer out = step.out.buffer;
      const bool convolves = LiesInConvolution(step.leaf + step.leaf_count);
      if (out == Buffer::kTempBluestein && !step.in_place && !convolves) return false;
      // Assignments that differ by the names of the temporaries count once: a convolution's points
      // enter kTempBluestein first, and kTemp0 comes before kTemp1.
      const bool is_new = IsTemporary(out) && used.insert(out).second;
      if (is_new && out != Buffer::kTempBluestein) {
        if (convolves && used.count(Buffer::kTempBluestein) == 0) return false;
        if (used.count(Buffer::kTemp0) == 0) return false;
      }
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

  int IndexOf(const KernelOption& kernel) {
    return static_cast<int>(&kernel - space_.kernels().data());
  }

  // Sets the predicted time of each of these valid steps. Only the decision function knows these
  // times.
  std::vector<Step> Priced(std::vector<Step> steps) {
    for (Step& step : steps) {
      const int kernel = IndexOf(OptionOf(step));
      step.seconds = space_.decision().ValidOutBuffer(kernel, step.in, step.out).step.seconds;
    }
    return steps;
  }

  bool IsValidStep(const Step& step) {
    const KernelOption& kernel = OptionOf(step);
    const KernelRule& rule = *FindKernelRule(kernel.node.scheme);
    if (std::count(rule.reads.begin(), rule.reads.end(), step.in.format) == 0) return false;
    if (std::count(rule.writes.begin(), rule.writes.end(), step.out.format) == 0) return false;
    const bool is_last = step.leaf + step.leaf_count == space_.leaf_count();
    const bool holds_out = is_last && HasFunction(problem_.output)
                               ? StoresFunction(kernel.node.out_side, step.out)
                               : HoldsData(step.out, kernel.node.out_side);
    if (!HoldsData(step.in, kernel.node.in_side) || !holds_out) return false;
    if (!TakesPointOperations(problem_, kernel.node, {step.leaf == 0, is_last}).ok()) return false;
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
    if (!is_last && PrecisionOf(problem_, step.out.buffer) != problem_.precision) return false;
    if (!HasGoodPadding(step, kernel)) return false;
    if (!Representable(step, kernel.node)) return false;
    if (!step.in_place) return true;
    if (rule.in_place == InPlace::kNever) return false;
    if (CutsInput(kernel.node.row.operation) || CutsOutput(kernel.node.row.operation)) return false;
    const bool same_elements = kernel.node.in_side == kernel.node.out_side;
    return same_elements ? KeepsPlaces(step) : KeepsRows(step, kernel.node);
  }

  // Whether the array suits the data: arrays of reals hold reals and nothing else, and reals lie
  // nowhere else.
  static bool HoldsData(const EdgePlacement& edge, const AxisSide& side) {
    return (edge.format == ArrayFormat::kReal) == (MemoryFormat(side) == AxisFormat::kReal);
  }

  // Whether padding follows the rules. Data that stays in a temporary keeps its layout. Data that
  // enters a temporary is packed, or padded as its writer asks.
  bool HasGoodPadding(const Step& step, const KernelOption& kernel) {
    if (!IsTemporary(step.out.buffer)) return true;
    if (step.in.buffer == step.out.buffer) return StaysPut(step);
    if (!step.out.padded) return true;
    const auto& padded = space_.Padded(IndexOf(kernel));
    return padded && *padded == step.out.layout;
  }

  // Whether a step in place keeps the format and padding of its data. Where it reads or writes
  // reals, the output has the format of the buffer and no padding. Padding also ends where the
  // number of elements changes.
  bool StaysPut(const Step& step) {
    const int edge = step.leaf + step.leaf_count;
    const bool real = step.in.format == ArrayFormat::kReal || step.out.format == ArrayFormat::kReal;
    const bool padded =
        !real && step.in.padded && step.in.layout.volume() == space_.decision().volume(edge);
    if (step.out.padded != padded || (padded && !(step.in.layout == step.out.layout))) return false;
    if (!real) return step.in.format == step.out.format;
    return step.out.format == space_.decision().Place(edge, step.out.buffer).format;
  }

  static bool Representable(const Step& step, const PlanNode& node) {
    for (const auto& [layout, stride] :
         {std::pair{&step.in.layout, &Dim::in_stride}, {&step.out.layout, &Dim::out_stride}}) {
      const bool reads = stride == &Dim::in_stride;
      const int64_t last = reads ? node.InLength() : node.OutLength();
      // The side may hold only the first `held` elements of each row. The axis and some loops step
      // through these.
      const bool cuts = reads ? CutsInput(node.row.operation) : CutsOutput(node.row.operation);
      if (cuts) {
        const AxisSide& side = reads ? node.in_side : node.out_side;
        const int64_t held = Elements({side.format}, node.row.points);
        if (!IsNestOfLoops(*layout, node.row.stride, held, false)) return false;
      }
      for (size_t i = 0; i < node.axes.size() && !cuts; ++i) {
        const Dim& axis = node.axes[i];
        const int64_t length = i + 1 == node.axes.size() ? last : axis.length;
        if (!IsNestOfLoops(*layout, axis.*stride, length, false)) return false;
      }
      for (size_t i = 0; i < node.loops.size(); ++i) {
        if (cuts && node.row.loop_steps[i] > 0) continue;
        if (!IsNestOfLoops(*layout, node.loops[i].*stride, node.loops[i].length, true))
          return false;
      }
    }
    return true;
  }

  // Whether every element is written where it was read.
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

  // Numbers for the reals that the element at a canonical position is made of. In two planar arrays
  // the real parts have numbers from 0 up, the imaginary parts numbers from -1 down.
  static std::vector<int64_t> Words(const EdgePlacement& edge, int64_t position) {
    const int64_t address = edge.layout.Address(position);
    if (edge.format == ArrayFormat::kReal) return {address};
    if (edge.pair_stride != 0) return {address, address + edge.pair_stride};
    if (edge.format == ArrayFormat::kComplexPlanar) return {address, -1 - address};
    return {2 * address, 2 * address + 1};
  }

  // Whether every row is written where it was read, so that no row writes elements that another row
  // reads. Conversions that read or write reals, half a spectrum or chirped points never keep rows.
  static bool KeepsRows(const Step& step, const PlanNode& node) {
    const auto is_points = [](const AxisSide& side) {
      const AxisFormat format = MemoryFormat(side);
      return format == AxisFormat::kComplex || format == AxisFormat::kHermitianOfPairs ||
             format == AxisFormat::kChirpedSpectrum || format == AxisFormat::kFiltered;
    };
    if (WorkOf(node.scheme) == LeafWork::kConverts &&
        !(is_points(node.in_side) && is_points(node.out_side))) {
      return false;
    }
    std::map<int64_t, int64_t> reader;  // the row that reads (or else writes) each real
    bool keeps = true;
    for (const bool reads : {true, false}) {
      int64_t row = 0;
      const EdgePlacement& edge = reads ? step.in : step.out;
      const auto stride = reads ? &Dim::in_stride : &Dim::out_stride;
      const int64_t length = reads ? node.InLength() : node.OutLength();
      const std::function<void(size_t, int64_t)> visit = [&](size_t d, int64_t at) {
        for (int64_t i = 0; d < step.loops.size() && i < step.loops[d].length; ++i) {
          visit(d + 1, at + i * step.loops[d].*stride);
        }
        if (d < step.loops.size()) return;
        for (int64_t k = 0; k < length; ++k) {
          for (int64_t word : Words(edge, at + k * step.axes.back().*stride)) {
            const auto [known, is_new] = reader.try_emplace(word, row);
            keeps = keeps && (reads || is_new || known->second == row);
          }
        }
        ++row;
      };
      visit(0, 0);
    }
    return keeps;
  }

  // Whether the edge lies within a convolution: a convolution has begun before it and not ended.
  bool LiesInConvolution(int edge) const {
    for (int leaf = edge - 1; leaf >= 0; --leaf) {
      const PlanNode& node = space_.kernels()[leaf].node;
      if (node.in_side.format == AxisFormat::kConvolved) return false;
      if (node.out_side.format == AxisFormat::kChirped) return true;
    }
    return false;
  }

  bool HasConvolution() const {
    for (int edge = 0; edge < space_.leaf_count(); ++edge) {
      if (LiesInConvolution(edge)) return true;
    }
    return false;
  }

  int64_t Bytes(const EdgePlacement& edge) const {
    const int64_t elements = edge.layout.extent() * (IsPlanar(edge.format) ? 2 : 1);
    return (elements * ElementBytes(edge.format, problem_.precision) + 255) / 256 * 256;
  }

  // The least bytes of workspace: the largest sum of sizes over sets of temporaries in which every
  // pair is live during the same step. `together` has these pairs.
  static int64_t LeastWorkspace(const std::map<Buffer, int64_t>& sizes,
                                const std::set<std::set<Buffer>>& together) {
    int64_t most = 0;
    for (const auto& [a, of_a] : sizes) {
      most = std::max(most, of_a);
      for (const auto& [b, of_b] : sizes) {
        if (a >= b || together.count({a, b}) == 0) continue;
        most = std::max(most, of_a + of_b);
        for (const auto& [c, of_c] : sizes) {
          if (b >= c || together.count({a, c}) == 0 || together.count({b, c}) == 0) continue;
          most = std::max(most, of_a + of_b + of_c);
        }
      }
    }
    return most;
  }

  // The key by which candidates are ordered, smallest first: the strategy's figures in their order,
  // then the choices of the steps.
  std::pair<std::vector<int64_t>, std::vector<std::vector<int64_t>>> Key(
      const std::vector<Step>& steps, Strategy strategy) const {
    int64_t fused = 0, padded = 0, in_place = 0, types = 0, inputs = 0, time = 0;
    std::map<Buffer, int64_t> sizes;
    std::set<std::set<Buffer>> together;
    std::set<Buffer> buffers;
    std::vector<std::vector<int64_t>> choices;
    for (const Step& step : steps) {
      fused += step.leaf_count - 1;
      in_place += step.in.buffer == step.out.buffer;
      types += step.in.format != step.out.format;
      inputs += step.out.buffer == Buffer::kUserIn;
      time += std::llround(1e9 * step.seconds);
      std::set<Buffer> touched;
      for (const EdgePlacement* edge : {&step.in, &step.out}) {
        padded += edge->padded;
        buffers.insert(edge->buffer);
        if (!IsTemporary(edge->buffer)) continue;
        touched.insert(edge->buffer);
        sizes[edge->buffer] = std::max(sizes[edge->buffer], Bytes(*edge));
      }
      together.insert(touched);
      std::vector<int64_t> choice = {step.leaf_count, static_cast<int64_t>(step.shim),
                                     static_cast<int64_t>(step.out.buffer),
                                     static_cast<int64_t>(step.out.format), step.out.padded};
      for (const LayoutDigit& digit : step.out.layout.digits()) {
        choice.insert(choice.end(), {digit.length, digit.stride});
      }
      choices.push_back(choice);
    }
    const int64_t workspace = LeastWorkspace(sizes, together);
    const int64_t count = static_cast<int64_t>(buffers.size());
    const int64_t second = static_cast<int64_t>(buffers.count(Buffer::kTemp1));
    switch (strategy) {
      case Strategy::kFewestBuffers:
        return {{count, workspace, -fused, -padded, -in_place, types, inputs, time}, choices};
      case Strategy::kBalanced:
        return {{second, -fused, count, -padded, -in_place, types, workspace, inputs, time},
                choices};
      case Strategy::kFastest:
        return {{time, second, -fused, count, -padded, -in_place, types, workspace, inputs},
                choices};
      case Strategy::kMostFusion:
        break;
    }
    return {{-fused, count, -padded, -in_place, types, workspace, inputs, time}, choices};
  }

  const Problem& problem_;
  const PlanOptions& options_;
  ShapeMemo memo_;
  SearchSpace space_;
  const bool convolves_ = HasConvolution();
  std::vector<std::vector<Step>> valid_;
};

}  // namespace

OracleAnswer AskOracle(const Problem& problem, const PlanNode& root, const Target& target,
                       const PlanOptions& options) {
  return Oracle(problem, root, target, options).Ask();
}

}  // namespace fft
