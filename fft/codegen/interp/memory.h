// Global and shared memory of an interpreted kernel, with a record of the accesses to each word.
//
// An epoch is the time between two barriers of one workgroup; epochs are numbered through the whole
// grid, so accesses of one epoch belong to one workgroup.
#ifndef FFT_CODEGEN_INTERP_MEMORY_H_
#define FFT_CODEGEN_INTERP_MEMORY_H_

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "fft/codegen/ast/type.h"

namespace fft::codegen {

struct Accessor {
  int32_t epoch = 0;
  int32_t block = 0;
  int32_t thread = 0;
};

// An earlier access that races with a later one.
struct Conflict {
  Accessor other;
  bool other_wrote = false;
};

// The record of one memory word (a double or an int64_t).
class WordHistory {
 public:
  // Notes the access, and returns an earlier one by another thread that it races with. Two accesses
  // race if at least one writes, and they are in one epoch or the earlier workgroup is not among
  // the `awaited`. `awaited` is null for memory that no other workgroup shares.
  std::optional<Conflict> Read(const Accessor& by, const std::set<int32_t>* awaited);
  std::optional<Conflict> Write(const Accessor& by, const std::set<int32_t>* awaited);
  // Whether some thread wrote since the workgroup of epochs >= `first_epoch` began.
  bool WrittenSince(int32_t first_epoch) const { return writer_.epoch >= first_epoch; }

 private:
  static bool Races(const Accessor& earlier, const Accessor& later,
                    const std::set<int32_t>* awaited);

  // Workgroups run one after the other, so the first read tells whether another workgroup has read.
  Accessor writer_;        // the last write; epoch 0: none
  Accessor first_reader_;  // the first read of all
  Accessor reader_;        // the last read
  Accessor other_reader_;  // the last read by another thread than reader_
};

// One contiguous piece of words. Global pieces that overlap are one Memory.
struct Memory {
  char* words = nullptr;
  int64_t count = 0;
  std::vector<WordHistory> history;
};

// The memory that a pointer variable points to: `count` elements of `element`, of which the first
// lies at word `first_word` of `memory`. For example, a pointer to 8 complex numbers at the
// beginning of a memory has first_word 0 and count 8, and its element 2 is word 4.
struct Pointee {
  Memory* memory = nullptr;
  int64_t first_word = 0;
  int64_t count = 0;
  int64_t before = 0;  // elements of negative indices
  Type element;
  bool is_shared = false;

  int64_t words_per_element() const { return element.IsComplex() ? 2 : 1; }
  bool Holds(int64_t index) const { return -before <= index && index < count; }
  int64_t WordOf(int64_t index) const { return first_word + index * words_per_element(); }
  double* Reals(int64_t index) const {
    return reinterpret_cast<double*>(memory->words) + WordOf(index);
  }
  int64_t* Ints(int64_t index) const {
    return reinterpret_cast<int64_t*>(memory->words) + WordOf(index);
  }
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_INTERP_MEMORY_H_
