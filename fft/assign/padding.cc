#include "fft/assign/padding.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "fft/base/int_math.h"
#include "fft/choice/line_map.h"
#include "fft/core/layout.h"
#include "fft/machine/model.h"
#include "fft/shapes/kernel_shape.h"

namespace fft {
namespace {

// A dim should spread over at least this many channels or cache sets.
constexpr int64_t kEnoughUnits = 3;
// Where addresses are hashed over the channels, rows shorter than this many times the rule's
// padding (PaddingRule::elements) get only as much padding as reaches the next channel.
constexpr int64_t kLongRow = 64;
// Where addresses are not hashed, rows are padded by at most 1/128 of their length, so that padding
// along two dims costs at most 1/64 of the memory.
constexpr int64_t kPaddedShare = 128;
constexpr size_t kMaxRows = 8;  // the most lengths of rows that are considered
// If the usual padding leaves dims that do harm, rows get up to this many times the usual padding.
constexpr int64_t kMaxTimes = 3;
// Rows of fewer bytes may begin inside a sector.
constexpr int64_t kShortRowBytes = 16 * kSectorBytes;

// Whether the access writes columns: its lanes run along a loop.
bool WritesColumns(const EdgeAccess& access) {
  if (access.stride != &Dim::out_stride || access.node->axes.empty()) return false;
  const Dim& axis = access.node->axes.back();
  return axis.length > 1 && !StoresRows(ChooseTile(axis, access.node->loops).tiling);
}

// Whether the channels are a hash of the address, so that no stride costs more than others.
bool IsHashed(const ChannelModel& channels) { return channels.conflict_share == 0; }

int64_t LineElements(int64_t element_bytes, const Target& target) {
  return std::max<int64_t>(1, target.tile_row_bytes / element_bytes);
}

int64_t SectorElements(int64_t element_bytes) {
  return std::max<int64_t>(1, kSectorBytes / element_bytes);
}

// The least padding, in elements: a sector where rows may begin at any sector, else LineElements.
int64_t LeastPadding(int64_t element_bytes, const Target& target) {
  return target.padding.whole_sectors ? SectorElements(element_bytes)
                                      : LineElements(element_bytes, target);
}

// Whether steps of `stride` elements are so long that they may meet in few channels: at least a
// period of the channels, or half a period where the least padding is a small share of the stride.
bool FillsPeriod(int64_t stride, int64_t element_bytes, const Target& target) {
  if (IsHashed(target.channels)) return false;
  const int64_t bytes = stride * element_bytes, period = target.channels.period();
  const bool is_cheap = kPaddedShare * LeastPadding(element_bytes, target) <= stride;
  return bytes >= period || (is_cheap && 2 * bytes >= period);
}

// The usual padding behind a row.
int64_t PaddingOf(int64_t row, const PaddedEdge& edge, const Target& target) {
  const int64_t elements = target.padding.elements;
  if (!IsHashed(target.channels)) {
    return std::min(elements,
                    std::max(LeastPadding(edge.element_bytes, target), row / kPaddedShare));
  }
  if (row >= kLongRow * elements) return elements;
  const int64_t unit = target.channels.interleave_bytes / edge.element_bytes;
  return std::clamp<int64_t>(unit, 1, elements);
}

// The distance from a row with `padding` behind it to the next row. If rows begin at whole sectors,
// the distance is rounded up to a multiple of LineElements, or only to a whole sector if the
// multiple costs too much.
int64_t Aligned(int64_t row, int64_t padding, const PaddedEdge& edge, const Target& target) {
  const int64_t padded = row + padding;
  const int64_t line = LineElements(edge.element_bytes, target), whole = RoundUp(padded, line);
  if (!target.padding.whole_sectors) {
    const bool aligns = padding == target.padding.elements && padding % line == 0;
    return aligns ? whole : padded;
  }
  const bool is_cheap = IsHashed(target.channels) || kPaddedShare / 2 * (whole - row) < row;
  return is_cheap ? whole : RoundUp(padded, LeastPadding(edge.element_bytes, target));
}

// Whether padding pays because writes of `length` runs that are `stride` elements apart leave parts
// of sectors. Short rows do not count, since padding would lengthen them too much.
bool CutsSectors(int64_t length, int64_t stride, int64_t element_bytes, const Target& target) {
  const PaddingRule& rule = target.padding;
  const int64_t bytes = stride * element_bytes;
  const int64_t few_bytes = ModelOf(target).gpu.traffic.few_column_bytes;
  return rule.whole_sectors && length >= rule.min_length && bytes >= kShortRowBytes &&
         length >= CeilDiv(few_bytes, bytes) && bytes % kSectorBytes != 0;
}

// The distance in elements from one row of `row` elements to the next, for rows that do harm.
int64_t StrideOf(int64_t row, const PaddedEdge& edge, const Target& target) {
  const int64_t line = LineElements(edge.element_bytes, target);
  const auto meets = [&](int64_t stride) {
    return DoesHarm(target.padding.min_length, stride, edge.element_bytes, target);
  };
  // Rows are lengthened to whole cache lines where that costs less than 1/32 of the memory.
  const bool is_cheap = 32 * (RoundUp(row, line) - row) <= row;
  const int64_t whole = RoundUp(row, is_cheap ? line : SectorElements(edge.element_bytes));
  if (target.padding.whole_sectors && !meets(row) && !meets(whole)) return whole;
  return Aligned(row, PaddingOf(row, edge, target), edge, target);
}

// Rows with padding behind them.
struct PaddedRow {
  int64_t length = 1;  // elements in packed data
  int64_t times = 1;   // how many times the usual padding a row gets; 0: the least padding
};

// The layout of data in rows of these lengths, with padding behind every row. Lengths ascend, each
// a multiple of the length before.
Layout InRows(const std::vector<PaddedRow>& rows, const PaddedEdge& edge, const Target& target) {
  std::vector<LayoutDigit> digits;
  int64_t stride = 1, below = 1;
  for (const PaddedRow& row : rows) {
    digits.push_back({row.length / below, stride});
    const int64_t packed = stride * (row.length / below);
    if (row.times == 0) {
      stride = Aligned(packed, LeastPadding(edge.element_bytes, target), edge, target);
    } else {
      stride = StrideOf(packed, edge, target);
      stride += (row.times - 1) * (stride - packed);
    }
    below = row.length;
  }
  digits.push_back({edge.volume / below, stride});
  return Layout(digits);
}

// A dim of an access: `length` steps of `stride` elements.
struct Stepping {
  int64_t length = 1;
  int64_t stride = 1;
  bool is_whole = false;     // whether it is never split
  bool is_required = false;  // whether a layout has to give it a stride, or split it
  bool writes_columns = false;
};

// The harm (see PaddedLayout) that the dims of the accesses do in a layout.
struct Harm {
  int dims = 0;           // dims that do harm
  bool is_worse = false;  // some dim meets in fewer channels than in packed data
};

class Padding {
 public:
  Padding(const std::vector<EdgeAccess>& accesses, const PaddedEdge& edge, const Target& target)
      : edge_(edge), target_(target) {
    for (const EdgeAccess& access : accesses) AddSteppings(access);
  }

