// Tests the C++17 header over several ranks. The ranks are threads of this process and transform a
// real plane.
#include <cmath>
#include <complex>
#include <cstdio>
#include <fft/fft_dist.hpp>
#include <string>
#include <thread>
#include <vector>

namespace {

#define EXPECT(condition)                                                              \
  if (!(condition)) {                                                                  \
    std::fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
    return 1;                                                                          \
  }

constexpr int kRanks = 3;
constexpr char kToken[] = "real_forward_len_6_16_double_op_scale_0.5";

fft::dist_problem problem_of(int ranks) {
  fft::dist_problem problem(kToken);
  problem.input = fft::slabs(problem.token, fft::side::input, 0, ranks);
  problem.output = fft::slabs(problem.token, fft::side::output, 1, ranks);
  return problem;
}

// Checks a transform over three ranks. Each rank holds two rows of ones and gets three of the nine
// columns of the spectrum. Element 0 is half of the number of ones, and all others are 0.
int run(const fft::communicator& world) {
  const fft::context device("host");
  fft::dist_options options;
  options.pieces = 1;
  options.transport = fft::transport::direct;
  fft::dist_transform transform(device, world, problem_of(kRanks), options);
  EXPECT(transform.input_bytes() == 2 * 16 * 8 && transform.output_bytes() == 6 * 3 * 16);
  const std::vector<double> in(2 * 16, 1.0);
  std::vector<std::complex<double>> out(6 * 3);
  transform.execute(in.data(), out.data());
  for (size_t i = 0; i < out.size(); ++i) {
    const double expected = world.rank() == 0 && i == 0 ? 6 * 16 / 2 : 0;
    EXPECT(std::abs(out[i] - expected) < 1e-12);
  }
  EXPECT(transform.description().find("fft.dist_plan/1") != std::string::npos);
  EXPECT(!transform.try_execute(nullptr, out.data()));

  // If one rank gets wrong arguments, its error says what is wrong, and the errors of the other
  // ranks name this rank.
  fft::dist_problem bad = problem_of(kRanks);
  if (world.rank() == 2) bad.output[1].upper.pop_back();
  auto failed = fft::dist_transform::try_create(device, world, bad);
  EXPECT(!failed && failed.failure().code() == FFT_INVALID_ARGUMENT);
  const std::string said = failed.failure().what();
  EXPECT(said.find(world.rank() == 2 ? "output has a box of 2 lower and 1 upper" : "rank 2: ") ==
         0);
  bad = problem_of(kRanks);
  bad.input[0].upper[0] = 3;
  failed = fft::dist_transform::try_create(device, world, bad);
  EXPECT(!failed && std::string(failed.failure().what()).find("input") != std::string::npos);
  return 0;
}

}  // namespace

int main() {
  EXPECT(fft::slabs(kToken, fft::side::output, 1, 3)[2].upper == (std::vector<std::int64_t>{6, 9}));
  const std::vector<fft::communicator> worlds = fft::communicator::threads(kRanks, 60);
  EXPECT(worlds.size() == kRanks && worlds[2].rank() == 2 && worlds[2].size() == kRanks);
  std::vector<int> failures(kRanks, 1);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < kRanks; ++rank) {
    threads.emplace_back([&, rank] { failures[rank] = run(worlds[rank]); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int failed : failures) EXPECT(failed == 0);
  std::puts("ok");
  return 0;
}
