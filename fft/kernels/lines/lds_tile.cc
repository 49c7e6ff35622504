#include "fft/kernels/lines/lds_tile.h"

#include <numeric>

namespace fft::kernels {

void LdsTile::Declare(int passes) {
  const bool is_half = spec_.exchange == Exchange::kHalf;
  const Type word = is_half ? Type::Real(spec_.precision) : Type::Complex(spec_.precision);
  const int arrays = LdsArrays(spec_.exchange, passes);
  const bool is_numbered = spec_.exchange == Exchange::kPingPong;
  if (arrays > 0) arrays_[0] = b_.Shared(is_numbered ? "lds_even" : "lds", word, spec_.lds.words);
  if (arrays > 1) arrays_[1] = b_.Shared("lds_odd", word, spec_.lds.words);
  if (!is_numbered) arrays_[1] = arrays_[0];
}

std::vector<Ex> LdsTile::ReadSlots(const Pass& pass, Ex transform, Ex i) {
  return pass.is_mirrored ? Written(pass, transform, i) : Read(pass, transform, i);
}

std::vector<Ex> LdsTile::WriteSlots(const Pass& pass, Ex transform, Ex i) {
  return pass.is_mirrored ? Read(pass, transform, i) : Written(pass, transform, i);
}

LdsPoints LdsTile::PointsOf(const Pass& pass) const {
  return {spec_.factors, pass.radix, pass.stride, pass.groups, pass.is_in_place};
}

std::vector<Ex> LdsTile::Read(const Pass& pass, Ex transform, Ex i) {
  const LdsPoints of = PointsOf(pass);
  Points points = {of.Read(i, Keeper()), 1, of.read_step(), pass.radix};
  if (of.in_place) points.block = pass.groups * pass.radix;
  return Slots(points, transform);
}

std::vector<Ex> LdsTile::Written(const Pass& pass, Ex transform, Ex i) {
  const LdsPoints of = PointsOf(pass);
  if (of.in_place) return Read(pass, transform, i);
  const int64_t divisor = pass.stride == 1 ? pass.radix : 1;
  return Slots({of.Written(i, Keeper()), divisor, of.written_step(), pass.radix}, transform);
}

Ex LdsTile::OutputSlot(Ex point, Ex transform) {
  // Passes that go forth and back in place end where they began.
  const bool is_turned = spec_.exchange == Exchange::kInPlace && !spec_.points;
  if (is_turned) point = PlaceOfDigits(spec_.factors, spec_.length, point, Keeper());
  return Slot(point, transform);
}

Ex LdsTile::Slot(Ex point, Ex transform) { return Slots({point}, transform).front(); }

std::vector<Ex> LdsTile::Slots(const Points& points, Ex transform) {
  const LdsLayout& lds = spec_.lds;
  const Ex base = b_.Let("slot", points.first * lds.point_step + transform * lds.transform_step);
  std::vector<int64_t> offsets;
  for (int j = 0; j < points.count; ++j) offsets.push_back(j * points.step * lds.point_step);
  int64_t divisor = points.divisor * lds.point_step;
  if (spec_.transforms_per_group > 1) divisor = std::gcd(divisor, lds.transform_step);
  // Whether the points lie between two words of padding.
  const bool lies_together =
      points.block > 0 && lds.pad_every > 0 &&
      lds.pad_every % (points.block * lds.point_step) == 0 &&
      (spec_.transforms_per_group == 1 || lds.transform_step % lds.pad_every == 0);
  return PaddedSlots(base, lies_together ? lds.pad_every : divisor, offsets);
}

std::vector<Ex> LdsTile::PaddedSlots(Ex base, int64_t divisor,
                                     const std::vector<int64_t>& offsets) {
  const int pad = spec_.lds.pad_every;
  std::vector<Ex> slots;
  Ex padded;
  for (int64_t offset : offsets) {
    if (pad == 0) {
      slots.push_back(base + offset);
    } else if (offset % pad == 0 || divisor % pad == 0) {
      // (base + offset) / pad = base / pad + offset / pad if either part is a multiple of pad.
      if (!padded) padded = b_.Let("padded", base + base / pad);
      slots.push_back(padded + (offset + offset / pad));
    } else {
      const Ex slot = b_.Let("slot", base + offset);
      slots.push_back(slot + slot / pad);
    }
  }
  return slots;
}

}  // namespace fft::kernels
