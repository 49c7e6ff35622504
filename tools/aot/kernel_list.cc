#include "tools/aot/kernel_list.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "fft/base/field_error.h"
#include "fft/base/status.h"
#include "fft/choice/line_map.h"
#include "fft/codegen/emit/shared_memory.h"
#include "fft/codegen/passes/pipeline.h"
#include "fft/core/callbacks.h"
#include "fft/core/chain.h"
#include "fft/core/problem.h"
#include "fft/exec/decision_memory.h"
#include "fft/exec/describe_decided.h"
#include "fft/exec/pipeline.h"
#include "fft/kernels/check_spec.h"
#include "fft/kernels/generate.h"
#include "fft/kernels/kernel_name.h"
#include "fft/machine/machine.h"
#include "fft/machine/model.h"
#include "fft/plan/scheme.h"
#include "fft/plan/tree_decision.h"
#include "fft/rtc/system/subprocess.h"
#include "fft/shapes/kernel_shape.h"

namespace fft::aot {
namespace {

constexpr int64_t kMostLengths = 100000;

// A length of a `kernels` line. A length from a range may have no kernel.
struct Length {
  int64_t value = 1;
  bool in_range = false;
};

// The axes of one `kernels` line. Each list is the part after "key=".
struct Axes {
  std::vector<Length> lengths;
  std::vector<Precision> precisions = {Precision::kSingle};
  std::vector<kernels::Direction> directions = {kernels::Direction::kForward,
                                                kernels::Direction::kInverse};
  std::vector<Placement> placements = {Placement::kOutOfPlace};
  std::vector<std::pair<ArrayFormat, ArrayFormat>> formats = {
      {ArrayFormat::kComplexInterleaved, ArrayFormat::kComplexInterleaved}};
  std::vector<Tiling> tilings = {Tiling::kRowRow};
  // The second count fills more than the caches. On a CPU, rows of the second count may have
  // another kernel.
  std::vector<int64_t> counts = {1024, int64_t{1} << 20};
  std::vector<int64_t> loops = {0};
};

// Returns the value whose text in `table` is `word`.
template <typename Value>
absl::StatusOr<Value> Choose(const std::string& key, const std::string& word,
                             const std::vector<std::pair<std::string, Value>>& table) {
  std::vector<std::string> allowed;
  for (const auto& [text, value] : table) {
    if (text == word) return value;
    allowed.push_back(text);
  }
  return InvalidField(key, word, absl::StrJoin(allowed, ", "));
}

constexpr int64_t kUnbounded = std::numeric_limits<int64_t>::max();

absl::StatusOr<int64_t> ParseNumber(const std::string& key, const std::string& word, int64_t low,
                                    int64_t high = kUnbounded) {
  int64_t value = 0;
  if (!absl::SimpleAtoi(word, &value) || value < low || value > high) {
    const std::string range = high == kUnbounded
                                  ? absl::StrCat("a number of at least ", low)
                                  : absl::StrCat("a number from ", low, " to ", high);
    return InvalidField(key, word, range);
  }
  return value;
}

absl::Status AddLengths(const std::string& word, std::vector<Length>* lengths) {
  const std::vector<std::string> ends = absl::StrSplit(word, "..");
  if (ends.size() == 1) {
    FFT_ASSIGN_OR_RETURN(const int64_t value, ParseNumber("length", word, 1));
    lengths->push_back({value, false});
    return absl::OkStatus();
  }
  if (ends.size() != 2) return InvalidField("length", word, "a number or A..B");
  FFT_ASSIGN_OR_RETURN(const int64_t first, ParseNumber("length", ends[0], 1));
  FFT_ASSIGN_OR_RETURN(const int64_t last, ParseNumber("length", ends[1], first));
  if (last - first >= kMostLengths) {
    return InvalidField("length", word, absl::StrCat("at most ", kMostLengths, " in a range"));
  }
  for (int64_t value = first; value <= last; ++value) lengths->push_back({value, true});
  return absl::OkStatus();
}

absl::StatusOr<Precision> ParsePrecision(const std::string& word) {
  return Choose<Precision>("precision", word,
                           {{"half", Precision::kHalf},
                            {"bfloat16", Precision::kBfloat16},
                            {"single", Precision::kSingle},
                            {"double", Precision::kDouble}});
}

absl::StatusOr<kernels::Direction> ParseDirection(const std::string& word) {
  return Choose<kernels::Direction>(
      "direction", word,
      {{"forward", kernels::Direction::kForward}, {"inverse", kernels::Direction::kInverse}});
}

absl::StatusOr<Placement> ParsePlacement(const std::string& word) {
  return Choose<Placement>("placement", word,
                           {{"op", Placement::kOutOfPlace}, {"ip", Placement::kInPlace}});
}

absl::StatusOr<Tiling> ParseTiling(const std::string& word) {
  std::vector<std::pair<std::string, Tiling>> table;
  for (Tiling tiling : {Tiling::kRowRow, Tiling::kColCol, Tiling::kRowCol, Tiling::kColRow}) {
    table.emplace_back(ToString(tiling), tiling);
  }
  return Choose("tiling", word, table);
}

absl::StatusOr<std::pair<ArrayFormat, ArrayFormat>> ParseFormats(const std::string& word) {
  const std::vector<std::pair<std::string, ArrayFormat>> table = {
      {"CI", ArrayFormat::kComplexInterleaved}, {"CP", ArrayFormat::kComplexPlanar}};
  const std::vector<std::string> sides = absl::StrSplit(word, absl::MaxSplits('-', 1));
  FFT_ASSIGN_OR_RETURN(const ArrayFormat in, Choose("format", sides.front(), table));
  FFT_ASSIGN_OR_RETURN(const ArrayFormat out, Choose("format", sides.back(), table));
  return std::make_pair(in, out);
}

// Replaces `values` by the parsed words.
template <typename Value, typename Parse>
absl::Status ParseAll(const std::vector<std::string>& words, const Parse& parse,
                      std::vector<Value>* values) {
  values->clear();
  for (const std::string& word : words) {
    FFT_ASSIGN_OR_RETURN(Value value, parse(word));
    values->push_back(std::move(value));
  }
  return absl::OkStatus();
}

// One entry per key of a `kernels` line.
using AxisParser = std::function<absl::Status(const std::vector<std::string>&, Axes*)>;
const std::vector<std::pair<std::string, AxisParser>>& AxisParsers() {
  using Words = std::vector<std::string>;
  static const auto* const kParsers = new std::vector<std::pair<std::string, AxisParser>>{
      {"length",
       [](const Words& words, Axes* axes) {
         for (const std::string& word : words) {
           FFT_RETURN_IF_ERROR(AddLengths(word, &axes->lengths));
         }
         return absl::OkStatus();
       }},
      {"precision",
       [](const Words& w, Axes* a) { return ParseAll(w, ParsePrecision, &a->precisions); }},
      {"direction",
       [](const Words& w, Axes* a) { return ParseAll(w, ParseDirection, &a->directions); }},
      {"placement",
       [](const Words& w, Axes* a) { return ParseAll(w, ParsePlacement, &a->placements); }},
      {"format", [](const Words& w, Axes* a) { return ParseAll(w, ParseFormats, &a->formats); }},
      {"tiling", [](const Words& w, Axes* a) { return ParseAll(w, ParseTiling, &a->tilings); }},
      {"count",
       [](const Words& w, Axes* a) {
         const auto parse = [](const std::string& word) { return ParseNumber("count", word, 1); };
         return ParseAll(w, parse, &a->counts);
       }},
      {"loops",
       [](const Words& w, Axes* a) {
         const auto parse = [](const std::string& word) {
           return ParseNumber("loops", word, 0, kernels::kMostLoops);
         };
         return ParseAll(w, parse, &a->loops);
       }},
  };
  return *kParsers;
}

absl::StatusOr<Axes> ParseAxes(const std::vector<std::string>& words) {
  Axes axes;
  for (const std::string& word : words) {
    const std::vector<std::string> sides = absl::StrSplit(word, absl::MaxSplits('=', 1));
    std::vector<std::pair<std::string, AxisParser>> table = AxisParsers();
    FFT_ASSIGN_OR_RETURN(const AxisParser parse, Choose("key", sides[0], table));
    if (sides.size() != 2 || sides[1].empty()) {
      return InvalidField(sides[0], "empty", absl::StrCat(sides[0], "=VALUE,.."));
    }
    FFT_RETURN_IF_ERROR(parse(absl::StrSplit(sides[1], ','), &axes));
  }
  if (axes.lengths.empty()) return InvalidField("length", "missing", "length=N,..");
  return axes;
}

kernels::KernelSpec SpecOfShape(const KernelShapeRequest& request, const KernelShape& shape) {
  kernels::KernelSpec spec;
  spec.length = request.length;
  spec.tiling = request.tiling;
  kernels::SetShape(shape, &spec);
  spec.precision = request.precision;
  spec.in_stride =
      LoadsRows(request.tiling) ? kernels::StrideKind::kUnit : kernels::StrideKind::kAny;
  spec.out_stride =
      StoresRows(request.tiling) ? kernels::StrideKind::kUnit : kernels::StrideKind::kAny;
  return spec;
}

// Reads the file of a load=FILE or store=FILE.
absl::Status ReadCallback(const std::string& key, const std::string& value, const FileReader& read,
                          Callbacks* callbacks) {
  if (key != "load" && key != "store") return InvalidField("option", key, "load, store");
  if (!read) return InvalidField(key, value, "no files in this list");
  FFT_ASSIGN_OR_RETURN((key == "load" ? callbacks->load : callbacks->store), read(value));
  return absl::OkStatus();
}

// Reads one option of a `problem` line.
absl::Status ParsePlanOption(const std::string& key, const std::string& value,
                             const FileReader& read, PlanOptions* options) {
  if (key == "scheme") {
    FFT_ASSIGN_OR_RETURN(options->scheme, ParseScheme("scheme", value));
  } else if (key == "strategy") {
    FFT_ASSIGN_OR_RETURN(options->strategy, ParseStrategy("strategy", value));
  } else if (key == "candidate") {
    FFT_ASSIGN_OR_RETURN(const int64_t candidate, ParseNumber(key, value, 0));
    options->candidate = static_cast<int>(candidate);
  } else if (key == "factors") {
    const std::vector<std::string> words = absl::StrSplit(value, absl::ByAnyChar(",x"));
    const auto parse = [](const std::string& word) { return ParseNumber("factors", word, 2); };
    return ParseAll(words, parse, &options->factors);
  } else if (key == "load" || key == "store") {
    return ReadCallback(key, value, read, &options->callbacks);
  } else {
    return InvalidField("option", key, "scheme, factors, strategy, candidate, load, store");
  }
  return absl::OkStatus();
}

// Checks a kernel's threads and workgroups against the limits of `target`.
absl::Status CheckLimits(const kernels::KernelSpec& spec, const Target& target) {
  const int64_t threads = int64_t{spec.threads_per_transform} * spec.transforms_per_group;
  if (threads > target.max_threads) {
    return InvalidField(
        "threads", absl::StrCat(threads),
        absl::StrCat("up to ", target.max_threads, " in a workgroup of ", target.name));
  }
  const int most = TakesResidentGroups(target) ? target.max_waves : 0;
  if (spec.resident_groups.value_or(0) <= most) return absl::OkStatus();
  return InvalidField("resident_groups", absl::StrCat(*spec.resident_groups),
                      most == 0 ? absl::StrCat("none for ", target.name)
                                : absl::StrCat("up to ", most, " for ", target.name));
}
absl::Status CheckLimits(const kernels::RelaySpec& spec, const Target& target) {
  if (spec.resident_groups > target.max_waves) {
    return InvalidField("resident_groups", absl::StrCat(spec.resident_groups),
                        absl::StrCat("up to ", target.max_waves, " for ", target.name));
  }
  FFT_RETURN_IF_ERROR(CheckLimits(spec.first, target));
  return CheckLimits(spec.second, target);
}

constexpr int kTooMuchLds = 3;  // an exit code that is neither EXIT_SUCCESS nor EXIT_FAILURE

// Generates a kernel for `target`. Returns how that ends as an exit code.
template <typename Spec>
int Generate(const Spec& spec, const Target& target) {
  const absl::StatusOr<codegen::Kernel> kernel = kernels::GenerateKernel(spec);
  if (!kernel.ok()) return EXIT_FAILURE;
  if (codegen::SharedExtent(*kernel) > target.lds_bytes) return kTooMuchLds;
  return codegen::LowerForDialect(*kernel, target.dialect).ok() ? EXIT_SUCCESS : EXIT_FAILURE;
}

// Checks that the named kernel can be made for `target`. The generator takes whatever time and
// memory the kernel needs, and ends its process if an invariant is broken. So it runs in a child
// process, for a limited time.
template <typename Spec>
absl::Status CheckGenerated(const Spec& spec, const Target& target) {
  FFT_RETURN_IF_ERROR(CheckLimits(spec, target));
  const auto generate = [&] { return Generate(spec, target); };
  const absl::StatusOr<rtc::ChildExit> exit = rtc::CallInChild(generate, absl::Seconds(30));
  if (exit.ok() && exit->ok()) return absl::OkStatus();
  if (exit.ok() && !exit->is_known) {
    return absl::UnavailableError("a child's exit status: the process ignores SIGCHLD");
  }
  if (exit.ok() && exit->exit_code == kTooMuchLds) {
    return InvalidField(
        "lds", "too large",
        absl::StrCat("up to ", target.lds_bytes, " bytes in a workgroup of ", target.name));
  }
  if (!exit.ok() && !absl::IsDeadlineExceeded(exit.status())) return exit.status();
  return absl::InvalidArgumentError(absl::StrCat("the kernel cannot be generated for ", target.name,
                                                 exit.ok() ? "" : " within 30 seconds"));
}

// Collects the kernels of a list.
class Collector {
 public:
  Collector(const FileReader& read, ListedDecisions* decisions)
      : read_(read), decisions_(decisions) {}

