#include "tools/cli/kernel_stats.h"

#include <algorithm>
#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "fft/base/int_math.h"
#include "fft/kernels/residency.h"
#include "tools/cli/text_table.h"

namespace fft::cli {
namespace {

int64_t LdsBytes(const KernelFigures& figures) {
  return std::max(figures.stats.lds_bytes, figures.kernel.lds_bytes);
}

std::string Percent(double share) { return absl::StrFormat("%.0f", 100 * share); }

// The kernels of one kind.
class KindFigures {
 public:
  void Add(const KernelFigures& figures, const Target& target) {
    const rtc::KernelStats& s = figures.stats;
    ++count_;
    registers_ = std::max(registers_, s.registers);
    scalar_registers_ = std::max(scalar_registers_, s.scalar_registers);
    lds_bytes_ = std::max(lds_bytes_, LdsBytes(figures));
    spills_ += s.spilled_registers;
    scratch_bytes_ = std::max(scratch_bytes_, s.scratch_bytes);
    const double occupancy = Occupancy(figures, target);
    least_ = std::min(least_, occupancy);
    most_ = std::max(most_, occupancy);
  }

  std::vector<std::string> Row(const std::string& kind) const {
    return {absl::StrCat(count_),    absl::StrCat(registers_), absl::StrCat(scalar_registers_),
            FormatBytes(lds_bytes_), absl::StrCat(spills_),    FormatBytes(scratch_bytes_),
            Percent(least_),         Percent(most_),           kind};
  }

 private:
  int count_ = 0;
  int64_t registers_ = 0, scalar_registers_ = 0, lds_bytes_ = 0, spills_ = 0, scratch_bytes_ = 0;
  double least_ = 1, most_ = 0;
};

}  // namespace

std::string KindOfKernel(const kernels::KernelSpec& spec) {
  std::string kind = ToString(spec.kind);
  for (const std::string& word :
       {ToString(spec.tiling), ToString(spec.exchange), ToString(spec.precision)}) {
    absl::StrAppend(&kind, " ", word);
  }
  if (spec.large_twiddle.steps > 0) absl::StrAppend(&kind, " twiddled");
  return kind;
}

double Occupancy(const KernelFigures& figures, const Target& target) {
  const int threads = figures.kernel.threads;
  const int64_t lds = LdsBytes(figures), registers = figures.stats.registers;
  if (kernels::RoomFor(threads, lds, target) == 0) return 0;
  const int64_t waves =
      kernels::ResidentGroups(threads, lds, registers, target) * CeilDiv(threads, target.wavefront);
  return static_cast<double>(waves) / target.max_waves;
}

std::string KindsText(const std::vector<KernelFigures>& kernels, const Target& target) {
  std::map<std::string, KindFigures> kinds;
  KindFigures all;
  for (const KernelFigures& figures : kernels) {
    kinds[KindOfKernel(figures.kernel.spec)].Add(figures, target);
    all.Add(figures, target);
  }
  TextTable table({"kernels", "VGPRs", "SGPRs", "LDS", "spills", "scratch", "least occ. %",
                   "most occ. %", "kind"});
  for (const auto& [kind, figures] : kinds) table.Add(figures.Row(kind));
  table.Add(all.Row("all"));
  return table.ToString();
}

}  // namespace fft::cli
