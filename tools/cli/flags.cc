#include "tools/cli/flags.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/status.h"

namespace fft::cli {
namespace {

// Returns Levenshtein's distance of two words.
size_t EditDistance(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t above = row[j + 1];
      row[j + 1] =
          std::min({above + 1, row[j] + 1, diagonal + (a[i] == b[j] ? size_t{0} : size_t{1})});
      diagonal = above;
    }
  }
  return row.back();
}

std::vector<std::string> FlagNames(const std::vector<FlagSpec>& specs) {
  std::vector<std::string> names;
  for (const FlagSpec& spec : specs) names.push_back(absl::StrCat("--", spec.name));
  return names;
}

absl::Status UnknownFlag(const std::string& name, const std::vector<FlagSpec>& specs) {
  if (specs.empty()) {
    return absl::InvalidArgumentError(absl::StrCat("unknown flag ", name, "; no flags are taken"));
  }
  const std::vector<std::string> allowed = FlagNames(specs);
  const std::string nearest = Nearest(name, allowed);
  return absl::InvalidArgumentError(
      absl::StrCat("unknown flag ", name, nearest.empty() ? "" : "; did you mean ", nearest,
                   nearest.empty() ? "" : "?", " (allowed: ", absl::StrJoin(allowed, ", "), ")"));
}

}  // namespace

std::string Flags::Get(const std::string& name, const std::string& fallback) const {
  const auto it = values_.find(name);
  return it == values_.end() ? fallback : it->second;
}

absl::StatusOr<int64_t> Flags::GetInt(const std::string& name, int64_t fallback, int64_t low,
                                      int64_t high) const {
  if (!Has(name)) return fallback;
  int64_t value = 0;
  const std::string text = Get(name);
  if (!absl::SimpleAtoi(text, &value) || value < low || value > high) {
    return InvalidField(absl::StrCat("--", name), text,
                        absl::StrCat("integers from ", low, " to ", high));
  }
  return value;
}

absl::StatusOr<std::string> Flags::GetChoice(const std::string& name,
                                             const std::vector<std::string>& allowed) const {
  const std::string value = Get(name, allowed.front());
  if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return value;
  return InvalidField(absl::StrCat("--", name), value, absl::StrJoin(allowed, ", "));
}

absl::StatusOr<Flags> ParseFlags(const std::vector<FlagSpec>& specs,
                                 const std::vector<std::string>& arguments) {
  Flags flags;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--") {
      flags.positional_.insert(flags.positional_.end(), arguments.begin() + i + 1, arguments.end());
      break;
    }
    if (argument.size() < 2 || argument[0] != '-') {
      flags.positional_.push_back(argument);
      continue;
    }
    const size_t equals = argument.find('=');
    const std::string dashed = argument.substr(0, equals);
    const std::string name = dashed.substr(std::min(dashed.find_first_not_of('-'), dashed.size()));
    const auto spec =
        std::find_if(specs.begin(), specs.end(), [&](const FlagSpec& s) { return s.name == name; });
    if (spec == specs.end()) return UnknownFlag(dashed, specs);
    if (spec->value.empty()) {
      if (equals != std::string::npos) {
        return absl::InvalidArgumentError(absl::StrCat("--", name, " takes no value"));
      }
      flags.values_[name] = "";
      continue;
    }
    if (equals != std::string::npos) {
      flags.values_[name] = argument.substr(equals + 1);
    } else if (i + 1 < arguments.size()) {
      flags.values_[name] = arguments[++i];
    } else {
      return absl::InvalidArgumentError(
          absl::StrCat("--", name, " needs a value: --", name, " ", spec->value));
    }
  }
  return flags;
}

std::string FlagsHelp(const std::vector<FlagSpec>& specs) {
  size_t width = 0;
  std::vector<std::string> left;
  for (const FlagSpec& spec : specs) {
    left.push_back(absl::StrCat("--", spec.name, spec.value.empty() ? "" : " ", spec.value));
    width = std::max(width, left.back().size());
  }
  std::string text;
  for (size_t i = 0; i < specs.size(); ++i) {
    absl::StrAppend(&text, "  ", left[i], std::string(width - left[i].size() + 2, ' '),
                    specs[i].help, "\n");
  }
  return text;
}

std::string Nearest(const std::string& word, const std::vector<std::string>& allowed) {
  std::string best;
  size_t best_distance = std::max<size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : allowed) {
    const size_t distance = EditDistance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string UserPath(const std::string& path) {
  const char* folder = std::getenv("BUILD_WORKING_DIRECTORY");
  if (folder == nullptr || path.empty() || path[0] == '/') return path;
  return absl::StrCat(folder, "/", path);
}

}  // namespace fft::cli