  std::optional<Layout> Choose() {
    const Layout packed = Layout::Packed(edge_.volume);
    const std::optional<Harm> harm = HarmOf(packed);
    if (!harm || harm->dims == 0) return std::nullopt;
    least_ = {harm->dims, packed.extent()};
    ConsiderChains(RowLengths(/*harmful=*/true), 1, 1);
    // Some harm may be left. Then other rows are padded too, and with more than the usual padding.
    if (std::get<0>(least_) > 0) {
      ConsiderChains(RowLengths(/*harmful=*/false), 0, kMaxTimes);
    }
    return best_;
  }

 private:
  void AddSteppings(const EdgeAccess& access) {
    const PlanNode& node = *access.node;
    const bool columns = WritesColumns(access);
    const int64_t row_length =
        access.stride == &Dim::out_stride ? node.OutLength() : node.InLength();
    for (const Dim& axis : node.axes) {
      const int64_t length = &axis == &node.axes.back() ? row_length : axis.length;
      steppings_.push_back({length, axis.*access.stride, true, access.is_required, columns});
    }
    // Where addresses are hashed, splitting the loop that counts twiddles would cost more than
    // padding gains.
    const bool counts_twiddles = node.large_twiddle.length > 0 && IsHashed(target_.channels);
    for (int i = 0; i < std::ssize(node.loops); ++i) {
      steppings_.push_back({node.loops[i].length, node.loops[i].*access.stride,
                            counts_twiddles && node.large_twiddle.loop == i, access.is_required,
                            columns});
    }
  }

  bool IsInTransform(const Stepping& dim) const { return dim.stride < edge_.volume / edge_.batch; }

