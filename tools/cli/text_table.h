// Aligned text tables and numbers with units, for people.
#ifndef TOOLS_CLI_TEXT_TABLE_H_
#define TOOLS_CLI_TEXT_TABLE_H_

#include <cstdint>
#include <string>
#include <vector>

namespace fft::cli {

// A table as aligned text. Columns are separated by two spaces and padded to the widest cell. A
// column of numbers, with or without units, is aligned to the right; "-" counts as a number. Lines
// have no trailing spaces.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header) : header_(std::move(header)) {}

  // Adds a row. Missing cells at its end are empty.
  void Add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  bool empty() const { return rows_.empty(); }

  // Returns the table as text. Every line starts with `indent` spaces. A header of empty strings is
  // left out.
  std::string ToString(int indent = 0) const;

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
};

std::string FormatBytes(int64_t bytes);     // "512 B", "1.5 KiB", "64 MiB"
std::string FormatMilliseconds(double ms);  // "12.3 us", "4.56 ms", "1.23 s"
std::string FormatList(const std::vector<int64_t>& values, const std::string& separator);

}  // namespace fft::cli

#endif  // TOOLS_CLI_TEXT_TABLE_H_
