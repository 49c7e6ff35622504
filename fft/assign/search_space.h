// The space that the search chooses from: the kernels that can start at an edge, and the placements
// on offer for the data that a kernel writes. The enumeration and the dynamic programme walk this
// space.
#ifndef FFT_ASSIGN_SEARCH_SPACE_H_
#define FFT_ASSIGN_SEARCH_SPACE_H_

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "fft/assign/decision.h"
#include "fft/assign/padding.h"
#include "fft/assign/placement.h"
#include "fft/assign/shims/shim.h"
#include "fft/choice/request.h"
#include "fft/core/layout.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/plan/plan_options.h"
#include "fft/tree/plan_node.h"

namespace fft {

// The number of temporaries that rounds add: TEMP0 is on offer from the second round on, TEMP1 in
// the third. TEMP_BLUESTEIN is on offer in every round.
inline constexpr int kMaxTemporaries = 2;

// A set of buffers, with one bit for each buffer.
using BufferSet = unsigned;
constexpr BufferSet SetOf(Buffer buffer) { return 1u << static_cast<int>(buffer); }

class SearchSpace {
 public:
  // All arguments outlive the object. `problem` must be completed. `memo` has the options' shapes.
  SearchSpace(const Problem& problem, const PlanNode& root, const Target& target,
              const PlanOptions& options, ShapeMemo* memo);
  SearchSpace(const SearchSpace&) = delete;
  SearchSpace& operator=(const SearchSpace&) = delete;

  int leaf_count() const { return decision_.leaf_count(); }
  const std::vector<KernelOption>& kernels() const { return kernels_; }
  // Fusions that match but are not offered.
  const std::vector<ShimRefusal>& shim_refusals() const { return shims_.refusals; }
  // Indices of the kernels that read edge `edge`: the leaf itself first.
  const std::vector<int>& KernelsAt(int edge) const { return kernels_at_[edge]; }

  // Placements have numbers. Start() is the number of the user's input on edge 0.
  int Start() { return decision_.Number(start_); }
  const EdgePlacement& placement(int number) const { return decision_.placement(number); }

  // A kernel with a placement of its output.
  struct Offer {
    int kernel = 0;
    int out = 0;  // number of the placement of the kernel's output
  };
  // The tries on edge `edge` when its data has the placement numbered `in` and `temporaries` of
  // TEMP0 and TEMP1 are on offer. The tries are ordered by kernel. The tries of one kernel are in
  // this order: in place, the user's buffers, temporaries. Data that enters a temporary is packed
  // or, where padding helps, padded. Data that stays keeps its layout. The reference stays valid.
  const std::vector<Offer>& Offers(int edge, int in, int temporaries);

  // Data may enter an unused temporary only if all temporaries before it are used, since an unused
  // temporary is as good as any other. Returns the first temporary that data on edge `edge` has to
  // enter before it enters `buffer`; nullopt if `buffer` may be entered. `used` has the buffers
  // that have held data so far.
  std::optional<Buffer> EntersBefore(int edge, Buffer buffer, BufferSet used) const;

  // The padded layout of the output of kernel `kernel` in a temporary. It serves the kernel and all
  // kernels that may read the data there. nullopt: no padding is needed.
  const std::optional<Layout>& Padded(int kernel);

  DecisionFunction& decision() { return decision_; }

 private:
  // Whether data may enter the temporary on edge `edge` when `temporaries` of TEMP0 and TEMP1 are
  // on offer.
  bool IsOnOffer(int edge, Buffer temporary, int temporaries) const;
  std::vector<EdgePlacement> PlacementsFor(int kernel, const EdgePlacement& in, int temporaries);
  void AddTemporary(int kernel, Buffer buffer, std::vector<EdgePlacement>* offers);
  // The accesses to the temporary that kernel `writer` writes, while data stays there: the access
  // of the writer, and those of the kernels that may read the data or rewrite it in place.
  std::vector<EdgeAccess> AccessesWhileStaying(int writer) const;
  EdgePlacement Stay(int edge, const EdgePlacement& in) const;
  void AddUser(int edge, Buffer buffer, std::vector<EdgePlacement>* offers) const;

  const Problem& problem_;
  const Target& target_;
  const PlanOptions& options_;
  const ShimOffers shims_;
  const std::vector<KernelOption> kernels_;  // one for each leaf, then one for each fusion
  const std::vector<ArrayFormat> temporary_formats_;
  std::vector<std::vector<int>> kernels_at_;
  DecisionFunction decision_;
  const EdgePlacement start_;
  std::map<std::tuple<int, int, int>, std::vector<Offer>> offers_;
  std::map<int, std::optional<Layout>> padded_;
  // For each edge: of how many leaves its kernel does the work where all kernels from there on fuse
  // the most leaves.
  std::vector<int> most_fused_;
};

}  // namespace fft

#endif  // FFT_ASSIGN_SEARCH_SPACE_H_
