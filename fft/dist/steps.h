// The steps of a candidate's path.
#ifndef FFT_DIST_STEPS_H_
#define FFT_DIST_STEPS_H_

#include <cstdint>
#include <vector>

#include "fft/dist/candidates.h"

namespace fft::dist {

// A step: the boxes in which ranks hold the data for some transforms, and the redistribution to the
// next step. For example, the first step of a volume from slabs has `axes` {2, 3}, and `next` moves
// the data to slabs of another axis.
struct Step {
  std::vector<Box> in_boxes;   // one for each rank, before the transforms
  std::vector<Box> out_boxes;  // after the transforms, which change a real transform's last axis
  std::vector<int> axes;       // the axes that are transformed, ascending
  int in_bytes = 8;            // the bytes of an element before the transforms
  int out_bytes = 8;           // the bytes of an element after the transforms
  Redistribution next;         // to the following step's boxes; identity for the last step
};

// Returns the steps of a candidate's path. Neighbours on the path become one step if no data moves
// between them. The last step ends in the output's boxes.
std::vector<Step> StepsOf(const DistProblem& problem, const DistCandidate& candidate);

// Returns the axis that can be transformed last, one piece at a time; -1 if there is none. Pieces
// for other ranks hold this axis whole, and so do their parts along `part_axis` (-1: no parts).
int SplitAxis(const DistProblem& problem, const Step& step, int part_axis);

// Returns the order of axes in which arriving pieces lie one behind the other in memory, if
// possible.
std::vector<int> ArrivalOrder(const Redistribution& shape, Transport transport);

// Returns the axis along which the data that arrives at a step can be cut into `parts` parts, so
// that each part is transformed by itself; -1 if there is none.
int PartAxis(const Step& from, const Step& to, int parts);

}  // namespace fft::dist

#endif  // FFT_DIST_STEPS_H_
