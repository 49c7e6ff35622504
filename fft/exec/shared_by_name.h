// Values that plans share by name, while one of them holds the value.
#ifndef FFT_EXEC_SHARED_BY_NAME_H_
#define FFT_EXEC_SHARED_BY_NAME_H_

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"

namespace fft {

// A table of values by name, which holds no value itself: a value goes with its last user, and its
// name at a later Keep. The table never has many more names than twice the values that are held. It
// has no lock of its own.
template <typename T>
class SharedByName {
 public:
  // Null where nobody holds it any more.
  std::shared_ptr<T> Find(const std::string& name) const {
    const auto it = values_.find(name);
    return it == values_.end() ? nullptr : it->second.lock();
  }

  // Keeps a value in the place of the one that had the name.
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
