// Checks what padding promises on every target, for all edges of many plans. Only layouts are
// checked; nothing is executed.
#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/assign/padding.h"
#include "fft/assign/search.h"
#include "fft/assign/search_space.h"
#include "fft/core/map_dims.h"
#include "fft/core/target.h"
#include "fft/plan/planner.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

constexpr int64_t kLong = 64;  // steps of a dimension that has to spread
constexpr int64_t kCrowded = 2, kManyUnits = 16;

// An edge of a plan in a temporary, with the kernels that write it and that read it there.
struct TemporaryEdge {
  std::vector<EdgeAccess> accesses;
  PaddedEdge data;
};

// A dim of an access that has a single stride: `stride` in a layout, `packed` in packed data.
struct Part {
  int64_t length = 1, stride = 0, packed = 0;
};

// The parts of all accesses to an edge in one layout, in the order of the accesses.
using Parts = std::vector<Part>;

// Whether a part's steps spread over fewer channels or cache sets (units) than in packed data.
bool IsWorse(const Part& part, int64_t element_bytes, const Target& target) {
  const auto units = [&](int64_t stride) {
    return target.channels.UnitsHit(stride * element_bytes, part.length);
  };
  return part.length >= kLong && units(part.stride) < units(part.packed);
}

class EdgeOnTarget {
 public:
  // `allows` says whether the plan's kernels can run with a layout of the edge.
  EdgeOnTarget(
      const TemporaryEdge& edge, const Target& target,
      std::function<bool(const Layout&)> allows = [](const Layout&) { return true; })
      : edge_(edge), target_(target), allows_(std::move(allows)) {}

  Layout Packed() const { return Layout::Packed(edge_.data.volume); }
  Layout Chosen() const {
    return PaddedLayout(edge_.accesses, edge_.data, target_).value_or(Packed());
  }

  // Gets the parts of all accesses. Returns false if an access has a dim without a single stride.
  bool PartsIn(const Layout& layout, Parts* parts) const {
    return std::all_of(edge_.accesses.begin(), edge_.accesses.end(),
                       [&](const EdgeAccess& access) { return AddParts(access, layout, parts); });
  }

  int64_t Units(int64_t stride, int64_t length) const {
    return target_.channels.UnitsHit(stride * edge_.data.element_bytes, length);
  }
  bool IsWorse(const Part& part) const {
    return fft::IsWorse(part, edge_.data.element_bytes, target_);
  }
  // Whether a part's steps spread over only one or two units. Steps do not count if they are
  // shorter than the period of the units, or shorter than half the period if rows may begin with
  // any sector. If addresses are hashed, steps below the padding rule's min_stride do not count
  // either, since they cost nothing.
  bool IsCrowded(const Part& part) const {
    const ChannelModel& channels = target_.channels;
    const int64_t bytes = part.stride * edge_.data.element_bytes;
    const int64_t least = channels.period() / (target_.padding.whole_sectors ? 2 : 1);
    const bool counts = channels.conflict_share > 0 || part.packed >= target_.padding.min_stride;
    return part.length >= kLong && part.packed < edge_.data.volume / edge_.data.batch && counts &&
           bytes >= least && Units(part.stride, part.length) <= kCrowded;
  }
  int64_t CrowdedOf(const Parts& parts) const {
    return std::count_if(parts.begin(), parts.end(),
                         [this](const Part& part) { return IsCrowded(part); });
  }

  // Returns a layout with one or two padded rows that has fewer than `most` crowded parts, makes no
  // part worse and costs less than 1/16 of the memory. Returns packed data if there is no such
  // layout.
  Layout Better(int64_t most) const {
    const std::vector<int64_t> rows = RowLengths();
    for (size_t i = 0; i < rows.size(); ++i) {
      for (int64_t outer : PaddingsOf(rows[i])) {
        const Layout one({{rows[i], 1}, {edge_.data.volume / rows[i], rows[i] + outer}});
        if (IsBetter(one, most)) return one;
        for (size_t j = 0; j < i; ++j) {
          if (rows[i] % rows[j] != 0) continue;
          for (int64_t inner : PaddingsOf(rows[j])) {
            const int64_t times = rows[i] / rows[j], row = times * (rows[j] + inner);
            const Layout two({{rows[j], 1},
                              {times, rows[j] + inner},
                              {edge_.data.volume / rows[i], row + outer}});
            if (IsBetter(two, most)) return two;
          }
        }
      }
    }
    return Packed();
  }

