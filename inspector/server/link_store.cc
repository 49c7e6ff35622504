#include "inspector/server/link_store.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "inspector/server/http/json_body.h"
#include "inspector/server/http/regular_file.h"

namespace fft::inspector {
namespace {

// The store writes less.
constexpr size_t kMostBytes = size_t{1} << 20;
constexpr size_t kMaxName = 60;
constexpr size_t kMaxView = 4000;

bool IsNamed(const std::string& name) {
  return !name.empty() && name.size() <= kMaxName && name.front() != '.' &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return std::isalnum(c) || c == '.' || c == '-' || c == '_';
         });
}

bool IsView(const std::string& view) {
  return view.size() > 1 && view.size() <= kMaxView && view.front() == '#' &&
         std::all_of(view.begin(), view.end(), [](char c) { return c > ' ' && c < 0x7f; });
}

absl::StatusOr<std::string> Member(const Json& json, const std::string& name,
                                   bool (*takes)(const std::string&), const std::string& allowed) {
  const Json value = json.contains(name) ? json[name] : Json();
  if (value.is_string() && takes(value.get<std::string>())) return value.get<std::string>();
  return InvalidField(name, value.dump(-1, ' ', true).substr(0, 60), allowed);
}

}  // namespace

absl::StatusOr<NamedLink> ParseNamedLink(const Json& json) {
  FFT_RETURN_IF_ERROR(CheckMembers(json, "", {"name", "view"}));
  NamedLink link;
  FFT_ASSIGN_OR_RETURN(
      link.name, Member(json, "name", IsNamed,
                        absl::StrCat("1 to ", kMaxName, " letters, digits, '.', '-' and '_'")));
  FFT_ASSIGN_OR_RETURN(
      link.view,
      Member(json, "view", IsView,
             absl::StrCat("the fragment of the page's address, at most ", kMaxView, " bytes")));
  return link;
}

absl::StatusOr<Json> LinkStore::List() {
  std::lock_guard<std::mutex> lock(mutex_);
  FFT_RETURN_IF_ERROR(Read());
  return Links();
}

absl::Status LinkStore::Save(const NamedLink& link) {
  std::lock_guard<std::mutex> lock(mutex_);
  FFT_RETURN_IF_ERROR(Read());
  if (links_.size() >= kMaxLinks && links_.count(link.name) == 0) {
    return absl::FailedPreconditionError(
        absl::StrCat("there are ", kMaxLinks, " links; remove one first"));
  }
  links_[link.name] = link.view;
  return Write();
}

absl::Status LinkStore::Remove(const std::string& name) {
  std::lock_guard<std::mutex> lock(mutex_);
  FFT_RETURN_IF_ERROR(Read());
  if (links_.erase(name) == 0) {
    return absl::NotFoundError(absl::StrCat("no link is named ", name.substr(0, kMaxName)));
  }
  return Write();
}

// A file that no store has written is left as it is, and reported.
absl::Status LinkStore::Read() {
  if (folder_.empty()) return absl::OkStatus();
  links_.clear();
  const absl::StatusOr<std::string> text = ReadRegularFile(Path(), kMostBytes);
  if (absl::IsNotFound(text.status())) return absl::OkStatus();
  const absl::StatusOr<Json> json = text.ok() ? ParseJsonObject(*text) : text.status();
  const Json links = json.ok() ? json->value("links", Json()) : Json();
  if (!links.is_array()) {
    return absl::UnavailableError(absl::StrCat(Path(), " holds no links; move it away"));
  }
  for (const Json& entry : links) {
    if (!entry.is_object()) continue;
    const absl::StatusOr<NamedLink> link = ParseNamedLink(entry);
    if (link.ok() && links_.size() < kMaxLinks) links_[link->name] = link->view;
  }
  return absl::OkStatus();
}

Json LinkStore::Links() const {
  Json list = Json::array();
  for (const auto& [name, view] : links_) list.push_back({{"name", name}, {"view", view}});
  return list;
}

absl::Status LinkStore::Write() const {
  if (folder_.empty()) return absl::OkStatus();
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  // Readers see the file before or the file after, never half of one.
  const std::string next = absl::StrCat(Path(), ".", getpid());
  std::ofstream file(next, std::ios::binary | std::ios::trunc);
  const bool written = static_cast<bool>(file << Json{{"links", Links()}}.dump(1) << "\n"
                                              << std::flush);
  file.close();
  if (written) std::filesystem::rename(next, Path(), error);
  if (written && !error) return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat("cannot write ", Path()));
}

std::string DefaultLinkFolder() {
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && *state == '/') return absl::StrCat(state, "/fft_inspect");
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return absl::StrCat(home, "/.local/state/fft_inspect");
  return "";
}

}  // namespace fft::inspector
