// The `fft` tool: `bazel run //tools:fft -- help`.
#include <iostream>
#include <string>
#include <vector>

#include "tools/cli/commands.h"

int main(int argc, char** argv) {
  return fft::cli::RunTool(std::vector<std::string>(argv + 1, argv + argc), std::cout, std::cerr);
}
