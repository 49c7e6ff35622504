// Weights of shapes from timed kernels, by least squares of the prices of fft/shapes/shape_price.h.
#ifndef TOOLS_FIT_SHAPE_FIT_H_
#define TOOLS_FIT_SHAPE_FIT_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/core/target.h"
#include "fft/machine/model.h"
#include "fft/shapes/kernel_shape.h"
#include "fft/shapes/shape_tuning.h"

namespace fft::fit {

// A kernel in one shape, as it was timed.
struct ShapeSample {
  ShapeKey key;
  KernelShapeRequest request;
  KernelShape shape;
  double extra = 0;     // extra wavefronts (bank conflicts) of its exchanges
  double log_time = 0;  // the logarithm of the kernel's time over a copy's time
};

// Returns the timed rows of a table of `fft tune --csv`. Reads only the columns of the kernel, of
// the shape and of its share of a copy's speed. InvalidArgument names a wrong row or a missing
// column.
absl::StatusOr<std::vector<ShapeSample>> ReadSamples(absl::string_view csv, const Target& target);

// The weights of one tiling, and how well they predict the times of the samples.
struct GroupFit {
  const char* group;  // the group's name in a model's file
  ShapeWeights GpuModel::*weights;
  int kernels = 0, samples = 0;
  double error = 0;  // root mean square of the logarithm of predicted over measured times
};

struct ShapeFit {
  GpuModel model;
  std::vector<GroupFit> groups;  // the groups that have samples
};

// Fits the weights to the samples. Weights that few samples depend on stay near the weights of
// `base`, and weights that no sample depends on do not change. No weight changes its sign. A weight
// that is 0 in the base stays 0, since its tiling has no such term.
ShapeFit FitShapes(const std::vector<ShapeSample>& samples, const GpuModel& base,
                   const Target& target);

// Returns the groups as the text of a model's file. The file takes all other groups from the base's
// file.
std::string ToText(const ShapeFit& fit, const GpuModel& base);

// How well a model orders the shapes of each kernel. `chosen` is the geometric mean, over the
// kernels, of the cheapest shape's time divided by the fastest shape's time. `ordered` is the share
// of pairs in the right order, among those whose times differ by over 10 %.
struct OrderQuality {
  double chosen = 1;
  double ordered = 1;
};
OrderQuality QualityOf(const std::vector<ShapeSample>& samples, const GpuModel& model,
                       const Target& target);

// The members of a group, in the order of model.h.
struct WeightMember {
  const char* name;
  double ShapeWeights::*member;
};
const std::vector<WeightMember>& WeightMembers();

}  // namespace fft::fit

#endif  // TOOLS_FIT_SHAPE_FIT_H_
