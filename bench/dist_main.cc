// fft_dist_bench: times transforms over several ranks, from slabs of the first axis to slabs of the
// second one.
//
//   fft_dist_bench complex_forward_len_512_512_512_single_op --device cuda --ranks 2
//   --transport copies
//   mpirun -np 2 fft_dist_bench complex_forward_len_256_256_256_double_op --mpi libfft_mpi.so
#include <string>
#include <vector>

#include "bench/dist_bench.h"

int main(int argc, char** argv) {
  return fft::bench::RunDistBench(std::vector<std::string>(argv + 1, argv + argc));
}
