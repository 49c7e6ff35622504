#include "fft/assign/padding.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "fft/base/int_math.h"
#include "fft/choice/line_map.h"
#include "fft/choice/price.h"
#include "fft/core/layout.h"
#include "fft/shapes/kernel_shape.h"

namespace fft {
namespace {

// Channels that a dim has to spread over at least.
constexpr int64_t kEnoughUnits = 3;
// Rows of fewer times the padding get as little as moves them to the next channel.
constexpr int64_t kLongRow = 64;
constexpr size_t kMaxRows = 8;  // looked at
// Rows of fewer bytes may begin inside a sector.
constexpr int64_t kShortRowBytes = 16 * kSectorBytes;

// Whether the access writes columns: the lanes run along a loop.
bool WritesColumns(const EdgeAccess& access) {
  if (access.stride != &Dim::out_stride || access.node->axes.empty()) return false;
  const Dim& axis = access.node->axes.back();
  return axis.length > 1 && !StoresRows(ChooseTile(axis, access.node->loops).tiling);
}

int64_t PaddingOf(int64_t row, const PaddedEdge& edge, const Target& target) {
  const int64_t elements = target.padding.elements;
  if (row >= kLongRow * elements) return elements;
  const int64_t unit = target.channels.interleave_bytes / edge.element_bytes;
  return std::clamp<int64_t>(unit, 1, elements);
}

// Whether a write that steps `stride` elements from run to run leaves parts of sectors that cost
// something. Short rows would grow too much.
bool CutsSectors(int64_t length, int64_t stride, int64_t element_bytes, const Target& target) {
  const PaddingRule& rule = target.padding;
  const int64_t bytes = stride * element_bytes;
  return rule.whole_sectors && length >= rule.min_length && bytes >= kShortRowBytes &&
         length >= CeilDiv(kFewColumnBytes, bytes) && bytes % kSectorBytes != 0;
}

// From one row of `row` elements to the next, for rows that do harm.
int64_t StrideOf(int64_t row, const PaddedEdge& edge, const Target& target) {
  const int64_t line = std::max<int64_t>(1, target.tile_row_bytes / edge.element_bytes);
  const auto meets = [&](int64_t stride) {
    return DoesHarm(target.padding.min_length, stride, edge.element_bytes, target);
  };
  // Full runs of memory where they cost less than 1/32 of it.
  const int64_t sector = std::max<int64_t>(1, kSectorBytes / edge.element_bytes);
  const bool is_cheap = 32 * (RoundUp(row, line) - row) <= row;
  const int64_t whole = RoundUp(row, is_cheap ? line : sector);
  if (target.padding.whole_sectors && !meets(row) && !meets(whole)) return whole;
  const int64_t padded = row + PaddingOf(row, edge, target);
  const bool aligns = target.padding.whole_sectors || (row >= kLongRow * target.padding.elements &&
                                                       target.padding.elements % line == 0);
  return aligns ? RoundUp(padded, line) : padded;
}

// Data in rows, each so many elements long (ascending, each a multiple of the one before), with
// padding after every row of every length; long ones begin where a full run of memory does.
Layout InRows(const std::vector<int64_t>& rows, const PaddedEdge& edge, const Target& target) {
  std::vector<LayoutDigit> digits;
  int64_t stride = 1, below = 1;
  for (int64_t row : rows) {
    digits.push_back({row / below, stride});
    stride = StrideOf(stride * (row / below), edge, target);
    below = row;
  }
  digits.push_back({edge.volume / below, stride});
  return Layout(digits);
}

class Padding {
 public:
  Padding(const std::vector<EdgeAccess>& accesses, const PaddedEdge& edge, const Target& target)
      : accesses_(accesses), edge_(edge), target_(target) {}

