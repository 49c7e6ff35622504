// Fits the weights of kernel shapes to timed kernels and prints them as groups of a model's file
// (docs/HOWTO.md#what-work-costs-on-a-machine).
//
//   bazel run //tools/fit -- SAMPLES.csv --target T [--judge OTHERS.csv]
//
// The fit starts from the weights of the target's model. On standard error the program prints how
// well the old and the new weights order the samples; with --judge, the samples of OTHERS.csv.
#include <fstream>
#include <iostream>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "fft/base/status.h"
#include "tools/cli/flags.h"
#include "tools/fit/shape_fit.h"

namespace fft::fit {
namespace {

absl::StatusOr<std::vector<ShapeSample>> Read(const std::string& name, const Target& target) {
  const std::string path = cli::UserPath(name);
  std::ifstream file(path);
  if (!file.is_open()) return absl::NotFoundError("cannot open " + path);
  std::stringstream csv;
  csv << file.rdbuf();
  return ReadSamples(csv.str(), target);
}

absl::Status Run(const std::vector<std::string>& arguments) {
  FFT_ASSIGN_OR_RETURN(const cli::Flags flags,
                       cli::ParseFlags({{"target", "T", "whose shapes these are"},
                                        {"judge", "FILE", "samples to judge the weights by"}},
                                       arguments));
  if (flags.positional().size() != 1) {
    return InvalidField("samples", absl::StrCat(flags.positional().size(), " files"), "one");
  }
  FFT_ASSIGN_OR_RETURN(const Target target, FindTarget(flags.Get("target")));
  const std::string& name = flags.positional().front();
  FFT_ASSIGN_OR_RETURN(const auto samples, Read(name, target));
  FFT_ASSIGN_OR_RETURN(const auto judges, Read(flags.Get("judge", name), target));
  const GpuModel& base = ModelOf(target).gpu;
  const ShapeFit fit = FitShapes(samples, base, target);
  std::cout << ToText(fit, base);
  for (const auto& [which, model] : {std::pair{"before", &base}, std::pair{"fitted", &fit.model}}) {
    const OrderQuality quality = QualityOf(judges, *model, target);
    std::cerr << absl::StrFormat(
        "%s: the cheapest shape takes %.3f of the fastest one's time, "
        "%.1f %% of pairs in order\n",
        which, quality.chosen, 100 * quality.ordered);
  }
  return absl::OkStatus();
}

}  // namespace
}  // namespace fft::fit

int main(int argc, char** argv) {
  const absl::Status status = fft::fit::Run({argv + 1, argv + argc});
  if (status.ok()) return 0;
  std::cerr << "fit: " << status.message() << "\n";
  return 1;
}
