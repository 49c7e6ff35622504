// Lists of problem tokens: the suites under tests/suites, and files of users.
//
// A line has one token. '#' starts a comment. A line that starts with '!' has a problem that must
// be refused.
#ifndef TOOLS_CLI_TOKEN_LIST_H_
#define TOOLS_CLI_TOKEN_LIST_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace fft::cli {

struct TokenLine {
  std::string token;
  bool must_refuse = false;
  int line = 0;  // from 1; 0 for a token that is not from a file
  friend bool operator==(const TokenLine&, const TokenLine&) = default;
};

std::vector<TokenLine> ParseTokenList(const std::string& text);

// Returns the lines of a file. NotFound if the file does not exist, InvalidArgument if it holds no
// token. Both errors name the path.
absl::StatusOr<std::vector<TokenLine>> ReadTokenList(const std::string& path);

// Returns the part of `lines` that shard `index` of `count` works on: every count-th line, so that
// each shard has long and short problems.
std::vector<TokenLine> ShardOf(const std::vector<TokenLine>& lines, int index, int count);

}  // namespace fft::cli

#endif  // TOOLS_CLI_TOKEN_LIST_H_
