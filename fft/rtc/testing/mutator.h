// Changes bytes at random, as damage from outside does, for tests of readers.

#ifndef FFT_RTC_TESTING_MUTATOR_H_
#define FFT_RTC_TESTING_MUTATOR_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

namespace fft::rtc {

// A source of changes. Equal seeds make equal sequences.
class Mutator {
 public:
  explicit Mutator(uint64_t seed) : random_(seed) {}

  size_t Below(size_t limit) { return limit == 0 ? 0 : random_() % limit; }

  // Makes one to four changes. Bits are flipped; bytes are set, removed, doubled or inserted;
  // numbers are overwritten with ones that readers often get wrong; the end is cut off.
  void Mutate(std::string& bytes) {
    for (size_t changes = 1 + Below(4); changes > 0; --changes) Change(bytes);
  }

 private:
  void Change(std::string& bytes) {
    if (bytes.empty()) bytes.push_back('\0');
    const size_t at = Below(bytes.size());
    const size_t length = 1 + Below(std::min<size_t>(bytes.size() - at, 64));
    switch (Below(7)) {
      case 0:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << Below(8)));
        break;
      case 1:
        bytes[at] = static_cast<char>(random_());
        break;
      case 2:
        bytes.erase(at, length);
        break;
      case 3:
        bytes.insert(at, std::string(bytes, at, length));
        break;
      case 4:
        bytes.insert(at, length, static_cast<char>(random_()));
        break;
      case 5:
        Overwrite(bytes, at);
        break;
      case 6:
        bytes.resize(at);
        break;
    }
  }

  void Overwrite(std::string& bytes, size_t at) {
    static constexpr uint64_t kAwkward[] = {0,          1,          0x7f,       0xff,
                                            0xffff,     0x7fffffff, 0x80000000, 0xffffffff,
                                            UINT64_MAX, INT64_MAX,  1ull << 63, 1ull << 40};
    const uint64_t value = kAwkward[Below(std::size(kAwkward))];
    const size_t size = std::min<size_t>(bytes.size() - at, Below(2) == 0 ? 4 : 8);
    for (size_t i = 0; i < size; ++i) bytes[at + i] = static_cast<char>(value >> (8 * i));
  }

  std::mt19937_64 random_;
};

}  // namespace fft::rtc

#endif  // FFT_RTC_TESTING_MUTATOR_H_
