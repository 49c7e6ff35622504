#include "fft/dist/work_arrays.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace fft::dist {
namespace {

// The stages from the first to the last use of an array.
struct Life {
  int first = -1;
  int last = -1;
  void Include(int stage) {
    first = first < 0 ? stage : std::min(first, stage);
    last = std::max(last, stage);
  }
};

class LifeFinder {
 public:
  LifeFinder(const std::vector<Stage>& stages, size_t arrays) : stages_(stages), lives_(arrays) {}

  std::vector<Life> Find() {
    for (int i = 0; i < static_cast<int>(stages_.size()); ++i) {
      is_beside_ = is_beside_ || stages_[i].lane > 0;
      std::visit([&](const auto& work) { Visit(i, work); }, stages_[i].work);
    }
    return std::move(lives_);
  }

 private:
  void Visit(int i, const LocalTransform& work) {
    Use(i, work.in);
    Use(i, work.out);
  }
  void Visit(int i, const BoxCopy& work) {
    Use(i, work.in);
    Use(i, work.out);
  }
  void Visit(int i, const Exchange& work) {
    for (const auto* messages : {&work.sends, &work.receives}) {
      for (const Message& message : *messages) {
        Use(i, message.array);
        under_way_[work.number].push_back(message.array);
      }
    }
  }
  void Visit(int i, const Finish& work) {
    for (const ArrayRef& ref : under_way_[work.number]) Use(i, ref);
  }
  void Visit(int, const Fence&) {}

  void Use(int i, const ArrayRef& ref) {
    if (ref.place != Place::kWork) return;
    Life& life = lives_[ref.array];
    life.Include(i);
    // Lanes run at the same time, so the order of stages does not tell when an array is free.
    if (is_beside_) life.Include(static_cast<int>(stages_.size()));
  }

  const std::vector<Stage>& stages_;
  std::vector<Life> lives_;
  std::map<int, std::vector<ArrayRef>> under_way_;
  bool is_beside_ = false;
};

}  // namespace

int64_t PlaceWorkArrays(const std::vector<Stage>& stages, bool is_direct,
                        std::vector<WorkArray>* arrays) {
  std::vector<Life> lives = LifeFinder(stages, arrays->size()).Find();
  for (Life& life : lives) {
    if (!is_direct) break;
    life.Include(0);
    life.Include(static_cast<int>(stages.size()));
  }
  std::vector<size_t> order(arrays->size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return (*arrays)[a].bytes > (*arrays)[b].bytes; });
  int64_t total = 0;
  std::vector<size_t> placed;
  for (const size_t a : order) {
    WorkArray& array = (*arrays)[a];
    int64_t offset = 0;
    // Sorts the placed arrays by their offsets. The array gets the first gap that is wide enough.
    std::sort(placed.begin(), placed.end(), [&](size_t x, size_t y) {
      return (*arrays)[x].byte_offset < (*arrays)[y].byte_offset;
    });
    for (const size_t other : placed) {
      const bool meets = lives[other].first <= lives[a].last && lives[a].first <= lives[other].last;
      const WorkArray& taken = (*arrays)[other];
      if (!meets || taken.bytes == 0) continue;
      if (offset + AlignedBytes(array.bytes) <= taken.byte_offset) break;
      offset = std::max(offset, taken.byte_offset + AlignedBytes(taken.bytes));
    }
    array.byte_offset = offset;
    total = std::max(total, offset + AlignedBytes(array.bytes));
    placed.push_back(a);
  }
  return total;
}

}  // namespace fft::dist
