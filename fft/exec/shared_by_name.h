// Values that plans share by name. A value exists as long as a plan holds it.
#ifndef FFT_EXEC_SHARED_BY_NAME_H_
#define FFT_EXEC_SHARED_BY_NAME_H_

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"

namespace fft {

// A table of values by name. It keeps no value alive: a value is destroyed with its last user, and
// a later Keep removes its name. The table has at most about twice as many names as there are
// values. It has no lock, so callers must lock it.
template <typename T>
class SharedByName {
 public:
  // Returns the value, or null if it does not exist.
  std::shared_ptr<T> Find(const std::string& name) const {
    const auto it = values_.find(name);
    return it == values_.end() ? nullptr : it->second.lock();
  }

  // Puts a value into the table, in place of the value that has the same name.
  void Keep(const std::string& name, const std::shared_ptr<T>& value) {
    if (values_.size() >= most_) {
      absl::erase_if(values_, [](const auto& entry) { return entry.second.expired(); });
      most_ = kFew + 2 * values_.size();
    }
    values_[name] = value;
  }

  size_t size() const { return values_.size(); }

 private:
  static constexpr size_t kFew = 64;
  absl::flat_hash_map<std::string, std::weak_ptr<T>> values_;
  size_t most_ = kFew;
};

}  // namespace fft

#endif  // FFT_EXEC_SHARED_BY_NAME_H_
