// The commands of the `fft` tool, one entry each.
#ifndef TOOLS_CLI_COMMANDS_H_
#define TOOLS_CLI_COMMANDS_H_

#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "tools/cli/flags.h"

namespace fft::cli {

struct Command {
  const char* name;
  // the positional arguments, a word each, such as "TOKEN"; a last "..." means any number; may be
  // empty
  const char* arguments;
  std::string summary;
  std::vector<FlagSpec> flags;
  absl::Status (*run)(const Flags& flags, std::ostream& out);
};

// The most plan trees that one command lists.
inline constexpr int kMostTrees = 100;

// All commands, in the order of the help.
const std::vector<Command>& Commands();

// The functions of the commands. Files named commands_*.cc define them.
absl::Status RunDevices(const Flags& flags, std::ostream& out);
absl::Status RunTargets(const Flags& flags, std::ostream& out);
absl::Status RunEnv(const Flags& flags, std::ostream& out);
absl::Status RunVersion(const Flags& flags, std::ostream& out);
absl::Status RunPlan(const Flags& flags, std::ostream& out);
absl::Status RunCandidates(const Flags& flags, std::ostream& out);
absl::Status RunMeasuredCandidates(const Flags& flags, std::ostream& out);
absl::Status RunKernels(const Flags& flags, std::ostream& out);
absl::Status RunBuild(const Flags& flags, std::ostream& out);
absl::Status RunCache(const Flags& flags, std::ostream& out);
absl::Status RunTune(const Flags& flags, std::ostream& out);
absl::Status RunSweep(const Flags& flags, std::ostream& out);
absl::Status RunShow(const Flags& flags, std::ostream& out);
std::vector<FlagSpec> ShowFlags();
std::string ShowSummary();  // names all views

// Runs the tool on its arguments (without the program's name). Returns its exit code: 0, 1 for an
// error, 2 for wrong usage.
int RunTool(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace fft::cli

#endif  // TOOLS_CLI_COMMANDS_H_
