// A program that uses the library from another Bazel workspace. It prints the plan of a volume.
#include <iostream>

#include "fft/fft.h"

int main() {
  fft::Problem problem;
  problem.lengths = {96, 64, 48};
  const auto plan = fft::ReportFor("host", problem);
  if (!plan.ok()) {
    std::cerr << plan.status() << "\n";
    return 1;
  }
  std::cout << plan->token << ": " << plan->kernels.size() << " kernels, " << plan->workspace_bytes
            << " bytes of workspace\n";
  return 0;
}
