// Runs a fuzz target on mutations of its seeds, for compilers without libFuzzer. The target is the
// usual LLVMFuzzerTestOneInput, so that `bazel run --config=fuzz` drives it with libFuzzer instead.
//
//   bundle_fuzz [--seconds N] [--runs N] [FILES]
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "fft/rtc/testing/fuzz_target.h"
#include "fft/rtc/testing/mutator.h"

namespace {

void Run(const std::string& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace

int main(int argc, char** argv) {
  double seconds = 1;
  int64_t runs = INT64_MAX;
  std::vector<std::string> seeds = fft::rtc::FuzzSeeds();
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--seconds" && i + 1 < argc) {
      seconds = std::atof(argv[++i]);
    } else if (argument == "--runs" && i + 1 < argc) {
      runs = std::atoll(argv[++i]);
    } else {
      std::ifstream file(argument, std::ios::binary);
      if (!file) return std::cerr << argument << " cannot be read\n", 2;
      seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
  }
  for (const std::string& seed : seeds) Run(seed);
  fft::rtc::Mutator mutator(
      static_cast<uint64_t>(std::chrono::system_clock::now().time_since_epoch().count()));
  const auto start = std::chrono::steady_clock::now();
  const auto limit = std::chrono::duration<double>(seconds);
  int64_t done = 0;
  for (; done < runs && std::chrono::steady_clock::now() - start < limit; ++done) {
    std::string bytes = seeds[mutator.Below(seeds.size())];
    for (size_t rounds = 1 + mutator.Below(4); rounds > 0; --rounds) mutator.Mutate(bytes);
    Run(bytes);
  }
  std::cout << seeds.size() << " seeds, " << done << " mutations\n";
  return 0;
}