 private:
  bool AddParts(const EdgeAccess& access, const Layout& layout, Parts* parts) const {
    const PlanNode& node = *access.node;
    Dims axes = node.axes, loops = node.loops;
    for (Dims* dims : {&axes, &loops}) {
      for (Dim& dim : *dims) dim.in_stride = dim.out_stride = dim.*access.stride;
    }
    const bool reads = access.stride == &Dim::in_stride;
    const int64_t last = reads ? node.InLength() : node.OutLength();
    DimSteps packed;  // by how many positions of packed data each loop steps
    const bool cuts = reads ? CutsInput(node.row.operation) : CutsOutput(node.row.operation);
    MappedSide side = {layout, "the edge", last};
    if (cuts) {
      side.row_points =
          Elements({reads ? node.in_side.format : node.out_side.format}, node.row.points);
      side.row_stride = node.row.stride;
      packed.row_axis = node.row.axis_step;
      packed.row_loops = node.row.loop_steps;
    }
    for (const Dim& loop : loops) packed.twiddle_loops.push_back(loop.in_stride);
    const Dims canonical = axes;
    if (!MapDims(side, side, &axes, &loops, &packed).empty()) return false;
    // Where addresses are hashed, the loop that counts twiddles stays whole.
    const bool is_hashed = target_.channels.conflict_share == 0;
    if (is_hashed && node.large_twiddle.length > 0 &&
        loops[node.large_twiddle.loop].length != node.loops[node.large_twiddle.loop].length) {
      return false;
    }
    for (size_t i = 0; i < axes.size(); ++i) {
      const int64_t length = i + 1 == axes.size() ? last : axes[i].length;
      parts->push_back({length, axes[i].in_stride, canonical[i].in_stride});
    }
    for (size_t i = 0; i < loops.size(); ++i) {
      parts->push_back({loops[i].length, loops[i].in_stride, packed.twiddle_loops[i]});
    }
    return true;
  }

  // The paddings to try, in elements: 1, 2, 4, 8 or 16 cache lines, if less than 1/16 of a row.
  std::vector<int64_t> PaddingsOf(int64_t row) const {
    std::vector<int64_t> paddings;
    const int64_t line = std::max<int64_t>(1, target_.tile_row_bytes / edge_.data.element_bytes);
    for (int64_t lines : {1, 2, 4, 8, 16}) {
      if (16 * lines * line < row) paddings.push_back(lines * line);
    }
    return paddings;
  }

