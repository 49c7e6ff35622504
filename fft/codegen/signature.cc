#include "fft/codegen/signature.h"

#include "absl/strings/str_cat.h"

namespace fft::codegen {

namespace {

using Names = std::vector<std::string>;

// Index parameters of the tile, before those of the outer loops.
Names TileNames(const KernelSpec& spec) {
  Names names;
  if (spec.in_stride == StrideKind::kAny) names.push_back("in_stride");
  if (spec.out_stride == StrideKind::kAny) names.push_back("out_stride");
  if (spec.kind == KernelKind::kStockhamPlane) {
    names.insert(names.end(), {"y_in_stride", "y_out_stride"});
  }
  names.insert(names.end(), {"tile_count", "tile_in_stride", "tile_out_stride"});
  if (spec.row_product != RowProduct::kNone) {
    names.insert(names.end(), {"row_step", "tile_row_step"});
  }
  if (CutsRows(spec)) names.push_back("row_points");
  return names;
}

Names TransposeNames(const KernelSpec& spec) {
  const bool copies = spec.exchange == Exchange::kNone;
  const bool is_unit = spec.out_stride == StrideKind::kUnit;
  Names names = {"x_count"};
  if (spec.in_stride == StrideKind::kAny) names.push_back("x_in_stride");
  if (!copies || !is_unit) names.push_back("x_out_stride");
  names.insert(names.end(), {"y_count", "y_in_stride"});
  if (copies || !is_unit) names.push_back("y_out_stride");
  return names;
}

}  // namespace

std::vector<Parameter> Signature(const KernelSpec& spec) {
  std::vector<Parameter> list = {{ParameterKind::kInput, "in"}};
  if (IsPlanar(spec.in_format)) list.push_back({ParameterKind::kInputImag, "in_imag"});
  list.push_back({ParameterKind::kOutput, "out"});
  if (IsPlanar(spec.out_format)) list.push_back({ParameterKind::kOutputImag, "out_imag"});
  const bool moves = spec.kind == KernelKind::kTranspose;
  if (!moves && spec.factors.size() > 1) list.push_back({ParameterKind::kTwiddles, "twiddles"});
  if (spec.second_axis.factors.size() > 1) {
    list.push_back({ParameterKind::kTwiddles, "twiddles_y"});
  }
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
  if (HasChirp(spec)) list.push_back({ParameterKind::kChirp, "chirp"});
  const bool filters = IsConvolution(spec.kind) || spec.store == AxisData::kFiltered ||
                       spec.row_product == RowProduct::kFilter;
  if (filters) list.push_back({ParameterKind::kFilter, "filter"});
  Names names = moves ? TransposeNames(spec) : TileNames(spec);
  for (int i = 1; i <= spec.outer_loops; ++i) {
    for (const char* name : {"length_", "in_stride_", "out_stride_"}) {
      names.push_back(absl::StrCat(name, i));
    }
    if (spec.row_product != RowProduct::kNone) names.push_back(absl::StrCat("row_step_", i));
  }
  for (const std::string& name : names) list.push_back({ParameterKind::kIndex, name});
  if (spec.scale == ScaleKind::kScale) list.push_back({ParameterKind::kReal, "scale"});
  if (!spec.load_callback.text.empty()) {
    if (IsPlanar(spec.in_format)) list.push_back({ParameterKind::kIndex, "in_pair_stride"});
    list.push_back({ParameterKind::kLoadUser, "load_user"});
  }
  if (!spec.store_callback.text.empty()) {
    if (IsPlanar(spec.out_format)) list.push_back({ParameterKind::kIndex, "out_pair_stride"});
    list.push_back({ParameterKind::kStoreUser, "store_user"});
  }
  return list;
}

}  // namespace fft::codegen