  std::optional<Layout> Choose() const {
    const Layout packed = Layout::Packed(edge_.volume);
    const auto harm = Harm(packed);
    if (!harm || *harm == 0) return std::nullopt;
    std::optional<Layout> best;
    auto least = std::tuple(*harm, packed.extent());
    const auto consider = [&](const std::vector<int64_t>& rows) {
      const Layout layout = InRows(rows, edge_, target_);
      const auto left = Harm(layout);
      if (!left || *left >= *harm || std::tuple(*left, layout.extent()) >= least) return;
      least = {*left, layout.extent()};
      best = layout;
    };
    const std::vector<int64_t> rows = RowLengths();
    for (size_t i = 0; i < rows.size(); ++i) {
      consider({rows[i]});
      for (size_t j = 0; j < i; ++j) {
        if (rows[i] % rows[j] == 0) consider({rows[j], rows[i]});
      }
    }
    return best;
  }

 private:
  bool IsInTransform(int64_t stride) const { return stride < edge_.volume / edge_.batch; }

  // Lengths of rows that a dim which does harm steps over, ascending.
  std::vector<int64_t> RowLengths() const {
    std::set<int64_t> rows;
    for (const EdgeAccess& access : accesses_) {
      for (const Dims* dims : {&access.node->axes, &access.node->loops}) {
        for (const Dim& dim : *dims) {
          const int64_t stride = dim.*access.stride;
          if (stride < 1 || !IsInTransform(stride) || edge_.volume % stride != 0) continue;
          if (HarmOf(dim, dim.length, stride, access) > 0) rows.insert(stride);
        }
      }
    }
    // The longest ones cost least.
    while (rows.size() > kMaxRows) rows.erase(rows.begin());
    return {rows.begin(), rows.end()};
  }

  // Dims that do harm in a layout; nullopt when it gives a dim that must have one no single stride.
  std::optional<int> Harm(const Layout& layout) const {
    int harm = 0;
    for (const EdgeAccess& access : accesses_) {
      const PlanNode& node = *access.node;
      for (const Dim& axis : node.axes) {
        const auto stride = layout.MapStride(axis.*access.stride, axis.length);
        if (!stride && access.is_required) return std::nullopt;
        if (stride) harm += HarmOf(axis, axis.length, *stride, access);
      }
      for (size_t i = 0; i < node.loops.size(); ++i) {
        const Dim& loop = node.loops[i];
        const auto stride = layout.MapStride(loop.*access.stride, loop.length);
        if (stride) {
          harm += HarmOf(loop, loop.length, *stride, access);
          continue;
        }
        const bool is_whole =
            node.large_twiddle.length > 0 && node.large_twiddle.loop == static_cast<int>(i);
        const int64_t inner = layout.StepsWithinDigit(loop.*access.stride);
        if (is_whole || inner < 2 || loop.length % inner != 0) {
          if (access.is_required) return std::nullopt;
          continue;
        }
        // It is split; the outer part steps over whole rows, which are padded.
        harm += HarmOf(loop, inner, *layout.MapStride(loop.*access.stride, inner), access);
      }
    }
    return harm;
  }

  int HarmOf(const Dim& dim, int64_t length, int64_t stride, const EdgeAccess& access) const {
    if (!IsInTransform(dim.*access.stride)) return 0;
    const bool cuts =
        WritesColumns(access) && CutsSectors(length, stride, edge_.element_bytes, target_);
    return cuts || DoesHarm(length, stride, edge_.element_bytes, target_) ? 1 : 0;
  }

  const std::vector<EdgeAccess>& accesses_;
  const PaddedEdge& edge_;
  const Target& target_;
};

}  // namespace

bool DoesHarm(int64_t length, int64_t stride, int64_t element_bytes, const Target& target) {
  const PaddingRule& rule = target.padding;
  if (length < rule.min_length || stride < rule.min_stride) return false;
  return stride % rule.multiple_of == 0 ||
         target.channels.UnitsHit(stride * element_bytes, length) < kEnoughUnits;
}

std::optional<Layout> PaddedLayout(const std::vector<EdgeAccess>& accesses, const PaddedEdge& edge,
                                   const Target& target) {
  if (target.padding.elements == 0) return std::nullopt;
  return Padding(accesses, edge, target).Choose();
}

}  // namespace fft
