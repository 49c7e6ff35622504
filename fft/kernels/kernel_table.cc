#include "fft/kernels/kernel_table.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/kernels/channels/emit.h"
#include "fft/kernels/channels/lower.h"
#include "fft/kernels/convert/emit.h"
#include "fft/kernels/convert/lower.h"
#include "fft/kernels/convolution/emit.h"
#include "fft/kernels/convolution/lower.h"
#include "fft/kernels/lines/lower_line.h"
#include "fft/kernels/overlap_add/emit.h"
#include "fft/kernels/overlap_add/lower.h"
#include "fft/kernels/plane/emit.h"
#include "fft/kernels/plane/lower.h"
#include "fft/kernels/stockham/emit.h"
#include "fft/kernels/stockham/lower.h"
#include "fft/kernels/transpose/emit.h"
#include "fft/kernels/transpose/lower.h"

namespace fft::kernels {

const std::vector<KernelRow>& KernelTable() {
  using enum KernelKind;
  static const auto* const kTable = new std::vector<KernelRow>{
      // The members are kind, tables, indices, lower, emit, dense_elements, ask_barrier and
      // ask_groups. The barriers and groups were measured on an H200.
      {kStockham, LineTables, LineIndices, LowerStockham, EmitStockham, RowElements, 2},
      {kStockhamPlane, PlaneTables, PlaneIndices, LowerPlane, EmitPlane, PlaneElements, 1},
      {kTranspose, TransposeTables, TransposeIndices, LowerTranspose, EmitTranspose},
      {kConvert, LineTables, LineIndices, LowerConvert, EmitConvert},
      {kBluestein, BluesteinTables, LineIndices, LowerConvolution, EmitConvolution},
      {kRader, RaderTables, LineIndices, LowerConvolution, EmitConvolution},
      {kFilter, FilterTables, LineIndices, LowerConvolution, EmitConvolution, ChainElements, 1, 2},
      {kChannels, ChannelsTables, ChannelsIndices, LowerChannels, EmitChannels},
      {kOverlapAdd, OverlapAddTables, OverlapAddIndices, LowerOverlapAdd, EmitOverlapAdd},
  };
  return *kTable;
}

const KernelRow& RowOf(KernelKind kind) {
  for (const KernelRow& row : KernelTable()) {
    if (row.kind == kind) return row;
  }
  FFT_CHECK(false && "a kernel kind without a row");
  return KernelTable().front();
}

int64_t DenseElements(const KernelSpec& spec) {
  const KernelRow& row = RowOf(spec.kind);
  return row.dense_elements == nullptr ? 0 : row.dense_elements(spec);
}

std::vector<Parameter> Signature(const KernelSpec& spec) {
  using enum ParameterId;
  const KernelRow& row = RowOf(spec.kind);
  std::vector<Parameter> list = {kIn};
  if (IsPlanar(spec.in_format)) list.push_back(kInImag);
  list.push_back(kOut);
  if (IsPlanar(spec.out_format)) list.push_back(kOutImag);
  for (const Parameter& table : row.tables(spec)) list.push_back(table);
  for (const Parameter& index : row.indices(spec)) list.push_back(index);
  for (int i = 1; i <= spec.outer_loops; ++i) {
    list.insert(list.end(), {{kLoopLength, i}, {kLoopInStride, i}, {kLoopOutStride, i}});
    if (spec.row_operation != RowOperation::kNone) list.push_back({kLoopRowStep, i});
  }
  if (spec.scale == ScaleKind::kScale) list.push_back(kScale);
  if (spec.window != WindowUse::kNone) list.push_back(kWindow);
  if (!spec.load_callback.text.empty()) {
    if (IsPlanar(spec.in_format)) list.push_back(kInPairStride);
    list.push_back(kLoadUser);
  }
  if (!spec.store_callback.text.empty()) {
    if (IsPlanar(spec.out_format)) list.push_back(kOutPairStride);
    list.push_back(kStoreUser);
  }
  return list;
}

bool ReadsSpectra(const KernelSpec& spec) {
  const std::vector<Parameter> tables = RowOf(spec.kind).tables(spec);
  return std::find(tables.begin(), tables.end(), Parameter(ParameterId::kSpectra)) != tables.end();
}

absl::StatusOr<codegen::Kernel> EmitKernel(const KernelSpec& spec) {
  if (IsStorage(spec.precision)) {
    return absl::UnimplementedError(
        absl::StrCat(KernelName(spec), ": ", ToString(spec.precision), " precision has no kernel"));
  }
  return RowOf(spec.kind).emit(spec, Signature(spec));
}

}  // namespace fft::kernels
