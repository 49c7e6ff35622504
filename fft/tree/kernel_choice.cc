#include "fft/tree/kernel_choice.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/json.h"

namespace fft {
namespace {

// Returns "1 plane" or "2 planes".
std::string Count(int64_t count, const char* noun) {
  return absl::StrCat(count, " ", noun, count == 1 ? "" : "s");
}

std::string Describe(const KernelShape& shape, const KernelChoice& choice) {
  const int lines = choice.lines_per_transform;
  std::string text = absl::StrCat(shape.factors.empty() ? "1" : absl::StrJoin(shape.factors, "x"),
                                  ", ", Count(shape.threads(), "thread"), " for ",
                                  Count(shape.transforms_per_group / lines, "transform"),
                                  lines > 1 ? absl::StrCat(" of ", lines, " lines") : "");
  if (shape.exchange != Exchange::kNone) {
    absl::StrAppend(&text, ", ", ToString(shape.exchange), " exchange");
  }
  if (shape.is_persistent) absl::StrAppend(&text, ", persistent");
  return text;
}

std::string Describe(const PlaneShape& shape, const KernelChoice&) {
  return absl::StrCat(absl::StrJoin(shape.x_factors, "x"), " by ",
                      absl::StrJoin(shape.y_factors, "x"), ", ", Count(shape.threads, "thread"),
                      " for ", Count(shape.planes_per_group, "plane"));
}

std::string Describe(const TransposeShape& shape, const KernelChoice&) {
  return absl::StrCat("tiles of ", shape.tile_x, " x ", shape.tile_y, ", ",
                      Count(shape.threads, "thread"));
}

std::string Describe(const ThreadsShape& shape, const KernelChoice&) {
  return Count(shape.threads, "thread");
}

std::string Describe(const ChannelsShape& shape, const KernelChoice&) {
  return absl::StrCat("tiles of ", Count(shape.lanes, "mode"), ", ", shape.batch_tile(), " x ",
                      Count(shape.out_tile(), "channel"), ", ", Count(shape.threads(), "thread"));
}

struct KindRow {
  const char* name;
  const char* explanation;
};

// One entry for each KernelKind, in the order of the enumeration.
constexpr KindRow kKinds[] = {
#define KERNEL_KIND(id, name, explanation) {name, explanation},
#include "fft/tree/kernel_kinds.def"
#undef KERNEL_KIND
};

const KindRow& RowOf(KernelKind kind) { return kKinds[static_cast<int>(kind)]; }

}  // namespace

std::vector<int> TwiddleLoops(const KernelMap& map) {
  std::vector<int> loops;
  for (int i = 0; i < std::ssize(map.twiddle_steps); ++i) {
    if (map.twiddle_steps[i] > 0) loops.push_back(i);
  }
  std::sort(loops.begin(), loops.end(),
            [&map](int a, int b) { return map.twiddle_steps[a] < map.twiddle_steps[b]; });
  return loops;
}

std::string ToString(KernelKind kind) { return RowOf(kind).name; }

std::string Explain(KernelKind kind) { return RowOf(kind).explanation; }

std::string DescribeShape(const KernelChoice& choice) {
  return std::visit([&](const auto& shape) { return Describe(shape, choice); }, choice.shape);
}

Json ToJson(const Price& price) {
  return {{"seconds", price.Seconds()}, {"read", price.read},     {"write", price.write},
          {"channels", price.channels}, {"passes", price.passes}, {"occupancy", price.occupancy},
          {"launch", price.launch}};
}

Json ToJson(const KernelChoice& choice) {
  return {{"kind", ToString(choice.kind)},  {"tiling", ToString(choice.map.tiling)},
          {"shape", DescribeShape(choice)}, {"origin", ToString(choice.origin)},
          {"blocks", choice.blocks},        {"threads", choice.threads},
          {"lds_bytes", choice.lds_bytes},  {"registers", choice.registers},
          {"price", ToJson(choice.price)}};
}

}  // namespace fft
