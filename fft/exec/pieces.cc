#include "fft/exec/pieces.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "absl/types/span.h"
#include "fft/base/int_math.h"
#include "fft/core/layout.h"

namespace fft {
namespace {

// The least number of pieces for each thread, which evens out threads of different speed.
constexpr int64_t kPiecesPerThread = 4;

// The bytes of one index of the cut loop in a buffer. They begin at `begin` for index 0, and
// `distance` bytes later for each next index.
struct Window {
  const EdgePlacement* edge = nullptr;
  int64_t begin = 0;
  int64_t extent = 0;
  int64_t distance = 0;
  int64_t end = 0;  // the end of the last index
};

class Cutter {
 public:
  Cutter(const Problem& problem, const Candidate& candidate, const PieceTarget& target)
      : problem_(problem), candidate_(candidate), target_(target) {}

  // Returns the kernels of `steps` in pieces; nullopt if there are no such pieces.
  std::optional<PieceRun> Cut(absl::Span<const Step> steps) const {
    int64_t common = 0;
    for (const Step& step : steps) {
      if (!step.kernel || step.kernel->slow_run.blocks <= 0) return std::nullopt;
      common = std::gcd(common, step.kernel->map.loops.back().length);
    }
    for (const int64_t count : {common, problem_.batch}) {
      if (count < 2 || common % count != 0) continue;
      if (auto run = CutBy(steps, count)) return run;
    }
    return std::nullopt;
  }

 private:
  std::optional<PieceRun> CutBy(absl::Span<const Step> steps, int64_t count) const {
    const auto windows = WindowsOf(steps, count);
    if (!windows) return std::nullopt;
    int64_t unit = 1;  // multiples of this many indices have whole workgroups in every kernel
    for (const Step& step : steps) {
      const int64_t indices = step.kernel->slow_run.indices;
      const int64_t each = step.kernel->map.loops.back().length / count;
      unit = std::lcm(unit, indices / std::gcd(indices, each));
      if (unit > count) return std::nullopt;
    }
    const int64_t size = SizeOf(BytesOf(*windows), count, unit);
    if (size == 0) return std::nullopt;
    PieceRun run;
    run.pieces = CeilDiv(count, size);
    for (const Step& step : steps) {
      const SlowRun& slow = step.kernel->slow_run;
      const int64_t each = step.kernel->map.loops.back().length / count;
      run.blocks.push_back(size * each / slow.indices * slow.blocks);
    }
    return run;
  }

  // The number of indices in a piece; 0 if pieces gain nothing.
  int64_t SizeOf(int64_t bytes, int64_t count, int64_t unit) const {
    if (bytes <= 0 || bytes * count <= target_.cache_bytes) return 0;
    int64_t units = target_.cache_bytes / (bytes * unit);
    if (units == 0) return 0;
    if (target_.enough_bytes > 0) {
      units = std::min(units, CeilDiv(target_.enough_bytes, bytes * unit));
    }
    if (target_.threads > 1) {
      units = std::clamp<int64_t>(count / (kPiecesPerThread * target_.threads * unit), 1, units);
      const int64_t pieces = CeilDiv(count, units * unit);
      const int64_t rounds = CeilDiv(pieces, int64_t{target_.threads});
      if (5 * pieces < 4 * rounds * target_.threads) return 0;
    }
    return CeilDiv(count, units * unit) > 1 ? units * unit : 0;
  }

  // The windows of all edges that the steps read or write; nullopt if two indices share bytes of an
  // edge.
  std::optional<std::vector<Window>> WindowsOf(absl::Span<const Step> steps, int64_t count) const {
    std::vector<Window> windows;
    for (size_t i = 0; i <= steps.size(); ++i) {
      const EdgePlacement& edge = i == 0 ? steps[0].in : steps[i - 1].out;
      const auto window = WindowOf(edge, count);
      if (!window) return std::nullopt;
      const int64_t elements = window->distance / ElementBytes(problem_, edge);
      if (i > 0 && !StepsBy(steps[i - 1], elements, count, &Dim::out_stride)) return std::nullopt;
      if (i < steps.size() && !StepsBy(steps[i], elements, count, &Dim::in_stride)) {
        return std::nullopt;
      }
      for (const Window& other : windows) {
        if (!AreApart(*window, other)) return std::nullopt;
      }
      windows.push_back(*window);
    }
    return windows;
  }

