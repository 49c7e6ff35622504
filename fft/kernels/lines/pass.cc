#include "fft/kernels/lines/pass.h"

#include "absl/strings/str_cat.h"
#include "fft/kernels/tables/twiddles.h"

namespace fft::codegen {

std::vector<Pass> MakePasses(const KernelSpec& spec) {
  std::vector<int> radices = spec.factors;
  if (radices.empty()) radices = {1};  // length 1: a copy
  const std::vector<int64_t> offsets = PassOffsets(spec.length, radices);
  std::vector<Pass> passes;
  int64_t stride = 1;
  for (size_t p = 0; p < radices.size(); ++p) {
    Pass pass;
    pass.index = static_cast<int>(p);
    pass.radix = radices[p];
    pass.stride = stride;
    pass.butterflies = spec.length / pass.radix;
    pass.groups = pass.butterflies / stride;
    pass.table_offset = offsets[p];
    pass.rounds = Rounds(spec.length, pass.radix, spec.threads_per_transform);
    passes.push_back(pass);
    stride *= pass.radix;
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

ExponentSign SignOf(Direction direction) {
  return direction == Direction::kForward ? ExponentSign::kMinus : ExponentSign::kPlus;
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
  const Ex group = b.Let("group", i / pass.stride);
  for (int k = 1; k < pass.radix; ++k) {
    const Ex rotation = Load(table, group + (pass.table_offset + (k - 1) * pass.groups));
    (*values)[k] = Rotate(b, direction, (*values)[k], rotation);
  }
}

}  // namespace fft::codegen
