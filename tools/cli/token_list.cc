#include "tools/cli/token_list.h"

#include <fstream>
#include <sstream>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace fft::cli {

std::vector<TokenLine> ParseTokenList(const std::string& text) {
  std::vector<TokenLine> lines;
  std::istringstream stream(text);
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    line = line.substr(0, line.find('#'));
    absl::StripAsciiWhitespace(&line);
    if (line.empty()) continue;
    TokenLine entry{line, line[0] == '!', number};
    if (entry.must_refuse) {
      entry.token = line.substr(1);
      absl::StripAsciiWhitespace(&entry.token);
    }
    lines.push_back(entry);
  }
  return lines;
}

absl::StatusOr<std::vector<TokenLine>> ReadTokenList(const std::string& path) {
  std::ifstream file(path);
  if (!file) return absl::NotFoundError(absl::StrCat("cannot read token file ", path));
  std::ostringstream text;
  text << file.rdbuf();
  // A folder can be opened, but reading it gives no text.
  std::vector<TokenLine> lines = ParseTokenList(text.str());
  if (lines.empty()) return absl::InvalidArgumentError(absl::StrCat(path, " holds no token"));
  return lines;
}

std::vector<TokenLine> ShardOf(const std::vector<TokenLine>& lines, int index, int count) {
  std::vector<TokenLine> share;
  for (size_t i = index; i < lines.size(); i += count) share.push_back(lines[i]);
  return share;
}

}  // namespace fft::cli
