#include "fft/kernels/lines/rotate_large.h"

namespace fft::kernels {
namespace {

// The number of outputs that share a look-up of the large twiddle's tables. It is chosen so that
// look-ups are fewest: there are about radix / block + block - 1.
//
// If a loop over lanes runs along neighbours, all butterflies of a tile have the same rotations for
// the steps within a block. Then the block is the whole radix, and each butterfly has one look-up.
int TwiddleBlock(int radix, const KnownTile& tile) {
  if (tile.unit_in || tile.unit_out) return radix;
  int block = 1;
  while ((block + 1) * block < radix) ++block;
  return block;
}

// A copy of the tables in LDS, made by all threads of the workgroup.
class LdsTables final : public StockhamLargeTwiddles {
 public:
  using StockhamLargeTwiddles::StockhamLargeTwiddles;

  void Declare(const Parameters& parameters) override {
    StockhamLargeTwiddles::Declare(parameters);
    lds_ = b_.Shared("large_twiddles_lds", Type::Complex(spec_.precision), entries());
  }

  bool Stage() override {
    b_.Comment("large twiddles to LDS");
    const int threads = spec_.threads_per_transform * spec_.transforms_per_group;
    for (int64_t first = 0; first < entries(); first += threads) {
      const Ex entry = b_.Let("entry", b_.ThreadIndex() + first);
      IfPresent(b_, first + threads > entries() ? entry < entries() : Ex(),
                [&] { b_.Store(lds_, entry, codegen::Load(table_, entry)); });
    }
    table_ = lds_;
    return true;
  }

 private:
  int64_t entries() const {
    return int64_t{spec_.large_twiddle.steps} << spec_.large_twiddle.base_bits;
  }

  Ex lds_;
};

}  // namespace

void StockhamLargeTwiddles::Declare(const Parameters& parameters) {
  if (rotates()) table_ = parameters[ParameterId::kLargeTwiddles];
}

std::vector<ComplexEx> StockhamLargeTwiddles::Load(Ex m) const {
  const int steps = spec_.large_twiddle.steps, base_bits = spec_.large_twiddle.base_bits;
  std::vector<ComplexEx> rotations;
  const int64_t base = int64_t{1} << base_bits;
  for (int step = 0; step < steps; ++step) {
    Ex digit = step == 0 ? m : m >> (base_bits * step);
    if (step + 1 < steps) digit = digit & (base - 1);
    const Ex w = b_.Let("w", codegen::Load(table_, digit + base * step));
    rotations.push_back({b_.Let("wr", Re(w)), b_.Let("wi", Im(w))});
  }
  return rotations;
}

ComplexEx StockhamLargeTwiddles::Multiply(const ComplexEx& value,
                                          const std::vector<ComplexEx>& rotations) const {
  ComplexEx result = value;
  for (const ComplexEx& rotation : rotations) {
    result = OutputDirection(spec_) == Direction::kForward
                 ? MultiplyComplex(b_, result, rotation)
                 : MultiplyConjugate(b_, result, rotation);
  }
  return result;
}

ComplexEx StockhamLargeTwiddles::Rotation(Ex m) const {
  const std::vector<ComplexEx> rotations = Load(m);
  ComplexEx product = rotations.front();
  for (size_t step = 1; step < rotations.size(); ++step) {
    product = MultiplyComplex(b_, product, rotations[step]);
  }
  return product;
}

ComplexEx StockhamLargeTwiddles::Rotated(const ComplexEx& value,
                                         const std::function<Ex()>& exponent) const {
  return rotates() ? Multiply(value, Load(b_.Let("m", exponent()))) : value;
}

void StockhamLargeTwiddles::RotateOutputs(const GlobalTile& tile, const Place& place,
                                          Values* values) const {
  if (!rotates()) return;
  const Ex j = tile.TwiddleIndex(b_, place.transform);
  const Ex first = b_.Let("m", place.i * j);
  const Ex step = b_.Let("m_step", j * place.pass.butterflies);
  const int block = TwiddleBlock(place.pass.radix, spec_.known_tile);
  Values steps;
  for (int k = 1; k < block; ++k) {
    steps.push_back(Rotation(k == 1 ? step : b_.Let("m", step * k)));
  }
  for (int k = 0; k < place.pass.radix; k += block) {
    const Ex m = k == 0 ? first : b_.Let("m", first + step * k);
    const ComplexEx start = Rotation(m);
    for (int within = 0; within < block && k + within < place.pass.radix; ++within) {
      const ComplexEx w = within == 0 ? start : MultiplyComplex(b_, start, steps[within - 1]);
      ComplexEx& value = (*values)[k + within];
      value = Multiply(value, {w});
    }
  }
}

std::unique_ptr<StockhamLargeTwiddles> StockhamLargeTwiddles::Make(const KernelSpec& spec,
                                                                   Builder& b) {
  if (spec.large_twiddle.space == TableSpace::kLds) return std::make_unique<LdsTables>(spec, b);
  return std::make_unique<StockhamLargeTwiddles>(spec, b);
}

}  // namespace fft::kernels
