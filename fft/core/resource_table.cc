#include "fft/core/resource_table.h"

#include <set>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "fft/base/status.h"

namespace fft {
namespace {

#include "fft/core/tuning/resources.inc"

struct Figure {
  const char* name;
  int64_t KernelResources::*member;
};
constexpr Figure kFigures[] = {
#define FFT_RESOURCE_FIGURE(name) {#name, &KernelResources::name},
    FFT_RESOURCE_FIGURES(FFT_RESOURCE_FIGURE)
#undef FFT_RESOURCE_FIGURE
};

const Figure* FindFigure(absl::string_view name) {
  for (const Figure& figure : kFigures) {
    if (name == figure.name) return &figure;
  }
  return nullptr;
}

std::vector<std::string> WordsOf(absl::string_view line) {
  return absl::StrSplit(line.substr(0, line.find('#')), absl::ByAnyChar(" \t\r"),
                        absl::SkipEmpty());
}

}  // namespace

absl::StatusOr<std::map<std::string, KernelResources>> ParseResources(absl::string_view text) {
  std::vector<std::string> targets;
  std::map<std::string, KernelResources> table;
  std::set<std::string> seen;
  int number = 0;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    const std::string place = absl::StrCat("resources line ", ++number);
    const std::vector<std::string> words = WordsOf(line);
    if (words.empty()) continue;
    if (targets.empty()) {
      if (words[0] != "figure" || words.size() < 2) {
        return InvalidField(place, words[0], "figure and the names of targets");
      }
      targets.assign(words.begin() + 1, words.end());
      for (const std::string& target : targets) table[target];
      continue;
    }
    const Figure* const figure = FindFigure(words[0]);
    if (figure == nullptr) return InvalidField(place, words[0], "the name of a figure");
    if (!seen.insert(words[0]).second) return InvalidField(place, words[0], "each figure once");
    if (words.size() != targets.size() + 1) {
      return InvalidField(place, absl::StrCat(words.size() - 1, " numbers"),
                          absl::StrCat(targets.size(), ", one a target"));
    }
    for (size_t i = 0; i < targets.size(); ++i) {
      int64_t value = 0;
      if (!absl::SimpleAtoi(words[i + 1], &value) || value < 0) {
        return InvalidField(place, words[i + 1], "a number, 0 or more");
      }
      table[targets[i]].*figure->member = value;
    }
  }
  for (const Figure& figure : kFigures) {
    if (seen.count(figure.name) == 0) {
      return InvalidField("resources", "no " + std::string(figure.name), "a row of each figure");
    }
  }
  return table;
}

const std::map<std::string, KernelResources>& LibraryResources() {
  static const auto* const kTable = [] {
    auto table = ParseResources(kResources);
    FFT_CHECK(table.ok());
    return new std::map<std::string, KernelResources>(*std::move(table));
  }();
  return *kTable;
}

}  // namespace fft
