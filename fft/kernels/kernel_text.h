// The texts that kernels' names are made of: what each type of field says there.
#ifndef FFT_KERNELS_KERNEL_TEXT_H_
#define FFT_KERNELS_KERNEL_TEXT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/kernels/kernel_spec.h"

namespace fft::kernels {

// TextOf is the text of a value in the name, one overload per field type; "" leaves the field out.
std::string TextOf(KernelKind kind);
std::string TextOf(Direction direction);
std::string TextOf(int64_t value);
std::string TextOf(int value);
std::string TextOf(const std::vector<int>& values);
std::string TextOf(const SecondAxis& axis);
std::string TextOf(Tiling tiling);
std::string TextOf(Exchange exchange);
std::string TextOf(Staging staging);
std::string TextOf(const LdsLayout& lds);
std::string TextOf(Precision precision);
std::string TextOf(Placement placement);
std::string TextOf(ArrayFormat format);
std::string TextOf(AxisFormat data);
std::string TextOf(AxisKind kind);
std::string TextOf(const Range& range);
std::string TextOf(RowOperation operation);
std::string TextOf(TileEnd end);
std::string TextOf(Workgroups workgroups);
std::string TextOf(GroupOrder order);
std::string TextOf(LaunchTime launch);
std::string TextOf(StrideKind kind);
std::string TextOf(const TwiddleSteps& twiddle);
std::string TextOf(const KnownTile& tile);
std::string TextOf(ScaleKind scale);
std::string TextOf(WindowUse use);
std::string TextOf(PointFunction function);
std::string TextOf(IndexWidth width);
std::string TextOf(const CallbackText& callback);
template <typename Value>
std::string TextOf(const std::optional<Value>& value) {
  return value ? TextOf(*value) : "";
}

// The letter that each member of a KnownTile has in the name, in order.
inline constexpr std::pair<char, bool KnownTile::*> kTileLetters[] = {
    {'i', &KnownTile::unit_in},    {'o', &KnownTile::unit_out}, {'p', &KnownTile::packed_in},
    {'q', &KnownTile::packed_out}, {'w', &KnownTile::is_whole}, {'m', &KnownTile::is_far},
    {'r', &KnownTile::is_in_row}};

}  // namespace fft::kernels

#endif  // FFT_KERNELS_KERNEL_TEXT_H_
