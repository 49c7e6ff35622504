// Decides whether a strided array visits each of its addresses once.
//
// Two index vectors meet if they reach the same address. Let d be their difference, with |d_i| <
// length_i and not all d_i zero. The vectors meet iff sum d_i * stride_i = 0. The sign of a stride
// makes no difference, because d_i may have either sign. Axes that must have d_i = 0 are dropped:
//   - by size: the stride exceeds all that the smaller strides reach together;
//   - by divisibility: d_i * stride_i is a multiple of the gcd of the other strides only for
//     |d_i| >= length_i.
// If axes are left, the differences of all axes except two are enumerated, and those of the last
// two axes are solved for in closed form.
#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "fft/base/int_math.h"
#include "fft/core/dim.h"

namespace fft {
namespace {

using Wide = __int128;

// The most differences that are enumerated before the decision is given up.
constexpr int64_t kMaxSteps = int64_t{1} << 19;

Wide FloorDivide(Wide a, Wide b) {
  const Wide quotient = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? quotient - 1 : quotient;
}

Wide CeilDivide(Wide a, Wide b) { return -FloorDivide(-a, b); }

bool IsFreeBySize(const std::vector<StridedAxis>& axes, size_t i) {
  Wide reach = 0;
  for (size_t j = 0; j < axes.size(); ++j) {
    if (j == i) continue;
    // An axis with a larger stride could cancel a step of axis i.
    if (axes[j].stride > axes[i].stride) return false;
    reach += Wide{axes[j].length - 1} * axes[j].stride;
  }
  return axes[i].stride > reach;
}

bool IsFreeByDivisibility(const std::vector<StridedAxis>& axes, size_t i) {
  int64_t gcd = 0;
  for (size_t j = 0; j < axes.size(); ++j) {
    if (j != i) gcd = std::gcd(gcd, axes[j].stride);
  }
  // A single axis (gcd 0) never gives two elements one address, because its stride is not zero.
  return gcd == 0 || gcd / std::gcd(gcd, axes[i].stride) >= axes[i].length;
}

// Drops axes whose difference is zero in every meeting.
std::vector<StridedAxis> Peel(std::vector<StridedAxis> axes) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (size_t i = 0; i < axes.size(); ++i) {
      if (!IsFreeBySize(axes, i) && !IsFreeByDivisibility(axes, i)) continue;
      axes.erase(axes.begin() + i);
      changed = true;
      break;
    }
  }
  return axes;
}

// x with a * x = 1 (mod m), for coprime a, m and m >= 1.
Wide InverseModulo(Wide a, Wide m) {
  Wide r0 = m, r1 = a % m, t0 = 0, t1 = 1;
  while (r1 != 0) {
    const Wide q = r0 / r1;
    std::tie(r0, r1) = std::make_pair(r1, r0 - q * r1);
    std::tie(t0, t1) = std::make_pair(t1, t0 - q * t1);
  }
  return ((t0 % m) + m) % m;
}

// Whether x * a.stride + y * b.stride = sum for some |x| < a.length, |y| < b.length. With
// `nonzero`, x = y = 0 does not count.
bool HasSolution(const StridedAxis& a, const StridedAxis& b, Wide sum, bool nonzero) {
  const int64_t gcd = std::gcd(a.stride, b.stride);
  if (sum % gcd != 0) return false;
  const Wide step_a = b.stride / gcd;  // solutions differ by step_a in x and by -step_b in y
  const Wide step_b = a.stride / gcd;
  if (sum == 0 && nonzero) return step_a < a.length && step_b < b.length;
  const Wide target = sum / gcd;
  const Wide residue = ((target % step_a) + step_a) % step_a;
  const Wide x0 = residue * InverseModulo(step_b, step_a) % step_a;
  const Wide y0 = (target - x0 * step_b) / step_a;
  // The solutions are x = x0 + t * step_a, y = y0 - t * step_b, for all integers t.
  const Wide low = std::max(CeilDivide(-(Wide{a.length} - 1) - x0, step_a),
                            CeilDivide(y0 - (Wide{b.length} - 1), step_b));
  const Wide high = std::min(FloorDivide(Wide{a.length} - 1 - x0, step_a),
                             FloorDivide(y0 + (Wide{b.length} - 1), step_b));
  return low <= high;
}

class Enumeration {
 public:
  // Takes two or more axes, longest first. The first two are solved for. The others, which are
  // shorter, are enumerated.
  explicit Enumeration(const std::vector<StridedAxis>& axes) : axes_(axes) {
    Wide reach = 0;
    for (const StridedAxis& axis : axes) {
      reach_.push_back(reach);
      reach += Wide{axis.length - 1} * axis.stride;
    }
  }

  // Whether two index vectors meet whose differences in the axes after `axis` add up to `sum`; true
  // if the decision is given up. `zero_so_far` says that these differences are all zero.
  bool Meets(size_t axis, Wide sum, bool zero_so_far) {
    if (axis == 1) return HasSolution(axes_[0], axes_[1], -sum, zero_so_far);
    const StridedAxis& a = axes_[axis];
    // The axes before this one must bring the sum back to zero. If two index vectors meet with the
    // difference d, two others meet with the difference -d. Therefore only positive first
    // differences are tried.
    const Wide low = std::max(CeilDivide(-reach_[axis] - sum, a.stride), -(Wide{a.length} - 1));
    const Wide high = std::min(FloorDivide(reach_[axis] - sum, a.stride), Wide{a.length} - 1);
    for (Wide d = zero_so_far ? Wide{0} : low; d <= high; ++d) {
      if (++steps_ > kMaxSteps) return true;
      if (Meets(axis - 1, sum + d * a.stride, zero_so_far && d == 0)) return true;
    }
    return false;
  }

 private:
  const std::vector<StridedAxis>& axes_;
  std::vector<Wide> reach_;  // for each axis: how far the axes before it reach together
  int64_t steps_ = 0;
};

}  // namespace

bool IsInjective(const std::vector<StridedAxis>& all_axes) {
  std::vector<StridedAxis> axes;
  for (const StridedAxis& axis : all_axes) {
    if (axis.length == 1) continue;
    if (axis.stride == 0) return false;
    axes.push_back({axis.length, Magnitude(axis.stride)});
  }
  axes = Peel(std::move(axes));
  if (axes.size() < 2) return true;
  std::sort(axes.begin(), axes.end(), [](const StridedAxis& a, const StridedAxis& b) {
    return a.length > b.length || (a.length == b.length && a.stride > b.stride);
  });
  return !Enumeration(axes).Meets(axes.size() - 1, 0, true);
}

}  // namespace fft
