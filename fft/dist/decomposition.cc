#include "fft/dist/decomposition.h"

#include <algorithm>

#include "absl/strings/str_join.h"

namespace fft::dist {
namespace {

void Extend(int left, size_t axis, const std::vector<int>& uncut, Grid* grid,
            std::vector<Grid>* grids) {
  if (axis == grid->processes.size()) {
    if (left == 1) grids->push_back(*grid);
    return;
  }
  const bool stays = std::find(uncut.begin(), uncut.end(), static_cast<int>(axis)) != uncut.end();
  for (int p = 1; p <= (stays ? 1 : left); ++p) {
    if (left % p != 0) continue;
    grid->processes[axis] = p;
    Extend(left / p, axis + 1, uncut, grid, grids);
  }
}

}  // namespace

int Grid::ranks() const {
  int product = 1;
  for (const int p : processes) product *= p;
  return product;
}

int Grid::axes_cut() const {
  return static_cast<int>(
      std::count_if(processes.begin(), processes.end(), [](int p) { return p > 1; }));
}

std::vector<Grid> GridsOf(int ranks, int axes, const std::vector<int>& uncut) {
  std::vector<Grid> grids;
  Grid grid{std::vector<int>(axes, 1)};
  Extend(ranks, 0, uncut, &grid, &grids);
  return grids;
}

std::vector<Box> BoxesOf(const Grid& grid, const std::vector<int64_t>& lengths) {
  std::vector<Box> boxes(grid.ranks(), Whole(lengths));
  for (int r = 0; r < grid.ranks(); ++r) {
    int rest = r;
    for (size_t d = lengths.size(); d-- > 0;) {
      const int processes = grid.processes[d];
      const int i = rest % processes;
      rest /= processes;
      boxes[r].lower[d] = CutAt(lengths[d], i, processes);
      boxes[r].upper[d] = CutAt(lengths[d], i + 1, processes);
    }
  }
  return boxes;
}

bool IsLocal(const std::vector<Box>& boxes, int axis, int64_t length) {
  return std::all_of(boxes.begin(), boxes.end(), [&](const Box& box) {
    return box.empty() || (box.lower[axis] == 0 && box.upper[axis] == length);
  });
}

std::string ToString(const Grid& grid) { return absl::StrJoin(grid.processes, "x"); }

}  // namespace fft::dist