  std::vector<int64_t> RowLengths() const {
    std::vector<int64_t> rows;
    Parts packed;
    PartsIn(Packed(), &packed);
    for (const Part& a : packed) {
      for (const Part& b : packed) {
        const int64_t row = std::gcd(a.packed, b.packed);
        if (row > 1 && edge_.data.volume % row == 0) rows.push_back(row);
      }
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
  }

  bool IsBetter(const Layout& layout, int64_t most) const {
    Parts parts;
    if (16 * layout.extent() >= 17 * edge_.data.volume || !PartsIn(layout, &parts)) return false;
    return CrowdedOf(parts) < most &&
           std::none_of(parts.begin(), parts.end(), [this](const Part& p) { return IsWorse(p); }) &&
           allows_(layout);
  }

  const TemporaryEdge& edge_;
  const Target& target_;
  const std::function<bool(const Layout&)> allows_;
};

// The edges between the leaves of a tree whose data could lie in a temporary.
std::vector<TemporaryEdge> EdgesOf(const PlanNode& tree, const Problem& problem) {
  const std::vector<const PlanNode*> leaves = Leaves(tree);
  std::vector<TemporaryEdge> edges;
  for (size_t i = 0; i + 1 < leaves.size(); ++i) {
    TemporaryEdge edge;
    edge.data = {std::max(leaves[i]->OutPositions(), leaves[i + 1]->InPositions()),
                 TransformCount(problem), 2 * RealBytes(problem.precision)};
    edge.accesses = {{leaves[i], &Dim::out_stride}};
    for (size_t reader = i + 1; reader < leaves.size(); ++reader) {
      if (leaves[reader]->InPositions() != edge.data.volume) break;
      edge.accesses.push_back({leaves[reader], &Dim::in_stride});
      if (!StaysInPlace(*leaves[reader])) break;
    }
    edges.push_back(std::move(edge));
  }
  return edges;
}

std::vector<std::string> Tokens() {
  std::vector<std::string> tokens = {"real_forward_len_65536_4096_single_op",
                                     "real_inverse_len_32768_32768_single_ip",
                                     "complex_forward_len_8192_8192_single_ip",
                                     "complex_forward_len_512_512_512_double_ip",
                                     "real_inverse_len_512_512_512_single_op",
                                     "complex_forward_len_4782969_single_ip",
                                     "complex_forward_len_512_512_double_ip",
                                     "complex_forward_len_1024_512_single_op",
                                     "complex_forward_len_65537_single_ip",
                                     "complex_forward_len_2048_2048_half_ip",
                                     "complex_forward_len_9765625_single_ip",
                                     "complex_inverse_len_96_4096_64_single_ip",
                                     "complex_forward_len_65536_single_op_batch_512",
                                     "real_inverse_len_1594323_8_double_op_batch_2"};
  for (const char* arrays : {"single_ip", "double_op"}) {
    for (int log = 16; log <= 30; ++log) {
      tokens.push_back(absl::StrCat("complex_forward_len_", int64_t{1} << log, "_", arrays));
    }
    for (int log = 17; log <= 24; ++log) {
      tokens.push_back(absl::StrCat("real_", log % 2 == 0 ? "forward" : "inverse", "_len_",
                                    int64_t{1} << log, "_", arrays));
    }
  }
  return tokens;
}

// Calls `check` with every edge of the plans, on every target. Returns the number of calls.
int ForEveryEdge(const std::function<void(const EdgeOnTarget&)>& check) {
  int edges = 0;
  for (const Target& target : Targets()) {
    for (const std::string& token : Tokens()) {
      SCOPED_TRACE(absl::StrCat(token, " ", target.name));
      const Problem problem = *ParseToken(token);
      const PlanNode tree = *MakePlanTree(problem, target, {}, nullptr);
      for (const TemporaryEdge& edge : EdgesOf(tree, problem)) {
        ++edges;
        check(EdgeOnTarget(edge, target));
      }
    }
  }
  return edges;
}

TEST(PaddingProperty, NoDimensionMeetsInFewerChannels) {
  int padded = 0;
  const int edges = ForEveryEdge([&padded](const EdgeOnTarget& edge) {
    const Layout chosen = edge.Chosen();
    padded += chosen == edge.Packed() ? 0 : 1;
    Parts parts;
    ASSERT_TRUE(edge.PartsIn(chosen, &parts)) << ToString(chosen);
    EXPECT_LE(16 * (chosen.extent() - chosen.volume()), chosen.volume()) << ToString(chosen);
    for (const Part& part : parts) {
      EXPECT_FALSE(edge.IsWorse(part)) << ToString(chosen) << " " << part.length << " steps of "
                                       << part.packed << " become " << part.stride;
    }
  });
  EXPECT_GT(edges, 600);
  EXPECT_GT(padded, 300);
}

TEST(PaddingProperty, NoDimensionStaysCrowdedThatSomePaddingSpreads) {
  int crowded = 0;
  ForEveryEdge([&crowded](const EdgeOnTarget& edge) {
    const Layout chosen = edge.Chosen();
    Parts parts, packed;
    ASSERT_TRUE(edge.PartsIn(chosen, &parts));
    ASSERT_TRUE(edge.PartsIn(edge.Packed(), &packed));
    crowded += edge.CrowdedOf(packed) > 0 ? 1 : 0;
    const int64_t left = edge.CrowdedOf(parts);
    if (left == 0) return;
    const Layout better = edge.Better(left);
    EXPECT_EQ(ToString(better), ToString(edge.Packed()))
        << "has fewer than " << left << " crowded dimensions, those of " << ToString(chosen);
  });
  EXPECT_GT(crowded, 300);
}

// The edges of a plan's winner that lie in temporaries, with the kernels that it runs on them.
class WinnersEdges {
 public:
  WinnersEdges(const Problem& problem, const PlanNode& tree, const Target& target)
      : tree_(tree),
        memo_(PlanOptions().shapes),
        space_(problem, tree_, target, PlanOptions(), &memo_),
        real_bytes_(RealBytes(problem.precision)),
        batch_(TransformCount(problem)) {
    result_ = *AssignBuffers(problem, tree_, target, {});
    for (const Step& step : result_.candidates.front().steps) Add(step);
  }

