#include "fft/kernels/lines/rotate_large.h"

namespace fft::kernels {
namespace {

// Outputs that share a look-up of the large twiddle's tables. It is the number with the fewest
// look-ups, about radix / block + block - 1.
//
// Where a loop over lanes runs along neighbours, the steps look up the same for all of a tile's
// butterflies: one look-up a butterfly remains.
int TwiddleBlock(int radix, const KnownTile& tile) {
  if (tile.unit_in || tile.unit_out) return radix;
  int block = 1;
  while ((block + 1) * block < radix) ++block;
  return block;
}

// The tables in global memory, one after the other.
class GlobalTables : public StockhamLargeTwiddles {
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

// A copy of the tables in LDS, made by all threads of the workgroup.
class LdsTables final : public GlobalTables {
 public:
  explicit LdsTables(const KernelSpec& spec)
      : GlobalTables(spec),
        precision_(spec.precision),
        threads_(spec.threads_per_transform * spec.transforms_per_group),
        entries_(int64_t{spec.large_twiddle.steps} << spec.large_twiddle.base_bits) {}

  void Declare(Builder& b) override {
    lds_ = b.Shared("large_twiddles_lds", Type::Complex(precision_), entries_);
  }

  void Stage(Builder& b, Ex table) override {
    b.Comment("large twiddles to LDS");
    for (int64_t first = 0; first < entries_; first += threads_) {
      const Ex entry = b.Let("entry", b.ThreadIndex() + first);
      const auto copy = [&] { b.Store(lds_, entry, codegen::Load(table, entry)); };
      if (first + threads_ <= entries_) {
        copy();
      } else {
        b.If(entry < entries_, copy);
      }
    }
  }

  std::vector<ComplexEx> Load(Builder& b, Ex, Ex m) const override {
    return GlobalTables::Load(b, lds_, m);
  }

 private:
  const Precision precision_;
  const int threads_;
  const int64_t entries_;
  Ex lds_;
};

}  // namespace

ComplexEx StockhamLargeTwiddles::Rotation(Builder& b, Ex table, Ex m) const {
  const std::vector<ComplexEx> rotations = Load(b, table, m);
  ComplexEx product = rotations.front();
  for (size_t step = 1; step < rotations.size(); ++step) {
    product = MultiplyComplex(b, product, rotations[step]);
  }
  return product;
}

void RotateOutputs(const StockhamLargeTwiddles& large, const KernelSpec& spec,
                   const GlobalTile& tile, const Place& place, Builder& b, Values* values) {
  const Ex table = tile.parameter(ParameterId::kLargeTwiddles);
  const Ex j = tile.TwiddleIndex(b, place.transform);
  const Ex first = b.Let("m", place.i * j);
  const Ex step = b.Let("m_step", j * place.pass.butterflies);
  const int block = TwiddleBlock(place.pass.radix, spec.known_tile);
  Values steps;
  for (int k = 1; k < block; ++k) {
    steps.push_back(large.Rotation(b, table, k == 1 ? step : b.Let("m", step * k)));
  }
  for (int k = 0; k < place.pass.radix; k += block) {
    const Ex m = k == 0 ? first : b.Let("m", first + step * k);
    const ComplexEx start = large.Rotation(b, table, m);
    for (int within = 0; within < block && k + within < place.pass.radix; ++within) {
      const ComplexEx w = within == 0 ? start : MultiplyComplex(b, start, steps[within - 1]);
      ComplexEx& value = (*values)[k + within];
      value = large.Multiply(b, value, {w});
    }
  }
}

std::unique_ptr<StockhamLargeTwiddles> StockhamLargeTwiddles::Make(const KernelSpec& spec) {
  if (spec.large_twiddle.steps == 0) return nullptr;
  if (spec.large_twiddle.space == TableSpace::kLds) return std::make_unique<LdsTables>(spec);
  return std::make_unique<GlobalTables>(spec);
}

}  // namespace fft::kernels
