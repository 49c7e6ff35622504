// Times transforms over several ranks.
#ifndef BENCH_DIST_BENCH_H_
#define BENCH_DIST_BENCH_H_

#include <string>
#include <vector>

namespace fft::bench {

// Runs the program fft_dist_bench with these arguments and returns its exit status. An error of a
// running rank ends the process, since other ranks may wait for this rank.
int RunDistBench(const std::vector<std::string>& arguments);

// Returns whether arguments of fft_bench are meant for fft_dist_bench, that is, whether they have
// --ranks or --mpi.
bool AsksForRanks(const std::vector<std::string>& arguments);

}  // namespace fft::bench

#endif  // BENCH_DIST_BENCH_H_
