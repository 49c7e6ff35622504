#include "fft/choice/request.h"

#include <algorithm>

#include "fft/machine/machine.h"
#include "fft/shapes/kernel_split.h"

namespace fft {
namespace {

// The wish for kernels of this length, or null.
const ShapeWish* WishFor(int64_t length, const std::vector<AskedShape>& shapes) {
  for (const AskedShape& asked : shapes) {
    if (asked.length == length) return &asked.wish;
  }
  return nullptr;
}

// The parts of a request on which its shape depends. Counts beyond all tiles of a GPU give the same
// shape; a shape that is asked for has at most as many transforms as a workgroup has threads. With
// vectors the whole count matters, since the shape depends on the remainder of the count divided by
// the tile's width.
KernelShapeRequest WhatMatters(KernelShapeRequest request, const std::vector<AskedShape>& asked,
                               const Target& target) {
  if (LanesAreVectors(target)) return request;
  const bool is_asked = WishFor(request.length, asked) != nullptr;
  request.count =
      std::min(request.count, is_asked ? target.max_threads : CountBeyondTiles(request, target));
  return request;
}

}  // namespace

ShapeMemo::ShapeMemo(std::vector<AskedShape> asked, const KeptShapes& kept)
    : asked_(std::move(asked)), kept_(kept.lines.begin(), kept.lines.end()) {
  for (const auto& [request, shape] : kept.planes) kept_planes_.emplace(KeyOf(request), shape);
}

template <typename Request, typename Shape>
absl::StatusOr<Shape> ShapeMemo::Give(const Request& request, Answer<Shape>* answer,
                                      std::vector<std::pair<Request, Shape>>* noted) {
  if (notes_ && !answer->is_noted && answer->shape.ok()) {
    answer->is_noted = true;
    noted->emplace_back(request, *answer->shape);
  }
  return answer->shape;
}

absl::StatusOr<KernelShape> ShapeMemo::Choose(const KernelShapeRequest& request,
                                              const Target& target) {
  const KernelShapeRequest key = WhatMatters(request, asked_, target);
  auto known = shapes_.find(key);
  if (known == shapes_.end()) {
    requests_.push_back(request);
    known = shapes_.emplace(key, Answer<KernelShape>{ChooseAnew(request, target)}).first;
  }
  return Give(key, &known->second, &noted_.lines);
}

absl::StatusOr<PlaneShape> ShapeMemo::Choose(const PlaneShapeRequest& request,
                                             const Target& target) {
  const Plane key = KeyOf(request);
  auto known = planes_.find(key);
  if (known == planes_.end()) {
    known = planes_.emplace(key, Answer<PlaneShape>{ChooseAnew(request, target)}).first;
  }
  return Give(request, &known->second, &noted_.planes);
}

absl::StatusOr<KernelShape> ShapeMemo::ChooseAnew(const KernelShapeRequest& request,
                                                  const Target& target) const {
  const ShapeWish* const wish = WishFor(request.length, asked_);
  if (const auto kept = kept_.find(WhatMatters(request, asked_, target));
      kept != kept_.end() && wish == nullptr) {
    if (auto shape = RestoredLine(kept->second, request, target)) return *std::move(shape);
  }
  absl::StatusOr<KernelShape> chosen = ChooseKernelShape(request, target);
  if (wish == nullptr) return chosen;
  if (!chosen.ok() || !Grants(*chosen, *wish)) return ShapeAsked(*wish, request, target);
  chosen->origin = Origin::kAsked;
  return chosen;
}

absl::StatusOr<PlaneShape> ShapeMemo::ChooseAnew(const PlaneShapeRequest& request,
                                                 const Target& target) const {
  if (const auto kept = kept_planes_.find(KeyOf(request)); kept != kept_planes_.end()) {
    if (auto shape = RestoredPlane(kept->second, request, target)) return *std::move(shape);
  }
  return ChoosePlaneShape(request, target);
}

absl::Status ShapeMemo::Fits(KernelShapeRequest request, const Target& target) {
  request.count = 1;
  const auto known = fits_.find(request);
  if (known != fits_.end()) return known->second;
  return fits_.emplace(request, FitsEveryTiling(request, target)).first->second;
}

bool ShapeMemo::AsksWidth(int64_t length) const {
  const ShapeWish* const wish = WishFor(length, asked_);
  return wish != nullptr && wish->transforms_per_group > 0;
}

// On every edge, the index of the transform is the slowest part of a position.
bool IsOverTransforms(const KernelRequest& request, size_t loop) {
  if (request.independent_rows == 0) return false;
  const int64_t positions = request.node.InPositions() / request.independent_rows;
  return request.node.loops[loop].in_stride >= positions;
}

absl::StatusOr<KernelShape> ShapeFor(const KernelShapeRequest& wanted,
                                     const KernelRequest& request) {
  if (request.memo == nullptr) return ChooseKernelShape(wanted, request.target);
  return request.memo->Choose(wanted, request.target);
}

absl::StatusOr<PlaneShape> ShapeFor(const PlaneShapeRequest& wanted, const KernelRequest& request) {
  if (request.memo == nullptr) return ChoosePlaneShape(wanted, request.target);
  return request.memo->Choose(wanted, request.target);
}

absl::Status ShapeFits(const KernelShapeRequest& wanted, const KernelRequest& request) {
  if (request.memo == nullptr) return FitsEveryTiling(wanted, request.target);
  return request.memo->Fits(wanted, request.target);
}

}  // namespace fft
