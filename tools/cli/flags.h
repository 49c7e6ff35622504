// Command-line flags of this project's programs. They are declared as data. The error for an
// unknown flag suggests a known one.
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
  std::string value;  // the value's placeholder in the help, such as "T"; empty for a switch
  std::string help;
};

class Flags {
 public:
  bool Has(const std::string& name) const { return values_.count(name) > 0; }
  // Returns the flag's value, or `fallback` if the flag is not given.
  std::string Get(const std::string& name, const std::string& fallback = "") const;
  // Returns the value as an integer, or `fallback`. InvalidArgument, which names flag, value and
  // range, unless it lies in [low, high].
  absl::StatusOr<int64_t> GetInt(const std::string& name, int64_t fallback, int64_t low,
                                 int64_t high) const;
  // Returns the value, or the first of `allowed` if the flag is not given. InvalidArgument unless
  // the value is one of `allowed`.
  absl::StatusOr<std::string> GetChoice(const std::string& name,
                                        const std::vector<std::string>& allowed) const;

  const std::vector<std::string>& positional() const { return positional_; }

 private:
  friend absl::StatusOr<Flags> ParseFlags(const std::vector<FlagSpec>&,
                                          const std::vector<std::string>&);
  std::map<std::string, std::string> values_;
  std::vector<std::string> positional_;
};

// Reads "--name value", "--name=value" and switches, in any order with positional arguments. "--"
// ends the flags. InvalidArgument for an unknown flag or a missing value.
absl::StatusOr<Flags> ParseFlags(const std::vector<FlagSpec>& specs,
                                 const std::vector<std::string>& arguments);

// Returns one aligned line per flag.
std::string FlagsHelp(const std::vector<FlagSpec>& specs);

// Returns the member of `allowed` that is most similar to `word`; empty if none is similar.
std::string Nearest(const std::string& word, const std::vector<std::string>& allowed);

// Returns the path relative to the user's working directory. `bazel run` changes the working
// directory and stores the user's directory in an environment variable.
std::string UserPath(const std::string& path);

}  // namespace fft::cli

#endif  // TOOLS_CLI_FLAGS_H_
