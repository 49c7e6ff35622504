#include "fft/kernels/stockham/device_header.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "fft/base/status.h"
#include "fft/codegen/emit/emit.h"
#include "fft/codegen/emit/shared_memory.h"
#include "fft/codegen/passes/pipeline.h"
#include "fft/kernels/generate.h"
#include "fft/kernels/tables/twiddles.h"

namespace fft::kernels {
namespace {

// The spec of the same transform for rows of any strides, without the facts of the kernels and
// tiles around it.
KernelSpec FreeSpec(KernelSpec spec) {
  spec.placement = Placement::kInPlace;
  spec.in_format = spec.out_format = ArrayFormat::kComplexInterleaved;
  spec.in_stride = spec.out_stride = StrideKind::kAny;
  spec.index = IndexWidth::k32;
  spec.outer_loops = 0;
  spec.tile_end = TileEnd::kStops;
  spec.workgroups = Workgroups::kOnePerTile;
  spec.group_order = GroupOrder::kRising;
  spec.launch = LaunchTime::kInTurn;
  spec.tiles_ahead.reset();
  spec.known_tile = {};
  return spec;
}

// The spec of only the transform, for rows of any strides: what a device function does.
KernelSpec DeviceSpec(const KernelSpec& spec) {
  KernelSpec plain;
  plain.kind = KernelKind::kStockham;
  plain.direction = spec.direction;
  plain.length = spec.length;
  plain.factors = spec.factors;
  plain.threads_per_transform = spec.threads_per_transform;
  plain.transforms_per_group = spec.transforms_per_group;
  plain.tiling = Tiling::kRowRow;
  plain.exchange = spec.exchange;
  plain.staging = spec.staging;
  plain.resident_groups = spec.resident_groups;
  plain.lds = spec.lds;
  plain.precision = spec.precision;
  plain.scale = spec.scale;
  return FreeSpec(plain);
}

absl::Status CheckKernel(const KernelSpec& spec, Dialect dialect) {
  if (dialect != Dialect::kHip && dialect != Dialect::kCuda) {
    return InvalidField("dialect", ToString(dialect), "hip or cuda: device functions are for GPUs");
  }
  const std::vector<NamePart> plain = KernelNameParts(DeviceSpec(spec));
  for (const NamePart& part : KernelNameParts(FreeSpec(spec))) {
    const auto is_part = [&](const NamePart& other) {
      return std::strcmp(other.field, part.field) == 0 && other.text == part.text;
    };
    if (std::ranges::any_of(plain, is_part)) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        KernelName(spec), ": ", part.field, " is ", part.text,
        "; allowed: a Stockham kernel of rows of complex numbers, without ranges, windows, "
        "callbacks and functions of outputs"));
  }
  return absl::OkStatus();
}

// The shortest text of the scale that the function multiplies by; "" if it does not.
std::string ScaleText(const PlannedKernel& planned) {
  for (const KernelArgument& argument : planned.arguments) {
    if (argument.kind() != ParameterKind::kReal) continue;
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), argument.real);
    return std::string(text.data(), end.ptr);
  }
  return "";
}

// "float" or "double".
std::string RealName(Precision precision) {
  return ComputePrecision(precision) == Precision::kDouble ? "double" : "float";
}

template <typename Real>
std::string Numbers(const std::string& bytes, int digits) {
  constexpr size_t kInLine = 4;
  std::string text;
  for (size_t i = 0; i < bytes.size() / sizeof(Real); ++i) {
    Real value;
    std::memcpy(&value, &bytes[i * sizeof(Real)], sizeof(Real));
    absl::StrAppend(&text, i % kInLine == 0 ? "\n    " : " ",
                    absl::StrFormat("%#.*g,", digits, value));
  }
  return text;
}

std::string TableText(const TwiddleTable& table) {
  const std::string bytes = TableBytes(table);
  const bool is_double = table.precision == Precision::kDouble;
  return absl::StrCat(
      "alignas(16) static __device__ const ", RealName(table.precision), " kTwiddles[] = {",
      is_double ? Numbers<double>(bytes, 17) : Numbers<float>(bytes, 9), "\n};\n\n");
}