  absl::Status ReadLine(const std::string& line) {
    const std::string content = line.substr(0, line.find('#'));
    std::vector<std::string> words =
        absl::StrSplit(content, absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
    if (words.empty()) return absl::OkStatus();
    const std::string kind = words.front();
    words.erase(words.begin());
    if (kind == "arch") return SetTargets(words);
    if (targets_.empty()) return InvalidField("line", kind, "an arch line before all others");
    if (kind == "kernels") return AddKernels(words);
    if (kind == "kernel") return AddNamed(words);
    if (kind == "problem") return AddProblems(words);
    return InvalidField("line", kind, "arch, kernels, kernel or problem");
  }

  std::vector<ListedKernel> Take() {
    std::vector<ListedKernel> kernels;
    for (auto& [key, kernel] : kernels_) kernels.push_back(std::move(kernel));
    return kernels;
  }

 private:
  absl::Status SetTargets(const std::vector<std::string>& names) {
    if (names.empty()) return InvalidField("arch", "missing", "arch TARGET ..");
    targets_.clear();
    for (const std::string& name : names) {
      FFT_ASSIGN_OR_RETURN(Target target, FindTarget(name));
      targets_.push_back(std::move(target));
    }
    return absl::OkStatus();
  }

  absl::Status AddKernels(const std::vector<std::string>& words) {
    FFT_ASSIGN_OR_RETURN(const Axes axes, ParseAxes(words));
    for (const Target& target : targets_) {
      for (const Length& length : axes.lengths) {
        for (const Precision precision : axes.precisions) {
          for (const Tiling tiling : axes.tilings) {
            for (const int64_t count : axes.counts) {
              const KernelShapeRequest request = {
                  .length = length.value, .precision = precision, .tiling = tiling, .count = count};
              const absl::Status status = AddShapes(target, request, axes);
              if (status.ok() || length.in_range) continue;
              return InvalidField("length", absl::StrCat(length.value),
                                  absl::StrCat("a length of one kernel: ", status.message()));
            }
          }
        }
      }
    }
    return absl::OkStatus();
  }

  // Adds the preferred shape. On a GPU also adds the shapes for problems whose tiles in the
  // preferred shape are too few to occupy it.
  absl::Status AddShapes(const Target& target, KernelShapeRequest request, const Axes& axes) {
    FFT_ASSIGN_OR_RETURN(const KernelShape shape, ChooseKernelShape(request, target));
    AddVariants(target, SpecOfShape(request, shape), axes);
    if (LanesAreVectors(target)) return absl::OkStatus();
    if (const auto few = OfOneWavefront(request, shape, target)) {
      AddVariants(target, SpecOfShape(request, *few), axes);
    }
    const int64_t narrow = NarrowTile(request.tiling, request.length, request.precision);
    if (narrow >= shape.transforms_per_group) return absl::OkStatus();
    request.count = std::min(request.count, narrow);
    FFT_ASSIGN_OR_RETURN(const KernelShape small, ChooseKernelShape(request, target));
    AddVariants(target, SpecOfShape(request, small), axes);
    return absl::OkStatus();
  }

  // Returns all sets of facts about tiles that plans may ask for. A CPU's kernel has a variant for
  // each set: whether tiles are whole, whether they come from memory, and whether their rows are
  // packed.
  static std::vector<kernels::KnownTile> KnownTiles(const Target& target,
                                                    const kernels::KernelSpec& spec) {
    if (!LanesAreVectors(target)) return {{}};
    kernels::KnownTile tile;
    tile.unit_in = !LoadsRows(spec.tiling);
    tile.unit_out = !StoresRows(spec.tiling);
    std::vector<kernels::KnownTile> tiles;
    if (spec.transforms_per_group > 1) tiles.push_back(tile);
    tile.is_whole = true;
    tiles.push_back(tile);
    // The rows of a tile may follow each other, or have gaps.
    const bool may_be_packed = spec.tiling == Tiling::kRowRow && spec.transforms_per_group > 1;
    for (size_t apart = tiles.size(), i = 0; may_be_packed && i < apart; ++i) {
      tiles.push_back(tiles[i]);
      tiles.back().packed_in = tiles.back().packed_out = true;
    }
    for (size_t near = tiles.size(), i = 0; i < near; ++i) {
      tiles.push_back(tiles[i]);
      tiles.back().is_far = true;
    }
    return tiles;
  }

  // Adds all variants of one shape.
  void AddVariants(const Target& target, kernels::KernelSpec spec, const Axes& axes) {
    for (const kernels::KnownTile& tile : KnownTiles(target, spec)) {
      spec.known_tile = tile;
      AddFormats(target, spec, axes);
    }
  }

  void AddFormats(const Target& target, kernels::KernelSpec spec, const Axes& axes) {
    for (const kernels::Direction direction : axes.directions) {
      for (const Placement placement : axes.placements) {
        for (const auto& [in, out] : axes.formats) {
          if (placement == Placement::kInPlace && in != out) continue;
          for (const int64_t loops : axes.loops) {
            spec.direction = direction;
            spec.placement = placement;
            spec.in_format = in;
            spec.out_format = out;
            spec.outer_loops = static_cast<int>(loops);
            Add(target, spec, kernels::KernelName(spec));
          }
        }
      }
    }
  }

  absl::Status AddNamed(const std::vector<std::string>& words) {
    Callbacks callbacks;
    bool has_name = false;
    for (const std::string& word : words) {
      const std::vector<std::string> sides = absl::StrSplit(word, absl::MaxSplits('=', 1));
      if (sides.size() == 2) {
        FFT_RETURN_IF_ERROR(ReadCallback(sides[0], sides[1], read_, &callbacks));
        continue;
      }
      has_name = true;
      const absl::Status added =
          kernels::IsRelayName(word)
              ? AddRead(word, kernels::ParseRelayName(word))
              : AddRead(word, kernels::ParseKernelName(word, {callbacks.load, callbacks.store}));
      if (!added.ok()) return Within(word, added);
    }
    return has_name ? absl::OkStatus() : InvalidField("kernel", "missing", "kernel NAME ..");
  }

  // Adds the kernel that a name names to all targets.
  template <typename Spec>
  absl::Status AddRead(const std::string& name, const absl::StatusOr<Spec>& spec) {
    FFT_RETURN_IF_ERROR(spec.status());
    for (const Target& target : targets_) {
      FFT_RETURN_IF_ERROR(CheckGenerated(*spec, target));
      Add(target, *spec, name);
    }
    return absl::OkStatus();
  }

  absl::Status AddProblems(const std::vector<std::string>& words) {
    PlanOptions options;
    bool has_token = false;
    for (const std::string& token : words) {
      const std::vector<std::string> sides = absl::StrSplit(token, absl::MaxSplits('=', 1));
      if (sides.size() == 2) {
        FFT_RETURN_IF_ERROR(ParsePlanOption(sides[0], sides[1], read_, &options));
        continue;
      }
      has_token = true;
      if (IsChainToken(token)) {
        return InvalidField("token", token, "a problem's; name a chain's kernels by `kernel NAME`");
      }
      FFT_ASSIGN_OR_RETURN(const Problem problem, ParseToken(token));
      if (problem.has_callbacks && options.callbacks.empty()) {
        return InvalidField("callbacks", token, "_CB behind load=FILE or store=FILE");
      }
      for (const Target& target : targets_) {
        // A candidate's number is valid only for the target itself, not for its other machines.
        const std::vector<Target> machines =
            options.candidate == 0 ? MachinesOf(target) : std::vector<Target>{target};
        for (const Target& machine : machines) {
          FFT_RETURN_IF_ERROR(AddPlan(problem, target, machine, options));
        }
      }
    }
    return has_token ? absl::OkStatus() : InvalidField("problem", "missing", "problem TOKEN ..");
  }

  // Adds the plan of one of the target's machines.
  absl::Status AddPlan(const Problem& problem, const Target& target, const Target& machine,
                       const PlanOptions& options) {
    PlanDecision decision;
    FFT_ASSIGN_OR_RETURN(const PlanDescription plan,
                         DescribeDecided(problem, machine, options, &decision));
    const auto key = DecisionKey(plan.problem, options, DecisionArch(machine));
    if (key && decisions_ != nullptr) (*decisions_)[*key] = ToString(decision);
    for (const auto* kernels : {&plan.kernels, &plan.callback_kernels}) {
      for (const kernels::PlannedKernel& kernel : *kernels) Add(target, kernel.spec, kernel.name);
    }
    for (const PlannedRelay& relay : plan.relays) Add(target, relay.spec, relay.name);
    return absl::OkStatus();
  }

  template <typename Spec>
  void Add(const Target& target, const Spec& spec, const std::string& name) {
    kernels_.try_emplace({target.name, name}, ListedKernel{target, spec, name});
  }

  const FileReader read_;
  ListedDecisions* const decisions_;
  std::vector<Target> targets_;
  std::map<std::pair<std::string, std::string>, ListedKernel> kernels_;
};

}  // namespace

absl::StatusOr<std::vector<ListedKernel>> ParseKernelList(const std::string& text,
                                                          const FileReader& read,
                                                          ListedDecisions* decisions) {
  Collector collector(read, decisions);
  int number = 0;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    const absl::Status status = collector.ReadLine(std::string(line));
    if (!status.ok()) {
      return absl::Status(status.code(), absl::StrCat("line ", number, ": ", status.message()));
    }
  }
  return collector.Take();
}

}  // namespace fft::aot
