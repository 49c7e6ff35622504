// The request for a kernel: a leaf, a target, and the memory strides.
#ifndef FFT_CHOICE_REQUEST_H_
#define FFT_CHOICE_REQUEST_H_

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/hash/hash.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "fft/core/dim.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/shapes/asked_shape.h"
#include "fft/shapes/kept_shapes.h"
#include "fft/shapes/kernel_shape.h"
#include "fft/shapes/plane_shape.h"
#include "fft/tree/plan_node.h"

namespace fft {

// The shapes of one target's kernels. Choose remembers each answer, since many strides lead to the
// same shape. A shape that a caller asks for comes before a shape that an earlier process has kept,
// and a kept shape comes before a new choice.
class ShapeMemo {
 public:
  ShapeMemo() = default;
  explicit ShapeMemo(std::vector<AskedShape> asked, const KeptShapes& kept = {});

  absl::StatusOr<KernelShape> Choose(const KernelShapeRequest& request, const Target& target);
  absl::StatusOr<PlaneShape> Choose(const PlaneShapeRequest& request, const Target& target);
  absl::Status Fits(KernelShapeRequest request, const Target& target);
  // Whether the caller asked for the number of transforms a workgroup in kernels of this length.
  bool AsksWidth(int64_t length) const;

  // After this call Choose notes the shapes that it gives, each once.
  void Note() { notes_ = true; }
  const KeptShapes& noted() const { return noted_; }

  // The requests for lines that Choose has answered, each once.
  const std::vector<KernelShapeRequest>& requests() const { return requests_; }

 private:
  absl::StatusOr<KernelShape> ChooseAnew(const KernelShapeRequest& request,
                                         const Target& target) const;
  absl::StatusOr<PlaneShape> ChooseAnew(const PlaneShapeRequest& request,
                                        const Target& target) const;

  // An answer, and whether it is noted.
  template <typename Shape>
  struct Answer {
    absl::StatusOr<Shape> shape;
    bool is_noted = false;
  };
  template <typename Request, typename Shape>
  absl::StatusOr<Shape> Give(const Request& request, Answer<Shape>* answer,
                             std::vector<std::pair<Request, Shape>>* noted);

  // The members of this type are maps of the standard library, because these survive an allocation
  // that fails.
  template <typename Value>
  using ByRequest = std::unordered_map<KernelShapeRequest, Value, absl::Hash<KernelShapeRequest>>;
  const std::vector<AskedShape> asked_ = {};
  std::vector<KernelShapeRequest> requests_;
  ByRequest<KernelShape> kept_;
  ByRequest<Answer<KernelShape>> shapes_;
  ByRequest<absl::Status> fits_;
  using Plane = std::tuple<int64_t, int64_t, Precision, int64_t>;  // members of PlaneShapeRequest
  static Plane KeyOf(const PlaneShapeRequest& request) {
    return {request.x_length, request.y_length, request.precision, request.count};
  }
  std::map<Plane, PlaneShape> kept_planes_;
  std::map<Plane, Answer<PlaneShape>> planes_;
  bool notes_ = false;
  KeptShapes noted_;
};

// A request for the kernel of a leaf. `node` says what the kernel does: the data of both sides,
// large twiddles, the row of a convolution. `axes` and `loops` are the leaf's with memory strides,
// or with canonical strides before buffers are assigned. A loop may have been split into parts, of
// which the outer ones are at the end. `row_steps` and `twiddle_steps` have a step for each loop,
// or are empty if the node has no row or no large twiddles. For example, axes {{512, 2048, 2048}}
// and loops {{2048, 1, 1}} ask for columns of 512 points in rows of 2048 elements.
struct KernelRequest {
  const PlanNode& node;
  const Target& target;
  Precision precision = Precision::kSingle;
  Dims axes, loops;
  std::vector<int64_t> row_steps, twiddle_steps;
  ShapeMemo* memo = nullptr;  // the caller's, or none
  bool in_place = false;      // reads and writes one buffer
  // The number of the problem's transforms if each is computed as if it were alone
  // (PlanOptions::independent_rows). 0: transforms may share a line.
  int64_t independent_rows = 0;
  // The precision of the numbers in the arrays that are read and written; none: `precision`.
  std::optional<Precision> in_precision = std::nullopt, out_precision = std::nullopt;
};
inline Precision InPrecision(const KernelRequest& request) {
  return request.in_precision.value_or(request.precision);
}
inline Precision OutPrecision(const KernelRequest& request) {
  return request.out_precision.value_or(request.precision);
}

// Do the same as ChooseKernelShape, ChoosePlaneShape and FitsEveryTiling, but look into the
// request's memo first if it has one.
absl::StatusOr<KernelShape> ShapeFor(const KernelShapeRequest& wanted,
                                     const KernelRequest& request);
absl::StatusOr<PlaneShape> ShapeFor(const PlaneShapeRequest& wanted, const KernelRequest& request);
absl::Status ShapeFits(const KernelShapeRequest& wanted, const KernelRequest& request);

// Whether a loop of the request's node steps from one transform of the problem to the next. Always
// false in requests without independent rows.
bool IsOverTransforms(const KernelRequest& request, size_t loop);

// The request for a leaf of the tree, with canonical strides. It is in place if the leaf's kernel
// may be.
inline KernelRequest RequestFor(const PlanNode& leaf, Precision precision, const Target& target) {
  return {leaf,
          target,
          precision,
          leaf.axes,
          leaf.loops,
          leaf.row.loop_steps,
          TwiddleStepsOf(leaf),
          nullptr,
          StaysInPlace(leaf)};
}

}  // namespace fft

#endif  // FFT_CHOICE_REQUEST_H_
