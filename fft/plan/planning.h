// The state of one run of the planner: the target, the kernels that it has priced, and how much
// work is left.
#ifndef FFT_PLAN_PLANNING_H_
#define FFT_PLAN_PLANNING_H_

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/hash/hash.h"
#include "absl/status/statusor.h"
#include "fft/base/cancel.h"
#include "fft/choice/request.h"
#include "fft/core/layout.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/tree/kernel_choice.h"
#include "fft/tree/plan_node.h"

namespace fft {

struct TransformRequest;

// One run of the planner. Not thread safe. The target and the memo outlive the object.
class Planning {
 public:
  // `work` is the number of kernels that may be priced (see IsShort). KernelRequest explains `memo`
  // and `independent_rows`. `problem`, which outlives the object, says the precisions of the user's
  // arrays; null: those of the requests.
  Planning(const Target& target, int64_t work, CancelToken cancel, ShapeMemo* memo = nullptr,
           int64_t independent_rows = 0, const Problem* problem = nullptr)
      : target_(target),
        work_left_(work),
        cancel_(std::move(cancel)),
        independent_rows_(independent_rows),
        problem_(problem),
        memo_(memo) {}

  const Target& target() const { return target_; }
  int64_t independent_rows() const { return independent_rows_; }

  // The kernel of `leaf`, which does the work of `request`, for the strides of the request's
  // arrays. An error if the target has no kernel for some of the strides that the leaf could get.
  // Each kernel is priced once. The reference stays valid as long as this object.
  const absl::StatusOr<SharedChoice>& Kernel(PlanNode leaf, const TransformRequest& request);

  // Whether the work, or the share of it that is open, is used up. Then the first answer that works
  // is taken.
  bool IsShort() const { return work_left_ <= floor_; }

  // How many shares were used up.
  int64_t shortages() const { return shortages_; }

  // While a Share lives, it limits the work to 1/`parts` of what is left.
  class Share {
   public:
    Share(Planning* planning, int64_t parts) : planning_(*planning), floor_(planning->floor_) {
      planning_.floor_ = planning_.work_left_ - (planning_.work_left_ - floor_) / parts;
    }
    ~Share() {
      if (planning_.IsShort()) ++planning_.shortages_;
      planning_.floor_ = floor_;
    }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

   private:
    Planning& planning_;
    const int64_t floor_;
  };
  bool IsCancelled() const { return cancel_.is_cancelled(); }

 private:
  // Everything that a kernel depends on.
  struct Wanted {
    PlanNode leaf;
    Precision precision;
    const Layout* in_layout;
    const Layout* out_layout;
    friend bool operator==(const Wanted&, const Wanted&) = default;
    template <typename H>
    friend H AbslHashValue(H state, const Wanted& wanted) {
      return H::combine(std::move(state), wanted.leaf, wanted.in_layout, wanted.out_layout);
    }
  };

  const Target& target_;
  int64_t work_left_;
  int64_t floor_ = 0;  // the open share is used up when work_left_ reaches this
  int64_t shortages_ = 0;
  const CancelToken cancel_;
  const int64_t independent_rows_;
  const Problem* const problem_;  // may be null
  std::unordered_map<Wanted, absl::StatusOr<SharedChoice>, absl::Hash<Wanted>> known_;
  ShapeMemo* const memo_;
};

}  // namespace fft

#endif  // FFT_PLAN_PLANNING_H_
