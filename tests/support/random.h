// Random numbers for drawn problems.
#ifndef TESTS_SUPPORT_RANDOM_H_
#define TESTS_SUPPORT_RANDOM_H_

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace fft::testing {

// A generator with the same sequence on every machine, unlike the standard library's distributions.
class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  // Returns a uniform random number in [0, count).
  int64_t Below(int64_t count) {
    return static_cast<int64_t>(engine_() % static_cast<uint64_t>(count));
  }
  bool OneIn(int64_t count) { return Below(count) == 0; }
  template <typename Value>
  void Shuffle(std::vector<Value>* values) {
    for (size_t i = values->size(); i > 1; --i) std::swap((*values)[i - 1], (*values)[Below(i)]);
  }
  uint64_t Bits() { return engine_(); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace fft::testing

#endif  // TESTS_SUPPORT_RANDOM_H_
