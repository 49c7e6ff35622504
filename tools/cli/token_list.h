// Lists of problem tokens: the suites under tests/suites and the files users keep.
//
// One token a line; '#' starts a comment; a line that starts with '!' holds a problem that must be
// refused.
#ifndef TOOLS_CLI_TOKEN_LIST_H_
#define TOOLS_CLI_TOKEN_LIST_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace fft::cli {

struct TokenLine {
  std::string token;
  bool must_refuse = false;
  int line = 0;  // 1-based; 0 for a token that came from elsewhere
  friend bool operator==(const TokenLine&, const TokenLine&) = default;
};

std::vector<TokenLine> ParseTokenList(const std::string& text);

// The lines of a file. NotFound where there is no file, InvalidArgument where it holds no token;
// both name the path.
absl::StatusOr<std::vector<TokenLine>> ReadTokenList(const std::string& path);

// The share of `lines` that shard `index` of `count` works on: every count-th line, so that long
// and short problems spread evenly.
std::vector<TokenLine> ShardOf(const std::vector<TokenLine>& lines, int index, int count);

}  // namespace fft::cli

#endif  // TOOLS_CLI_TOKEN_LIST_H_
