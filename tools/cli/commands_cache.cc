// fft cache: shows, checks and cleans the kernel cache.
#include <algorithm>
#include <filesystem>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "fft/base/json.h"
#include "fft/base/options.h"
#include "fft/base/status.h"
#include "fft/kernels/generate.h"
#include "fft/rtc/cache/kernel_bundle.h"
#include "fft/rtc/cache/kernel_store.h"
#include "fft/rtc/system/subprocess.h"
#include "tools/cli/cache_text.h"
#include "tools/cli/commands.h"
#include "tools/cli/text_table.h"

namespace fft::cli {
namespace {

using rtc::KernelEntry;
using rtc::KernelStore;
using rtc::StoreMode;

struct CacheCommand {
  const Flags& flags;
  std::vector<std::string> arguments;  // the words behind the action
  std::string path;
  std::ostream& out;
};

absl::StatusOr<std::string> CachePath(const Flags& flags) {
  const std::string path = UserPath(flags.Get("path", ReadEnvironment().cache_path));
  if (!path.empty()) return path;
  return absl::InvalidArgumentError(
      "no cache: pass --path FILE or set FFT_RTC_CACHE_PATH (by default kernels are kept in "
      "memory)");
}

// Opens an existing cache, for writing if possible. SQLite then undoes the unfinished writes of a
// killed process.
absl::StatusOr<std::unique_ptr<KernelStore>> OpenExisting(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    return absl::NotFoundError(absl::StrCat("kernel cache ", path, " does not exist"));
  }
  // SQLite would make a database of an empty file.
  if (std::filesystem::is_regular_file(path, error) &&
      std::filesystem::file_size(path, error) == 0) {
    return absl::InvalidArgumentError(absl::StrCat(path, " is empty: no kernel cache"));
  }
  auto store = rtc::OpenKernelStore(path, StoreMode::kReadWrite);
  if (store.ok() || !absl::IsFailedPrecondition(store.status())) return store;
  return rtc::OpenKernelStore(path, StoreMode::kReadOnly);
}

// Returns the entries of the database that hold kernels.
absl::StatusOr<std::vector<KernelEntry>> KernelsOf(KernelStore& store) {
  FFT_ASSIGN_OR_RETURN(std::vector<KernelEntry> entries, store.List());
  std::erase_if(entries, [](const KernelEntry& entry) { return rtc::HoldsDecision(entry.key); });
  return entries;
}

Json ToJson(const KernelEntry& entry) {
  return {{"kernel", entry.key.kernel_name},
          {"arch", entry.key.arch},
          {"compiler_version", entry.key.compiler_version},
          {"generator_version", entry.key.generator_version},
          {"code_bytes", entry.code_bytes},
          {"milliseconds", entry.milliseconds},
          {"last_use", absl::FormatTime(entry.last_use, absl::UTCTimeZone())}};
}

absl::Status Stats(const CacheCommand& command) {
  FFT_ASSIGN_OR_RETURN(const auto store, OpenExisting(command.path));
  FFT_ASSIGN_OR_RETURN(const std::vector<KernelEntry> entries, KernelsOf(*store));
  FFT_ASSIGN_OR_RETURN(const int64_t used, store->UsedBytes());
  if (!command.flags.Has("json")) {
    command.out << CacheStatsText(command.path, entries, used, kernels::GeneratorVersion());
    return absl::OkStatus();
  }
  int64_t bytes = 0;
  for (const KernelEntry& entry : entries) bytes += entry.code_bytes;
  const Json json = {{"path", command.path},
                     {"kernels", entries.size()},
                     {"code_bytes", bytes},
                     {"used_bytes", used}};
  command.out << json.dump(2) << "\n";
  return absl::OkStatus();
}

absl::Status List(const CacheCommand& command) {
  FFT_ASSIGN_OR_RETURN(const auto store, OpenExisting(command.path));
  FFT_ASSIGN_OR_RETURN(const std::vector<KernelEntry> entries, KernelsOf(*store));
  if (!command.flags.Has("json")) {
    command.out << CacheListText(entries, absl::Now());
    return absl::OkStatus();
  }
  Json rows = Json::array();
  for (const KernelEntry& entry : entries) rows.push_back(ToJson(entry));
  command.out << rows.dump(2) << "\n";
  return absl::OkStatus();
}

// Returns the entry with this number in `fft cache list` or with this kernel's name.
absl::StatusOr<KernelEntry> FindEntry(const std::vector<KernelEntry>& entries,
                                      const std::string& word) {
  int64_t number = 0;
  if (absl::SimpleAtoi(word, &number) && number >= 0 && number < std::ssize(entries)) {
    return entries[number];
  }
  std::vector<size_t> found;
  for (size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].key.kernel_name == word) found.push_back(i);
  }
  if (found.size() == 1) return entries[found[0]];
  if (found.empty()) {
    return InvalidField("KEY", word, "a number or a kernel's name of `fft cache list`");
  }
  return InvalidField("KEY", word,
                      absl::StrCat("one of the numbers ", absl::StrJoin(found, ", "),
                                   ", which all have that name"));
}

absl::Status Explain(const CacheCommand& command) {
  FFT_ASSIGN_OR_RETURN(const auto store, OpenExisting(command.path));
  FFT_ASSIGN_OR_RETURN(const std::vector<KernelEntry> entries, KernelsOf(*store));
  FFT_ASSIGN_OR_RETURN(const KernelEntry a, FindEntry(entries, command.arguments[0]));
  FFT_ASSIGN_OR_RETURN(const KernelEntry b, FindEntry(entries, command.arguments[1]));
  command.out << ExplainText(a, b);
  return absl::OkStatus();
}

