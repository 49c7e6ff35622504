// The steps of a candidate with their inputs and outputs, in strides of memory. The views of the
// tree, the steps, the candidates and the comparison use these functions.
#ifndef INSPECTOR_SERVER_VIEWS_VIEWS_STEPS_H_
#define INSPECTOR_SERVER_VIEWS_VIEWS_STEPS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fft/base/json.h"
#include "fft/exec/pipeline.h"

namespace fft::inspector {

// Microseconds by the cost model; null if the model has no figure.
Json PredictedView(double seconds);

// One dimension of a step's input or output.
struct SideDim {
  int64_t length = 1;
  int64_t stride = 0;  // elements
  bool transformed = false;
};

// The node whose work a step does. Nullopt for steps that belong to no leaf of the tree, such as
// those made by hand in tests.
std::optional<PlanNode> NodeOfStep(const PlanDescription& plan, const Step& step);

// {buffer, format, padded, elements, bytes, layout, lengths, strides, transformed}: an edge with
// the dimensions of its reader or writer, slowest first.
Json SideView(const EdgePlacement& edge, Precision precision, const std::vector<SideDim>& dims);
Json StepInView(const PlanDescription& plan, const Step& step);
Json StepOutView(const PlanDescription& plan, const Step& step);

// The bytes that an edge takes in its buffer, counted from the buffer's start.
int64_t EdgeBytes(const EdgePlacement& edge, Precision precision);

// A step without its kernel. `ids` are the ids of the tree's leaves. `access` says how the step
// reads and writes ("rows", "columns", "planes", "elements"), and whether it transposes, which
// changes the order of the dimensions.
Json StepView(const PlanDescription& plan, const Step& step, const std::vector<std::string>& ids);

// One lane for each buffer: the steps that read and write it, and the steps between which its data
// is needed.
Json LanesView(const PlanDescription& plan, const Candidate& candidate);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_STEPS_H_
