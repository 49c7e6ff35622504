#include "tools/cli/commands.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "tools/cli/plan_options.h"
#include "tools/cli/text_table.h"

namespace fft::cli {
namespace {

const FlagSpec kTarget = {"target", "T",
                          "machine to plan for (see `fft targets`); default: the device here"};
const FlagSpec kJson = {"json", "", "print JSON"};
const FlagSpec kCacheFile = {"path", "FILE", "kernel cache; default: FFT_RTC_CACHE_PATH"};

// Returns `flags` and behind them the flags of plan options (PlanOptionFlags).
std::vector<FlagSpec> WithOptions(std::vector<FlagSpec> flags) {
  for (FlagSpec& flag : PlanOptionFlags()) flags.push_back(std::move(flag));
  return flags;
}

// Returns the flags that choose a plan, then the command's own flags.
std::vector<FlagSpec> PlanFlags(std::vector<FlagSpec> own) {
  std::vector<FlagSpec> flags = WithOptions({kTarget, kJson});
  std::move(own.begin(), own.end(), std::back_inserter(flags));
  return flags;
}

std::string Overview() {
  TextTable table({"", ""});
  for (const Command& command : Commands()) {
    table.Add({absl::StrCat(command.name, *command.arguments ? " " : "", command.arguments),
               command.summary});
  }
  table.Add({"help [COMMAND]", "this, or a command's flags"});
  return absl::StrCat(
      "usage: fft COMMAND [arguments] [flags]\n\n", table.ToString(2),
      "\nA TOKEN names a problem: complex_forward_len_64_64_single_op_batch_10 (missing parts are\n"
      "packed). `fft plan TOKEN` is a good start.\n");
}

std::string CommandHelp(const Command& command) {
  return absl::StrCat("usage: fft ", command.name, *command.arguments ? " " : "", command.arguments,
                      command.flags.empty() ? "" : " [flags]", "\n\n", command.summary, "\n",
                      command.flags.empty() ? "" : "\n", FlagsHelp(command.flags));
}

const Command* FindCommand(const std::string& name) {
  const std::vector<Command>& commands = Commands();
  const auto it = std::find_if(commands.begin(), commands.end(),
                               [&](const Command& c) { return c.name == name; });
  return it == commands.end() ? nullptr : &*it;
}

int UsageError(const std::string& message, std::ostream& err) {
  err << "fft: " << message << "\n";
  return 2;
}

int UnknownCommand(const std::string& name, std::ostream& err) {
  std::vector<std::string> names = {"help"};
  for (const Command& command : Commands()) names.push_back(command.name);
  const std::string nearest = Nearest(name, names);
  return UsageError(
      absl::StrCat("unknown command ", name, nearest.empty() ? "" : "; did you mean ", nearest,
                   nearest.empty() ? "" : "?", " (allowed: ", absl::StrJoin(names, ", "), ")"),
      err);
}

int Help(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  if (arguments.empty() || arguments[0] == "help") {
    out << Overview();
    return 0;
  }
  const Command* command = FindCommand(arguments[0]);
  if (command == nullptr) return UnknownCommand(arguments[0], err);
  out << CommandHelp(*command);
  return 0;
}

}  // namespace

const std::vector<Command>& Commands() {
  static const auto* const kCommands = new std::vector<Command>{
      {"devices", "", "lists the devices of this machine", {kJson}, RunDevices},
      {"targets", "", "lists the machines that plans can be made for", {kJson}, RunTargets},
      {"plan", "TOKEN", "shows the plan tree, its buffer assignment and its kernels",
       PlanFlags({{"report", "",
                   "print why it is this plan, as JSON: schemes and refusals, what decides between "
                   "buffer "
                   "assignments, kernels with their price in parts and other shapes"},
                  {"candidates", "N", "buffer assignments to list; default 5"}}),
       RunPlan},
      {"candidates", "TOKEN",
       "lists the buffer assignments with their scores, workspace and predicted time",
       PlanFlags(
           {{"trees", "N",
             "list those of up to N plan trees, by other schemes and splits too, cheapest first"},
            {"max_candidates", "N", "how many the search keeps; default 1000"},
            {"measure", "",
             "time the first ones and print the measured rank next to the rank; with --trees, the "
             "fastest of the first ones of so many trees, as the rigour \"measure\" finds it"},
            {"seconds", "N", "with --measure and --trees: when nothing more is begun; default 10"},
            {"first", "N",
             "how many; default: 20 in text, all in JSON, with --measure the 10 best are timed"},
            {"device", "D",
             "with --measure: auto, hip[:n], cuda[:n] or host; default: FFT_DEVICE"}}),
       RunCandidates},
      {"kernels", "TOKEN", "shows the kernels of the plan, or what they become",
       WithOptions(
           {kTarget,
            {"emit", "WHAT",
             "table (default); source; ptx = source for NVIDIA's driver; json = sources of kernels "
             "and "
             "relays in every dialect of the device; spec = JSON; stats = "
             "registers, LDS, spills and occupancy after compiling; object = compiled files; "
             "device = "
             "a header with the transform as a function for your own kernels"},
            {"tokens", "FILE",
             "all problems of a file, one token a line, instead of TOKEN; with stats"},
            {"output", "PATH",
             "folder for --emit object, made if need be; default: the current one. File for --emit "
             "device; default: print it"}}),
       RunKernels},
      {"tune",
       "",
       "times kernel shapes on a device, checks their results and writes a tuning table",
       {{"device", "D", "auto, hip[:n], cuda[:n] or host; default: FFT_DEVICE"},
        {"lengths", "L",
         "lengths, ranges A-B/P of those without primes above P, and R*M: R lines of M points of a "
         "convolution, M + 1 a prime; default: 16-4096/13"},
        {"precisions", "P", "half, single, double; default: single"},
        {"tilings", "T", "sbrr, sbcc, sbrc, sbcr; default: sbrr"},
        {"uses", "U", "plain, twiddled, converting, restoring, convolving; default: plain"},
        {"list", "FILE", "instead of these four: a file with them as the words of each line"},
        {"shapes", "N",
         "of each kernel, beside what plans take today, the model's best first; default 12"},
        {"threads", "N", "threads that compile; default: one per processor"},
        {"seconds", "N", "no compile starts later; default 600"},
        {"repeats", "N", "timed executions of each shape; default 7"},
        {"mebibytes", "N", "of each array; default 256"},
        {"few", "N", "transforms of each kernel; default: as many as an array holds"},
        {"spills", "", "shapes that spill registers count too"},
        {"csv", "FILE", "every measurement"},
        {"table", "FILE", "the fastest shapes, as rows of fft/shapes/tuning/<target>.tuning"}},
       RunTune},
      {"sweep", "TOKEN",
       "times the plan on a device with one or two things changed, value by value",
       WithOptions(
           {{"rows", "F=V,V",
             "padding, input.padding or output.padding (elements between rows); factors, threads,"
             " transforms, exchange, pad_every, resident_groups, staged or persistent (of"
             " kernels); scheme:"
             " padding=0,8,16. \"planned\" is what the plan has"},
            {"columns", "F=V,V", "likewise; default: nothing else"},
            {"length", "N", "of the kernels whose shapes change"},
            {"rounds", "N", "executions of each cell; default 15"},
            {"cold", "", "take the data out of all caches before each execution"},
            {"device", "D", "auto, hip[:n], cuda[:n] or host; default: FFT_DEVICE"},
            kJson}),
       RunSweep},
      {"show", "VIEW TOKEN", ShowSummary(), ShowFlags(), RunShow},
      {"build",
       "TOKEN",
       "makes the plan on a device of this machine and shows where each kernel came from",
       {{"device", "D", "auto, hip[:n], cuda[:n] or host; default: FFT_DEVICE"}, kCacheFile, kJson},
       RunBuild},
      {"cache",
       "ACTION ...",
       "stats, list, explain KEY1 KEY2, export FILE, import FILE, prune, verify: tends the kernel "
       "cache",
       {kCacheFile,
        kJson,
        {"limit", "MIB", "prune: least recently used kernels until no more is in use"},
        {"days", "N", "prune: kernels not used for N days"},
        {"stale", "", "prune: kernels of other generator versions"}},
       RunCache},
      {"env", "", "lists the environment variables honoured and their values", {}, RunEnv},
      {"version", "", "the release of this tool", {}, RunVersion},
  };
  return *kCommands;
}

namespace {

// Returns the message with the plan options that flags set by the names of these flags. An option
// may be a list of what its flag has.
std::string InFlags(const std::string& message, const std::vector<FlagSpec>& flags) {
  std::vector<std::pair<std::string, std::string>> names;
  for (const FlagSpec& flag : flags) {
    const std::string shown = "--" + flag.name;
    names.insert(names.end(),
                 {{"options." + flag.name, shown}, {"options." + flag.name + "s", shown}});
  }
  return absl::StrReplaceAll(message, names);
}

int Run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  if (arguments.empty()) {
    err << Overview();
    return 2;
  }
  const std::string& name = arguments[0];
  std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  if (name == "help" || name == "--help" || name == "-h") return Help(rest, out, err);
  const Command* command = FindCommand(name == "--version" ? "version" : name);
  if (command == nullptr) return UnknownCommand(name, err);
  if (std::find(rest.begin(), rest.end(), "--help") != rest.end()) return Help({name}, out, err);

  const absl::StatusOr<Flags> flags = ParseFlags(command->flags, rest);
  if (!flags.ok()) return UsageError(std::string(flags.status().message()), err);
  std::vector<std::string> wanted = absl::StrSplit(command->arguments, ' ', absl::SkipEmpty());
  if (flags->Has("tokens")) wanted.clear();
  const size_t given = flags->positional().size();
  const bool any_more = !wanted.empty() && wanted.back() == "...";
  if (any_more) wanted.pop_back();
  if (any_more ? given < wanted.size() : given != wanted.size()) {
    const std::string what = wanted.empty()       ? "no argument"
                             : wanted.size() == 1 ? "one " + wanted[0]
                                                  : command->arguments;
    return UsageError(absl::StrCat(name, " takes ", what, "; got ", flags->positional().size()),
                      err);
  }
  const absl::Status status = command->run(*flags, out);
  if (status.ok()) return 0;
  err << "fft: " << InFlags(std::string(status.message()), command->flags) << "\n";
  return 1;
}

}  // namespace

int RunTool(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  const int code = Run(arguments, out, err);
  if (code != 0 || out.flush()) return code;
  err << "fft: the output cannot be written\n";
  return 1;
}

}  // namespace fft::cli
