#include "tools/cli/cache_text.h"

#include <algorithm>
#include <map>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "tools/cli/text_table.h"

namespace fft::cli {
namespace {

std::string Short(const Sha256Digest& digest) {
  return absl::BytesToHexString(absl::string_view(reinterpret_cast<const char*>(digest.data()), 6));
}

std::string AgeText(absl::Duration age) {
  if (age < absl::Minutes(1)) return "now";
  if (age < absl::Hours(1)) return absl::StrCat(absl::ToInt64Minutes(age), " min");
  if (age < absl::Hours(48)) return absl::StrCat(absl::ToInt64Hours(age), " h");
  return absl::StrCat(absl::ToInt64Hours(age) / 24, " days");
}

struct Field {
  const char* name;
  std::string rtc::CacheKey::*value;
  const char* meaning;
};

constexpr Field kFields[] = {
    {"kernel", &rtc::CacheKey::kernel_name, "they are different kernels"},
    {"arch", &rtc::CacheKey::arch, "they run on different architectures"},
    {"compiler", &rtc::CacheKey::compiler_version,
     "another compiler, other options, or (host) another processor made them"},
    {"generator", &rtc::CacheKey::generator_version,
     "the sources of the kernel generator differ between the library's builds"},
};

// Returns the parts of two kernel names that only one of them has, in order. For example, "-lds16
// +lds32" if `a` has lds16 where `b` has lds32.
std::string NameDifference(const std::string& a, const std::string& b) {
  const std::vector<std::string> left = absl::StrSplit(a, '_');
  const std::vector<std::string> right = absl::StrSplit(b, '_');
  std::vector<std::string> parts;
  const auto missing = [&](const auto& from, const auto& in, const char* sign) {
    for (const std::string& part : from) {
      if (std::find(in.begin(), in.end(), part) == in.end()) {
        parts.push_back(absl::StrCat(sign, part));
      }
    }
  };
  missing(left, right, "-");
  missing(right, left, "+");
  return parts.empty() ? "the same parts in another order" : absl::StrJoin(parts, " ");
}

}  // namespace

std::string CacheStatsText(const std::string& path, const std::vector<rtc::KernelEntry>& entries,
                           int64_t used_bytes, const std::string& generator_version) {
  struct Sum {
    int64_t kernels = 0, bytes = 0, stale = 0;
    double milliseconds = 0;
  };
  std::map<std::string, Sum> by_arch;
  Sum all;
  for (const rtc::KernelEntry& entry : entries) {
    for (Sum* sum : {&all, &by_arch[entry.key.arch]}) {
      ++sum->kernels;
      sum->bytes += entry.code_bytes;
      sum->milliseconds += entry.milliseconds;
      sum->stale += entry.key.generator_version != generator_version;
    }
  }
  TextTable table({"arch", "kernels", "code", "compiled in", "of other generators"});
  const auto add = [&](const std::string& name, const Sum& sum) {
    table.Add({name, absl::StrCat(sum.kernels), FormatBytes(sum.bytes),
               FormatMilliseconds(sum.milliseconds), absl::StrCat(sum.stale)});
  };
  for (const auto& [arch, sum] : by_arch) add(arch, sum);
  add("all", all);
  return absl::StrCat(path, ": ", FormatBytes(used_bytes), " in use\n\n", table.ToString());
}

std::string CacheListText(const std::vector<rtc::KernelEntry>& entries, absl::Time now) {
  TextTable table({"", "arch", "code", "compiled in", "used", "source", "generator", "kernel"});
  for (size_t i = 0; i < entries.size(); ++i) {
    const rtc::KernelEntry& entry = entries[i];
    table.Add({absl::StrCat(i), entry.key.arch, FormatBytes(entry.code_bytes),
               FormatMilliseconds(entry.milliseconds), AgeText(now - entry.last_use),
               Short(entry.source_digest), entry.key.generator_version.substr(0, 12),
               entry.key.kernel_name});
  }
  return table.ToString();
}

std::string ExplainText(const rtc::KernelEntry& a, const rtc::KernelEntry& b) {
  std::string text;
  int differences = 0;
  for (const Field& field : kFields) {
    const std::string& left = a.key.*field.value;
    const std::string& right = b.key.*field.value;
    if (left == right) {
      absl::StrAppend(&text, field.name, ": the same, ", left, "\n");
      continue;
    }
    ++differences;
    absl::StrAppend(&text, field.name, ": differs: ", field.meaning, "\n  ", left, "\n  ", right,
                    "\n");
    if (field.value == &rtc::CacheKey::kernel_name) {
      absl::StrAppend(&text, "  ", NameDifference(left, right), "\n");
    }
  }
  const bool same_source = a.source_digest == b.source_digest;
  absl::StrAppend(&text,
                  "source: ", same_source ? "the same, " : "differs: ", Short(a.source_digest),
                  same_source ? "" : " and ", same_source ? "" : Short(b.source_digest), "\n");
  if (differences == 0) absl::StrAppend(&text, "these are one and the same entry\n");
  return text;
}

}  // namespace fft::cli
