#include "tools/cli/text_table.h"

#include <algorithm>
#include <array>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

namespace fft::cli {
namespace {

// Whether the cell is a number, a number and its unit, or "-". For example, "12", "-1.5e3" and "16
// KiB".
bool LooksLikeNumber(const std::string& cell) {
  if (cell.empty() || cell == "-") return true;
  const size_t unit = std::min(cell.find(' '), cell.size());
  const std::string number = cell.substr(0, unit);
  double value;
  return absl::SimpleAtod(number, &value) && cell.find(' ', unit + 1) == std::string::npos;
}

// Returns the number of characters of UTF-8 text, which is its width in columns.
size_t Width(const std::string& text) {
  return std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; });
}

std::string Trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

std::string TextTable::ToString(int indent) const {
  std::vector<std::vector<std::string>> lines = rows_;
  for (auto& line : lines) line.resize(header_.size());
  std::vector<size_t> widths(header_.size(), 0);
  std::vector<bool> right(header_.size(), true);
  for (size_t c = 0; c < header_.size(); ++c) {
    widths[c] = Width(header_[c]);
    for (const auto& line : lines) {
      widths[c] = std::max(widths[c], Width(line[c]));
      if (!LooksLikeNumber(line[c])) right[c] = false;
    }
  }
  if (std::any_of(header_.begin(), header_.end(), [](const auto& h) { return !h.empty(); })) {
    lines.insert(lines.begin(), header_);
  }
  std::string text;
  for (const auto& line : lines) {
    std::string out(indent, ' ');
    for (size_t c = 0; c < line.size(); ++c) {
      const std::string fill(widths[c] - Width(line[c]), ' ');
      absl::StrAppend(&out, c == 0 ? "" : "  ", right[c] ? fill : "", line[c],
                      right[c] ? "" : fill);
    }
    absl::StrAppend(&text, Trimmed(out), "\n");
  }
  return text;
}

std::string FormatBytes(int64_t bytes) {
  static constexpr std::array<const char*, 5> kUnits = {"B", "KiB", "MiB", "GiB", "TiB"};
  double value = static_cast<double>(bytes);
  size_t unit = 0;
  while (value >= 1024 && unit + 1 < kUnits.size()) {
    value /= 1024;
    ++unit;
  }
  const bool whole = value == static_cast<double>(static_cast<int64_t>(value));
  return absl::StrFormat(whole || value >= 100 ? "%.0f %s" : "%.1f %s", value, kUnits[unit]);
}

std::string FormatMilliseconds(double ms) {
  if (ms < 1e-3) return absl::StrFormat("%.3g ns", ms * 1e6);
  if (ms < 1) return absl::StrFormat("%.3g us", ms * 1e3);
  if (ms < 1000) return absl::StrFormat("%.3g ms", ms);
  return absl::StrFormat("%.2f s", ms / 1000);
}

std::string FormatList(const std::vector<int64_t>& values, const std::string& separator) {
  return absl::StrJoin(values, separator);
}

}  // namespace fft::cli
