#include "fft/dist/problem.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/json.h"
#include "fft/base/sha256.h"
#include "fft/base/status.h"

namespace fft::dist {
namespace {

// The version of planning. It is raised when the plans of a problem change. Ranks with different
// versions refuse to work together.
constexpr char kPlanVersion[] = "fft.dist/2";

constexpr size_t kMostRankLengths = 3;
constexpr char kPacked[] = "packed data: the box of every rank lies without gaps";

absl::Status CheckDense(const ArrayDescription& array, const std::string& side) {
  if (IsPlanar(array.format)) {
    return InvalidField(absl::StrCat("problem.", side, ".format"), ToString(array.format),
                        "interleaved formats over several ranks");
  }
  if (!array.strides.empty() || array.distance != 0 || array.offsets[0] != 0) {
    return InvalidField(absl::StrCat("problem.", side), "a layout",
                        "none: every rank's box lies packed in its memory");
  }
  return absl::OkStatus();
}

absl::Status CheckPackedSide(const std::string& side, const ArrayDescription& asked,
                             const ArrayDescription& packed) {
  if (IsPlanar(asked.format)) {
    return InvalidField(side + ".format", ToString(asked.format),
                        "interleaved formats over several ranks");
  }
  if (asked.strides != packed.strides) {
    return InvalidField(side + ".strides", absl::StrJoin(asked.strides, " "), kPacked);
  }
  if (asked.distance != packed.distance) {
    return InvalidField(side + ".distance", absl::StrCat(asked.distance), kPacked);
  }
  if (asked.offsets != packed.offsets) {
    return InvalidField(side + ".offsets", absl::StrJoin(asked.offsets, " "), kPacked);
  }
  return absl::OkStatus();
}

// Refuses members of a problem that have no meaning for boxes of ranks.
absl::Status CheckNoExtras(const Problem& problem, const std::string& prefix) {
  if (!problem.loops.empty()) {
    return InvalidField(prefix + "loops", ToString(problem.loops), "none; use the batch");
  }
  if (problem.has_callbacks) {
    return InvalidField(prefix + "has_callbacks", "true", "false over several ranks");
  }
  if (!problem.kinds.empty()) {
    return InvalidField(prefix + "kinds", absl::StrCat("a list of ", problem.kinds.size()),
                        "none over several ranks: one sign for all dimensions");
  }
  for (const auto& [side, array] :
       {std::pair{"input", &problem.input}, std::pair{"output", &problem.output}}) {
    if (array->precision) {
      return InvalidField(absl::StrCat(prefix, side, ".precision"), ToString(*array->precision),
                          "that of the problem over several ranks");
    }
    if (array->ranges.empty()) continue;
    return InvalidField(absl::StrCat(prefix, side, ".ranges"), ToString(array->ranges),
                        "whole axes over several ranks");
  }
  if (problem.input.has_window) {
    return InvalidField(prefix + "input.has_window", "true", "false over several ranks");
  }
  if (HasFunction(problem.output)) {
    return InvalidField(prefix + "output.function", ToString(problem.output.function),
                        "none over several ranks");
  }
  if (problem.lengths.size() > kMostRankLengths) {
    return InvalidField(prefix + "lengths", absl::StrCat("a list of ", problem.lengths.size()),
                        absl::StrCat("1 to ", kMostRankLengths, " lengths over several ranks"));
  }
  return absl::OkStatus();
}

absl::Status CheckGlobal(const Problem& problem) {
  FFT_RETURN_IF_ERROR(CheckDense(problem.input, "input"));
  FFT_RETURN_IF_ERROR(CheckDense(problem.output, "output"));
  FFT_RETURN_IF_ERROR(CheckNoExtras(problem, "problem."));
  // Lengths, batch, scale and formats are checked as for one device.
  return CompleteProblem(problem).status();
}

// Gives all empty boxes the same bounds, since their bounds mean nothing.
void MoveEmptyBoxes(std::vector<Box>* boxes) {
  for (Box& box : *boxes) {
    if (!box.empty()) continue;
    box.lower.assign(box.lower.size(), 0);
    box.upper = box.lower;
  }
}

void AddBatchAxis(const Problem& problem, std::vector<Box>* boxes) {
  for (Box& box : *boxes) {
    if (box.lower.size() != problem.lengths.size() || box.upper.size() != box.lower.size())
      continue;
    box.lower.insert(box.lower.begin(), 0);
    box.upper.insert(box.upper.begin(), problem.batch);
  }
}

absl::Status CompleteOrder(const std::string& field, int axes, std::vector<int>* order) {
  // An empty order stands for the natural order, in which the batch comes first.
  if (order->empty()) *order = NaturalOrder(axes);
  std::vector<int> sorted = *order;
  std::sort(sorted.begin(), sorted.end());
  if (sorted == NaturalOrder(axes)) return absl::OkStatus();
  return InvalidField(field, absl::StrCat("{", absl::StrJoin(*order, ", "), "}"),
                      absl::StrCat("every axis 0 to ", axes - 1, " once, or {}"));
}

}  // namespace

Problem WithoutLayout(const Problem& problem) {
  Problem packed;
  packed.type = problem.type;
  packed.lengths = problem.lengths;
  packed.precision = problem.precision;
  packed.placement = problem.placement;
  packed.batch = problem.batch;
  packed.scale = problem.scale;
  SetDefaultFormats(&packed);
  return packed;
}

absl::Status CheckPacked(const Problem& problem, const std::string& prefix) {
  FFT_RETURN_IF_ERROR(CheckNoExtras(problem, prefix));
  FFT_ASSIGN_OR_RETURN(const Problem packed, CompleteProblem(WithoutLayout(problem)));
  FFT_RETURN_IF_ERROR(CheckPackedSide(prefix + "input", problem.input, packed.input));
  return CheckPackedSide(prefix + "output", problem.output, packed.output);
}

std::vector<int64_t> SpaceLengths(const Problem& problem, bool is_hermitian) {
  std::vector<int64_t> lengths = {problem.batch};
  lengths.insert(lengths.end(), problem.lengths.begin(), problem.lengths.end());
  if (is_hermitian) lengths.back() = lengths.back() / 2 + 1;
  return lengths;
}

absl::StatusOr<DistProblem> CompleteDistProblem(const DistProblem& problem) {
  DistProblem complete = problem;
  if (IsReal(complete.problem.type)) SetDefaultFormats(&complete.problem);
  FFT_RETURN_IF_ERROR(CheckGlobal(complete.problem));
  if (problem.input.empty() || problem.input.size() != problem.output.size()) {
    return InvalidField("output", absl::StrCat(problem.output.size(), " boxes"),
                        absl::StrCat("as many as the input's ", problem.input.size(),
                                     ", one a rank and at least one"));
  }
  AddBatchAxis(complete.problem, &complete.input);
  AddBatchAxis(complete.problem, &complete.output);
  const TransformType type = complete.problem.type;
  const auto in = SpaceLengths(complete.problem, type == TransformType::kRealInverse);
  const auto out = SpaceLengths(complete.problem, type == TransformType::kRealForward);
  FFT_RETURN_IF_ERROR(CheckTiling("input", complete.input, in));
  FFT_RETURN_IF_ERROR(CheckTiling("output", complete.output, out));
  MoveEmptyBoxes(&complete.input);
  MoveEmptyBoxes(&complete.output);
  const int axes = static_cast<int>(in.size());
  FFT_RETURN_IF_ERROR(CompleteOrder("input_order", axes, &complete.input_order));
  FFT_RETURN_IF_ERROR(CompleteOrder("output_order", axes, &complete.output_order));
  return complete;
}

std::string Digest(const DistProblem& problem, const Json& options) {
  const Json all = {{"version", kPlanVersion}, {"problem", ToJson(problem)}, {"options", options}};
  return Sha256Hex(all.dump());
}

Json ToJson(const DistProblem& problem) {
  Json input = Json::array(), output = Json::array();
  for (const Box& box : problem.input) input.push_back(ToJson(box));
  for (const Box& box : problem.output) output.push_back(ToJson(box));
  return {{"problem", ToJson(problem.problem)},   {"input", std::move(input)},
          {"output", std::move(output)},          {"input_order", problem.input_order},
          {"output_order", problem.output_order}, {"is_split_line", problem.is_split_line}};
}

namespace {

// Whether every box of a line begins and ends at multiples of `step`.
bool AlignTo(const std::vector<Box>& boxes, int64_t step) {
  return std::all_of(boxes.begin(), boxes.end(), [step](const Box& box) {
    return box.empty() || (box.lower[1] % step == 0 && box.upper[1] % step == 0);
  });
}

// Returns the boxes of a line as boxes of two axes: the line becomes rows of `row` points, and
// `rows_axis` counts the rows.
std::vector<Box> InRows(const std::vector<Box>& line, int64_t row, int rows_axis) {
  std::vector<Box> boxes;
  for (const Box& box : line) {
    if (box.empty()) {
      boxes.push_back({{0, 0, 0}, {0, 0, 0}});
      continue;
    }
    Box split = {{box.lower[0], 0, 0}, {box.upper[0], row, row}};
    split.lower[rows_axis] = box.lower[1] / row;
    split.upper[rows_axis] = box.upper[1] / row;
    boxes.push_back(split);
  }
  return boxes;
}

}  // namespace

DistProblem SplitLine(const DistProblem& problem) {
  const Problem& line = problem.problem;
  const bool is_plain = line.lengths.size() == 1 && !IsReal(line.type) &&
                        !IsStorage(line.precision) && problem.input_order == NaturalOrder(2) &&
                        problem.output_order == NaturalOrder(2);
  const int64_t ranks = problem.ranks();
  if (!is_plain || ranks < 2 || line.batch >= ranks) return problem;
  const int64_t n = line.lengths[0];
  // Finds the most even split in which every rank has both rows and columns.
  int64_t best = 0;
  for (int64_t n1 = ranks; n1 <= n / ranks && n1 <= 1 << 20; ++n1) {
    if (n % n1 != 0 || !AlignTo(problem.input, n / n1) || !AlignTo(problem.output, n1)) continue;
    if (best == 0 || std::max(n1, n / n1) < std::max(best, n / best)) best = n1;
  }
  if (best == 0) return problem;
  DistProblem split = problem;
  split.is_split_line = true;
  split.problem.lengths = {best, n / best};
  split.input = InRows(problem.input, n / best, 1);
  split.output = InRows(problem.output, best, 2);
  split.input_order = NaturalOrder(3);
  split.output_order = {0, 2, 1};
  return split;
}

std::vector<Box> Slabs(const std::vector<int64_t>& lengths, int axis, int ranks) {
  if (ranks < 1 || axis < 0 || axis >= std::ssize(lengths)) return {};
  std::vector<Box> boxes(ranks, Whole(lengths));
  for (int r = 0; r < ranks; ++r) {
    boxes[r].lower[axis] = CutAt(lengths[axis], r, ranks);
    boxes[r].upper[axis] = CutAt(lengths[axis], r + 1, ranks);
  }
  return boxes;
}

}  // namespace fft::dist
