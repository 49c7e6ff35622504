#include "tools/fit/shape_fit.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "fft/base/status.h"
#include "fft/shapes/asked_shape.h"
#include "fft/shapes/bank_conflicts.h"
#include "fft/shapes/shape_price.h"

namespace fft::fit {
namespace {

// The base weights count as much as this many samples, so that a few samples cannot move a weight
// far.
constexpr double kWorthOfBase = 30;

struct Group {
  const char* name;
  ShapeWeights GpuModel::*weights;
};
constexpr Group kGroups[] = {{"gpu.rows", &GpuModel::rows},
                             {"gpu.columns", &GpuModel::columns},
                             {"gpu.columns_to_rows", &GpuModel::columns_to_rows},
                             {"gpu.lines", &GpuModel::lines},
                             {"gpu.few_rows", &GpuModel::few_rows}};

// A weight that the fit determines.
struct Unknown {
  ShapeWeights GpuModel::*group;
  double ShapeWeights::*member;
  double& Of(GpuModel* model) const { return model->*group.*member; }
};

// Finds the columns of a table by name.
class Columns {
 public:
  explicit Columns(absl::string_view header) : names_(absl::StrSplit(header, ',')) {}

  // Returns the positions of the wanted columns, from 0. InvalidArgument if a column is missing.
  absl::StatusOr<std::vector<size_t>> Find(const std::vector<std::string>& wanted) const {
    std::vector<size_t> places;
    for (const std::string& name : wanted) {
      const auto at = std::find(names_.begin(), names_.end(), name);
      if (at == names_.end()) {
        return InvalidField("samples", "no column " + name, absl::StrJoin(wanted, ", "));
      }
      places.push_back(at - names_.begin());
    }
    return places;
  }

