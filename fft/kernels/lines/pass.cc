#include "fft/kernels/lines/pass.h"

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/kernels/tables/twiddles.h"

namespace fft::kernels {
namespace {

// The largest table, in bytes, that a GPU's workgroups read through the first cache, of which LDS
// leaves little. A larger table would take as much of the second cache's speed as the data. CPUs
// have no such limit, since lanes read a table once for many transforms.
constexpr int64_t kCachedTableBytes = 32 << 10;

// A chain of one kernel also reads spectra and the table of the way back. All these bytes pass
// where those of LDS pass, which is what bounds the kernel's time.
bool MultipliesRotations(const KernelSpec& spec, const Pass& pass) {
  if (spec.exchange == Exchange::kNone || spec.exchange == Exchange::kPingPong) return false;
  if (IsWholeChain(spec)) return true;
  return (pass.radix - 1) * pass.groups * 2 * RealBytes(spec.precision) > kCachedTableBytes;
}

// The rotations w^k of a butterfly's outputs k. A pass that multiplies_rotations loads only some of
// them: w^l for l below a block, which is near the root of the radix, and w^h for multiples h of
// the block. It computes the others as w^(h + l) = w^h w^l.
class Rotations {
 public:
  Rotations(Builder& b, const Pass& pass, Ex table, Ex group)
      : b_(b), pass_(pass), table_(table), group_(group), known_(pass.radix) {
    while (pass.multiplies_rotations && (root_ + 1) * (root_ + 1) <= pass.radix) ++root_;
  }

  ComplexEx Of(int k) {
    if (known_[k].re) return known_[k];
    const int low = k % root_;
    if (low == 0 || low == k) return known_[k] = Loaded(k);
    return MultiplyComplex(b_, Of(k - low), Of(low));
  }

 private:
  ComplexEx Loaded(int k) {
    const Ex w = b_.Let("w", Load(table_, group_ + (pass_.table_offset + (k - 1) * pass_.groups)));
    return {b_.Let("wr", Re(w)), b_.Let("wi", Im(w))};
  }

  Builder& b_;
  const Pass& pass_;
  const Ex table_, group_;
  int root_ = 1;
  Values known_;
};

// The passes of some radices of a length, whose product is the length.
std::vector<Pass> PassesOf(const KernelSpec& spec, int64_t length,
                           const std::vector<int>& radices) {
  const std::vector<int64_t> offsets = PassOffsets(length, radices);
  std::vector<Pass> passes;
  int64_t stride = 1;
  for (size_t p = 0; p < radices.size(); ++p) {
    Pass pass;
    pass.index = static_cast<int>(p);
    pass.radix = radices[p];
    pass.stride = stride;
    pass.butterflies = length / pass.radix;
    pass.groups = pass.butterflies / stride;
    pass.table_offset = offsets[p];
    pass.multiplies_rotations = MultipliesRotations(spec, pass);
    passes.push_back(pass);
    stride *= pass.radix;
  }
  return passes;
}

}  // namespace

std::vector<Pass> MakePasses(const KernelSpec& spec) {
  std::vector<int> radices = spec.factors;
  if (radices.empty()) radices = {1};  // length 1: a copy
  std::vector<Pass> passes = PassesOf(spec, spec.length, radices);
  for (Pass& pass : passes) {
    pass.rounds = Rounds(spec.length, pass.radix, spec.threads_per_transform);
    pass.is_in_place = spec.exchange == Exchange::kInPlace;
  }
  return passes;
}

std::vector<Pass> MakePassesForthAndBack(const KernelSpec& spec) {
  std::vector<Pass> passes = MakePasses(spec);
  for (size_t p = passes.size() - 1; p-- > 0;) {
    passes.push_back(passes[p]);
    passes.back().index = static_cast<int>(passes.size()) - 1;
    passes.back().is_mirrored = true;
  }
  return passes;
}

std::vector<int> FactorsIntoLines(const KernelSpec& spec) {
  std::vector<int> factors = LineRadices(*spec.lines_per_transform);
  factors.push_back(static_cast<int>(LinePoints(spec)));
  return factors;
}

std::vector<Pass> PassesIntoLines(const KernelSpec& spec) {
  const int64_t threads = int64_t{spec.threads_per_transform} * spec.transforms_per_group;
  std::vector<Pass> passes = PassesOf(spec, AxisLength(spec), FactorsIntoLines(spec));
  passes.pop_back();  // the lines' own pass, which is the convolution
  for (Pass& pass : passes) {
    pass.rounds = static_cast<int>(CeilDiv(pass.butterflies * TileLines(spec), threads));
    // In the first pass, i % groups and i / stride are both i (RotateByTwiddles).
    pass.is_in_place = pass.index > 0;
  }
  return passes;
}

std::string PassTitle(const Pass& pass) {
  return absl::StrCat("pass ", pass.index, ": radix ", pass.radix, ", stride ", pass.stride,
                      pass.axis == Axis::kY ? ", along y" : "",
                      pass.is_mirrored ? ", mirrored" : "");
}

Values ToValues(Builder& b, const std::vector<Ex>& complex) {
  Values values;
  for (Ex x : complex) values.push_back({b.Let("re", Re(x)), b.Let("im", Im(x))});
  return values;
}

std::vector<Ex> ToComplex(const Values& values) {
  std::vector<Ex> complex;
  for (const ComplexEx& value : values) complex.push_back(MakeComplex(value.re, value.im));
  return complex;
}

codegen::ExponentSign SignOf(Direction direction) {
  return direction == Direction::kForward ? codegen::ExponentSign::kMinus
                                          : codegen::ExponentSign::kPlus;
}

ComplexEx Rotate(Builder& b, Direction direction, const ComplexEx& value, Ex rotation) {
  const Ex w = b.Let("w", rotation);
  const ComplexEx parts = {b.Let("wr", Re(w)), b.Let("wi", Im(w))};
  return direction == Direction::kForward ? MultiplyComplex(b, value, parts)
                                          : MultiplyConjugate(b, value, parts);
}

void RotateByTwiddles(Builder& b, Direction direction, const Pass& pass, Ex table, Ex i,
                      Values* values) {
  // A single group rotates by nothing.
  if (pass.groups == 1) return;
  const Ex group = b.Let("group", pass.is_in_place ? i % pass.groups : i / pass.stride);
  Rotations rotations(b, pass, table, group);
  for (int k = 1; k < pass.radix; ++k) {
    ComplexEx& value = (*values)[k];
    const ComplexEx w = rotations.Of(k);
    value = direction == Direction::kForward ? MultiplyComplex(b, value, w)
                                             : MultiplyConjugate(b, value, w);
  }
}

}  // namespace fft::kernels