absl::Status Export(const CacheCommand& command) {
  FFT_ASSIGN_OR_RETURN(const auto store, OpenExisting(command.path));
  FFT_ASSIGN_OR_RETURN(const std::vector<KernelEntry> entries, KernelsOf(*store));
  std::vector<rtc::BundledKernel> kernels;
  for (const KernelEntry& entry : entries) {
    FFT_ASSIGN_OR_RETURN(auto kernel, store->Get(entry.key));
    if (kernel) kernels.push_back({entry.key, *std::move(kernel)});
  }
  const std::string file = UserPath(command.arguments[0]);
  const std::string bytes = rtc::PackKernels(kernels);
  FFT_RETURN_IF_ERROR(rtc::WriteFile(file, bytes));
  command.out << file << ": " << kernels.size() << " kernels, " << FormatBytes(std::ssize(bytes))
              << "\n";
  return absl::OkStatus();
}

absl::Status Import(const CacheCommand& command) {
  const std::string file = UserPath(command.arguments[0]);
  FFT_ASSIGN_OR_RETURN(const std::string bytes, rtc::ReadFile(file));
  FFT_ASSIGN_OR_RETURN(const std::vector<rtc::BundledKernel> kernels, rtc::UnpackKernels(bytes));
  FFT_ASSIGN_OR_RETURN(const auto store, rtc::OpenKernelStore(command.path, StoreMode::kReadWrite));
  for (const rtc::BundledKernel& bundled : kernels) {
    FFT_RETURN_IF_ERROR(store->Put(bundled.key, bundled.kernel));
  }
  command.out << command.path << ": " << kernels.size() << " kernels imported\n";
  return absl::OkStatus();
}

absl::Status Prune(const CacheCommand& command) {
  const Flags& flags = command.flags;
  if (!flags.Has("limit") && !flags.Has("days") && !flags.Has("stale")) {
    return absl::InvalidArgumentError("prune what? pass --limit MIB, --days N or --stale");
  }
  FFT_ASSIGN_OR_RETURN(const int64_t limit, flags.GetInt("limit", 0, 0, int64_t{1} << 30));
  FFT_ASSIGN_OR_RETURN(const int64_t days, flags.GetInt("days", 0, 0, 100000));
  FFT_ASSIGN_OR_RETURN(const auto store, OpenExisting(command.path));
  const absl::Time oldest =
      flags.Has("days") ? absl::Now() - absl::Hours(24) * days : absl::InfinitePast();
  const std::string generator = kernels::GeneratorVersion();
  FFT_ASSIGN_OR_RETURN(int64_t removed, store->RemoveIf([&](const KernelEntry& entry) {
    return entry.last_use < oldest ||
           (flags.Has("stale") && entry.key.generator_version != generator);
  }));
  if (flags.Has("limit")) {
    FFT_ASSIGN_OR_RETURN(const int64_t evicted, store->Evict(limit << 20));
    removed += evicted;
  }
  FFT_ASSIGN_OR_RETURN(const int64_t used, store->UsedBytes());
  command.out << command.path << ": " << removed << " kernels removed, " << FormatBytes(used)
              << " in use\n";
  return absl::OkStatus();
}

absl::Status Verify(const CacheCommand& command) {
  FFT_ASSIGN_OR_RETURN(const auto store, OpenExisting(command.path));
  FFT_ASSIGN_OR_RETURN(const std::vector<std::string> problems, store->Verify());
  for (const std::string& problem : problems) command.out << problem << "\n";
  if (!problems.empty()) {
    return absl::DataLossError(absl::StrCat(command.path, ": ", problems.size(), " problems"));
  }
  FFT_ASSIGN_OR_RETURN(const std::vector<KernelEntry> entries, KernelsOf(*store));
  command.out << command.path << ": " << entries.size() << " kernels, all good\n";
  return absl::OkStatus();
}

struct Action {
  const char* name;
  size_t arguments;
  const char* usage;
  absl::Status (*run)(const CacheCommand& command);
};

constexpr Action kActions[] = {
    {"stats", 0, "stats", Stats},
    {"list", 0, "list", List},
    {"explain", 2, "explain KEY1 KEY2", Explain},
    {"export", 1, "export FILE", Export},
    {"import", 1, "import FILE", Import},
    {"prune", 0, "prune", Prune},
    {"verify", 0, "verify", Verify},
};

}  // namespace

absl::Status RunCache(const Flags& flags, std::ostream& out) {
  const std::string& name = flags.positional()[0];
  const auto* action = std::find_if(std::begin(kActions), std::end(kActions),
                                    [&](const Action& a) { return a.name == name; });
  if (action == std::end(kActions)) {
    return InvalidField("ACTION", name,
                        absl::StrJoin(kActions, ", ", [](std::string* text, const Action& a) {
                          text->append(a.name);
                        }));
  }
  CacheCommand command = {
      flags, {flags.positional().begin() + 1, flags.positional().end()}, "", out};
  if (command.arguments.size() != action->arguments) {
    return absl::InvalidArgumentError(absl::StrCat("usage: fft cache ", action->usage));
  }
  FFT_ASSIGN_OR_RETURN(command.path, CachePath(flags));
  return action->run(command);
}

}  // namespace fft::cli
