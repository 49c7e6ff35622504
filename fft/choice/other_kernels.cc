#include "fft/choice/other_kernels.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include "fft/choice/choose.h"
#include "fft/choice/kinds/plane.h"
#include "fft/shapes/asked_shape.h"

namespace fft {
namespace {

int64_t LengthOf(const KernelShape& shape) {
  int64_t length = 1;
  for (int factor : shape.factors) length *= factor;
  return length;
}

// The request for which the kernel's shape was chosen.
std::optional<KernelShapeRequest> ShapeRequestOf(KernelRequest request, const KernelShape& shape) {
  ShapeMemo memo;
  request.memo = &memo;
  if (!ChooseKernel(request).ok()) return std::nullopt;
  for (const KernelShapeRequest& wanted : memo.requests()) {
    if (wanted.length == LengthOf(shape)) return wanted;
  }
  return std::nullopt;
}

bool IsSameShape(const KernelShape& a, KernelShape b) {
  b.origin = a.origin;
  b.copy_share = a.copy_share;
  return a == b;
}

// Whether reports cannot tell two kernels apart. The number of workgroups that should share a
// compute unit is not reported, and has no price.
bool ReadAlike(const KernelChoice& a, const KernelChoice& b) {
  return DescribeShape(a) == DescribeShape(b) && a.lds_bytes == b.lds_bytes &&
         a.registers == b.registers && a.price.Seconds() == b.price.Seconds();
}

// Kernels of the shapes that ListKernelShapes gives for lines.
std::vector<KernelChoice> ListLines(const KernelRequest& request, const KernelShape& line) {
  std::vector<KernelChoice> list;
  const std::optional<KernelShapeRequest> wanted = ShapeRequestOf(request, line);
  if (!wanted) return list;
  for (const KernelShape& listed : ListKernelShapes(*wanted, request.target)) {
    if (IsSameShape(listed, line)) continue;
    ShapeMemo memo({{wanted->length, WishOf(listed)}});
    KernelRequest asked = request;
    asked.memo = &memo;
    absl::StatusOr<KernelChoice> other = ChooseKernel(asked);
    if (!other.ok() || other->origin != Origin::kAsked) continue;
    // The shape's origin is kAsked only because it was priced as a wish. The true origin is a table
    // or the model.
    KernelShape& shape = std::get<KernelShape>(other->shape);
    other->origin = shape.origin = shape.copy_share > 0 ? Origin::kTuned : Origin::kModel;
    list.push_back(*std::move(other));
  }
  return list;
}

// How many shapes of planes are listed, so that enough remain after dropping shapes that reports
// cannot tell apart.
constexpr int kMostPlanes = 40;

}  // namespace

std::vector<KernelChoice> OtherKernels(const KernelRequest& request, const KernelChoice& chosen,
                                       size_t most) {
  std::vector<KernelChoice> listed, others;
  if (const auto* const line = std::get_if<KernelShape>(&chosen.shape)) {
    listed = ListLines(request, *line);
  } else if (std::holds_alternative<PlaneShape>(chosen.shape)) {
    listed = ListPlanes(request, kMostPlanes);
  }
  for (KernelChoice& other : listed) {
    const auto reads_alike = [&other](const KernelChoice& known) {
      return ReadAlike(other, known);
    };
    if (reads_alike(chosen) || std::any_of(others.begin(), others.end(), reads_alike)) continue;
    others.push_back(std::move(other));
  }
  std::stable_sort(others.begin(), others.end(), [](const KernelChoice& a, const KernelChoice& b) {
    return a.price.Seconds() < b.price.Seconds();
  });
  if (others.size() > most) others.resize(most);
  return others;
}

}  // namespace fft
