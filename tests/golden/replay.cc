// Prints all kernels of a list of problems, or writes them as files. To compare two commits:
//
//   bazel run //tests/golden:replay -- --output /tmp/before
//   (change something)
//   bazel run //tests/golden:replay -- --output /tmp/after && diff -r /tmp/before /tmp/after
#include <iostream>
#include <string>
#include <vector>

#include "tests/golden/kernel_files.h"
#include "tools/cli/flags.h"

namespace fft::testing {
namespace {

const std::vector<cli::FlagSpec>& Specs() {
  static const auto* const kSpecs = new std::vector<cli::FlagSpec>{
      {"problems", "FILE", "lines of TARGET TOKEN [SCHEME]; default: tests/golden/replay.problems"},
      {"output", "DIR", "folder to write a file per kernel to; default: print them"},
  };
  return *kSpecs;
}

absl::Status Replay(const cli::Flags& flags) {
  const std::string path = flags.Has("problems") ? cli::UserPath(flags.Get("problems"))
                                                 : "tests/golden/replay.problems";
  const auto problems = ReadProblems(path);
  if (!problems.ok()) return problems.status();
  const auto files = MakeKernelFiles(*problems);
  if (!files.ok()) return files.status();
  if (flags.Has("output")) return WriteKernelFiles(*files, cli::UserPath(flags.Get("output")));
  for (const auto& [name, text] : *files) std::cout << "==> " << name << "\n" << text << "\n";
  return absl::OkStatus();
}

}  // namespace
}  // namespace fft::testing

int main(int argc, char** argv) {
  using namespace fft;
  const auto flags =
      cli::ParseFlags(testing::Specs(), std::vector<std::string>(argv + 1, argv + argc));
  const absl::Status status = flags.ok() ? testing::Replay(*flags) : flags.status();
  if (status.ok()) return 0;
  std::cerr << "replay: " << status.message() << "\n" << cli::FlagsHelp(testing::Specs());
  return flags.ok() ? 1 : 2;
}
