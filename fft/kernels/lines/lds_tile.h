// The tile of a workgroup in LDS: arrays, and the slots of points as KernelSpec::lds places them.
#ifndef FFT_KERNELS_LINES_LDS_TILE_H_
#define FFT_KERNELS_LINES_LDS_TILE_H_

#include <cstdint>
#include <vector>

#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/lines/expressions.h"
#include "fft/kernels/lines/pass.h"
#include "fft/shapes/lds_points.h"

namespace fft::kernels {

class LdsTile {
 public:
  LdsTile(const KernelSpec& spec, Builder& b) : spec_(spec), b_(b) {}

  // Declares the arrays that KernelSpec::exchange needs for `passes` passes.
  void Declare(int passes);

  // Takes the arrays of another tile: the same memory seen along another axis.
  void Share(const LdsTile& other) {
    arrays_[0] = other.arrays_[0];
    arrays_[1] = other.arrays_[1];
  }

  // The array that the n-th exchange goes through. Only Exchange::kPingPong has two arrays; other
  // exchanges have one.
  Ex array(int exchange) const { return arrays_[exchange % 2]; }

  // Slots of the points that butterfly i of transform c reads and writes in a pass.
  std::vector<Ex> ReadSlots(const Pass& pass, Ex transform, Ex i);
  std::vector<Ex> WriteSlots(const Pass& pass, Ex transform, Ex i);
  Ex Slot(Ex point, Ex transform);
  // The slots of the points 0 of lines (KernelSpec::lines_per_transform), which lie behind all
  // others. OriginSlot is for inputs and OriginOutSlot for outputs.
  Ex OriginSlot(Ex line) const { return line + (spec_.lds.words - 2 * spec_.transforms_per_group); }
  Ex OriginOutSlot(Ex line) const { return line + (spec_.lds.words - spec_.transforms_per_group); }
  // The slot where the last pass leaves an output.
  Ex OutputSlot(Ex point, Ex transform);

 private:
  // Points `first + step * j`. `divisor` divides every value that `first` takes. If `block` is not
  // 0, a transform is cut into blocks of `block` points, and all these points lie in one block.
  struct Points {
    Ex first;
    int64_t divisor = 1;
    int64_t step = 0;
    int count = 1;
    int64_t block = 0;
  };
  std::vector<Ex> Slots(const Points& points, Ex transform);
  LdsPoints PointsOf(const Pass& pass) const;
  // Keeps digits in a variable, since formulas use them again.
  auto Keeper() {
    return [this](Ex digits) { return b_.Let("digits", digits); };
  }
  // The LDS slots that a pass reads, and those that it writes. Mirrored passes exchange the two.
  std::vector<Ex> Read(const Pass& pass, Ex transform, Ex i);
  std::vector<Ex> Written(const Pass& pass, Ex transform, Ex i);
  std::vector<Ex> PaddedSlots(Ex base, int64_t divisor, const std::vector<int64_t>& offsets);

  const KernelSpec& spec_;
  Builder& b_;
  Ex arrays_[2];
};

}  // namespace fft::kernels

#endif  // FFT_KERNELS_LINES_LDS_TILE_H_
