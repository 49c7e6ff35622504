#include "fft/assign/padding.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
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
  bool is_whole = false;  // whether it is never split
  unsigned chains = 0;    // those for which a layout has to give it a stride, or split it
  bool writes_columns = false;
  // If row_step is above 0, the dim steps over row_step elements of a row (EnclosingRow). The edge
  // holds row_points of these elements, which are stride / row_step apart.
  int64_t row_step = 0, row_points = 0;
};

// The harm (see PaddedLayout) that the dims of the accesses do in a layout.
struct Harm {
  int dims = 0;                  // dims that do harm
  bool is_worse = false;         // some dim meets in fewer channels than in packed data
  unsigned chains = kAllChains;  // those that have the strides that they must have
};

class Padding {
 public:
  Padding(const std::vector<EdgeAccess>& accesses, const PaddedEdge& edge, const Target& target)
      : edge_(edge), target_(target) {
    for (const EdgeAccess& access : accesses) AddSteppings(access);
  }

  std::optional<Layout> Choose() {
    const Layout packed = Layout::Packed(edge_.volume);
    const Harm harm = HarmOf(packed);
    if (harm.dims == 0) return std::nullopt;
    least_.fill({harm.dims, 0, packed.extent()});
    ConsiderChains(RowLengths(/*harmful=*/true), 1, 1);
    // Some harm may be left. Then other rows are padded too, and with more than the usual padding.
    std::set<int64_t> rows;
    if (harm_left() > 0) {
      rows = RowLengths(/*harmful=*/false);
      ConsiderChains(rows, 0, kMaxTimes);
    }
    // The writer and a reader may divide the data into rows of which neither is a multiple of the
    // other. They share the rows of the common divisors.
    if (harm_left() > 0) {
      const std::set<int64_t> shared = WithCommonDivisors(rows);
      if (shared.size() > rows.size()) ConsiderChains(shared, 0, kMaxTimes);
    }
    return best_[0] ? best_[0] : best_[1];
  }

 private:
  int harm_left() const { return std::get<0>(least_[0]); }

  void AddSteppings(const EdgeAccess& access) {
    const PlanNode& node = *access.node;
    const bool writes = access.stride == &Dim::out_stride;
    const bool columns = WritesColumns(access);
    const bool cuts = writes ? CutsOutput(node.row.operation) : CutsInput(node.row.operation);
    const AxisSide& side = writes ? node.out_side : node.in_side;
    const int64_t row_points = cuts ? Elements({side.format}, node.row.points) : 0;
    const auto add = [&](const Dim& dim, int64_t length, int64_t row_step, bool is_whole) {
      const bool is_cut = cuts && row_step > 0;
      steppings_.push_back({length, dim.*access.stride, is_whole || is_cut, access.chains, columns,
                            is_cut ? row_step : 0, row_points});
    };
    const int64_t row_length = writes ? node.OutLength() : node.InLength();
    for (const Dim& axis : node.axes) {
      const int64_t length = &axis == &node.axes.back() ? row_length : axis.length;
      add(axis, length, node.row.axis_step, true);
    }
    // Where addresses are hashed, splitting the loop that counts twiddles would cost more than
    // padding gains.
    const bool counts_twiddles = node.large_twiddle.length > 0 && IsHashed(target_.channels);
    for (int i = 0; i < std::ssize(node.loops); ++i) {
      add(node.loops[i], node.loops[i].length,
          node.row.loop_steps.empty() ? 0 : node.row.loop_steps[i],
          counts_twiddles && node.large_twiddle.loop == i);
    }
  }

  bool IsInTransform(const Stepping& dim) const { return dim.stride < edge_.volume / edge_.batch; }

  // Considers layouts that pad rows of one or two of these lengths, by `least_times` to
  // `most_times` times the usual padding.
  void ConsiderChains(const std::set<int64_t>& lengths, int64_t least_times, int64_t most_times) {
    // The longest rows cost least to pad.
    std::vector<int64_t> rows(lengths.begin(), lengths.end());
    if (rows.size() > kMaxRows) rows.erase(rows.begin(), rows.end() - kMaxRows);
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
    const Harm left = HarmOf(layout);
    if (left.chains == 0 || left.is_worse) return;
    const int chain = std::countr_zero(left.chains);  // the plain chain is preferred
    const int at = left.chains == kFirstReaders ? 1 : 0;
    const auto rank = std::tuple(left.dims, chain, layout.extent());
    if (rank >= least_[at]) return;
    least_[at] = rank;
    best_[at] = layout;
  }

  // The lengths of the rows that long dims step over. If `harmful`, only dims that do harm count.
  std::set<int64_t> RowLengths(bool harmful) const {
    std::set<int64_t> rows;
    for (const Stepping& dim : steppings_) {
      if (dim.stride < 2 || !IsInTransform(dim) || edge_.volume % dim.stride != 0) continue;
      const bool counts = harmful ? DoesHarmAt(dim, dim.length, dim.stride)
                                  : dim.length >= target_.padding.min_length;
      if (counts) rows.insert(dim.stride);
    }
    return rows;
  }

  static std::set<int64_t> WithCommonDivisors(const std::set<int64_t>& rows) {
    std::set<int64_t> all = rows;
    for (int64_t a : rows) {
      for (int64_t b : rows) all.insert(std::gcd(a, b));
    }
    return all;
  }

  // The stride of a dim in a layout; nullopt if it has no single one.
  static std::optional<int64_t> StrideIn(const Layout& layout, const Stepping& dim) {
    if (dim.row_step == 0) return layout.MapStride(dim.stride, dim.length);
    const std::optional<int64_t> along =
        layout.MapStride(dim.stride / dim.row_step, dim.row_points);
    return along ? std::optional(dim.row_step * *along) : std::nullopt;
  }

  // The harm in a layout.
  Harm HarmOf(const Layout& layout) const {
    Harm harm;
    // Where addresses are hashed, padding gains too little to be tailored to fused kernels.
    if (IsHashed(target_.channels)) harm.chains = kPlainChain;
    for (const Stepping& dim : steppings_) {
      Stepping part = dim;
      // A dim is split where a digit of the layout ends.
      for (int64_t rest = dim.length; rest > 1; rest /= part.length, part.stride *= part.length) {
        const int64_t inner = layout.StepsWithinDigit(part.stride);
        const bool splits = !dim.is_whole && inner >= 2 && inner < rest && rest % inner == 0;
        part.length = splits ? inner : rest;
        const std::optional<int64_t> stride = StrideIn(layout, part);
        if (!stride) {
          harm.chains &= ~dim.chains;
          break;
        }
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
  // The best layout for data that stays, and the best one that serves only its first readers.
  std::array<std::optional<Layout>, 2> best_;
  // The harm, the chain and the extent of each of them, or of packed data if it is empty.
  std::array<std::tuple<int, int, int64_t>, 2> least_;
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
