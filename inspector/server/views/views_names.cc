#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "inspector/server/views/views.h"

namespace fft::inspector {
namespace {

using kernels::KernelSpec;

// The meaning of a field's part of the name. "{}" stands for the words of the field's value, or for
// the value itself. "{member}" stands for the value of that member of the spec's JSON.
struct Meaning {
  absl::string_view field;
  absl::string_view text;
};

constexpr Meaning kMeanings[] = {
    {"direction", "{}"},
    {"length", "points along the axis: {}"},
    {"points", "points of the transform that the convolution computes: {}"},
    {"factors", "radices of its passes, in order: {}"},
    {"second_axis",
     "the slower axis of the plane: {second_axis.length} points in passes of radix "
     "{second_axis.factors}"},
    {"threads_per_transform", "threads that share one transform: {}"},
    {"transforms_per_line", "two transforms of reals share a line of complex numbers"},
    {"transforms_per_group", "transforms that one workgroup does: {}"},
    {"tiling", "{}"},
    {"exchange", "threads exchange {}"},
    {"staging", "{}"},
    {"resident_groups", "registers are limited so that {} workgroups share a compute unit"},
    {"workgroups",
     "as many workgroups as the device holds at once do tile after tile; the next one's points are "
     "copied into LDS while they compute"},
    {"lds", "in LDS points stand {lds.point_step} apart and transforms {lds.transform_step}"},
    {"precision", "{}"},
    {"placement", "{}"},
    {"in_format", "reads {}"},
    {"out_format", "writes {}"},
    {"in_precision", "numbers that are read: {}"},
    {"out_precision", "numbers that are written: {}"},
    {"load", "its axis reads {}"},
    {"store", "its axis writes {}"},
    {"load_reals", "made of the reals of a transform by {}, in its order"},
    {"store_reals", "made into the reals of a transform by {}, in its order"},
    {"in_range",
     "elements that are read of the axis from number {in_range.first} on: {in_range.count}"},
    {"out_range",
     "elements that are written of the axis from number {out_range.first} on: {out_range.count}"},
    {"row_operation", "{}"},
    {"row_columns",
     "its rows are parts of rows k1 of the spectrum, of elements k1 + n1 k2; n1 is {}"},
    {"in_stride", "input: points stand {}"},
    {"out_stride", "output: points stand {}"},
    {"outer_loops", "loops around the one that tiles run over: {}"},
    {"tile_end", "tiles run on into the next loop where the one that they run over ends"},
    {"group_order",
     "the first workgroup does the last tiles, which the kernel before wrote last: they are still "
     "in the cache"},
    {"launch",
     "may be launched while the kernel before it runs, whose end it waits for, and allows the same "
     "to the one after it"},
    {"tiles_ahead",
     "while it computes, each workgroup asks the cache for the data of the one {} further on"},
    {"known_tile", "what it takes for granted:"},
    {"large_twiddle",
     "multiplies by roots of unity of the longer transform it is part of: {large_twiddle.steps} "
     "look-ups of {large_twiddle.base_bits} bits each, from {large_twiddle.space} memory; index "
     "from loops {large_twiddle.loops}"},
    {"scale", "multiplies by the scale"},
    {"window", "multiplies {} of the window"},
    {"function", "stores the {} of each complex number"},
    {"index", "{}"},
    {"load_callback",
     "calls the user's function on every load; the digits tell its source text from others"},
    {"store_callback",
     "calls the user's function on every store; the digits tell its source text from others"},
};

// The words for a value of a field, or of two fields with the same values.
struct Words {
  absl::string_view field;
  absl::string_view other;
  absl::string_view value;
  absl::string_view words;
};

constexpr Words kWords[] = {
    {"direction", "", "fwd", "forward: exp(-2 pi i n k / N)"},
    {"direction", "", "inv", "inverse: exp(+2 pi i n k / N)"},
    {"tiling", "", "sbrr", "lanes run along the transformed axis when reading and when writing"},
    {"tiling", "", "sbcc", "lanes run across neighbouring transforms when reading and writing"},
    {"tiling", "", "sbrc",
     "lanes run along the transformed axis when reading, across neighbours when writing"},
    {"tiling", "", "sbcr",
     "lanes run across neighbours when reading, along the transformed axis when writing"},
    {"tiling", "", "plane", "lanes run along the rows of a plane, and across them between"},
    {"exchange", "", "none", "nothing"},
    {"exchange", "", "pingpong",
     "values through two arrays in LDS in turn, with one barrier each time"},
    {"exchange", "", "full", "complex values through one array in LDS"},
    {"exchange", "", "half", "real parts, then imaginary parts: half the LDS, twice the barriers"},
    {"exchange", "", "inplace",
     "complex values through one array in LDS; a pass leaves its outputs where its inputs were"},
    {"staging", "", "load", "a tile is first read into LDS in the order of memory"},
    {"staging", "", "load+store",
     "a tile passes through LDS when read and when written, in the order of memory"},
    {"staging", "", "turned",
     "rows are turned into columns of LDS and back, so that vectors hold the same point of "
     "neighbouring transforms"},
    {"precision", "", "hp", "half precision in memory; computes in single"},
    {"precision", "", "bf", "bfloat16 precision in memory; computes in single"},
    {"precision", "", "sp", "single precision"},
    {"precision", "", "dp", "double precision"},
    {"in_precision", "out_precision", "hp", "half precision"},
    {"in_precision", "out_precision", "bf", "bfloat16"},
    {"in_precision", "out_precision", "sp", "single precision"},
    {"in_precision", "out_precision", "dp", "double precision"},
    {"placement", "", "ip", "in place: input and output may be the same memory"},
    {"placement", "", "op", "out of place"},
    {"in_format", "out_format", "R", "real numbers"},
    {"in_format", "out_format", "CI", "complex numbers, real and imaginary parts side by side"},
    {"in_format", "out_format", "CP",
     "complex numbers in two arrays, of real and of imaginary parts"},
    {"in_format", "out_format", "HI", "half a spectrum of real data, complex numbers side by side"},
    {"in_format", "out_format", "HP", "half a spectrum of real data in two arrays"},
    {"load", "store", "complex", "complex points"},
    {"load", "store", "real", "reals"},
    {"load", "store", "hermitian", "the n/2 + 1 stored points of a spectrum of n reals"},
    {"load", "store", "hermitian_of_pairs",
     "the n + 1 points of the spectrum of 2n reals, which it holds as n pairs"},
    {"load", "store", "chirped",
     "the points times a chirp, then zeros: what Bluestein's convolution convolves"},
    {"load", "store", "chirped_spectrum",
     "the spectrum of points times a chirp, before the convolution's filter"},
    {"load", "store", "filtered", "the conjugate of the spectrum times the convolution's filter"},
    {"load", "store", "convolved", "the convolution's conjugated result, before the second chirp"},
    {"row_operation", "", "chirp_in",
     "multiplies by the chirp of a convolution as it loads, and reads zeros beyond it"},
    {"row_operation", "", "filter",
     "multiplies the spectrum by the filter of a convolution, and conjugates"},
    {"row_operation", "", "chirp_out",
     "conjugates and multiplies by the chirp of a convolution as it stores, nothing beyond it"},
    {"row_operation", "", "chirp_unfold_in",
     "reads element k beyond the middle of a spectrum of n reals as the conjugate of n - k, "
     "multiplies by the chirp of a convolution, and reads zeros beyond n"},
    {"row_operation", "", "fold_out",
     "ends a large transform of n reals: stores element k beyond n/2 as the conjugate at n - k"},
    {"row_operation", "", "unfold_in",
     "begins a large transform to n reals: reads element k beyond n/2 as the conjugate of n - k"},
    {"row_operation", "", "spectrum", "multiplies by the caller's spectra"},
    {"row_operation", "", "half_spectrum",
     "multiplies by the caller's spectra of n reals: element k beyond n/2 by the conjugate of the "
     "one at n - k"},
    {"row_operation", "", "matrix",
     "multiplies channels by the caller's matrices, one for each mode"},
    {"row_operation", "", "window_sum", "adds frames that overlap, times the caller's window"},
    {"row_operation", "", "window_mean",
     "adds frames that overlap, times the caller's window, and divides by its squares"},
    {"in_stride", "out_stride", "unit", "side by side"},
    {"in_stride", "out_stride", "any", "a stride apart that the launch gives"},
    {"window", "", "window", "each element by its factor"},
    {"window", "", "windowpairs", "both parts of each element, which are reals, by factors"},
    {"index", "", "i32", "indices of 32 bits, which are proved to suffice"},
    {"index", "", "i64", "indices of 64 bits"},
    {"known_tile", "", "unit_in", " neighbours are read side by side;"},
    {"known_tile", "", "unit_out", " neighbours are written side by side;"},
    {"known_tile", "", "is_whole", " every tile is whole;"},
    {"known_tile", "", "is_far", " tiles come from memory, so each asks for the next one's data;"},
};

std::string WordsOf(absl::string_view field, const Json& value) {
  if (value.is_array()) return absl::StrJoin(value.get<std::vector<int>>(), ", ");
  const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  for (const Words& row : kWords) {
    if ((row.field == field || row.other == field) && row.value == text) {
      return std::string(row.words);
    }
  }
  return text;
}

// `text` with values in place of its braces.
std::string Filled(absl::string_view text, absl::string_view field, const Json& spec) {
  std::string filled;
  for (const absl::string_view part : absl::StrSplit(text, '{')) {
    const std::pair<absl::string_view, absl::string_view> halves =
        absl::StrSplit(part, absl::MaxSplits('}', 1));
    if (part.data() == text.data()) {
      absl::StrAppend(&filled, part);
      continue;
    }
    const absl::string_view member = halves.first.empty() ? field : halves.first;
    const std::vector<std::string> path = absl::StrSplit(member, '.');
    const Json::json_pointer at("/" + absl::StrJoin(path, "/"));
    absl::StrAppend(&filled, WordsOf(field, spec[at]), halves.second);
  }
  return filled;
}

// The meaning that depends on several fields, which the table cannot hold.
std::string More(absl::string_view field, const KernelSpec& spec, const Json& json) {
  if (field == "kind") return Explain(spec.kind);
  if (field == "length" && IsConvolution(spec.kind)) return ", of the convolution";
  if (field == "lines_per_transform") {
    const int lines = spec.lines_per_transform.value_or(1);
    return absl::StrCat("lines that passes of radix ", absl::StrJoin(LineRadices(lines), " and "),
                        " make of a transform before each is convolved: ", lines,
                        "; the numbers of threads and of transforms are those of lines");
  }
  if (field == "lds" && spec.lds.pad_every > 0) {
    return absl::StrCat(", with a word left out after every ", spec.lds.pad_every,
                        " against bank conflicts");
  }
  std::string more;
  if (field != "known_tile") return more;
  for (const auto& member : json["known_tile"].items()) {
    const std::string words = WordsOf(field, member.key());
    if (member.value().get<bool>() && words != member.key()) more += words;
  }
  if (!more.empty()) more.pop_back();
  return more;
}

}  // namespace

Json NamePartsView(const KernelSpec& spec) {
  const Json json = kernels::ToJson(spec);
  Json parts = Json::array();
  for (const kernels::NamePart& part : kernels::KernelNameParts(spec)) {
    std::string meaning;
    for (const Meaning& row : kMeanings) {
      if (row.field == part.field) meaning = Filled(row.text, part.field, json);
    }
    meaning += More(part.field, spec, json);
    parts.push_back({{"text", part.text}, {"field", part.field}, {"meaning", meaning}});
  }
  return parts;
}

}  // namespace fft::inspector
