#include "fft/codegen/kernels/large_twiddles.h"

namespace fft::codegen {
namespace {

// Tables in global memory, one after the other.
class GlobalTables final : public StockhamLargeTwiddles {
 public:
  explicit GlobalTables(const KernelSpec& spec)
      : twiddle_(spec.large_twiddle), direction_(spec.direction) {}

  std::vector<ComplexEx> Load(Builder& b, Ex table, Ex m) const override {
    std::vector<ComplexEx> rotations;
    const int64_t base = int64_t{1} << twiddle_.base_bits;
    for (int step = 0; step < twiddle_.steps; ++step) {
      Ex digit = step == 0 ? m : m >> (twiddle_.base_bits * step);
      if (step + 1 < twiddle_.steps) digit = digit & (base - 1);
      const Ex w = b.Let("w", codegen::Load(table, digit + base * step));
      rotations.push_back({b.Let("wr", Re(w)), b.Let("wi", Im(w))});
    }
    return rotations;
  }

  ComplexEx Multiply(Builder& b, const ComplexEx& value,
                     const std::vector<ComplexEx>& rotations) const override {
    ComplexEx result = value;
    for (const ComplexEx& rotation : rotations) {
      result = direction_ == Direction::kForward ? MultiplyComplex(b, result, rotation)
                                                 : MultiplyConjugate(b, result, rotation);
    }
    return result;
  }

 private:
  const TwiddleSteps twiddle_;
  const Direction direction_;
};

}  // namespace

std::unique_ptr<StockhamLargeTwiddles> StockhamLargeTwiddles::Make(const KernelSpec& spec) {
  if (spec.large_twiddle.steps == 0) return nullptr;
  return std::make_unique<GlobalTables>(spec);
}

}  // namespace fft::codegen
