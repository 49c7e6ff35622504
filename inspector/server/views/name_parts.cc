#include "inspector/server/views/name_parts.h"

#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace fft::inspector {
namespace {

using kernels::KernelSpec;
using kernels::StrideKind;

// What the numbers of threads and transforms in the name count: rows, columns or other lines.
std::string LineMeaning(const KernelSpec& spec) {
  return spec.lines_per_transform ? "line" : "transform";
}

std::string KindMeaning(const KernelSpec& spec) { return Explain(spec.kind); }

std::string TilingMeaning(const KernelSpec& spec) {
  switch (spec.tiling) {
    case Tiling::kRowRow:
      return "lanes run along the transformed axis when reading and when writing";
    case Tiling::kColCol:
      return "lanes run across neighbouring transforms when reading and when writing";
    case Tiling::kRowCol:
      return "lanes run along the transformed axis when reading, across neighbours when writing";
    case Tiling::kColRow:
      return "lanes run across neighbours when reading, along the transformed axis when writing";
    case Tiling::kPlane:
      return "lanes run along the rows of a plane, and across them between";
  }
  return "";
}

std::string ExchangeMeaning(const KernelSpec& spec) {
  switch (spec.exchange) {
    case Exchange::kNone:
      return "threads exchange nothing";
    case Exchange::kPingPong:
      return "threads exchange values through two arrays in LDS in turn, with one barrier each "
             "time";
    case Exchange::kFull:
      return "threads exchange complex values through one array in LDS";
    case Exchange::kHalf:
      return "threads exchange real parts, then imaginary parts: half the LDS, twice the barriers";
    case Exchange::kInPlace:
      return "threads exchange complex values through one array in LDS; a pass leaves its outputs "
             "where its inputs were";
  }
  return "";
}

std::string StagingMeaning(const KernelSpec& spec) {
  if (spec.staging == Staging::kTurned) {
    return "rows are turned into columns of LDS and back, so that vectors hold the same point of "
           "neighbouring transforms";
  }
  return spec.staging == Staging::kLoad
             ? "a tile is first read into LDS in the order of memory"
             : "a tile passes through LDS when read and when written, in the order of memory";
}

std::string LinesMeaning(const KernelSpec& spec) {
  const int lines = spec.lines_per_transform.value_or(1);
  return absl::StrCat("lines that passes of radix ", absl::StrJoin(LineRadices(lines), " and "),
                      " make of a transform before each is convolved: ", lines);
}

std::string LdsMeaning(const KernelSpec& spec) {
  std::string text = absl::StrCat("in LDS points stand ", spec.lds.point_step,
                                  " apart and transforms ", spec.lds.transform_step);
  if (spec.lds.pad_every > 0) {
    absl::StrAppend(&text, ", with a word left out after every ", spec.lds.pad_every,
                    " against bank conflicts");
  }
  return text;
}

std::string FormatMeaning(ArrayFormat format) {
  switch (format) {
    case ArrayFormat::kReal:
      return "real numbers";
    case ArrayFormat::kComplexInterleaved:
      return "complex numbers, real and imaginary parts side by side";
    case ArrayFormat::kComplexPlanar:
      return "complex numbers in two arrays, of real and of imaginary parts";
    case ArrayFormat::kHermitianInterleaved:
      return "half a spectrum of real data, complex numbers side by side";
    case ArrayFormat::kHermitianPlanar:
      return "half a spectrum of real data in two arrays";
  }
  return "";
}

std::string AxisMeaning(AxisFormat data) {
  switch (data) {
    case AxisFormat::kComplex:
      return "complex points";
    case AxisFormat::kReal:
      return "reals";
    case AxisFormat::kHermitian:
      return "the n/2 + 1 stored points of a spectrum of n reals";
    case AxisFormat::kHermitianOfPairs:
      return "the n + 1 points of the spectrum of 2n reals, which it holds as n pairs";
    case AxisFormat::kChirped:
      return "the points times a chirp, then zeros: what Bluestein's convolution convolves";
    case AxisFormat::kChirpedSpectrum:
      return "the spectrum of points times a chirp, before the convolution's filter";
    case AxisFormat::kFiltered:
      return "the conjugate of the spectrum times the convolution's filter";
    case AxisFormat::kConvolved:
      return "the convolution's conjugated result, before the second chirp";
  }
  return "";
}

std::string RealsMeaning(AxisKind kind) {
  return absl::StrCat("the reals of a transform by ", ToString(kind), ", in its order");
}

std::string RangeMeaning(const char* what, const std::optional<Range>& range) {
  const auto [first, count] = range.value_or(Range());
  return absl::StrCat(what, " of the axis from number ", first, " on: ", count);
}

std::string InRangeMeaning(const KernelSpec& spec) {
  return RangeMeaning("elements that are read", spec.in_range);
}

std::string OutRangeMeaning(const KernelSpec& spec) {
  return RangeMeaning("elements that are written", spec.out_range);
}

std::string RowOperationMeaning(const KernelSpec& spec) {
  switch (spec.row_operation) {
    case RowOperation::kNone:
      return "";
    case RowOperation::kChirpIn:
      return "multiplies by the chirp of a convolution as it loads, and reads zeros beyond it";
    case RowOperation::kFilter:
      return "multiplies the spectrum by the filter of a convolution, and conjugates";
    case RowOperation::kChirpOut:
      return "conjugates and multiplies by the chirp of a convolution as it stores, nothing beyond "
             "it";
    case RowOperation::kChirpUnfoldIn:
      return "reads element k beyond the middle of a spectrum of n reals as the conjugate of n - "
             "k, "
             "multiplies by the chirp of a convolution, and reads zeros beyond n";
    case RowOperation::kFoldOut:
      return "ends a large transform of n reals: stores element k beyond n/2 as the conjugate at "
             "n - k";
    case RowOperation::kUnfoldIn:
      return "begins a large transform to n reals: reads element k beyond n/2 as the conjugate of "
             "n - k";
    case RowOperation::kSpectrum:
      return "multiplies by the caller's spectra";
    case RowOperation::kHalfSpectrum:
      return "multiplies by the caller's spectra of n reals: element k beyond n/2 by the conjugate "
             "of the one at n - k";
    case RowOperation::kMatrix:
      return "multiplies channels by the caller's matrices, one for each mode";
    case RowOperation::kWindowSum:
      return "adds frames that overlap, times the caller's window";
    case RowOperation::kWindowMean:
      return "adds frames that overlap, times the caller's window, and divides by its squares";
  }
  return "";
}

std::string RowColumnsMeaning(const KernelSpec& spec) {
  return absl::StrCat(
      "its rows are parts of rows k1 of the spectrum, of elements k1 + n1 k2; n1 is ",
      spec.row_columns.value_or(0));
}

std::string StrideMeaning(StrideKind kind) {
  return kind == StrideKind::kUnit ? "points stand side by side"
                                   : "points stand a stride apart that the launch gives";
}

std::string TwiddleMeaning(const KernelSpec& spec) {
  const TwiddleSteps& twiddle = spec.large_twiddle;
  return absl::StrCat(
      "multiplies by roots of unity of the longer transform it is part of: ", twiddle.steps,
      " look-ups of ", twiddle.base_bits, " bits each, from ",
      twiddle.space == TableSpace::kLds ? "LDS" : "global memory", "; index from ",
      twiddle.loops.size() == 1 ? "loop " : "loops ", absl::StrJoin(twiddle.loops, " and "));
}

std::string WindowMeaning(const KernelSpec& spec) {
  return spec.window == kernels::WindowUse::kPairs
             ? "multiplies both parts of each element, which are reals, by factors of the window"
             : "multiplies each element by its factor of the window";
}

std::string FunctionMeaning(const KernelSpec& spec) {
  return absl::StrCat("stores the ", ToString(spec.function), " of each complex number");
}

std::string CallbackMeaning(const char* what) {
  return absl::StrCat("calls the user's function on every ", what,
                      "; the digits tell its source text from others");
}

std::string SecondAxisMeaning(const KernelSpec& spec) {
  return absl::StrCat("the slower axis of the plane: ", spec.second_axis.length,
                      " points in passes of radix ", absl::StrJoin(spec.second_axis.factors, ", "));
}

std::string TileMeaning(const KernelSpec& spec) {
  const kernels::KnownTile& tile = spec.known_tile;
  std::vector<std::string> known;
  if (tile.unit_in) known.push_back("neighbours are read side by side");
  if (tile.unit_out) known.push_back("neighbours are written side by side");
  if (tile.is_whole) known.push_back("every tile is whole");
  if (tile.is_far) known.push_back("tiles come from memory, so each asks for the next one's data");
  return absl::StrCat("what it takes for granted: ", absl::StrJoin(known, ", "));
}

std::string LoopsMeaning(const KernelSpec& spec) {
  return absl::StrCat("loops around the one that tiles run over: ", spec.outer_loops);
}

std::string TileEndMeaning(const KernelSpec&) {
  return "tiles run on into the next loop where the one that they run over ends";
}

std::string LaunchMeaning(const KernelSpec&) {
  return "may be launched while the kernel before it runs, whose end it waits for, and allows the "
         "same to the one after it";
}

std::string WorkgroupsMeaning(const KernelSpec&) {
  return "as many workgroups as the device holds at once do tile after tile; the next one's points "
         "are copied into LDS while they compute";
}

std::string TilesAheadMeaning(const KernelSpec& spec) {
  return absl::StrCat("while it computes, each workgroup asks the cache for the data of the one ",
                      spec.tiles_ahead.value_or(0), " further on");
}

std::string GroupOrderMeaning(const KernelSpec&) {
  return "the first workgroup does the last tiles, which the kernel before wrote last: they are "
         "still in the cache";
}

using Meaning = std::string (*)(const KernelSpec& spec);

const std::map<std::string, Meaning>& Meanings() {
  static const auto& meanings = *new std::map<std::string, Meaning>{
      {"kind", KindMeaning},
      {"direction",
       [](const KernelSpec& spec) -> std::string {
         return spec.direction == kernels::Direction::kForward ? "forward: exp(-2 pi i n k / N)"
                                                               : "inverse: exp(+2 pi i n k / N)";
       }},
      {"length",
       [](const KernelSpec& spec) {
         return absl::StrCat("points along the axis: ", spec.length,
                             IsConvolution(spec.kind) ? ", of the convolution" : "");
       }},
      {"points",
       [](const KernelSpec& spec) {
         return absl::StrCat("points of the transform that the convolution computes: ",
                             spec.points.value_or(0));
       }},
      {"factors",
       [](const KernelSpec& spec) {
         return absl::StrCat("radices of its passes, in order: ",
                             absl::StrJoin(spec.factors, ", "));
       }},
      {"known_tile", TileMeaning},
      {"second_axis", SecondAxisMeaning},
      {"threads_per_transform",
       [](const KernelSpec& spec) {
         return absl::StrCat("threads that share one ", LineMeaning(spec), ": ",
                             spec.threads_per_transform);
       }},
      {"transforms_per_line",
       [](const KernelSpec&) {
         return std::string("two transforms of reals share a line of complex numbers");
       }},
      {"transforms_per_group",
       [](const KernelSpec& spec) {
         return absl::StrCat(LineMeaning(spec),
                             "s that one workgroup does: ", spec.transforms_per_group);
       }},
      {"lines_per_transform", LinesMeaning},
      {"tiling", TilingMeaning},
      {"exchange", ExchangeMeaning},
      {"staging", StagingMeaning},
      {"resident_groups",
       [](const KernelSpec& spec) {
         return absl::StrCat("registers are limited so that ", spec.resident_groups.value_or(0),
                             " workgroups share a compute unit");
       }},
      {"lds", LdsMeaning},
      {"precision",
       [](const KernelSpec& spec) -> std::string {
         return absl::StrCat(ToString(spec.precision), " precision",
                             IsStorage(spec.precision) ? " in memory; computes in single" : "");
       }},
      {"placement",
       [](const KernelSpec& spec) -> std::string {
         return spec.placement == Placement::kInPlace
                    ? "in place: input and output may be the same memory"
                    : "out of place";
       }},
      {"in_format",
       [](const KernelSpec& spec) { return "reads " + FormatMeaning(spec.in_format); }},
      {"out_format",
       [](const KernelSpec& spec) { return "writes " + FormatMeaning(spec.out_format); }},
      {"load", [](const KernelSpec& spec) { return "its axis reads " + AxisMeaning(spec.load); }},
      {"store",
       [](const KernelSpec& spec) { return "its axis writes " + AxisMeaning(spec.store); }},
      {"load_reals",
       [](const KernelSpec& spec) { return "made of " + RealsMeaning(*spec.load_reals); }},
      {"store_reals",
       [](const KernelSpec& spec) { return "made into " + RealsMeaning(*spec.store_reals); }},
      {"in_range", InRangeMeaning},
      {"out_range", OutRangeMeaning},
      {"row_operation", RowOperationMeaning},
      {"row_columns", RowColumnsMeaning},
      {"in_stride",
       [](const KernelSpec& spec) { return "input: " + StrideMeaning(spec.in_stride); }},
      {"out_stride",
       [](const KernelSpec& spec) { return "output: " + StrideMeaning(spec.out_stride); }},
      {"outer_loops", LoopsMeaning},
      {"tile_end", TileEndMeaning},
      {"launch", LaunchMeaning},
      {"workgroups", WorkgroupsMeaning},
      {"group_order", GroupOrderMeaning},
      {"tiles_ahead", TilesAheadMeaning},
      {"large_twiddle", TwiddleMeaning},
      {"scale", [](const KernelSpec&) -> std::string { return "multiplies by the scale"; }},
      {"window", WindowMeaning},
      {"function", FunctionMeaning},
      {"index",
       [](const KernelSpec& spec) -> std::string {
         return spec.index == kernels::IndexWidth::k32
                    ? "indices of 32 bits, which are proved to suffice"
                    : "indices of 64 bits";
       }},
      {"load_callback", [](const KernelSpec&) { return CallbackMeaning("load"); }},
      {"store_callback", [](const KernelSpec&) { return CallbackMeaning("store"); }},
  };
  return meanings;
}

}  // namespace

Json NamePartsView(const KernelSpec& spec) {
  Json parts = Json::array();
  for (const kernels::NamePart& part : kernels::KernelNameParts(spec)) {
    const auto it = Meanings().find(part.field);
    const std::string meaning = it == Meanings().end() ? part.field : it->second(spec);
    parts.push_back({{"text", part.text}, {"field", part.field}, {"meaning", meaning}});
  }
  return parts;
}

}  // namespace fft::inspector
