// Rewrites the goldens: bazel run //tests/golden:update
#include <cstdlib>
#include <iostream>
#include <string>

#include "tests/golden/kernel_files.h"

int main() {
  using namespace fft::testing;
  const char* workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  if (workspace == nullptr) {
    std::cerr << "update: run me with bazel run\n";
    return 2;
  }
  const std::string folder = std::string(workspace) + "/tests/golden";
  const auto problems = ReadProblems(folder + "/golden.problems");
  absl::Status status = problems.status();
  if (status.ok()) {
    const auto files = MakeKernelFiles(*problems);
    status = files.ok() ? WriteKernelFiles(*files, folder + "/golden") : files.status();
    if (status.ok()) std::cout << files->size() << " files in " << folder << "/golden\n";
  }
  if (status.ok()) return 0;
  std::cerr << "update: " << status.message() << "\n";
  return 1;
}
