// Command-line flags for this project's tools: declared as data, unknown ones refused with a
// suggestion.
#ifndef TOOLS_CLI_FLAGS_H_
#define TOOLS_CLI_FLAGS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace fft::cli {

struct FlagSpec {
  std::string name;   // without the dashes
  std::string value;  // placeholder of its value in the help, "T"; empty for a switch
  std::string help;
};

class Flags {
 public:
  bool Has(const std::string& name) const { return values_.count(name) > 0; }
  // The value given, or `fallback`.
  std::string Get(const std::string& name, const std::string& fallback = "") const;
  // The value given as an integer in [low, high]; InvalidArgument names flag, value and range.
  absl::StatusOr<int64_t> GetInt(const std::string& name, int64_t fallback, int64_t low,
                                 int64_t high) const;
  // The value given if it is one of `allowed`, the first of which is the default.
  absl::StatusOr<std::string> GetChoice(const std::string& name,
                                        const std::vector<std::string>& allowed) const;

  const std::vector<std::string>& positional() const { return positional_; }

 private:
  friend absl::StatusOr<Flags> ParseFlags(const std::vector<FlagSpec>&,
                                          const std::vector<std::string>&);
  std::map<std::string, std::string> values_;
  std::vector<std::string> positional_;
};

// Reads "--name value", "--name=value" and switches, in any order with positional arguments; "--"
// ends the flags.
absl::StatusOr<Flags> ParseFlags(const std::vector<FlagSpec>& specs,
                                 const std::vector<std::string>& arguments);

// One aligned line per flag.
std::string FlagsHelp(const std::vector<FlagSpec>& specs);

// The member of `allowed` that `word` most likely means; empty when none is near.
std::string Nearest(const std::string& word, const std::vector<std::string>& allowed);

// A path as the user meant it: `bazel run` changes the working directory and leaves the user's in
// an environment variable.
std::string UserPath(const std::string& path);

}  // namespace fft::cli

#endif  // TOOLS_CLI_FLAGS_H_