 private:
  const std::vector<std::string> names_;
};

// Returns a line of the samples in the format of a table of measured kernels (.tuning).
std::string TuningRow(const std::vector<std::string>& cells, const std::vector<size_t>& places) {
  std::vector<std::string> words;
  for (size_t i = 0; i + 2 < places.size(); ++i) words.push_back(cells[places[i]]);
  if (cells[places[places.size() - 2]] == "1") words.push_back("staged");
  if (cells[places.back()] == "1") words.push_back("persistent");
  return absl::StrJoin(words, " ");
}

absl::StatusOr<ShapeSample> SampleOf(const std::string& row, int64_t few, const Target& target) {
  FFT_ASSIGN_OR_RETURN(const ShapeTable table, ParseShapeTable(row));
  const auto& [key, tuned] = *table.begin();
  ShapeSample sample;
  sample.key = key;
  sample.request = RequestOf(key);
  if (few > 0) sample.request.count = sample.request.few = few;
  ShapeWish wish = tuned.wish;
  wish.staged = wish.staged.value_or(false);
  FFT_ASSIGN_OR_RETURN(sample.shape, ShapeAsked(wish, sample.request, target));
  sample.extra = ExtraWavefronts(sample.request, sample.shape, target, Accesses::kSample);
  sample.log_time = -std::log(tuned.copy_share);
  return sample;
}

double PriceOf(const ShapeSample& sample, const GpuModel& model, const Target& target) {
  return ShapePrice(sample.request, sample.shape, sample.extra, model, target);
}

// The samples of each kernel and number of transforms.
using Kernels = std::map<std::pair<ShapeKey, int64_t>, std::vector<const ShapeSample*>>;
Kernels ByKernel(const std::vector<ShapeSample>& samples) {
  Kernels kernels;
  for (const ShapeSample& sample : samples) {
    kernels[{sample.key, sample.request.few}].push_back(&sample);
  }
  return kernels;
}

// Returns the model with all weights of shapes set to 0.
GpuModel WithoutWeights(GpuModel model) {
  for (const Group& group : kGroups) model.*group.weights = {};
  return model;
}

std::vector<Unknown> UnknownsOf(GpuModel base) {
  std::vector<Unknown> unknowns;
  for (const Group& group : kGroups) {
    for (const WeightMember& weight : WeightMembers()) {
      const Unknown unknown = {group.weights, weight.member};
      if (unknown.Of(&base) != 0) unknowns.push_back(unknown);
    }
  }
  return unknowns;
}

// The normal equations of the fit: sums of products of the samples' properties, and of properties
// and errors of the base's prices. Each kernel's mean is subtracted first, since all shapes of a
// kernel share a constant term.
struct Normal {
  std::vector<std::vector<double>> matrix;
  std::vector<double> right;
};

// Returns the property of each unknown weight, that is, its factor in the sample's price. A price
// is linear in the weights, so the property is the price by a model in which this weight is 1 and
// all others are 0.
std::vector<double> PropertiesOf(const ShapeSample& sample, const std::vector<Unknown>& unknowns,
                                 GpuModel* none, const Target& target) {
  std::vector<double> properties;
  for (const Unknown& unknown : unknowns) {
    unknown.Of(none) = 1;
    properties.push_back(PriceOf(sample, *none, target));
    unknown.Of(none) = 0;
  }
  return properties;
}

void TakeMeanAway(std::vector<std::vector<double>>* rows) {
  for (size_t i = 0; i < rows->front().size(); ++i) {
    double sum = 0;
    for (const auto& row : *rows) sum += row[i];
    for (auto& row : *rows) row[i] -= sum / static_cast<double>(rows->size());
  }
}

Normal NormalOf(const std::vector<ShapeSample>& samples, const std::vector<Unknown>& unknowns,
                const GpuModel& base, const Target& target) {
  const size_t count = unknowns.size();
  Normal normal = {std::vector(count, std::vector<double>(count)), std::vector<double>(count)};
  GpuModel none = WithoutWeights(base);
  for (const auto& [key, shapes] : ByKernel(samples)) {
    std::vector<std::vector<double>> rows;
    for (const ShapeSample* sample : shapes) {
      rows.push_back(PropertiesOf(*sample, unknowns, &none, target));
      rows.back().push_back(sample->log_time - PriceOf(*sample, base, target));
    }
    TakeMeanAway(&rows);
    for (const std::vector<double>& row : rows) {
      for (size_t i = 0; i < count; ++i) {
        for (size_t j = 0; j < count; ++j) normal.matrix[i][j] += row[i] * row[j];
        normal.right[i] += row[i] * row[count];
      }
    }
  }
  for (size_t i = 0; i < count; ++i) normal.matrix[i][i] += kWorthOfBase;
  return normal;
}

// Returns the changes of the weights that minimise the squared errors and keep every weight's sign.
// Signs are kept because work that costs time in the base costs time on every machine. The changes
// are improved one at a time while the others stay.
std::vector<double> Solve(const Normal& normal, const std::vector<double>& base) {
  constexpr int kSweeps = 3000;
  const size_t count = base.size();
  std::vector<double> changes(count);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (size_t i = 0; i < count; ++i) {
      double rest = normal.right[i];
      for (size_t j = 0; j < count; ++j) {
        if (j != i) rest -= normal.matrix[i][j] * changes[j];
      }
      const double best = rest / normal.matrix[i][i];
      changes[i] = base[i] > 0 ? std::max(best, -base[i]) : std::min(best, -base[i]);
    }
  }
  return changes;
}

// Returns how well the model predicts the samples whose prices depend on the group's weights.
GroupFit GroupOf(const Group& group, const std::vector<ShapeSample>& samples, const GpuModel& model,
                 const Target& target) {
  GpuModel passes = WithoutWeights(model);
  (passes.*group.weights).pass = 1;
  GroupFit fit = {group.name, group.weights};
  double squares = 0;
  for (const auto& [key, shapes] : ByKernel(samples)) {
    if (PriceOf(*shapes.front(), passes, target) == 0) continue;
    std::vector<std::vector<double>> errors;
    for (const ShapeSample* sample : shapes) {
      errors.push_back({PriceOf(*sample, model, target) - sample->log_time});
    }
    TakeMeanAway(&errors);
    for (const auto& error : errors) squares += error[0] * error[0];
    ++fit.kernels;
    fit.samples += static_cast<int>(shapes.size());
  }
  fit.error = std::sqrt(squares / std::max(fit.samples, 1));
  return fit;
}

}  // namespace

const std::vector<WeightMember>& WeightMembers() {
  static constexpr WeightMember kMembers[] = {
      {"pass", &ShapeWeights::pass},
      {"exchange", &ShapeWeights::exchange},
      {"conflict", &ShapeWeights::conflict},
      {"half", &ShapeWeights::half},
      {"in_place", &ShapeWeights::in_place},
      {"ping_pong", &ShapeWeights::ping_pong},
      {"staged", &ShapeWeights::staged},
      {"lone_group", &ShapeWeights::lone_group},
      {"persistent", &ShapeWeights::persistent},
      {"at_a_time", &ShapeWeights::at_a_time},
      {"idle_lanes", &ShapeWeights::idle_lanes},
      {"idle_rounds", &ShapeWeights::idle_rounds},
      {"idle_loads", &ShapeWeights::idle_loads},
      {"work", &ShapeWeights::work},
      {"points", &ShapeWeights::points},
      {"part_of_line", &ShapeWeights::part_of_line},
      {"part_of_sector", &ShapeWeights::part_of_sector},
      {"tile", &ShapeWeights::tile},
      {"narrow", &ShapeWeights::narrow},
      {"radix", &ShapeWeights::radix},
      {"unit_points", &ShapeWeights::unit_points},
  };
  static_assert(sizeof(ShapeWeights) == std::size(kMembers) * sizeof(double));
  static const auto* const kList =
      new std::vector<WeightMember>(std::begin(kMembers), std::end(kMembers));
  return *kList;
}

