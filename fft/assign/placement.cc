#include "fft/assign/placement.h"

#include "fft/base/json.h"

namespace fft {

int64_t ImaginaryOffset(const ArrayDescription& array, const EdgePlacement& edge) {
  return array.offsets[1] + edge.layout.offset() - array.offsets[0];
}

namespace {

Json PlacementToJson(const EdgePlacement& placement) {
  return {{"buffer", ToString(placement.buffer)},
          {"format", ToString(placement.format)},
          {"pair_stride", placement.pair_stride},
          {"padded", placement.padded},
          {"layout", ToJson(placement.layout)}};
}

Json StepToJson(const Step& step) {
  Json lengths = Json::array(), in_strides = Json::array(), out_strides = Json::array();
  for (const Dims* dims : {&step.loops, &step.axes}) {
    for (const Dim& dim : *dims) {
      lengths.push_back(dim.length);
      in_strides.push_back(dim.in_stride);
      out_strides.push_back(dim.out_stride);
    }
  }
  return {{"leaf", step.leaf},
          {"leaf_count", step.leaf_count},
          {"shim", ToString(step.shim)},
          {"in", PlacementToJson(step.in)},
          {"out", PlacementToJson(step.out)},
          {"in_place", step.in_place},
          {"lengths", std::move(lengths)},
          {"output_lengths", step.output_lengths},
          {"in_strides", std::move(in_strides)},
          {"out_strides", std::move(out_strides)},
          {"axes", ToJson(step.axes)},
          {"loops", ToJson(step.loops)},
          {"bytes_moved", step.bytes_moved},
          {"seconds", step.seconds},
          {"kernel", step.kernel ? ToJson(*step.kernel) : Json(nullptr)}};
}

}  // namespace

std::vector<int64_t> OutputLengths(const PlanNode& node, const Step& step) {
  Dims dims = step.loops;
  dims.insert(dims.end(), step.axes.begin(), step.axes.end());
  dims.back().length = node.OutLength();
  return LengthsBy(dims, &Dim::out_stride);
}

std::string ToString(Buffer buffer) {
  switch (buffer) {
    case Buffer::kUserIn:
      return "USER_IN";
    case Buffer::kUserOut:
      return "USER_OUT";
    case Buffer::kTemp0:
      return "TEMP0";
    case Buffer::kTemp1:
      return "TEMP1";
    case Buffer::kTempBluestein:
      return "TEMP_BLUESTEIN";
  }
  return "?";
}

std::string ToString(ShimKind shim) {
  switch (shim) {
    case ShimKind::kNone:
      return "none";
    case ShimKind::kTransposeStockham:
      return "TRANSPOSE+STOCKHAM";
    case ShimKind::kStockhamTranspose:
      return "STOCKHAM+TRANSPOSE";
    case ShimKind::kStockhamZXy:
      return "STOCKHAM+Z_XY";
    case ShimKind::kStockhamXyZ:
      return "STOCKHAM+XY_Z";
    case ShimKind::kTransposeStockhamTranspose:
      return "TRANSPOSE+STOCKHAM+TRANSPOSE";
    case ShimKind::kRealPostTranspose:
      return "REAL_POST+TRANSPOSE";
    case ShimKind::kTransposeRealPre:
      return "TRANSPOSE+REAL_PRE";
    case ShimKind::kChirpStockham:
      return "CHIRP+STOCKHAM";
    case ShimKind::kStockhamFilter:
      return "STOCKHAM+FILTER";
    case ShimKind::kStockhamChirp:
      return "STOCKHAM+CHIRP";
  }
  return "?";
}

Json ToJson(const Scores& scores) {
  return {{"fused", scores.fused},
          {"buffers", scores.buffers},
          {"padded", scores.padded},
          {"in_place", scores.in_place},
          {"type_changes", scores.type_changes},
          {"input_writes", scores.input_writes}};
}

Json ToJson(const Candidate& candidate) {
  Json steps = Json::array();
  for (const Step& step : candidate.steps) steps.push_back(StepToJson(step));
  return {{"scores", ToJson(candidate.scores)},
          {"pass", candidate.pass},
          {"workspace_bytes", candidate.workspace_bytes},
          {"temp_offsets", candidate.temp_offsets},
          {"bytes_moved", candidate.bytes_moved},
          {"seconds", candidate.seconds},
          {"steps", std::move(steps)}};
}

Json ToJson(const PlacementTrace& trace) {
  Json branches = Json::array();
  for (const auto& branch : trace.branches) branches.push_back(ToJson(*branch));
  return {{"leaf", trace.leaf},
          {"leaf_count", trace.leaf_count},
          {"shim", ToString(trace.shim)},
          {"in_buffer", ToString(trace.in_buffer)},
          {"out_buffer", ToString(trace.out_buffer)},
          {"in_format", ToString(trace.in_format)},
          {"out_format", ToString(trace.out_format)},
          {"out_padded", trace.out_padded},
          {"fused", trace.fused},
          {"in_place", trace.in_place},
          {"type_changes", trace.type_changes},
          {"refusal", trace.refusal},
          {"branches", std::move(branches)}};
}

}  // namespace fft