  struct Edge {
    TemporaryEdge data;
    std::vector<const Step*> steps;  // those that write or read it
    Layout layout;
  };
  const std::vector<Edge>& edges() const { return edges_; }

  // Whether all kernels of an edge can run with another layout of it.
  bool Allows(const Edge& edge, const Layout& layout) {
    return std::all_of(edge.steps.begin(), edge.steps.end(), [&](const Step* step) {
      EdgePlacement in = step->in, out = step->out;
      if (step != edge.steps.front()) in.layout = layout;
      if (step != edge.steps.back()) out.layout = layout;
      DecisionFunction& decision = space_.decision();
      const int kernel = static_cast<int>(&KernelOf(*step) - space_.kernels().data());
      return decision.ValidOutBuffer(kernel, decision.Number(in), decision.Number(out)).valid();
    });
  }

 private:
  const KernelOption& KernelOf(const Step& step) const {
    const auto& kernels = space_.kernels();
    return *std::find_if(kernels.begin(), kernels.end(), [&](const KernelOption& kernel) {
      return kernel.leaf == step.leaf && kernel.leaf_count == step.leaf_count &&
             kernel.shim == step.shim;
    });
  }

  void Add(const Step& step) {
    const PlanNode& node = KernelOf(step).node;
    if (IsTemporary(step.in.buffer)) {
      edges_.back().data.accesses.push_back({&node, &Dim::in_stride});
      edges_.back().steps.push_back(&step);
    }
    if (!IsTemporary(step.out.buffer)) return;
    if (!step.in_place || step.in.layout != step.out.layout) {
      const int64_t reals = step.out.format == ArrayFormat::kReal ? 1 : 2;
      edges_.push_back({{{}, {step.out.layout.volume(), batch_, reals * real_bytes_}},
                        {&step},
                        step.out.layout});
    }
    edges_.back().data.accesses.push_back({&node, &Dim::out_stride});
  }

