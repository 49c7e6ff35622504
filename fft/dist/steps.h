// A candidate's path as the steps that one rank goes through.
#ifndef FFT_DIST_STEPS_H_
#define FFT_DIST_STEPS_H_

#include <cstdint>
#include <vector>

#include "fft/dist/candidates.h"

namespace fft::dist {

// A step: the boxes in which data is held for some transforms, and how the data goes on to the next
// step. For example, the first step of a volume from slabs has `axes` {2, 3}, and `next` moves the
// data to slabs of another axis.
struct Step {
  std::vector<Box> in_boxes;   // one a rank, before the transforms
  std::vector<Box> out_boxes;  // after them; along a real transform's last axis the length differs
  std::vector<int> axes;       // transformed, ascending
  int in_bytes = 8;            // of an element before
  int out_bytes = 8;           // and after the transforms
  Redistribution next;         // to the following step's boxes; identity for the last step
};

// The steps of a candidate's path. Neighbours on the path that leave all data where it is become
// one step. The last step ends in the output's boxes.
std::vector<Step> StepsOf(const DistProblem& problem, const DistCandidate& candidate);

// The axis whose transform can be made last, one piece at a time; -1 where there is none. Pieces
// for other ranks hold this axis whole, and so do their parts along `part_axis` (-1: no parts).
int SplitAxis(const DistProblem& problem, const Step& step, int part_axis);

// The order in which the pieces of a redistribution arrive, one behind the other.
std::vector<int> ArrivalOrder(const Redistribution& shape, Transport transport);

// The axis along which the arrivals at a step can be parted so that each part is transformed by
// itself; -1 when there is none of at least `parts` indices.
int PartAxis(const Step& from, const Step& to, int parts);

}  // namespace fft::dist

#endif  // FFT_DIST_STEPS_H_