  // Considers layouts that pad rows of one or two of these lengths, by `least_times` to
  // `most_times` times the usual padding.
  void ConsiderChains(const std::vector<int64_t>& rows, int64_t least_times, int64_t most_times) {
    for (size_t i = 0; i < rows.size(); ++i) {
      for (int64_t times = least_times; times <= most_times; ++times) {
        Consider({{rows[i], times}});
        for (size_t j = 0; j < i; ++j) {
          if (rows[i] % rows[j] != 0) continue;
          for (int64_t below = least_times; below <= most_times; ++below) {
            Consider({{rows[j], below}, {rows[i], times}});
          }
        }
      }
    }
  }

  void Consider(const std::vector<PaddedRow>& rows) {
    const Layout layout = InRows(rows, edge_, target_);
    const int64_t added = layout.extent() - edge_.volume;
    if (target_.padding.memory_share * added > edge_.volume) return;
    const std::optional<Harm> left = HarmOf(layout);
    if (!left || left->is_worse) return;
    const auto rank = std::tuple(left->dims, layout.extent());
    if (rank >= least_) return;
    least_ = rank;
    best_ = layout;
  }

  // The lengths of the rows that long dims step over, ascending. If `harmful`, only dims that do
  // harm count.
  std::vector<int64_t> RowLengths(bool harmful) const {
    std::set<int64_t> rows;
    for (const Stepping& dim : steppings_) {
      if (dim.stride < 2 || !IsInTransform(dim) || edge_.volume % dim.stride != 0) continue;
      const bool counts = harmful ? DoesHarmAt(dim, dim.length, dim.stride)
                                  : dim.length >= target_.padding.min_length;
      if (counts) rows.insert(dim.stride);
    }
    // The longest rows cost least to pad.
    while (rows.size() > kMaxRows) rows.erase(rows.begin());
    return {rows.begin(), rows.end()};
  }

  // The harm in a layout; nullopt when the layout gives no single stride to a dim that must have
  // one.
  std::optional<Harm> HarmOf(const Layout& layout) const {
    Harm harm;
    for (const Stepping& dim : steppings_) {
      Stepping part = dim;
      // A dim is split where a digit of the layout ends.
      for (int64_t rest = dim.length; rest > 1; rest /= part.length, part.stride *= part.length) {
        const int64_t inner = layout.StepsWithinDigit(part.stride);
        const bool splits = !dim.is_whole && inner >= 2 && inner < rest && rest % inner == 0;
        part.length = splits ? inner : rest;
        const std::optional<int64_t> stride = layout.MapStride(part.stride, part.length);
        if (!stride && dim.is_required) return std::nullopt;
        if (!stride) break;
        if (!IsInTransform(part)) continue;
        harm.dims += DoesHarmAt(part, part.length, *stride) ? 1 : 0;
        harm.is_worse = harm.is_worse || MeetsInFewer(part.length, *stride, part.stride);
      }
    }
    return harm;
  }

  bool DoesHarmAt(const Stepping& dim, int64_t length, int64_t stride) const {
    return (dim.writes_columns && CutsSectors(length, stride, edge_.element_bytes, target_)) ||
           DoesHarm(length, stride, edge_.element_bytes, target_);
  }

  // Whether `length` steps of `stride` elements meet in fewer channels than steps of `packed`.
  bool MeetsInFewer(int64_t length, int64_t stride, int64_t packed) const {
    if (length < target_.padding.min_length || stride == packed) return false;
    const auto units = [&](int64_t elements) {
      return target_.channels.UnitsHit(elements * edge_.element_bytes, length);
    };
    return units(stride) < units(packed);
  }

  const PaddedEdge& edge_;
  const Target& target_;
  std::vector<Stepping> steppings_;
  std::tuple<int, int64_t> least_;  // harm and extent of best_, or of packed data if it is empty
  std::optional<Layout> best_;
};

}  // namespace

bool DoesHarm(int64_t length, int64_t stride, int64_t element_bytes, const Target& target) {
  const PaddingRule& rule = target.padding;
  if (length < rule.min_length) return false;
  const int64_t bytes = stride * element_bytes;
  const bool is_long = stride >= rule.min_stride;
  if (is_long && stride % rule.multiple_of == 0) return true;
  return (is_long || FillsPeriod(stride, element_bytes, target)) &&
         target.channels.UnitsHit(bytes, length) < kEnoughUnits;
}

std::optional<Layout> PaddedLayout(const std::vector<EdgeAccess>& accesses, const PaddedEdge& edge,
                                   const Target& target) {
  if (target.padding.elements == 0) return std::nullopt;
  return Padding(accesses, edge, target).Choose();
}

}  // namespace fft
