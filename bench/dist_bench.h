// Times transforms over several ranks.
#ifndef BENCH_DIST_BENCH_H_
#define BENCH_DIST_BENCH_H_

#include <string>
#include <vector>

namespace fft::bench {

// The program fft_dist_bench with these arguments; returns its exit status. An error while ranks
// run ends the process, since others may wait.
int RunDistBench(const std::vector<std::string>& arguments);

// Whether arguments of fft_bench are for fft_dist_bench: they name ranks or an MPI.
bool AsksForRanks(const std::vector<std::string>& arguments);

}  // namespace fft::bench

#endif  // BENCH_DIST_BENCH_H_