  const PlanNode& tree_;
  ShapeMemo memo_;
  SearchSpace space_;
  const int64_t real_bytes_, batch_;
  SearchResult result_;
  std::vector<Edge> edges_;
};

// Lengths of more than one kernel and primes, alone or beside another dimension, of all kinds.
std::vector<std::string> DrawnTokens(int count) {
  std::mt19937_64 random(20);
  const auto draw = [&random](const auto& choices) { return choices[random() % choices.size()]; };
  const std::vector<const char*> kinds = {"complex_forward", "complex_inverse", "real_forward",
                                          "real_inverse", "real_to_real"};
  const std::vector<int64_t> others = {8, 32, 60, 256, 1000, 1024};
  const std::vector<int64_t> primes = {1009, 4099, 16411, 65537, 99991, 524309};
  const std::vector<const char*> arrays = {"half_op",   "half_ip",   "single_op",
                                           "single_ip", "double_op", "double_ip"};
  const std::vector<const char*> reals = {"dct1", "dct2", "dct3", "dct4", "dst2", "dst3", "dht"};
  std::vector<std::string> tokens;
  while (std::ssize(tokens) < count) {
    const std::string kind = draw(kinds);
    std::vector<int64_t> lengths = {random() % 2 == 0 ? draw(primes)
                                                      : int64_t{1} << (12 + random() % 16)};
    for (int more = random() % 3; more > 0 && lengths.size() < 3; --more) {
      lengths.insert(lengths.begin() + random() % (lengths.size() + 1), draw(others));
    }
    std::string token = absl::StrCat(kind, "_len_", absl::StrJoin(lengths, "_"));
    if (kind == "real_to_real") absl::StrAppend(&token, "_kind_", draw(reals));
    absl::StrAppend(&token, "_", draw(arrays), "_batch_", 1 + random() % 3 * (random() % 2));
    if (ParseToken(token).ok()) tokens.push_back(token);
  }
  return tokens;
}

// What has to hold for each edge of a winner that lies in a temporary, whatever kernels it runs.
TEST(PaddingProperty, WinnersSpreadWhatPaddingCanSpread) {
  std::vector<std::string> tokens = DrawnTokens(48);
  for (const char* token : {
           "complex_forward_len_99991_256_single_op",
           "complex_inverse_len_32_99991_32_double_op",
           "complex_inverse_len_99991_1024_single_ip",
           "complex_inverse_len_419413564_double_op",
           "real_forward_len_1073741824_half_op_batch_64",
           "real_forward_len_536870912_half_op_batch_2",
           "real_to_real_len_2097152_kind_dct3_double_ip",
           "real_inverse_len_818077025_double_ip",
       }) {
    tokens.push_back(token);
  }
  int edges = 0, padded = 0;
  for (const Target& target : Targets()) {
    for (const std::string& token : tokens) {
      SCOPED_TRACE(absl::StrCat(token, " ", target.name));
      const Problem problem = *ParseToken(token);
      const absl::StatusOr<PlanNode> tree = MakePlanTree(problem, target, {}, nullptr);
      if (!tree.ok()) continue;  // no scheme takes it
      WinnersEdges winner(problem, *tree, target);
      for (const WinnersEdges::Edge& edge : winner.edges()) {
        ++edges;
        const EdgeOnTarget on(edge.data, target,
                              [&](const Layout& layout) { return winner.Allows(edge, layout); });
        padded += edge.layout == on.Packed() ? 0 : 1;
        EXPECT_LE(16 * (edge.layout.extent() - edge.layout.volume()), edge.layout.volume());
        Parts parts;
        ASSERT_TRUE(on.PartsIn(edge.layout, &parts)) << ToString(edge.layout);
        for (const Part& part : parts) {
          EXPECT_FALSE(on.IsWorse(part))
              << ToString(edge.layout) << " " << part.length << " steps of " << part.packed
              << " become " << part.stride;
        }
        // Where addresses are hashed over the channels, no stride leads to few of them.
        const bool is_hashed = target.channels.conflict_share == 0;
        if (const int64_t left = on.CrowdedOf(parts); left > 0 && !is_hashed) {
          const Layout better = on.Better(left);
          EXPECT_EQ(ToString(better), ToString(on.Packed()))
              << "has fewer than " << left << " crowded dimensions, those of "
              << ToString(edge.layout);
        }
      }
    }
  }
  EXPECT_GT(edges, 600);
  EXPECT_GT(padded, 300);
}

// Checks that no loop of one side of a step meets in fewer channels than in packed data. Loops that
// the other side's layout splits do not count: their parts run one within the other.
void ExpectNoLoopIsWorse(const PlanNode& leaf, const Step& step, const EdgePlacement& edge,
                         int64_t Dim::*stride, const Target& target, int64_t element_bytes) {
  if (!edge.padded || step.loops.size() != leaf.loops.size()) return;
  for (size_t i = 0; i < step.loops.size(); ++i) {
    const Part part = {step.loops[i].length, step.loops[i].*stride, leaf.loops[i].*stride};
    if (part.length != leaf.loops[i].length) continue;
    EXPECT_FALSE(IsWorse(part, element_bytes, target))
        << part.length << " steps of " << part.packed << " become " << part.stride;
  }
}

// Data may stay in its temporary during later steps in place, which have other strides.
TEST(PaddingProperty, NoLaterStepInPlaceMeetsInFewerChannels) {
  int padded = 0;
  for (const Target& target : Targets()) {
    for (const char* token :
         {"real_forward_len_4096_262144_single_op", "real_inverse_len_4096_262144_single_op",
          "real_forward_len_1536_4096_single_op_batch_2"}) {
      SCOPED_TRACE(absl::StrCat(token, " ", target.name));
      const Problem problem = *ParseToken(token);
      const PlanNode tree = *MakePlanTree(problem, target, {}, nullptr);
      const std::vector<const PlanNode*> leaves = Leaves(tree);
      const SearchResult result = *AssignBuffers(problem, tree, target, {});
      for (const Step& step : result.candidates.front().steps) {
        if (step.shim != ShimKind::kNone) continue;
        padded += step.in.padded || step.out.padded ? 1 : 0;
        const int64_t bytes = 2 * RealBytes(problem.precision);
        const PlanNode& leaf = *leaves[step.leaf];
        ExpectNoLoopIsWorse(leaf, step, step.in, &Dim::in_stride, target, bytes);
        ExpectNoLoopIsWorse(leaf, step, step.out, &Dim::out_stride, target, bytes);
      }
    }
  }
  EXPECT_GT(padded, 10);
}

TEST(PaddingProperty, EveryTargetHasManyUnits) {
  for (const Target& target : Targets())
    EXPECT_GE(target.channels.units, kManyUnits) << target.name;
}

}  // namespace
}  // namespace fft
