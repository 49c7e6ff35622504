// Tests the C++20 part of fft.hpp: spans, whose sizes are checked.
#include <complex>
#include <cstdio>
#include <fft/fft.hpp>
#include <vector>

int main() {
  const fft::context device("host");
  std::vector<std::complex<float>> data(8, 1.0f), other(8);
  fft::plan(device, "complex_forward_len_8_single_ip").execute(std::span(data));
  if (data[0] != 8.0f) return 1;
  const fft::plan out_of_place(device, "complex_forward_len_8_single_op");
  out_of_place.execute(std::span(data), std::span(other));
  if (std::abs(other[3] - 8.0f) > 1e-5f) return 2;
  try {
    out_of_place.execute(std::span(data), std::span(other).first(7));
  } catch (const fft::error& error) {
    const bool names_it = std::string(error.what()) == "out has 56 bytes; allowed: at least 64";
    std::puts(error.what());
    return names_it ? 0 : 3;
  }
  return 4;
}
