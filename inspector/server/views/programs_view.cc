#include "inspector/server/views/programs_view.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/exec/plan_record.h"
#include "inspector/server/http/regular_file.h"

namespace fft::inspector {
namespace {

constexpr size_t kMostShown = 500;
constexpr size_t kMostFiles = 5000;  // that are looked at
constexpr size_t kMostBytes = 64 << 10;

struct Member {
  const char* name;
  bool (Json::*is)() const noexcept;
};

constexpr Member kMembers[] = {
    {"pid", &Json::is_number_integer},
    {"program", &Json::is_string},
    {"device", &Json::is_string},
    {"token", &Json::is_string},
    {"target", &Json::is_string},
    {"options", &Json::is_object},
    {"candidate", &Json::is_number_integer},
    {"predicted_us", &Json::is_number},
    {"workspace_bytes", &Json::is_number_integer},
    {"made_ms", &Json::is_number_integer},
};

bool IsThere(int64_t pid) {
  std::error_code error;
  return std::filesystem::exists(absl::StrCat("/proc/", pid), error);
}

// A record's file as JSON; nothing where it holds no record.
std::optional<Json> ReadRecord(const std::filesystem::path& path) {
  const absl::StatusOr<std::string> file = ReadRegularFile(path.string(), kMostBytes);
  if (!file.ok() || file->size() <= kPlanRecordHead) return std::nullopt;
  const std::string& text = *file;
  long long executions = 0, nanoseconds = 0, last = 0;
  int gone = 0;
  const std::string head = text.substr(0, kPlanRecordHead);
  if (std::sscanf(head.c_str(), "%lld %lld %lld %d", &executions, &nanoseconds, &last, &gone) !=
      4) {
    return std::nullopt;
  }
  const Json json = Json::parse(text.substr(kPlanRecordHead), nullptr, false);
  if (!json.is_object()) return std::nullopt;
  Json record;
  for (const auto& [name, is] : kMembers) {
    if (!json.contains(name) || !(json[name].*is)()) return std::nullopt;
    record[name] = json[name];
  }
  record["executions"] = executions;
  record["call_us"] =
      executions > 0 ? Json(static_cast<double>(nanoseconds) / executions * 1e-3) : Json(nullptr);
  record["last_ms"] = last;
  record["running"] = gone == 0 && IsThere(record["pid"].get<int64_t>());
  return record;
}

int64_t LastUse(const Json& record) {
  return std::max(record["last_ms"].get<int64_t>(), record["made_ms"].get<int64_t>());
}

}  // namespace

Json ProgramsView(const std::string& folder) {
  std::vector<Json> records;
  size_t left_out = 0;
  std::error_code error;
  if (!folder.empty()) {
    std::filesystem::directory_iterator entry(folder, error);
    for (size_t seen = 0; !error && entry != std::filesystem::directory_iterator();
         entry.increment(error)) {
      if (entry->path().extension() != kPlanRecordSuffix) continue;
      if (++seen > kMostFiles) {
        ++left_out;
        continue;
      }
      std::optional<Json> record = ReadRecord(entry->path());
      if (record.has_value()) records.push_back(*std::move(record));
    }
  }
  std::stable_sort(records.begin(), records.end(),
                   [](const Json& a, const Json& b) { return LastUse(a) > LastUse(b); });
  if (records.size() > kMostShown) {
    left_out += records.size() - kMostShown;
    records.resize(kMostShown);
  }
  return {{"folder", folder}, {"plans", records}, {"left_out", left_out}};
}

}  // namespace fft::inspector