absl::StatusOr<std::vector<ShapeSample>> ReadSamples(absl::string_view csv, const Target& target) {
  std::vector<absl::string_view> lines = absl::StrSplit(csv, '\n');
  std::erase_if(lines, [](absl::string_view line) { return line.empty() || line[0] == '#'; });
  if (lines.empty()) return InvalidField("samples", "nothing", "a header and rows");
  const Columns columns(lines.front());
  FFT_ASSIGN_OR_RETURN(const std::vector<size_t> places,
                       columns.Find({"length", "precision", "tiling", "use", "factors", "threads",
                                     "transforms", "exchange", "pad_every", "resident_groups",
                                     "copy_share", "staged", "persistent"}));
  const auto few = columns.Find({"few"});  // older tables lack it
  size_t last = *std::max_element(places.begin(), places.end());
  if (few.ok()) last = std::max(last, few->front());
  std::vector<ShapeSample> samples;
  for (size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string> cells = absl::StrSplit(lines[i], ',');
    if (cells.size() <= last) {
      return InvalidField("samples", std::string(lines[i]), "as many cells as columns");
    }
    // Shapes that were refused have no time.
    if (cells[places[10]].empty() || cells[places[10]] == "0") continue;
    int64_t count = 0;
    if (few.ok() && !absl::SimpleAtoi(cells[few->front()], &count)) {
      return InvalidField("few", cells[few->front()], "a number of transforms, or 0");
    }
    auto sample = SampleOf(TuningRow(cells, places), count, target);
    if (!sample.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(lines[i], ": ", std::string(sample.status().message())));
    }
    samples.push_back(*std::move(sample));
  }
  return samples;
}

ShapeFit FitShapes(const std::vector<ShapeSample>& samples, const GpuModel& base,
                   const Target& target) {
  const std::vector<Unknown> unknowns = UnknownsOf(base);
  ShapeFit fit = {base, {}};
  std::vector<double> weights;
  for (const Unknown& unknown : unknowns) weights.push_back(unknown.Of(&fit.model));
  const std::vector<double> changes = Solve(NormalOf(samples, unknowns, base, target), weights);
  for (size_t i = 0; i < unknowns.size(); ++i) unknowns[i].Of(&fit.model) += changes[i];
  for (const Group& group : kGroups) {
    const GroupFit found = GroupOf(group, samples, fit.model, target);
    if (found.samples > 0) fit.groups.push_back(found);
  }
  return fit;
}

std::string ToText(const ShapeFit& fit, const GpuModel& base) {
  std::string text;
  for (const GroupFit& group : fit.groups) {
    absl::StrAppendFormat(&text, "\n# Fitted to %d samples of %d kernels; error %.3f.\n[%s]\n",
                          group.samples, group.kernels, group.error, group.group);
    for (const WeightMember& weight : WeightMembers()) {
      if (base.*group.weights.*weight.member == 0) continue;
      absl::StrAppendFormat(&text, "%-14s  %.3f\n", weight.name,
                            fit.model.*group.weights.*weight.member);
    }
  }
  return text;
}

OrderQuality QualityOf(const std::vector<ShapeSample>& samples, const GpuModel& model,
                       const Target& target) {
  constexpr double kApart = 0.0953;  // the logarithm of 1.1
  double logs = 0, pairs = 0, ordered = 0;
  const auto kernels = ByKernel(samples);
  for (const auto& [key, shapes] : kernels) {
    std::vector<std::pair<double, double>> priced;  // price and logarithm of the time
    for (const ShapeSample* sample : shapes) {
      priced.emplace_back(PriceOf(*sample, model, target), sample->log_time);
    }
    const auto fastest =
        std::min_element(priced.begin(), priced.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    logs += std::min_element(priced.begin(), priced.end())->second - fastest->second;
    for (const auto& a : priced) {
      for (const auto& b : priced) {
        if (a.second + kApart > b.second) continue;
        ++pairs;
        ordered += a.first < b.first ? 1 : 0;
      }
    }
  }
  return {std::exp(logs / static_cast<double>(std::max<size_t>(kernels.size(), 1))),
          pairs > 0 ? ordered / pairs : 1};
}

}  // namespace fft::fit
