// A C++17 program on an installed library, through fft.hpp and CMake.
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <fft/fft.hpp>
#include <limits>
#include <vector>

#define EXPECT(condition)                                                          \
  do {                                                                             \
    if (!(condition)) {                                                            \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      return 1;                                                                    \
    }                                                                              \
  } while (0)

namespace {

int transforms(const fft::context& device) {
  fft::problem problem;
  problem.lengths = {12, 20};
  problem.precision = fft::precision::float64;
  problem.batch = 3;
  problem.scale = 0.5;
  fft::plan plan(device, problem);
  EXPECT(plan.workspace_bytes() == 0);
  EXPECT(plan.input_bytes() == 3 * 240 * 16);
  EXPECT(plan.output_bytes() == plan.input_bytes());
  std::vector<std::complex<double>> in(3 * 240, 1.0), out(3 * 240, -1.0);
  plan.execute(in.data(), out.data());
  for (size_t i = 0; i < out.size(); ++i) {
    EXPECT(std::abs(out[i] - (i % 240 == 0 ? 120.0 : 0.0)) < 1e-12);
  }
  fft::plan moved = std::move(plan);
  moved.execute(in.data(), out.data());

  fft::device_array<float> samples(device, 8);
  fft::device_array<std::complex<float>> spectrum(device, 5);
  const std::vector<float> ones(8, 1.0f);
  samples.copy_from(ones.data());
  fft::plan(device, "real_forward_len_8_single_op").execute(samples.data(), spectrum.data());
  std::vector<std::complex<float>> host(5);
  spectrum.copy_to(host.data());
  EXPECT(host[0] == 8.0f && std::abs(host[3]) < 1e-6f);
  return 0;
}

// Filters a plane of ones by a cross-shaped filter. The convolution is cyclic and needs a
// workspace.
int filters(const fft::context& device) {
  const fft::chain chain(device, "real_convolve_len_6_8_single_op");
  const fft::plan filter = chain.filter({{0, 3}, {0, 3}});
  const std::vector<float> cross = {0, 1, 0, 1, 1, 1, 0, 1, 0};
  std::vector<float> in(48, 1.0f), out(48), spectra(chain.spectra_bytes() / sizeof(float));
  filter.execute(cross.data(), spectra.data());
  chain.execute(in.data(), out.data(), spectra.data());
  for (const float value : out) EXPECT(std::abs(value - 5) < 1e-5f);
  fft::long_convolution sums;
  sums.length = 48;
  sums.taps = 2;
  sums.output = {1, 47};
  const fft::chain blocks(device, sums);
  const std::vector<float> pair = {1, 1};
  spectra.resize(blocks.spectra_bytes() / sizeof(float));
  blocks.filter().execute(pair.data(), spectra.data());
  blocks.execute(in.data(), out.data(), spectra.data());
  for (int i = 0; i < 47; ++i) EXPECT(std::abs(out[i] - 2) < 1e-5f);
  return 0;
}

int fails(const fft::context& device) {
  const auto failed = fft::plan::try_create(device, "complex_forward_len_0_single_ip");
  EXPECT(!failed.ok());
  EXPECT(failed.failure().code() == FFT_INVALID_ARGUMENT);
  bool caught = false;
  try {
    fft::plan(device, "complex_forward_len_8_single_op").execute(nullptr);
  } catch (const fft::error& error) {
    caught = error.code() == FFT_INVALID_ARGUMENT &&
             std::string(error.what()).find("null") != std::string::npos;
  }
  EXPECT(caught);
  fft::problem wrong;
  wrong.lengths = {8, 8};
  wrong.input.strides = {1};
  EXPECT(!fft::plan::try_create(device, wrong).ok());
  // Ranges for one of two axes are refused. A 0 that the C interface takes as the default 1 is
  // refused too.
  wrong.input.strides = {};
  wrong.input.ranges = {{0, 4}};
  EXPECT(!fft::plan::try_create(device, wrong).ok());
  wrong.input.ranges = {};
  EXPECT(fft::plan::try_create(device, wrong).ok());
  wrong.batch = 0;
  EXPECT(!fft::plan::try_create(device, wrong).ok());
  wrong.batch = 1;
  wrong.scale = 0;
  EXPECT(!fft::plan::try_create(device, wrong).ok());
  EXPECT(!fft::context::try_create({"abacus", "", "", nullptr, nullptr}).ok());
  // A number of bytes that overflows a size is refused. It must not wrap around to a small size.
  caught = false;
  try {
    fft::device_array<double> most(device, static_cast<size_t>(-1) / 8 + 2);
  } catch (const fft::error& error) {
    caught = error.code() == FFT_RESOURCE_EXHAUSTED;
  }
  EXPECT(caught);
  return 0;
}

// Returns how many warnings a context logs while it makes a plan. The environment names a cache
// that cannot be used.
int warnings_of(bool in_memory_alone) {
  int warnings = 0;
  fft::context_options options;
  options.device = "host";
  options.in_memory_alone = in_memory_alone;
  options.log = [](void* data, int severity, const char*) { *static_cast<int*>(data) += severity; };
  options.log_data = &warnings;
  fft::plan(fft::context(options), "complex_forward_len_8_single_op");
  return warnings;
}

int keeps_kernels() {
  setenv("FFT_RTC_CACHE_PATH", "/no/such/folder/kernels.db", 1);
  const int from_environment = warnings_of(false), in_memory_alone = warnings_of(true);
  unsetenv("FFT_RTC_CACHE_PATH");
  EXPECT(from_environment > 0 && in_memory_alone == 0);
  return 0;
}

// Checks the spectrum of a row of ones that is next to a row with a NaN.
int keeps_rows_apart(const fft::context& device) {
  fft::plan_options options;
  options.independent_rows = true;
  const fft::plan plan(device, "real_forward_len_9_single_op_batch_2", options);
  std::vector<float> rows(2 * 9, 1.0f), spectra(2 * 10);
  rows[0] = std::numeric_limits<float>::quiet_NaN();
  plan.execute(rows.data(), spectra.data());
  EXPECT(spectra[0] != spectra[0] && spectra[10] == 9);
  return 0;
}

int explains(const fft::context& device) {
  fft::plan_options options;
  options.scheme = "L1D_CR";
  const fft::plan plan(device, "complex_forward_len_256_single_op", options);
  EXPECT(plan.description().find("\"L1D_CR\"") != std::string::npos);
  EXPECT(plan.candidates(1).find("\"candidates\"") != std::string::npos);
  EXPECT(plan.sources().find("stockham") != std::string::npos);
  EXPECT(fft::describe("gfx90a", "complex_forward_len_64_single_op").find("gfx90a") !=
         std::string::npos);
  options.scheme = "";
  options.shapes = "256:factors=4x4x16";
  EXPECT(fft::plan(device, "complex_forward_len_256_single_op", options)
             .description()
             .find("asked for") != std::string::npos);
  EXPECT(device.import_wisdom(plan.wisdom()) == 1);
  EXPECT(device.wisdom().find("fft.wisdom/1") != std::string::npos);
  EXPECT(device.description().find("\"host\"") != std::string::npos);
  const fft::context other("host");
  EXPECT(other.deserialize_cache(device.serialize_cache()) == device.compiles());
  return 0;
}

}  // namespace

int main() {
  const fft::context device("host");
  if (transforms(device) != 0 || filters(device) != 0) return 1;
  if (fails(device) != 0 || explains(device) != 0 || keeps_rows_apart(device) != 0) return 1;
  if (keeps_kernels() != 0) return 1;
  std::puts("ok");
  return 0;
}
