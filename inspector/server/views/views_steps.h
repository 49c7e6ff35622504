// The steps of a candidate, each with the arrays that it reads and writes, in memory strides. The
// tree, the steps, the candidates and the comparison all take these figures from here.
#ifndef INSPECTOR_SERVER_VIEWS_VIEWS_STEPS_H_
#define INSPECTOR_SERVER_VIEWS_VIEWS_STEPS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fft/base/json.h"
#include "fft/exec/pipeline.h"

namespace fft::inspector {

// Microseconds by the cost model; null where it has no figure.
Json PredictedView(double seconds);

// One dimension of an access, on one side.
struct SideDim {
  int64_t length = 1;
  int64_t stride = 0;  // elements
  bool transformed = false;
};

// The node whose work a step does; none for steps made by hand that belong to no leaf of the tree.
std::optional<PlanNode> NodeOfStep(const PlanDescription& plan, const Step& step);

// {buffer, format, padded, elements, bytes, layout, lengths, strides, transformed}: an edge with
// the dimensions of its reader or writer, slowest first.
Json SideView(const EdgePlacement& edge, Precision precision, const std::vector<SideDim>& dims);
Json StepInView(const PlanDescription& plan, const Step& step);
Json StepOutView(const PlanDescription& plan, const Step& step);

// Bytes that an edge takes in its buffer, from the buffer's start.
int64_t EdgeBytes(const EdgePlacement& edge, Precision precision);

// A step without its kernel. `ids` are the ids of the tree's leaves. `access` has the directions in
// which the step reads and writes ("rows", "columns", "planes", "elements") and whether it
// transposes, so that its dimensions stand in another order in the array written.
Json StepView(const PlanDescription& plan, const Step& step, const std::vector<std::string>& ids);

// One lane per buffer: who reads and writes it when, and from when to when its data is needed.
Json LanesView(const PlanDescription& plan, const Candidate& candidate);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_STEPS_H_
