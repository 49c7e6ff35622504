#include <algorithm>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/status.h"
#include "tests/dist/dist_case.h"
#include "tests/support/random.h"

namespace fft::testing {
namespace {

using dist::Box;

// Cuts a box among the `ranks` ranks from rank `first` on, at random places of random axes. If a
// part is empty, the boxes of its ranks are empty.
void Cut(const Box& box, size_t first, size_t ranks, Random* random, std::vector<Box>* boxes) {
  if (ranks == 1) {
    (*boxes)[first] = box;
    return;
  }
  const int axis = static_cast<int>(random->Below(box.axes()));
  const size_t low_ranks = 1 + random->Below(static_cast<int64_t>(ranks) - 1);
  Box low = box, high = box;
  const int64_t length = std::max<int64_t>(0, box.length(axis));
  low.upper[axis] = high.lower[axis] = box.lower[axis] + random->Below(length + 1);
  Cut(low, first, low_ranks, random, boxes);
  Cut(high, first + low_ranks, ranks - low_ranks, random, boxes);
}

std::vector<Box> Bricks(const std::vector<int64_t>& lengths, int ranks, Random* random) {
  std::vector<Box> boxes(ranks);
  Cut(dist::Whole(lengths), 0, ranks, random, &boxes);
  random->Shuffle(&boxes);
  return boxes;
}

// Gives one axis a length that takes several kernels, or a prime length for Rader's or Bluestein's
// algorithm, if the data stays small.
void LengthenOne(Problem* problem, Random* random) {
  constexpr int64_t kLong[] = {64, 97, 211, 243, 1000, 4096, 4099, 16384};
  constexpr int64_t kMostPoints = 1 << 17;
  std::vector<int64_t> lengths = problem->lengths;
  lengths[random->Below(std::ssize(lengths))] = kLong[random->Below(std::size(kLong))];
  int64_t points = problem->batch;
  for (const int64_t length : lengths) points *= length;
  if (points <= kMostPoints) problem->lengths = lengths;
}

Problem DrawProblem(Random* random) {
  // The lengths of axes. They are few, so that problems share kernels.
  constexpr int64_t kLengths[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 20, 24, 37};
  Problem problem;
  problem.type = static_cast<TransformType>(random->Below(4));
  problem.precision = static_cast<Precision>(random->OneIn(8) ? 0 : 1 + random->Below(2));
  problem.placement = random->OneIn(3) ? Placement::kInPlace : Placement::kOutOfPlace;
  problem.batch = random->OneIn(3) ? 1 + random->Below(5) : 1;
  if (random->OneIn(4)) problem.scale = 0.5;
  const int rank = 1 + static_cast<int>(random->Below(3));
  // Lengths of 1D problems that are long enough to be split over the ranks.
  constexpr int64_t kLines[] = {144, 576, 1024, 2304};
  if (rank == 1 && random->OneIn(2)) {
    problem.lengths = {kLines[random->Below(std::size(kLines))]};
    SetDefaultFormats(&problem);
    return problem;
  }
  for (int d = 0; d < rank; ++d) {
    problem.lengths.push_back(kLengths[random->Below(std::size(kLengths))]);
  }
  if (random->OneIn(5)) LengthenOne(&problem, random);
  SetDefaultFormats(&problem);
  return problem;
}

// Sometimes removes the batch's axis from the boxes, if no box cuts it.
void LeaveBatchOut(std::vector<Box>* boxes) {
  const auto cuts_batch = [&](const Box& box) {
    return box.lower[0] != boxes->front().lower[0] || box.upper[0] != boxes->front().upper[0];
  };
  if (std::any_of(boxes->begin(), boxes->end(), cuts_batch)) return;
  for (Box& box : *boxes) {
    box.lower.erase(box.lower.begin());
    box.upper.erase(box.upper.begin());
  }
}

std::vector<Box> DrawBoxes(const std::vector<int64_t>& lengths, int ranks, Random* random) {
  if (random->OneIn(4)) {
    return dist::Slabs(lengths, static_cast<int>(random->Below(std::ssize(lengths))), ranks);
  }
  if (random->OneIn(4)) {
    const auto grids = dist::GridsOf(ranks, static_cast<int>(lengths.size()), {});
    return dist::BoxesOf(grids[random->Below(std::ssize(grids))], lengths);
  }
  return Bricks(lengths, ranks, random);
}

}  // namespace

absl::StatusOr<DistCase> CaseOfToken(const std::string& token, int ranks, BoxStyle style,
                                     uint64_t seed) {
  FFT_ASSIGN_OR_RETURN(const Problem parsed, ParseToken(token));
  DistCase result;
  result.name = token;
  Problem& problem = result.problem.problem;
  problem = dist::WithoutLayout(parsed);
  const auto in = dist::SpaceLengths(problem, problem.type == TransformType::kRealInverse);
  const auto out = dist::SpaceLengths(problem, problem.type == TransformType::kRealForward);
  if (style == BoxStyle::kSlabs) {
    result.problem.input = dist::Slabs(in, 1, ranks);
    result.problem.output = dist::Slabs(out, in.size() > 2 ? 2 : 1, ranks);
    return result;
  }
  Random random(seed);
  result.problem.input = Bricks(in, ranks, &random);
  result.problem.output = Bricks(out, ranks, &random);
  absl::StrAppend(&result.name, " bricks ", seed);
  return result;
}

DistCase DrawCase(uint64_t seed, int ranks, bool direct) {
  Random random(seed * 7919 + 17);
  DistCase result;
  dist::DistProblem& problem = result.problem;
  problem.problem = DrawProblem(&random);
  const TransformType type = problem.problem.type;
  const auto in = dist::SpaceLengths(problem.problem, type == TransformType::kRealInverse);
  const auto out = dist::SpaceLengths(problem.problem, type == TransformType::kRealForward);
  problem.input = DrawBoxes(in, ranks, &random);
  problem.output = in == out && random.OneIn(4) ? problem.input : DrawBoxes(out, ranks, &random);
  for (std::vector<Box>* boxes : {&problem.input, &problem.output}) {
    if (random.OneIn(3)) LeaveBatchOut(boxes);
  }
  for (std::vector<int>* order : {&problem.input_order, &problem.output_order}) {
    if (!random.OneIn(3)) continue;
    *order = dist::NaturalOrder(static_cast<int>(in.size()));
    random.Shuffle(order);
  }
  dist::DistOptions& options = result.options.dist;
  if (direct && random.OneIn(2)) options.transport = dist::Transport::kDirect;
  options.pieces = static_cast<int>(random.Below(random.OneIn(4) ? 9 : 4));
  options.groups = static_cast<int>(random.Below(4));
  options.peer_store = static_cast<dist::PeerStore>(random.Below(3));
  if (random.OneIn(5)) options.max_split_launches = 0;
  const auto complete = dist::CompleteDistProblem(problem);
  FFT_CHECK(complete.ok());
  const auto found = dist::FindCandidates(dist::SplitLine(*complete), options);
  if (found.ok() && random.OneIn(2)) {
    options.candidate = static_cast<int>(random.Below(std::ssize(*found)));
  }
  result.name = absl::StrCat("drawn ", seed, " ", ToToken(*CompleteProblem(problem.problem)));
  return result;
}

}  // namespace fft::testing
