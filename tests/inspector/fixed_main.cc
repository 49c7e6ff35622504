// Runs a fuzz target on its seeds and on mutations of the seeds. Every run makes the same
// mutations.
//
//   http_fuzz_fixed RUNS [FILES]
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
  const int64_t runs = argc > 1 ? std::atoll(argv[1]) : 0;
  if (runs <= 0) return std::cerr << "fixed_main RUNS [FILES]\n", 2;
  std::vector<std::string> seeds = fft::rtc::FuzzSeeds();
  for (int i = 2; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    if (!file) return std::cerr << argv[i] << " cannot be read\n", 2;
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  for (const std::string& seed : seeds) Run(seed);
  fft::rtc::Mutator mutator(1);
  for (int64_t i = 0; i < runs; ++i) {
    std::string bytes = seeds[mutator.Below(seeds.size())];
    for (size_t rounds = 1 + mutator.Below(4); rounds > 0; --rounds) mutator.Mutate(bytes);
    Run(bytes);
  }
  std::cout << seeds.size() << " seeds, " << runs << " mutations\n";
  return 0;
}
