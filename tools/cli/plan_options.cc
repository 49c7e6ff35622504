#include "tools/cli/plan_options.h"

#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "fft/base/status.h"
#include "fft/exec/describe_chain.h"
#include "fft/exec/pipeline.h"
#include "fft/shapes/asked_shape.h"

namespace fft::cli {
namespace {

absl::StatusOr<std::vector<int64_t>> ReadFactors(const std::string& text) {
  std::vector<int64_t> factors;
  for (const absl::string_view word : absl::StrSplit(text, 'x')) {
    int64_t factor = 0;
    if (!absl::SimpleAtoi(word, &factor) || factor < 2) {
      return InvalidField("--factors", text, "numbers above 1, as in 16x32");
    }
    factors.push_back(factor);
  }
  return factors;
}

}  // namespace

std::vector<FlagSpec> PlanOptionFlags() {
  return {
      {"strategy", "S",
       "of the buffer assignment: balanced (default), fewest_buffers, most_fusion or fastest"},
      {"scheme", "S", "of the plan tree: L1D_CR, 2D_RC, .. (a wrong one lists them)"},
      {"factors", "F", "with a scheme that splits one axis: its parts, as in 16x32"},
      {"shape", "S",
       "shapes of kernels by their lengths: \"1024:factors=4x16x16,threads=64;64:transforms=4\"; "
       "also exchange, pad_every, resident_groups, staged, persistent; threads are those of one "
       "transform, a convolution goes by its own length (len in the kernel's name)"},
      {"overwrite", "W", "what the plan may overwrite: input, gaps or input,gaps"},
      {"independent_rows", "", "what comes of a transform depends on its own input alone"},
  };
}

absl::StatusOr<PlanOptions> ChooseOptions(const Flags& flags) {
  PlanOptions options;
  if (flags.Has("strategy")) {
    FFT_ASSIGN_OR_RETURN(options.strategy, ParseStrategy("--strategy", flags.Get("strategy")));
  }
  if (flags.Has("max_candidates")) {
    FFT_ASSIGN_OR_RETURN(const int64_t count,
                         flags.GetInt("max_candidates", 0, 1, kMostCandidates));
    KeepCandidates(static_cast<int>(count), &options);
  }
  if (flags.Has("shape")) {
    FFT_ASSIGN_OR_RETURN(options.shapes, ParseAskedShapes(flags.Get("shape")));
  }
  if (flags.Has("scheme")) {
    FFT_ASSIGN_OR_RETURN(options.scheme, ParseChainScheme("--scheme", flags.Get("scheme")));
  }
  if (flags.Has("factors")) {
    FFT_ASSIGN_OR_RETURN(options.factors, ReadFactors(flags.Get("factors")));
  }
  options.independent_rows = flags.Has("independent_rows");
  const std::string overwrite = flags.Get("overwrite");
  for (const absl::string_view word : absl::StrSplit(overwrite, ',', absl::SkipEmpty())) {
    if (word != "input" && word != "gaps") {
      return InvalidField("--overwrite", overwrite, "input, gaps or both, as in input,gaps");
    }
    (word == "input" ? options.allow_input_overwrite : options.allow_gap_overwrite) = true;
  }
  return options;
}

}  // namespace fft::cli