// The expressions that transform() passes for the arguments of the device function.
std::map<std::string, std::string> PassedFor(const PlannedKernel& planned,
                                             const codegen::Kernel& kernel) {
  const std::string real = RealName(planned.spec.precision);
  std::map<std::string, std::string> passed = {{"in", "in"},
                                               {"out", "out"},
                                               {"in_stride", "in_stride"},
                                               {"out_stride", "out_stride"},
                                               {"tile_count", "count"},
                                               {"tile_in_stride", "in_distance"},
                                               {"tile_out_stride", "out_distance"},
                                               {"first", "first"},
                                               {"twiddles", "(const " + real + "2*)kTwiddles"}};
  for (const KernelArgument& argument : planned.arguments) {
    if (argument.kind() != ParameterKind::kReal) continue;
    passed[argument.parameter.name()] = absl::StrFormat("(%s)%.17g", real, argument.real);
  }
  const std::vector<int64_t> offsets = SharedOffsets(kernel);
  for (size_t i = 0; i < offsets.size(); ++i) {
    const codegen::SharedArray& array = kernel.shared[i];
    const char* parts = array.element.IsComplex() ? "2" : "";
    passed[array.name] = absl::StrFormat("(%s%s*)((char*)shared + %d)", real, parts, offsets[i]);
  }
  return passed;
}

constexpr char kTransform[] = R"(
// Does the transforms first .. first + kTransforms - 1, where they are below `count`. Point k of
// transform t is in[t * in_distance + k * in_stride], and likewise out. All kThreads threads of the
// workgroup call this with the same arguments. `in` and `out` may be one array, and may lie in
// shared memory. `shared` is kSharedBytes of shared memory, aligned to 16 bytes. Before others read
// what was written, and before `shared` is used again, the workgroup meets at __syncthreads().
static __device__ __forceinline__ void transform(
    const Complex* in, int in_stride, int in_distance,
    Complex* out, int out_stride, int out_distance,
    int first, int count, void* shared) {
)";

std::string Constants(const KernelSpec& spec, const codegen::Kernel& kernel) {
  const std::string stored = spec.precision == Precision::kHalf       ? "fft_half"
                             : spec.precision == Precision::kBfloat16 ? "fft_bfloat"
                                                                      : RealName(spec.precision);
  return absl::StrCat("typedef ", stored, "2 Complex;\n", "constexpr int kLength = ", spec.length,
                      ";\n", "constexpr int kThreads = ", kernel.workgroup_size, ";\n",
                      "constexpr int kTransforms = ", spec.transforms_per_group, ";\n",
                      "constexpr int kSharedBytes = ", SharedExtent(kernel), ";\n");
}

}  // namespace

absl::StatusOr<std::string> DeviceHeader(const PlannedKernel& planned, Dialect dialect) {
  FFT_RETURN_IF_ERROR(CheckKernel(planned.spec, dialect));
  const KernelSpec spec = DeviceSpec(planned.spec);
  FFT_ASSIGN_OR_RETURN(const codegen::Kernel generated, GenerateKernel(spec));
  FFT_ASSIGN_OR_RETURN(const codegen::Kernel kernel, LowerForDialect(generated, dialect));
  const codegen::EmittedFunction function = EmitDeviceFunction(kernel, dialect);
  std::map<std::string, std::string> passed = PassedFor(planned, kernel);
  std::vector<std::string> arguments;
  for (const std::string& name : function.arguments) {
    if (!passed.contains(name)) {
      return absl::InternalError(absl::StrCat(kernel.name, ": nothing is passed for ", name));
    }
    arguments.push_back(passed[name]);
  }
  const std::string direction = spec.direction == Direction::kForward ? "forward" : "inverse";
  const std::string scale = ScaleText(planned);
  const std::string name =
      absl::StrCat("fft_", direction, "_", spec.length, "_", ToString(spec.precision),
                   scale.empty() ? "" : "_scale_",
                   absl::StrReplaceAll(scale, {{".", "p"}, {"-", "m"}, {"+", ""}}));
  const std::string shape =
      absl::StrCat(absl::StripPrefix(KernelName(spec), "fft_"), "_", ToString(dialect));
  const std::string guard = absl::StrCat(name, "_", shape, "_h");
  std::string text =
      absl::StrCat("// The ", direction, " transform of ", spec.length, " complex numbers of ",
                   ToString(spec.precision), " precision", scale.empty() ? "" : ", times ", scale,
                   ", for ", ToString(dialect), " kernels.\n#ifndef ", guard, "\n#define ", guard,
                   "\n\nnamespace ", name, " {\ninline namespace ", shape, " {\n\n");
  for (const TwiddleTable& table : planned.tables) text += TableText(table);
  absl::StrAppend(&text, function.text, Constants(spec, kernel), kTransform, "  ", function.name,
                  "(", absl::StrJoin(arguments, ", "), ");\n}\n\n}  // namespace ", shape,
                  "\n}  // namespace ", name, "\n\n#endif\n");
  return text;
}

}  // namespace fft::kernels
