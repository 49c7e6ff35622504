// Views of the page that people gave a name, kept in a folder of the server's user.
#ifndef INSPECTOR_SERVER_LINK_STORE_H_
#define INSPECTOR_SERVER_LINK_STORE_H_

#include <map>
#include <mutex>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "fft/base/json.h"

namespace fft::inspector {

struct NamedLink {
  std::string name;
  std::string view;  // the fragment of the page's address: "#token=..."
};

// {"name": N, "view": "#..."}: letters, digits, '.', '-' and '_' in the name; one line of ASCII in
// the view.
absl::StatusOr<NamedLink> ParseNamedLink(const Json& json);

// The links of one folder. Thread safe. A link is in the folder's file when Save returns; servers
// that share the folder see each other's links.
class LinkStore {
 public:
  static constexpr size_t kMaxLinks = 200;

  // Without a folder links are kept for as long as the store is.
  explicit LinkStore(std::string folder = "") : folder_(std::move(folder)) {}

  // [{name, view}] by name.
  absl::StatusOr<Json> List();
  // Saves a link in place of one of the same name. ResourceExhausted when there are too many.
  absl::Status Save(const NamedLink& link);
  absl::Status Remove(const std::string& name);

 private:
  absl::Status Read();
  Json Links() const;
  absl::Status Write() const;
  std::string Path() const { return folder_ + "/links.json"; }

  const std::string folder_;
  std::mutex mutex_;
  std::map<std::string, std::string> links_;  // views by name; guarded by mutex_
};

// Where links are kept unless somebody says otherwise: $XDG_STATE_HOME/fft_inspect, or
// $HOME/.local/state/fft_inspect; "" where neither is set.
std::string DefaultLinkFolder();

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_LINK_STORE_H_