  // Whether the kernel's slowest loop does all of one index before the next index.
  static bool StepsBy(const Step& step, int64_t distance, int64_t count, int64_t Dim::*stride) {
    const Dim& slow = step.kernel->map.loops.back();
    return slow.*stride > 0 && slow.*stride * (slow.length / count) == distance;
  }

  std::optional<Window> WindowOf(const EdgePlacement& edge, int64_t count) const {
    const Layout& layout = edge.layout;
    if (layout.volume() % count != 0) return std::nullopt;
    const auto distance = layout.MapStride(layout.volume() / count, count);
    if (!distance || *distance <= 0) return std::nullopt;
    const int64_t element = ElementBytes(problem_, edge);
    const int64_t extent = layout.extent() - *distance * (count - 1) + Magnitude(edge.pair_stride);
    if (extent > *distance) return std::nullopt;
    const int64_t begin = layout.begin() + std::min<int64_t>(edge.pair_stride, 0);
    Window window = {&edge, begin * element, extent * element, *distance * element, 0};
    if (IsTemporary(edge.buffer)) {
      window.begin += candidate_.temp_offsets[TemporaryIndex(edge.buffer)];
    }
    const int64_t arrays = IsPlanar(edge.format) && edge.pair_stride == 0 ? 2 : 1;
    window.end = window.begin + (layout.extent() + Magnitude(edge.pair_stride)) * element * arrays;
    return window;
  }

  // Whether different indices of the two windows share no byte. The user's arrays share none.
  static bool AreApart(const Window& a, const Window& b) {
    const bool same_memory = a.edge->buffer == b.edge->buffer ||
                             (IsTemporary(a.edge->buffer) && IsTemporary(b.edge->buffer));
    if (!same_memory || a.end <= b.begin || b.end <= a.begin) return true;
    const bool is_planar = (IsPlanar(a.edge->format) && a.edge->pair_stride == 0) ||
                           (IsPlanar(b.edge->format) && b.edge->pair_stride == 0);
    if (is_planar) {
      return a.begin == b.begin && a.edge->format == b.edge->format &&
             a.edge->layout == b.edge->layout;
    }
    const int64_t first = std::min(a.begin, b.begin);
    const int64_t end = std::max(a.begin + a.extent, b.begin + b.extent);
    return a.distance == b.distance && end - first <= a.distance;
  }

  // The bytes of one index in all buffers together.
  static int64_t BytesOf(const std::vector<Window>& windows) {
    std::map<Buffer, int64_t> bytes;
    for (const Window& window : windows) {
      const bool has_two = IsPlanar(window.edge->format) && window.edge->pair_stride == 0;
      int64_t& of_buffer = bytes[window.edge->buffer];
      of_buffer = std::max(of_buffer, window.extent * (has_two ? 2 : 1));
    }
    int64_t sum = 0;
    for (const auto& [buffer, of_buffer] : bytes) sum += of_buffer;
    return sum;
  }

  const Problem& problem_;
  const Candidate& candidate_;
  const PieceTarget& target_;
};

}  // namespace

std::vector<PieceRun> CutIntoPieces(const Problem& problem, const Candidate& candidate,
                                    const PieceTarget& target) {
  const Cutter cutter(problem, candidate, target);
  const absl::Span<const Step> steps = candidate.steps;
  std::vector<PieceRun> runs;
  for (size_t first = 0; first < steps.size();) {
    std::optional<PieceRun> run;
    const size_t most = std::min<size_t>(steps.size() - first, target.most_kernels);
    for (size_t kernels = most; kernels > 1 && !run; --kernels) {
      run = cutter.Cut(steps.subspan(first, kernels));
    }
    if (!run) run = PieceRun{0, 1, {0}};
    run->first = static_cast<int>(first);
    first += run->blocks.size();
    runs.push_back(*std::move(run));
  }
  const auto is_cut = [](const PieceRun& run) { return run.pieces > 1; };
  if (std::none_of(runs.begin(), runs.end(), is_cut)) runs.clear();
  return runs;
}

}  // namespace fft
