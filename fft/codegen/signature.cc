#include "fft/codegen/signature.h"

#include "absl/strings/str_cat.h"

namespace fft::codegen {

std::vector<Parameter> Signature(const KernelSpec& spec) {
  std::vector<Parameter> list = {{ParameterKind::kInput, "in"}};
  if (IsPlanar(spec.in_format)) list.push_back({ParameterKind::kInputImag, "in_imag"});
  list.push_back({ParameterKind::kOutput, "out"});
  if (IsPlanar(spec.out_format)) list.push_back({ParameterKind::kOutputImag, "out_imag"});
  auto index = [&list](const std::string& name) { list.push_back({ParameterKind::kIndex, name}); };
  if (spec.factors.size() > 1) list.push_back({ParameterKind::kTwiddles, "twiddles"});
  if (spec.large_twiddle.steps > 0) {
    list.push_back({ParameterKind::kLargeTwiddles, "large_twiddles"});
  }
  if (HasPairs(spec)) list.push_back({ParameterKind::kPairTwiddles, "pair_twiddles"});
  // Tables that a convolution reads on its way forth and back come as two parameters: a compiler
  // that knew them for one would keep their values in registers in between, and spill.
  if (IsConvolution(spec.kind)) list.push_back({ParameterKind::kTwiddles, "twiddles_back"});
  if (spec.kind == KernelKind::kBluestein) {
    list.push_back({ParameterKind::kChirp, "chirp"});
    list.push_back({ParameterKind::kChirp, "chirp_back"});
  }
  if (spec.kind == KernelKind::kRader) {
    list.push_back({ParameterKind::kPermutation, "permutation"});
  }
  if (IsConvolution(spec.kind)) list.push_back({ParameterKind::kFilter, "filter"});
  if (spec.in_stride == StrideKind::kAny) index("in_stride");
  if (spec.out_stride == StrideKind::kAny) index("out_stride");
  index("tile_count");
  index("tile_in_stride");
  index("tile_out_stride");
  for (int i = 1; i <= spec.outer_loops; ++i) {
    index(absl::StrCat("length_", i));
    index(absl::StrCat("in_stride_", i));
    index(absl::StrCat("out_stride_", i));
  }
  if (spec.scale == ScaleKind::kScale) list.push_back({ParameterKind::kReal, "scale"});
  if (!spec.load_callback.text.empty()) {
    if (IsPlanar(spec.in_format)) index("in_pair_stride");
    list.push_back({ParameterKind::kLoadUser, "load_user"});
  }
  if (!spec.store_callback.text.empty()) {
    if (IsPlanar(spec.out_format)) index("out_pair_stride");
    list.push_back({ParameterKind::kStoreUser, "store_user"});
  }
  return list;
}

}  // namespace fft::codegen
