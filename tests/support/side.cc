#include "tests/support/side.h"

#include <algorithm>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "fft/base/bfloat16.h"
#include "fft/base/half.h"

namespace fft::testing {
namespace {

Side MakeSide(const Problem& problem, const ArrayDescription& array) {
  Side side;
  side.format = array.format;
  side.precision = PrecisionOf(problem, array);
  side.lengths = StoredLengths(problem, array);
  side.strides = array.strides;
  side.offsets = array.offsets;
  side.lengths.insert(side.lengths.begin(), problem.batch);
  side.strides.insert(side.strides.begin(), array.distance);
  for (size_t i = problem.loops.size(); i-- > 0;) {
    const Dim& loop = problem.loops[i];
    side.lengths.insert(side.lengths.begin(), loop.length);
    side.strides.insert(side.strides.begin(),
                        &array == &problem.input ? loop.in_stride : loop.out_stride);
  }
  return side;
}

template <typename Real>
Real FromStorage(double value) {
  return value;
}

template <typename Real>
Real FromStorage(float value) {
  return value;
}

template <typename Real>
Real FromStorage(Half value) {
  return HalfToFloat(value);
}

template <typename Real>
Real FromStorage(Bfloat16 value) {
  return float{value};
}

void ToStorage(long double value, double* stored) { *stored = static_cast<double>(value); }
void ToStorage(long double value, float* stored) { *stored = static_cast<float>(value); }
void ToStorage(long double value, Half* stored) {
  *stored = FloatToHalf(static_cast<float>(value));
}
void ToStorage(long double value, Bfloat16* stored) {
  *stored = Bfloat16(static_cast<float>(value));
}

// Returns the address of component `c` of the element at `offset`.
template <typename Storage, typename Memory>
auto ComponentAddress(const Side& side, Memory* planes, int64_t offset, int c) {
  const int plane = side.planes() == 2 ? c : 0;
  const int64_t element = offset + side.offsets[plane];
  const int64_t component = side.planes() == 2 ? element : element * side.components() + c;
  return planes->data(plane) + component * static_cast<int64_t>(sizeof(Storage));
}

template <typename Storage, typename Real>
void ScatterAs(const Side& side, const std::vector<Real>& values, Planes* planes) {
  const int components = side.components();
  ForEachElement(side, [&](int64_t n, int64_t offset) {
    for (int c = 0; c < components; ++c) {
      Storage stored;
      ToStorage(values[n * components + c], &stored);
      std::memcpy(ComponentAddress<Storage>(side, planes, offset, c), &stored, sizeof(stored));
    }
  });
}

template <typename Storage, typename Real>
std::vector<Real> GatherAs(const Side& side, const Planes& planes) {
  const int components = side.components();
  std::vector<Real> values(side.volume() * components);
  ForEachElement(side, [&](int64_t n, int64_t offset) {
    for (int c = 0; c < components; ++c) {
      Storage stored;
      std::memcpy(&stored, ComponentAddress<Storage>(side, &planes, offset, c), sizeof(stored));
      values[n * components + c] = FromStorage<Real>(stored);
    }
  });
  return values;
}

}  // namespace

int64_t Side::volume() const {
  int64_t volume = 1;
  for (int64_t length : lengths) volume *= length;
  return volume;
}

int64_t Side::PlaneBytes(int plane) const {
  int64_t last = offsets[plane];
  if (volume() == 0) return 0;
  for (size_t d = 0; d < lengths.size(); ++d) {
    last += (lengths[d] - 1) * std::max<int64_t>(strides[d], 0);
  }
  return (last + 1) * ElementBytes(format, precision);
}

Side InputSide(const Problem& problem) { return MakeSide(problem, problem.input); }
Side OutputSide(const Problem& problem) { return MakeSide(problem, problem.output); }

Planes::Planes(const std::vector<Side>& sides) {
  for (const Side& side : sides) {
    blocks_.resize(std::max<size_t>(blocks_.size(), side.planes()));
    for (int plane = 0; plane < side.planes(); ++plane) {
      const size_t bytes = side.PlaneBytes(plane) + 2 * kGuardBytes;
      if (blocks_[plane].size() < bytes) blocks_[plane].resize(bytes, kPattern);
    }
  }
}

template <typename Real>
void Scatter(const Side& side, const std::vector<Real>& values, Planes* planes) {
  switch (side.precision) {
    case Precision::kHalf:
      return ScatterAs<Half>(side, values, planes);
    case Precision::kBfloat16:
      return ScatterAs<Bfloat16>(side, values, planes);
    case Precision::kSingle:
      return ScatterAs<float>(side, values, planes);
    case Precision::kDouble:
      return ScatterAs<double>(side, values, planes);
  }
}

template <typename Real>
std::vector<Real> Gather(const Side& side, const Planes& planes) {
  switch (side.precision) {
    case Precision::kHalf:
      return GatherAs<Half, Real>(side, planes);
    case Precision::kBfloat16:
      return GatherAs<Bfloat16, Real>(side, planes);
    case Precision::kSingle:
      return GatherAs<float, Real>(side, planes);
    case Precision::kDouble:
      return GatherAs<double, Real>(side, planes);
  }
  return {};
}

template void Scatter(const Side&, const std::vector<double>&, Planes*);
template void Scatter(const Side&, const std::vector<long double>&, Planes*);
template std::vector<double> Gather(const Side&, const Planes&);
template std::vector<long double> Gather(const Side&, const Planes&);

void Erase(const Side& side, Planes* planes) {
  const int64_t bytes = ElementBytes(side.format, side.precision);
  ForEachElement(side, [&](int64_t, int64_t offset) {
    for (int plane = 0; plane < side.planes(); ++plane) {
      std::memset(planes->data(plane) + (offset + side.offsets[plane]) * bytes, Planes::kPattern,
                  bytes);
    }
  });
}

void EraseExtent(const Side& side, Planes* planes) {
  if (side.volume() == 0) return;
  const int64_t element = ElementBytes(side.format, side.precision);
  for (int plane = 0; plane < side.planes(); ++plane) {
    int64_t first = side.offsets[plane];
    for (size_t d = 0; d < side.lengths.size(); ++d) {
      first += (side.lengths[d] - 1) * std::min<int64_t>(side.strides[d], 0);
    }
    first *= element;
    std::fill(planes->data(plane) + first, planes->data(plane) + side.PlaneBytes(plane),
              Planes::kPattern);
  }
}

std::string FindForeignByte(const Planes& planes) {
  for (int plane = 0; plane < planes.count(); ++plane) {
    const std::vector<uint8_t>& block = planes.block(plane);
    const auto it = std::find_if(block.begin(), block.end(),
                                 [](uint8_t byte) { return byte != Planes::kPattern; });
    if (it == block.end()) continue;
    const int64_t at = (it - block.begin()) - Planes::kGuardBytes;
    const int64_t end = static_cast<int64_t>(block.size()) - 2 * Planes::kGuardBytes;
    return absl::StrCat("plane ", plane, ", byte ", at, " of an array of ", end, " bytes",
                        at < 0      ? " (before it)"
                        : at >= end ? " (behind it)"
                                    : "");
  }
  return "";
}

}  // namespace fft::testing
