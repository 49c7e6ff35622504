#include "tools/cli/system_text.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tools/cli/text_table.h"

namespace fft::cli {

std::string DevicesText(const std::vector<rtc::DeviceKindListing>& kinds) {
  TextTable table({"device", "name", "arch", "units", "memory", "LDS", "L2"});
  std::string missing;
  for (const rtc::DeviceKindListing& kind : kinds) {
    for (const rtc::DeviceListing& device : kind.devices) {
      const rtc::DeviceProperties& p = device.properties;
      table.Add({device.selector, device.name, device.arch, absl::StrCat(p.multiprocessors),
                 FormatBytes(p.memory_bytes), FormatBytes(p.shared_bytes_per_block),
                 FormatBytes(p.l2_bytes)});
    }
    if (kind.devices.empty()) {
      absl::StrAppend(&missing, "no ", rtc::DeviceKindName(kind.kind),
                      " device: ", std::string(kind.status.message()), "\n");
    }
  }
  return absl::StrCat(table.ToString(), missing.empty() ? "" : "\n", missing);
}

std::string TargetsText(const std::vector<Target>& targets) {
  TextTable table(
      {"target", "dialect", "LDS", "wavefront", "threads", "units", "L2", "GB/s", "description"});
  for (const Target& t : targets) {
    table.Add({t.name, ToString(t.dialect), FormatBytes(t.lds_bytes), absl::StrCat(t.wavefront),
               absl::StrCat(t.max_threads), absl::StrCat(t.compute_units), FormatBytes(t.l2_bytes),
               absl::StrFormat("%.0f", t.bandwidth_gbs), t.description});
  }
  return table.ToString();
}

std::string StatsText(const std::vector<CompiledKernel>& kernels) {
  TextTable table({"kernel", "VGPRs", "SGPRs", "LDS", "spills", "scratch", "code", "compiled in"});
  std::string names;
  for (size_t i = 0; i < kernels.size(); ++i) {
    const CompiledKernel& kernel = kernels[i];
    std::vector<std::string> row = {absl::StrCat(i), "-", "-", "-", "-", "-"};
    if (kernel.stats) {
      const rtc::KernelStats& s = *kernel.stats;
      row = {absl::StrCat(i),
             absl::StrCat(s.registers),
             absl::StrCat(s.scalar_registers),
             FormatBytes(std::max(s.lds_bytes, kernel.dynamic_lds_bytes)),
             absl::StrCat(s.spilled_registers),
             FormatBytes(s.scratch_bytes)};
    }
    row.push_back(FormatBytes(kernel.code_bytes));
    row.push_back(FormatMilliseconds(kernel.milliseconds));
    table.Add(row);
    absl::StrAppend(&names, i, ": ", kernel.name, "\n");
  }
  return table.ToString() + names;
}

std::string EnvironmentText(const std::vector<EnvironmentVariable>& variables,
                            const ContextOptions& options) {
  TextTable table({"variable", "alias", "value", "meaning"});
  for (const EnvironmentVariable& variable : variables) {
    const std::string& value = options.*variable.field;
    table.Add({variable.name, variable.alias == nullptr ? "" : variable.alias,
               value.empty() ? "(unset)" : value, variable.meaning});
  }
  return table.ToString();
}

}  // namespace fft::cli
